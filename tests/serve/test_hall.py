"""The hall: players, spectators and announcements, all within limits."""

from pathlib import Path

import pytest

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
    Rename,
    Result,
    Results,
    Rise,
    Seat,
    Step,
    UseCode,
    Watch,
    Watchers,
    Who,
    Yes,
)
from solterm.serve.feed import MOST_EVENTS, MOST_WATCHERS
from solterm.serve.following import PATIENCE
from solterm.store.errors import StoreError
from tests.serve.hosts import NOON, SEAT, House

WON = Result("", "demon", 3, "617", "", True, 900)


@pytest.fixture
def house() -> House:
    house = House()
    house.enter("a", "ann")
    house.enter("b", "bob")
    return house


def who(house: House, session: str) -> Who:
    house.say(session, AskWho())
    *_, answer = house.heard(session)
    assert isinstance(answer, Who)
    return answer


def test_who_lists_all_players_and_their_games(house: House) -> None:
    house.enter("g")
    house.say("a", SEAT)
    ann, bob, guest = who(house, "b").visitors
    assert (ann.player, ann.game, ann.deal, ann.level) == ("ann", "demon", "617", 3)
    assert ann.since == NOON
    assert (bob.player, bob.game) == ("bob", "")
    assert guest.player == ""
    assert who(house, "b").own == "b"


def test_a_spectator_gets_the_game_and_then_its_events(house: House) -> None:
    house.say("a", SEAT)
    house.say("b", Watch("a"))
    house.say("a", Step(3, ("undo",)))
    house.say("a", Rise())
    assert house.heard("b") == [SEAT, Step(3, ("undo",)), Rise()]
    house.say("a", SEAT)
    house.say("b", Leave())
    house.say("a", Step(3, ("s",)))
    assert house.heard("b") == [SEAT]
    assert house.heard("a") == []


def test_a_spectator_waits_for_a_game_to_begin(house: House) -> None:
    house.say("b", Watch("a"))
    house.say("a", SEAT)
    assert house.heard("b") == [Rise(), SEAT]


def test_watchers_are_counted_and_gone_with_their_session(house: House) -> None:
    house.say("b", Watch("a"))
    assert who(house, "a").visitors[0].watchers == 1
    house.hall.leave("b")
    house.hall.leave("b")
    assert who(house, "a").visitors[0].watchers == 0
    house.say("b", AskWho())
    assert len(house.heard("b")) == 1, "only what was said before it left"


def test_watching_is_refused_with_a_sentence(house: House) -> None:
    house.enter("c", "cid", is_open=False)
    for session in ("a", "c", "zz"):
        house.say("a", Watch(session))
    assert all(isinstance(each, No) for each in house.heard("a"))
    assert not house.hall.visitors()[0].watchers


def test_a_door_that_closes_sends_those_who_look_on_away(house: House) -> None:
    house.say("a", SEAT)
    house.say("b", Watch("a"))
    house.say("a", Door(False))
    house.say("a", Step(3, ("s",)))
    assert house.heard("b") == [SEAT, No("ann no longer accepts spectators.")]
    ann = who(house, "b").visitors[0]
    assert (ann.player, ann.game, ann.deal, ann.is_open) == ("ann", "", "", False)
    assert house.hall.visitors()[0].game == "demon", "the host itself knows"


def test_the_door_is_closed_until_the_session_says_otherwise() -> None:
    house = House()
    house.enter("a", "ann")
    house.hall.enter("n", None, house.voice("a"))
    assert not house.hall.visitors()[1].is_open


def test_spectators_hear_that_a_player_left(house: House) -> None:
    house.say("b", Watch("a"))
    house.hall.leave("a")
    assert house.heard("b") == [Rise(), Away("ann")]
    assert [each.player for each in who(house, "b").visitors] == ["bob"]


def wait(house: House, seconds: float) -> None:
    """Let time pass, as the server does."""
    house.seconds += seconds
    house.hall.settle()


def test_spectators_follow_a_player_who_reconnects_within_a_minute(house: House) -> None:
    house.say("a", SEAT)
    house.say("b", Watch("a"))
    house.hall.leave("a")
    wait(house, 30)
    house.enter("a2", "ann", is_open=False)
    wait(house, 1)
    house.heard("b")
    house.say("a2", Door(True))
    house.say("a2", SEAT)
    wait(house, 1)
    house.say("a2", Step(3, ("s",)))
    assert house.heard("b") == [SEAT, Step(3, ("s",))]
    assert house.hall.visitors()[-1].watchers == 1
    house.say("b", Leave())
    house.say("a2", Step(4, ("s",)))
    assert house.heard("b") == []


def test_spectators_of_a_player_who_stays_away_hear_so_after_a_minute(house: House) -> None:
    house.say("b", Watch("a"))
    house.hall.leave("a")
    wait(house, PATIENCE - 1)
    assert house.heard("b") == [Rise(), Away("ann")]
    wait(house, 2)
    assert house.heard("b") == [No("ann has left.")]
    house.enter("a2", "ann")
    wait(house, 1)
    assert house.heard("b") == []


