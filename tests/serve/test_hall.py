"""The hall: players, spectators and announcements, all within limits."""

import pytest

from solterm.core.deals import FIRST_HIDDEN
from solterm.core.values import replace
from solterm.hall.messages import (
    AskCode,
    AskResults,
    AskWho,
    Away,
    Door,
    Leave,
    Message,
    No,
    Notice,
    PlayLeft,
    PlayStarted,
    Rename,
    Result,
    Results,
    SetPhrase,
    Step,
    UseCode,
    Watch,
    Watchers,
    Who,
    Yes,
)
from solterm.serve.feed import MOST_EVENTS, MOST_WATCHERS
from solterm.serve.hall import PATIENCE
from tests.serve.hosts import NOON, STARTED, HallHarness

WON = Result("", "demon", 3, "617", "", True, 900)


@pytest.fixture
def harness() -> HallHarness:
    harness = HallHarness()
    harness.enter("a", "ann")
    harness.enter("b", "bob")
    return harness


def who(harness: HallHarness, session: str) -> Who:
    harness.say(session, AskWho())
    *_, answer = harness.received(session)
    assert isinstance(answer, Who)
    return answer


def test_a_new_name_holds_in_all_sessions_of_the_player(harness: HallHarness) -> None:
    harness.enter("a2", "ann")
    harness.say("a", Rename("anna"))
    assert [each.player for each in who(harness, "b").visitors] == ["anna", "anna", "bob"]


def test_who_lists_all_players_and_their_games(harness: HallHarness) -> None:
    harness.enter("g")
    harness.say("a", STARTED)
    ann, bob, guest = who(harness, "b").visitors
    assert (ann.player, ann.game, ann.deal, ann.level) == ("ann", "demon", "617", 3)
    assert ann.since == NOON
    assert (bob.player, bob.game) == ("bob", "")
    assert guest.player == ""
    assert who(harness, "b").own == "b"


def test_a_spectator_gets_the_game_and_then_its_events(harness: HallHarness) -> None:
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    harness.say("a", Step(3, ("undo",)))
    harness.say("a", PlayLeft())
    assert harness.received("b") == [STARTED, Step(3, ("undo",)), PlayLeft()]
    harness.say("a", STARTED)
    harness.say("b", Leave())
    harness.say("a", Step(3, ("s",)))
    assert harness.received("b") == [STARTED]
    assert harness.received("a") == []


def test_watching_may_be_refused_with_a_reason(harness: HallHarness) -> None:
    harness.enter("c", "cid", is_open=False)
    for session in ("a", "c", "zz"):
        harness.say("a", Watch(session))
    assert all(isinstance(each, No) for each in harness.received("a"))
    assert not harness.hall.visitors()[0].watchers


def test_closing_the_door_ends_watching(harness: HallHarness) -> None:
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    harness.say("a", Door(False))
    harness.say("a", Step(3, ("s",)))
    assert harness.received("b") == [STARTED, No("ann no longer accepts spectators.")]
    ann = who(harness, "b").visitors[0]
    assert (ann.player, ann.game, ann.deal, ann.is_open) == ("ann", "", "", False)
    assert harness.hall.visitors()[0].game == "demon", "the host itself knows the game"


def test_spectators_hear_that_a_player_left(harness: HallHarness) -> None:
    harness.say("b", Watch("a"))
    harness.hall.leave("a")
    assert harness.received("b") == [PlayLeft(), Away("ann")]
    assert [each.player for each in who(harness, "b").visitors] == ["bob"]


def pass_time(harness: HallHarness, seconds: float) -> None:
    """Let time pass, as the server does."""
    harness.seconds += seconds
    harness.hall.settle()


def test_everybody_at_a_table_hears_a_phrase(harness: HallHarness) -> None:
    for name in ("a", "b", "c", "d"):
        harness.enter(name, f"{name}nn")
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    harness.say("c", Watch("a"))
    for name in "abcd":
        harness.received(name)
    harness.say("b", SetPhrase("luck", "somebody else"))
    harness.say("a", SetPhrase("thanks"))
    harness.say("a", SetPhrase("an unknown one"))
    heard = [SetPhrase("luck", "bnn"), SetPhrase("thanks", "ann")]
    assert [harness.received(name) for name in "abcd"] == [heard, heard, heard, []]


