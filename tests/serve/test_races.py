"""Races on a host: challenges, progress, and the end, which a referee decides."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from solterm.contests.races import COUNTDOWN, GRACE, LIMIT, Ghost, Point, RaceRun, read_pace
from solterm.hall import messages
from solterm.hall.messages import (
    AcceptRace,
    AskPlayer,
    AskRace,
    AskRaces,
    AskRun,
    Challenge,
    DropRace,
    FinishedRun,
    Message,
    No,
    Notice,
    PlayerPage,
    Race,
    RaceGames,
    Races,
    RaceScore,
    RaceStep,
    SetPhrase,
    Watch,
    Yes,
)
from solterm.serve import race_records
from solterm.serve.access import LimitKey
from solterm.serve.accounts import Accounts, Player
from solterm.serve.host_data import guest_id
from solterm.serve.race_records import RaceRow
from tests.serve.hosts import HallHarness

START = datetime(2026, 11, 25, 20, tzinfo=UTC)
PACE = (Point(0, 0, 0), Point(10, 1, 3), Point(30, 4, 9))


class FakeReferee:
    """Finds the runs that a test sets."""

    def __init__(self) -> None:
        self.runs: list[RaceRun] | None = [RaceRun(), RaceRun()]
        self.ghost: Ghost | str = Ghost("demon", 3, "17", PACE, RaceRun(4, 9, 40, False, True, 30))

    def judge(self, race: RaceRow, then: Callable[[list[RaceRun] | None], None]) -> None:
        self.judged = race
        then(self.runs)

    def make_ghost(
        self, asker: str, wanted: Challenge, then: Callable[[Ghost | str], None]
    ) -> None:
        then(self.ghost)


class RaceHarness(HallHarness):
    """A hall whose races go by a clock that tests advance."""

    def __init__(self) -> None:
        super().__init__()
        self.referee = self.hall.races.referee = FakeReferee()
        self.hall.races._now = lambda: START + timedelta(seconds=self.seconds)
        ids = {"id-ann": "ann", "id-bob": "bob", "id-cid": "cid"}
        with self.register.engine.transaction() as database:
            database.executemany(
                "INSERT INTO player (id, name, begun, seen) VALUES (?, ?, '', '')",
                list(ids.items()),
            )
        for letter, name in zip("abc", ids.values(), strict=True):
            self.enter(letter, name)

    def pass_time(self, seconds: int) -> None:
        for _ in range(seconds):
            self.seconds += 1
            self.hall.settle()

    def ask(self, session: str, message: Message) -> Message:
        """Return the answer to a message; drop all that was said before."""
        for received in self.messages.values():
            received.clear()
        self.say(session, message)
        return self.messages[session][-1]

    def refuse(self, session: str, message: Message) -> str:
        """Return the sentence of a refusal."""
        answer = self.ask(session, message)
        assert isinstance(answer, No)
        return answer.text

    def list_races(self, session: str) -> Races:
        answer = self.ask(session, AskRaces())
        assert isinstance(answer, Races)
        return answer

    def race_of(self, session: str) -> Race:
        """Return the last race that a session has heard of."""
        return next(each for each in reversed(self.messages[session]) if isinstance(each, Race))

    def begin(self) -> Race:
        """Begin a race between ann and bob."""
        self.ask("a", Challenge("bob", "demon", 3))
        self.ask("b", AcceptRace(1))
        self.pass_time(COUNTDOWN)
        return self.race_of("b")

    def stop(self, session: str, race: int, *runs: RaceRun) -> None:
        """Stop in a race; with ``runs``, these are what the referee finds."""
        self.referee.runs = list(runs) or self.referee.runs
        self.say(session, RaceStep(race, 0, 0, has_stopped=True))


@pytest.fixture
def hall() -> Iterator[RaceHarness]:
    yield RaceHarness()


def test_a_challenge_is_told_to_the_player_it_is_for_without_the_deal(hall: RaceHarness) -> None:
    assert hall.ask("a", Challenge("BOB", "demon", 3)) == Yes("1")
    told = hall.race_of("b")
    assert (told.state, told.wanted, told.deal, told.seat) == ("open", "bob", "", -1)
    assert not any(isinstance(each, Race) for each in hall.messages["c"])


def test_an_open_challenge_is_told_to_all_and_taken_by_the_first(hall: RaceHarness) -> None:
    hall.ask("a", Challenge("", "demon", 3))
    assert hall.race_of("b").wanted == hall.race_of("c").wanted == ""
    assert hall.ask("c", AcceptRace(1)) == Yes("1")
    started = hall.race_of("a")
    assert (started.state, started.seat) == ("running", 0)
    assert started.starts == (START + timedelta(seconds=COUNTDOWN)).isoformat(
        timespec="microseconds"
    )
    assert started.deal == hall.race_of("c").deal != ""
    assert hall.ask("b", AcceptRace(1)) == No("Somebody else has accepted that challenge.")


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (Challenge("ann", "demon", 3), "You can't race yourself"),
        (Challenge("zoe", "demon", 3), "zoe is not here now."),
        (Challenge("", "nonsense", 3), "does not have that game"),
        (Challenge("", "demon", 7), "does not have that game"),
    ],
)
def test_a_challenge_may_be_refused(hall: RaceHarness, wanted: Challenge, reason: str) -> None:
    assert reason in hall.refuse("a", wanted)


def test_guests_race_ghosts_alone_and_leave_nothing(hall: RaceHarness) -> None:
    hall.enter("g")
    hall.enter("h")
    for refused in (Challenge("", "demon", 3), AcceptRace(1), DropRace(1)):
        assert "Guests race ghosts alone" in hall.refuse("g", refused)
    assert hall.ask("g", Challenge("", "demon", 3, is_ghost=True)) == Yes("1")
    assert not any(isinstance(each, Race) for each in hall.messages["h"]), "another guest"
    assert hall.refuse("h", Watch("g")) == "That guest races now, and nobody may watch."
    hall.pass_time(COUNTDOWN + 5)
    hall.stop("g", 1, RaceRun(mark=50, is_over=True))
    assert hall.referee.judged.racers[0].player == guest_id("g")
    over = hall.race_of("g")
    assert (over.state, over.seat, over.winner) == ("over", 0, 0)
    assert isinstance(hall.ask("g", AskRace(1)), RaceGames)
    assert [each.id for each in hall.list_races("g").own] == [1]
    assert not race_records.drop_guests(hall.register, guest_id("%"), START), "it is new"
    hall.hall.leave("g")
    assert race_records.load(hall.register, 1) is None


def test_a_challenge_is_declined_withdrawn_or_forgotten(hall: RaceHarness) -> None:
    for wanted in ("", "bob"):
        hall.ask("a", Challenge(wanted, "demon", 3))
        assert hall.ask("c", DropRace(1)) == No("That is somebody else's challenge.")
    assert hall.ask("b", DropRace(1)) == Yes("1")
    assert hall.race_of("a").state == "gone"
    hall.ask("a", Challenge("bob", "demon", 3))
    hall.hall.leave("a")
    assert hall.race_of("b").state == "gone"
    hall.ask("c", Challenge("", "demon", 3))
    hall.pass_time(610)
    assert hall.race_of("b").state == "gone"
    assert "There is no challenge 1" in hall.refuse("b", AcceptRace(1))


def test_all_hear_that_an_open_challenge_is_gone(hall: RaceHarness) -> None:
    hall.enter("d", "dan")
    hall.say("d", messages.NewsWanted(False))
    hall.ask("a", Challenge("", "demon", 3))
    hall.ask("b", AcceptRace(1))
    assert hall.race_of("c").state == hall.race_of("d").state == "gone", "it was accepted"
    hall.ask("c", Challenge("", "fly", 3))
    hall.hall.leave("c")
    assert hall.race_of("d").state == "gone", "its player has left"


def test_nobody_floods_the_others_with_challenges(hall: RaceHarness) -> None:
    answers = [hall.ask("a", Challenge("", "demon", 3)) for _ in range(6)]
    assert isinstance(answers[4], Yes)
    assert answers[5] == No("Wait a moment before you challenge again.")
    hall.say("b", messages.NewsWanted(False))
    assert not any(isinstance(each, Race) for each in hall.received("b"))


def test_a_player_is_in_one_race_at_a_time_until_that_one_has_stopped(hall: RaceHarness) -> None:
    hall.begin()
    answer = hall.ask("a", Challenge("cid", "demon", 3))
    assert answer == No("You are in race 1 already: finish it first.")
    hall.stop("a", 1)
    assert hall.race_of("b").racers[0].has_stopped
    assert not hall.race_of("a").racers[1].has_stopped
    assert not hall.hall.refresh().find("a").purpose, "ann can be watched again"
    assert hall.ask("a", Challenge("cid", "demon", 3)) == Yes("2")
    hall.ask("c", AcceptRace(2))
    hall.received("b")
    hall.say("a", SetPhrase("luck"))
    assert hall.received("c")[-1] == SetPhrase("luck", "ann")
    assert hall.received("b") == []
    hall.stop("b", 1, RaceRun(mark=2, is_over=True), RaceRun(mark=3, is_over=True))
    assert (hall.race_of("a").id, hall.race_of("a").winner) == (1, 1)


def test_moves_that_are_stored_after_the_end_do_not_count(hall: RaceHarness) -> None:
    hall.begin()
    hall.pass_time(80)
    hall.say("a", RaceStep(1, 3, 9, False, 12))
    hall.referee.runs = None
    hall.pass_time(LIMIT)
    hall.say("a", RaceStep(1, 52, 99, True, 120))
    hall.referee.runs = [RaceRun(mark=30), RaceRun()]
    hall.pass_time(5)
    ann = hall.referee.judged.racers[0]
    assert (ann.events, hall.referee.judged.seconds_of(ann)) == (12, 80)
    assert hall.race_of("a").winner == 0


def test_the_last_moves_count_before_a_race_is_decided(hall: RaceHarness) -> None:
    hall.begin()
    hall.pass_time(LIMIT - 1)
    hall.stop("b", 1)
    hall.pass_time(1)
    hall.say("a", RaceStep(1, 3, 9, False, 12))
    hall.stop("b", 1)
    assert hall.race_of("a").state == "running"
    hall.pass_time(GRACE)
    assert hall.referee.judged.racers[0].events == 12
    assert hall.race_of("a").state == "over"


def test_a_race_opens_in_the_session_that_has_asked_for_it(hall: RaceHarness) -> None:
    hall.enter("a2", "ann")
    hall.begin()
    assert hall.race_of("a").is_here
    assert not hall.race_of("a2").is_here
    hall.enter("a3", "ann")
    assert not hall.race_of("a3").is_here
    hall.say("a2", RaceStep(1, 0, 0, False, 0))
    hall.pass_time(1)
    assert hall.race_of("a2").is_here, "Enter has brought it there"
    assert not hall.race_of("a").is_here
    hall.hall.leave("a2")
    hall.enter("a4", "ann")
    assert hall.race_of("a4").is_here, "the one it was in has ended"
    hall.enter("a5", "ann")
    assert not hall.race_of("a5").is_here
    hall.hall.leave("a4")
    hall.pass_time(1)
    assert hall.race_of("a5").is_here, "its line had dropped, as the host notices now"
    assert not hall.race_of("a").is_here


def test_a_rival_who_has_been_gone_for_a_minute_counts_as_stopped(hall: RaceHarness) -> None:
    hall.begin()
    hall.hall.leave("b")
    hall.pass_time(50)
    hall.enter("b2", "bob")
    hall.pass_time(1)
    hall.hall.leave("b2")
    hall.received("a")
    hall.pass_time(60)
    assert hall.received("a") == []
    hall.pass_time(1)
    notice, step = hall.received("a")
    assert step == RaceStep(1, 0, 0, True, seat=1)
    assert isinstance(notice, Notice)
    assert notice.text.startswith("bob has been gone for a minute")
    hall.enter("b3", "bob")
    assert not hall.race_of("b3").racers[1].has_stopped, "bob goes on"
    hall.pass_time(1)
    assert hall.messages["a"][0] == RaceStep(1, 0, 0, False, seat=1), "bob is back"
    assert not hall.race_of("a").racers[1].has_stopped
    hall.hall.leave("b3")
    hall.pass_time(61)
    hall.stop("a", 1, RaceRun(mark=30, is_over=True), RaceRun(mark=20))
    assert (hall.race_of("a").state, hall.race_of("a").winner) == ("over", 0)


def test_one_move_of_a_program_makes_it_a_programs_race(hall: RaceHarness) -> None:
    hall.messages["p"] = []
    hall.hall.enter("p", Player("id-ann", "ann"), hall.voice("p"), is_program=True)
    hall.begin()
    hall.say("p", RaceStep(1, 0, 0, False, 0))
    hall.pass_time(1)
    assert hall.race_of("b").racers[0].kind == "player", "it has only looked"
    hall.say("p", RaceStep(1, 0, 1, False, 2))
    hall.pass_time(1)
    hall.say("a", RaceStep(1, 0, 2, False, 4))
    hall.pass_time(1)
    assert hall.race_of("b").racers[0].kind == "program"
    hall.stop("a", 1, RaceRun(won=True), RaceRun())
    assert hall.list_races("c").week == (
        RaceScore("ann", True, 1, 1),
        RaceScore("bob", False, 1, 0),
    )


def test_one_win_a_day_counts_over_the_same_rival(hall: RaceHarness) -> None:
    hall.referee.runs = [RaceRun(won=True), RaceRun()]
    for id, hours in ((1, 0), (2, 0), (3, 24)):
        hall.seconds += 3600 * hours
        hall.ask("a", Challenge("bob", "demon", 3))
        hall.ask("b", AcceptRace(id))
        hall.stop("a", id)
    assert hall.list_races("c").week == (
        RaceScore("ann", False, 3, 2),
        RaceScore("bob", False, 3, 0),
    )


def test_progress_is_stored_once_the_database_is_back(hall: RaceHarness) -> None:
    hall.begin()
    hall.asked.is_away = True
    hall.say("a", RaceStep(1, 3, 9, False, 12))
    hall.pass_time(2)
    hall.asked.is_away = False
    hall.pass_time(1)
    stored = race_records.load(hall.register, 1)
    assert stored is not None
    assert stored.racers[0].events == 12


def test_the_rival_hears_counts_and_no_cards(hall: RaceHarness) -> None:
    hall.begin()
    hall.received("a"), hall.received("b")
    hall.say("a", RaceStep(1, 3, 9, False, 12))
    hall.pass_time(1)
    assert hall.received("b") == [RaceStep(1, 3, 9, False, 12, seat=0)]
    assert hall.received("a") == []


def test_the_games_of_a_race_are_told_to_its_racers_once_it_is_over(hall: RaceHarness) -> None:
    hall.begin()
    not_yours = "Race 1 is not one of your races that are over."
    assert hall.refuse("a", AskRace(1)) == not_yours
    for seconds, cards, moves in ((5, 0, 1), (5, 2, 4), (5, 2, 5), (5, 3, 9)):
        hall.pass_time(seconds)
        hall.say("b", RaceStep(1, cards, moves, False, moves))
    hall.referee.runs = [RaceRun(record="ann's"), RaceRun(3, 9, 900, won=True, record="bob's")]
    hall.say("b", RaceStep(1, 3, 9, True, 9))
    assert hall.race_of("a").racers[1].seconds == 20
    assert not any(each.pace or each.record for each in hall.race_of("a").racers)
    assert hall.refuse("c", AskRace(1)) == not_yours
    told = hall.ask("a", AskRace(1))
    assert isinstance(told, RaceGames)
    assert [each.record for each in told.race.racers] == ["ann's", "bob's"]
    assert read_pace(told.race.racers[1].pace) == ((0, 0, 0, 0), (10, 2, 4, 0), (20, 3, 9, 0))


def test_nobody_watches_a_race(hall: RaceHarness) -> None:
    hall.begin()
    answer = hall.ask("c", Watch("a"))
    assert answer == No("ann races now, and nobody may watch.")
    (ann,) = (each for each in hall.hall.refresh().page("ann", 0, 9)[1])
    assert (ann.game, ann.deal, ann.is_open) == ("demon", "", False)


def test_a_win_ends_the_race_only_if_the_referee_finds_it(hall: RaceHarness) -> None:
    hall.begin()
    hall.stop("b", 1)
    assert hall.race_of("b").state == "running"
    hall.stop("b", 1, RaceRun(), RaceRun(52, 90, 900, won=True, is_over=True, seconds=80))
    over = hall.race_of("a")
    assert (over.state, over.winner, over.seat) == ("over", 1, 0)
    assert over.racers[1].won
    assert over.racers[1].mark == 900


def test_the_better_mark_wins_once_the_time_is_over(hall: RaceHarness) -> None:
    hall.begin()
    hall.stop("b", 1, RaceRun(3, 9, 30), RaceRun(2, 8, 20, is_over=True))
    hall.pass_time(LIMIT - 1)
    assert hall.race_of("a").state == "running"
    hall.pass_time(6)
    assert (hall.race_of("a").state, hall.race_of("a").winner) == ("over", 0)


def test_a_failed_referee_is_asked_again(hall: RaceHarness) -> None:
    hall.begin()
    hall.referee.runs = None
    hall.stop("b", 1)
    hall.stop("b", 1, RaceRun(won=True), RaceRun())
    assert hall.race_of("a").winner == 0


def test_a_session_that_comes_back_hears_of_its_race(hall: RaceHarness) -> None:
    race = hall.begin()
    hall.hall.leave("b")
    hall.enter("b2", "bob")
    again = hall.race_of("b2")
    assert (again.state, again.deal, again.starts) == ("running", race.deal, race.starts)


def test_who_goes_on_with_a_race_that_is_over_is_told(hall: RaceHarness) -> None:
    hall.begin()
    hall.hall.leave("b")
    hall.stop("a", 1, RaceRun(won=True), RaceRun())
    hall.enter("b2", "bob")
    hall.received("b2")
    hall.say("b2", RaceStep(1, 0, 3, has_stopped=False))
    assert (hall.race_of("b2").state, hall.race_of("b2").winner) == ("over", 0)


def test_the_board_of_the_week_tells_players_from_programs(hall: RaceHarness) -> None:
    hall.messages["p"] = []
    hall.hall.enter("p", Player("id-pia", "pia"), hall.voice("p"), is_program=True)
    hall.ask("a", Challenge("", "demon", 3))
    hall.ask("p", AcceptRace(1))
    hall.stop("a", 1, RaceRun(mark=2, is_over=True), RaceRun(mark=3, is_over=True))
    told = hall.list_races("c")
    assert told.week == (RaceScore("pia", True, 1, 1), RaceScore("ann", False, 1, 0))
    assert not told.current
    assert [each.kind for each in hall.list_races("a").own[0].racers] == ["player", "program"]


def test_a_renamed_player_has_the_new_name_in_all_races(hall: RaceHarness) -> None:
    hall.ask("a", Challenge("", "demon", 3))
    hall.ask("b", AcceptRace(1))
    hall.stop("a", 1, RaceRun(mark=2, is_over=True), RaceRun(mark=3, is_over=True))
    hall.ask("c", Challenge("bob", "demon", 3))
    Accounts(hall.register.engine).rename("id-bob", "bobby")
    told = hall.list_races("a")
    assert [each.player for each in told.week] == ["bobby", "ann"]
    assert [each.player for each in told.own[0].racers] == ["ann", "bobby"]
    assert hall.list_races("c").current[0].wanted == "bobby"


def test_a_ghost_is_raced_at_once_and_ends_by_its_pace(hall: RaceHarness) -> None:
    wanted = Challenge("", "demon", 3, is_ghost=True, called="cid")
    assert hall.ask("a", wanted) == Yes("1")
    race = hall.race_of("a")
    assert (race.state, race.deal, race.racers[1].kind) == ("running", "17", "ghost")
    assert race.racers[1].pace
    hall.referee.runs = [RaceRun(mark=50, is_over=True)]
    hall.pass_time(COUNTDOWN + 5)
    hall.stop("a", 1)
    over = hall.race_of("a")
    assert (over.state, over.winner, over.racers[1].mark) == ("over", 0, 40)
    assert hall.list_races("a").week == ()


def test_a_ghost_that_wins_first_ends_the_race(hall: RaceHarness) -> None:
    hall.referee.ghost = Ghost("demon", 3, "17", PACE, RaceRun(52, 9, 900, True, True, 30))
    hall.referee.runs = [RaceRun(mark=50)]
    hall.ask("a", Challenge("", "demon", 3, is_ghost=True))
    hall.pass_time(COUNTDOWN + 29)
    assert hall.race_of("a").state == "running"
    hall.pass_time(3)
    assert (hall.race_of("a").state, hall.race_of("a").winner) == ("over", 1)


class FakeReader:
    """Finds one page, when a test says so, and one run."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.hangs = False
        self.waiting: list[Callable[[], None]] = []

    def read_page(
        self, asker: str, player: str, then: Callable[[dict[str, Any] | None], None]
    ) -> None:
        runs = [[5, "demon", 3, True, 900, "2026-11-24"]]
        self.read.append(player)
        self.waiting.append(
            lambda: then({"games": 4, "won": 2, "favourites": ["demon"], "runs": runs})
        )
        if not self.hangs:
            self.waiting.pop()()

    def find_run(
        self, asker: str, player: str, run: int, then: Callable[[dict[str, Any] | None], None]
    ) -> None:
        then({"record": "s", "seconds": 9} if run == 5 else {})