@pytest.mark.parametrize("meanwhile", [Leave(), Watch("c")])
def test_a_spectator_who_turns_away_does_not_follow(house: House, meanwhile: Message) -> None:
    house.enter("c", "cid")
    house.say("b", Watch("a"))
    house.hall.leave("a")
    house.say("b", meanwhile)
    house.heard("b")
    house.enter("a2", "ann")
    house.say("a2", SEAT)
    wait(house, 1)
    wait(house, PATIENCE)
    assert house.heard("b") == []


def test_a_spectator_who_leaves_while_waiting_is_forgotten(house: House) -> None:
    house.say("b", Watch("a"))
    house.hall.leave("a")
    house.hall.leave("b")
    house.enter("a2", "ann")
    wait(house, 1)
    wait(house, PATIENCE)
    assert house.hall.visitors()[0].watchers == 0


def test_a_guest_who_leaves_cannot_be_followed(house: House) -> None:
    house.enter("g")
    house.say("b", Watch("g"))
    house.hall.leave("g")
    assert house.heard("b")[-1] == No("That guest has left.")


def test_a_player_hears_how_many_watch(house: House) -> None:
    house.enter("c", "cid")
    house.say("b", Watch("a"))
    house.say("c", Watch("a"))
    house.hall.settle()
    house.hall.settle()
    assert house.heard("a") == [Watchers(2)]
    house.hall.leave("b")
    house.say("c", Leave())
    house.hall.settle()
    assert house.heard("a") == [Watchers(0)]


def test_a_result_is_kept_and_told_to_all_others(house: House) -> None:
    house.say("a", WON)
    news = replace(WON, player="ann", moment=NOON)
    assert house.heard("b") == [news]
    assert house.heard("a") == []
    house.say("b", AskResults())
    assert house.heard("b") == [Results((news,))]


@pytest.mark.parametrize(
    "result",
    [
        replace(WON, game="x\x1b[2J"),
        replace(WON, deal="no"),
        replace(WON, level=4),
        replace(WON, mark=10**12),
    ],
)
def test_a_result_of_nothing_is_none(house: House, result: Result) -> None:
    house.say("a", result)
    assert not house.register.kept
    assert not house.heard("b")


def test_results_of_guests_are_not_kept(house: House) -> None:
    house.enter("g")
    house.say("g", WON)
    assert not house.register.kept
    assert not house.heard("b")


def test_results_of_one_player_are_limited(house: House) -> None:
    for _ in range(20):
        house.say("a", WON)
    assert len(house.heard("b")) == len(house.register.kept) == 5
    house.seconds += 10
    house.say("a", WON)
    assert len(house.heard("b")) == 1


def test_large_games_are_told_less_often(house: House) -> None:
    house.say("b", Watch("a"))
    for _ in range(10):
        house.say("a", replace(SEAT, events=("s" * 40,) * 10_000))
    assert len(house.heard("b")) <= 2
    house.seconds += 2
    house.hall.settle()
    (seat,) = house.heard("b")
    assert isinstance(seat, Seat)
    assert len(seat.events) == 10_000


def test_names_and_codes_come_from_the_register(house: House) -> None:
    house.enter("g")
    house.say("a", Rename("taken"))
    house.say("a", Rename("anna"))
    house.say("a", AskCode())
    house.say("b", UseCode("code-of-id-ann"))
    house.say("b", UseCode("nonsense"))
    house.say("b", UseCode("9" * 1000))
    for message in (Rename("x"), AskCode(), UseCode("code-of-id-ann")):
        house.say("g", message)
    assert house.heard("a") == [
        No("Somebody is called so already."),
        Yes("anna"),
        Yes("code-of-id-ann"),
    ]
    assert [type(each) for each in house.heard("b")] == [Yes, No, No]
    assert who(house, "b").visitors[0].player == "anna"
    assert [type(each) for each in house.heard("g")] == [No, No, No]


def test_an_error_of_the_host_names_no_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(player: str) -> str:
        raise StoreError("/srv/cards/host.db is damaged.")

    monkeypatch.setattr(house.register, "make_code", fail)
    house.say("a", AskCode())
    (answer,) = house.heard("a")
    assert isinstance(answer, No)
    assert "host.db" not in answer.text


def test_a_register_that_hangs_holds_up_its_askers_alone(house: House) -> None:
    house.asked.hangs = True
    house.say("a", AskCode())
    house.say("a", AskWho())
    (answer,) = house.heard("a")
    assert isinstance(answer, Who)
    house.asked.answer()
    assert house.heard("a") == [Yes("code-of-id-ann")]


def test_a_session_that_left_gets_no_answer(house: House) -> None:
    house.asked.hangs = True
    house.say("a", AskCode())
    house.hall.leave("a")
    house.asked.answer()
    assert house.heard("a") == []