def test_phrases_are_limited_and_need_an_open_door(harness: HallHarness) -> None:
    harness.enter("a", "ann", is_open=False)
    harness.say("a", SetPhrase("luck"))
    assert harness.received("a") == []
    for _ in range(3):
        harness.say("a", SetPhrase("luck"))
    assert harness.received("a") == [No("Wait a moment before you say more.")]


def test_spectators_follow_a_player_who_reconnects_within_a_minute(harness: HallHarness) -> None:
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    harness.hall.leave("a")
    pass_time(harness, 30)
    harness.enter("a2", "ann", is_open=False)
    pass_time(harness, 1)
    harness.received("b")
    harness.say("a2", Door(True))
    harness.say("a2", STARTED)
    pass_time(harness, 1)
    harness.say("a2", Step(3, ("s",)))
    assert harness.received("b") == [STARTED, Step(3, ("s",))]
    assert harness.hall.visitors()[-1].watchers == 1
    harness.say("b", Leave())
    harness.say("a2", Step(4, ("s",)))
    assert harness.received("b") == []


def test_spectators_are_told_after_a_minute_that_a_player_is_gone(harness: HallHarness) -> None:
    harness.say("b", Watch("a"))
    harness.hall.leave("a")
    pass_time(harness, PATIENCE - 1)
    assert harness.received("b") == [PlayLeft(), Away("ann")]
    pass_time(harness, 2)
    assert harness.received("b") == [No("ann has left.")]
    harness.enter("a2", "ann")
    pass_time(harness, 1)
    assert harness.received("b") == []


@pytest.mark.parametrize("meanwhile", [Leave(), Watch("c")])
def test_a_spectator_who_stopped_watching_does_not_follow(
    harness: HallHarness, meanwhile: Message
) -> None:
    harness.enter("c", "cid")
    harness.say("b", Watch("a"))
    harness.hall.leave("a")
    harness.say("b", meanwhile)
    harness.received("b")
    harness.enter("a2", "ann")
    harness.say("a2", STARTED)
    pass_time(harness, 1)
    pass_time(harness, PATIENCE)
    assert harness.received("b") == []


def test_a_glance_counts_as_no_spectator_and_follows_nobody(harness: HallHarness) -> None:
    harness.say("a", STARTED)
    harness.say("b", Watch("a", is_glance=True))
    assert harness.received("b") == [STARTED]
    assert harness.hall.visitors()[0].watchers == 0
    harness.say("b", Watch("a"))
    assert harness.hall.visitors()[0].watchers == 1, "now it is the whole table"
    harness.say("b", Watch("a", is_glance=True))
    harness.hall.leave("a")
    harness.received("b")
    harness.enter("a2", "ann")
    harness.say("a2", STARTED)
    pass_time(harness, 1)
    assert harness.received("b") == []


def test_a_player_is_told_the_number_of_spectators(harness: HallHarness) -> None:
    harness.enter("c", "cid")
    harness.say("b", Watch("a"))
    harness.say("c", Watch("a"))
    harness.hall.settle()
    harness.hall.settle()
    assert harness.received("a") == [Watchers(2)]
    harness.hall.leave("b")
    harness.say("c", Leave())
    harness.hall.settle()
    assert harness.received("a") == [Watchers(0)]


def test_a_result_is_stored_and_sent_to_all_others(harness: HallHarness) -> None:
    harness.say("a", WON)
    news = replace(WON, player="ann", moment=NOON)
    assert harness.received("b") == [news]
    assert harness.received("a") == []
    harness.say("b", AskResults())
    assert harness.received("b") == [Results((news,))]