def test_a_players_page_counts_races_and_lists_runs(hall: RaceHarness) -> None:
    hall.hall.pages.reader = FakeReader()
    hall.begin()
    hall.stop("a", 1, RaceRun(mark=3, is_over=True), RaceRun(mark=2, is_over=True))
    page = hall.ask("c", AskPlayer("ANN"))
    run = FinishedRun(5, "demon", 3, True, 900, "2026-11-24")
    assert page == PlayerPage("ann", 4, 2, 1, 1, ("demon",), (run,))
    assert hall.ask("c", AskRun("ann", 5)) == messages.Run("ann", "s", 9)
    assert "lets nobody watch" in hall.refuse("c", AskRun("ann", 6))
    answer = hall.ask("c", AskPlayer("zoe"))
    assert answer == No("No player is called 'zoe'.")


def test_a_page_is_read_once_a_minute(hall: RaceHarness) -> None:
    reader = hall.hall.pages.reader = FakeReader()
    reader.hangs = True
    for session in "abc":
        hall.say(session, AskPlayer("ann"))
    (answer,) = reader.waiting
    answer()
    assert all(isinstance(hall.messages[each][-1], PlayerPage) for each in "abc")
    assert isinstance(hall.ask("a", AskPlayer("ann")), PlayerPage)
    hall.seconds += 61
    hall.say("a", AskPlayer("ann"))
    assert reader.read == ["id-ann", "id-ann"]
    reader.waiting.pop()()
    hall.say("a", messages.Door(False))
    hall.say("b", AskPlayer("ann"))
    assert len(reader.read) == 3, "a closed door hides the games at once"


def test_the_referees_work_is_charged_to_player_and_address(hall: RaceHarness) -> None:
    hall.hall.pages.reader = FakeReader()
    too_much = No("Too many requests: wait a moment.")

    def ask(session: str) -> Message:
        hall.seconds += 0.2
        return hall.ask(session, AskRun("ann", 5))

    hall.enter("a2", "ann")
    assert [type(ask("a")) for _ in range(12)] == [messages.Run] * 12
    assert ask("a") == ask("a2") == too_much
    assert isinstance(ask("b"), messages.Run)
    guests = [f"guest{number}" for number in range(40)]
    for each in guests:
        hall.messages[each] = []
        hall.hall.enter(each, None, hall.voice(each), source=LimitKey("10.0.0.0/24"))
    assert [ask(each) for each in guests].count(too_much) >= 20