def test_so_many_questions_wait_for_the_register(house: House) -> None:
    house.asked.hangs = True
    for _ in range(8):
        house.say("a", AskCode())
    assert [type(each) for each in house.heard("a")] == [No] * 3
    house.asked.answer()
    assert len(house.heard("a")) == 5


def test_results_wait_in_order_until_the_register_is_back(house: House) -> None:
    house.asked.is_away = True
    for mark in (1, 2, 3):
        house.say("a", replace(WON, mark=mark))
    assert len(house.heard("b")) == 3, "they are told all the same"
    house.hall.settle()
    assert not house.register.kept
    house.asked.is_away = False
    house.seconds += 3
    house.hall.settle()
    assert [each.mark for each in house.register.kept] == [1, 2, 3]
    assert len(house.hall.outbox) == 0


def test_a_result_whose_commit_was_not_answered_is_kept_once(house: House) -> None:
    enter = house.register.enter_result

    def fail_after(result: Result) -> None:
        enter(result)
        raise StoreError("The line broke.")

    house.register.enter_result = fail_after  # type: ignore[method-assign]
    house.say("a", WON)
    house.register.enter_result = enter  # type: ignore[method-assign]
    house.seconds += 3
    house.hall.settle()
    assert len(house.register.kept) == 1


def test_results_that_wait_outlive_the_host(house: House, tmp_path: Path) -> None:
    house.asked.is_away = True
    house.say("a", WON)
    house.hall.outbox.save(tmp_path)
    after = House()
    after.hall.outbox.load(tmp_path)
    after.hall.settle()
    (kept,) = after.register.kept
    assert (kept.player, kept.mark, kept.moment) == ("ann", 900, NOON)
    again = House()
    again.hall.outbox.load(tmp_path)
    assert len(again.hall.outbox) == 0


def test_everybody_is_told_by_the_host(house: House) -> None:
    house.hall.tell_all("Going down at ten.")
    assert house.heard("a") == house.heard("b") == [Notice("Going down at ten.")]


@pytest.mark.parametrize("message", [Notice("Win!"), Yes("x"), No("x"), Who("a", ())])
def test_the_host_ignores_messages_that_only_hosts_send(house: House, message: Message) -> None:
    house.say("a", message)
    assert house.heard("a") == house.heard("b") == []


def test_too_many_requests_are_refused(house: House) -> None:
    for _ in range(50):
        house.say("a", AskWho())
    assert isinstance(house.heard("a")[-1], No)
    house.seconds += 1
    assert who(house, "a").visitors


def test_much_at_once_is_told_less_often_and_nothing_is_lost(house: House) -> None:
    house.say("a", SEAT)
    house.say("b", Watch("a"))
    house.heard("b")
    for number in range(3, 303):
        house.say("a", Step(number, ("s",)))
    told = house.heard("b")
    assert len(told) < 50
    house.seconds += 1
    house.hall.settle()
    told += house.heard("b")
    steps = [each for each in told if isinstance(each, Step)]
    assert sum(len(each.events) for each in steps) == 300
    assert steps[-1].number + len(steps[-1].events) == 303


def test_a_spectator_who_joins_late_misses_nothing(house: House) -> None:
    house.enter("c", "cid")
    house.say("a", SEAT)
    house.say("b", Watch("a"))
    for number in range(3, 303):
        house.say("a", Step(number, ("s",)))
    house.say("c", Watch("a"))
    house.seconds += 1
    house.hall.settle()
    for session in "bc":
        seat, *steps = house.heard(session)
        assert isinstance(seat, Seat)
        events = list(seat.events)
        for step in steps:
            assert isinstance(step, Step)
            assert step.number == len(events) + 1
            events += step.events
        assert len(events) == 302


@pytest.mark.parametrize(
    "seat",
    [
        replace(SEAT, game="\x1b[2J"),
        replace(SEAT, deal="-1"),
        replace(SEAT, level=9),
        replace(SEAT, options="\n"),
        replace(SEAT, purpose="%n"),
        replace(SEAT, events=("\x1b[2J",)),
        replace(SEAT, events=("s" * 1000,)),
        replace(SEAT, events=("s",) * (MOST_EVENTS + 1)),
    ],
)
def test_an_invalid_game_is_not_shown(house: House, seat: Seat) -> None:
    house.say("b", Watch("a"))
    house.say("a", seat)
    assert house.heard("b") == [Rise(), Rise()]


@pytest.mark.parametrize("step", [Step(4, ("s",)), Step(1, ("s",)), Step(3, ("s",) * MOST_EVENTS)])
def test_events_that_do_not_follow_end_what_is_shown(house: House, step: Step) -> None:
    house.say("a", SEAT)
    house.say("b", Watch("a"))
    house.say("a", step)
    house.say("a", Step(3, ("s",)))
    assert house.heard("b") == [SEAT, Rise()]


def test_so_many_may_look_on(house: House) -> None:
    for number in range(MOST_WATCHERS):
        house.enter(f"w{number}", f"w{number}")
        house.say(f"w{number}", Watch("a"))
    house.say("b", Watch("a"))
    assert isinstance(house.heard("b")[0], No)