@pytest.mark.parametrize("purpose", ["daily:7 0", "tournament:7 2"])
def test_the_deals_of_contests_are_told_to_nobody(harness: HallHarness, purpose: str) -> None:
    board = f"{purpose.partition(':')[0]}:Cup"
    harness.say("a", replace(STARTED, purpose=purpose, board=board))
    visitors = who(harness, "b").visitors
    assert [(each.deal, each.board) for each in visitors] == [("", board), ("", "")]
    harness.say("a", replace(WON, purpose=purpose))
    assert [each.deal for each in harness.received("b")] == [""]
    assert [each.deal for each in harness.register.kept] == [""]


def test_a_contests_deal_played_again_is_told_to_nobody(harness: HallHarness) -> None:
    harness.say("a", replace(STARTED, deal=str(FIRST_HIDDEN)))
    assert [each.deal for each in who(harness, "b").visitors] == ["", ""]
    for deal in (FIRST_HIDDEN - 1, FIRST_HIDDEN):
        harness.say("a", replace(WON, deal=str(deal)))
    told = [each.deal for each in harness.received("b")]
    assert told == [str(FIRST_HIDDEN - 1), ""]


@pytest.mark.parametrize(
    "result",
    [
        replace(WON, board="nonsense"),
        replace(WON, board="tour:\x1b[2J"),
        replace(WON, board="tour:" + "x" * 100),
        replace(WON, game="x\x1b[2J"),
        replace(WON, deal="no"),
        replace(WON, level=4),
        replace(WON, mark=10**12),
    ],
)
def test_an_invalid_result_is_ignored(harness: HallHarness, result: Result) -> None:
    harness.say("a", result)
    assert not harness.register.kept
    assert not harness.received("b")


def test_results_of_guests_are_not_stored(harness: HallHarness) -> None:
    harness.enter("g")
    harness.say("g", WON)
    assert not harness.register.kept
    assert not harness.received("b")


def test_results_of_one_player_are_limited(harness: HallHarness) -> None:
    for _ in range(20):
        harness.say("a", WON)
    assert len(harness.received("b")) == len(harness.register.kept) == 5
    harness.seconds += 10
    harness.say("a", WON)
    assert len(harness.received("b")) == 1


def test_names_and_codes_come_from_the_register(harness: HallHarness) -> None:
    harness.enter("g")
    harness.say("a", Rename("taken"))
    harness.say("a", Rename("anna"))
    harness.say("a", AskCode())
    harness.say("b", UseCode("code-of-id-ann"))
    harness.say("b", UseCode("nonsense"))
    harness.say("b", UseCode("9" * 1000))
    for message in (Rename("x"), AskCode(), UseCode("code-of-id-ann")):
        harness.say("g", message)
    assert harness.received("a") == [
        No("Somebody is called so already."),
        Yes("anna"),
        Yes("code-of-id-ann"),
    ]
    assert [type(each) for each in harness.received("b")] == [Yes, No, No]
    assert who(harness, "b").visitors[0].player == "anna"
    assert [type(each) for each in harness.received("g")] == [No, No, No]


def test_a_hung_register_delays_only_sessions_that_need_it(harness: HallHarness) -> None:
    harness.asked.hangs = True
    harness.say("a", AskCode())
    harness.say("a", AskWho())
    (answer,) = harness.received("a")
    assert isinstance(answer, Who)
    harness.asked.answer()
    assert harness.received("a") == [Yes("code-of-id-ann")]


def test_the_number_of_waiting_queries_is_limited(harness: HallHarness) -> None:
    harness.asked.hangs = True
    for _ in range(8):
        harness.say("a", AskCode())
    assert [type(each) for each in harness.received("a")] == [No] * 3
    harness.asked.answer()
    assert len(harness.received("a")) == 5


def test_results_are_told_while_the_register_is_away(harness: HallHarness) -> None:
    harness.asked.is_away = True
    harness.say("a", WON)
    assert [type(each) for each in harness.received("b")] == [Result]
    harness.asked.is_away = False
    harness.say("a", replace(WON, mark=2))
    assert [each.mark for each in harness.register.kept] == [2]


@pytest.mark.parametrize("message", [Notice("Win!"), Yes("x"), No("x"), Who("a", ())])
def test_the_host_ignores_messages_that_only_hosts_send(
    harness: HallHarness, message: Message
) -> None:
    harness.say("a", message)
    assert harness.received("a") == harness.received("b") == []


def test_too_many_requests_are_refused(harness: HallHarness) -> None:
    for _ in range(50):
        harness.say("a", AskWho())
    assert isinstance(harness.received("a")[-1], No)
    harness.seconds += 1
    assert who(harness, "a").visitors


def test_many_events_are_sent_in_batches_without_loss(harness: HallHarness) -> None:
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    harness.received("b")
    for number in range(3, 303):
        harness.say("a", Step(number, ("s",)))
    received = harness.received("b")
    assert len(received) < 50
    harness.seconds += 1
    harness.hall.settle()
    received += harness.received("b")
    steps = [each for each in received if isinstance(each, Step)]
    assert sum(len(each.events) for each in steps) == 300
    assert steps[-1].number + len(steps[-1].events) == 303


def test_a_spectator_who_joins_late_misses_nothing(harness: HallHarness) -> None:
    harness.enter("c", "cid")
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    for number in range(3, 303):
        harness.say("a", Step(number, ("s",)))
    harness.say("c", Watch("a"))
    harness.seconds += 1
    harness.hall.settle()
    for session in "bc":
        started, *steps = harness.received(session)
        assert isinstance(started, PlayStarted)
        events = list(started.events)
        for step in steps:
            assert isinstance(step, Step)
            assert step.number == len(events) + 1
            events += step.events
        assert len(events) == 302


@pytest.mark.parametrize(
    "started",
    [
        replace(STARTED, game="\x1b[2J"),
        replace(STARTED, deal="-1"),
        replace(STARTED, level=9),
        replace(STARTED, options="\n"),
        replace(STARTED, purpose="%n"),
        replace(STARTED, board="nonsense"),
        replace(STARTED, events=("\x1b[2J",)),
        replace(STARTED, events=("s" * 1000,)),
        replace(STARTED, events=("s",) * (MOST_EVENTS + 1)),
        replace(STARTED, events=("s" * 80,) * 7500),
    ],
)
def test_an_invalid_game_is_not_shown(harness: HallHarness, started: PlayStarted) -> None:
    harness.say("b", Watch("a"))
    harness.say("a", started)
    assert harness.received("b") == [PlayLeft(), PlayLeft()]


@pytest.mark.parametrize(
    "step",
    [
        *(Step(4, ("s",)), Step(1, ("s",))),
        *(Step(3, ("s",) * MOST_EVENTS), Step(3, ("s" * 80,) * 7500)),
    ],
)
def test_a_gap_in_the_events_ends_the_game_for_spectators(harness: HallHarness, step: Step) -> None:
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    harness.say("a", step)
    harness.say("a", Step(3, ("s",)))
    assert harness.received("b") == [STARTED, PlayLeft()]


@pytest.mark.parametrize("secret", [{"purpose": "daily:3 0"}, {"deal": str(FIRST_HIDDEN)}])
def test_nobody_watches_a_deal_that_others_have_still_to_play(
    harness: HallHarness, secret: dict[str, str]
) -> None:
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    assert harness.received("b") == [STARTED]
    harness.say("a", replace(STARTED, **secret))
    harness.say("a", Step(3, ("s",)))
    (told,) = harness.received("b")
    assert isinstance(told, No) and "others have still to play" in told.text
    harness.say("b", Watch("a"))
    harness.say("a", Step(4, ("s",)))
    assert harness.received("b") == [told]
    harness.say("a", STARTED)
    harness.say("b", Watch("a"))
    assert harness.received("b") == [STARTED]


def test_the_number_of_spectators_is_limited(harness: HallHarness) -> None:
    for number in range(MOST_WATCHERS):
        harness.enter(f"w{number}", f"w{number}")
        harness.say(f"w{number}", Watch("a"))
    harness.say("b", Watch("a"))
    assert isinstance(harness.received("b")[0], No)
