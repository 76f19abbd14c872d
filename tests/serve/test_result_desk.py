"""A host enters what stored games earn, and nothing that a session says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from solterm.contests import contests, result
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest
from solterm.core.deals import FIRST_HIDDEN
from solterm.core.play.mode import Mode
from solterm.hall.messages import Begin, ContestEnded
from solterm.serve.account_queries import AccountQueries
from solterm.serve.accounts import Player
from solterm.serve.host_data import HostData, make_board_store, open_boards
from solterm.serve.host_settings import HostSettings
from solterm.serve.log import Log
from solterm.serve.referee import _prove
from solterm.serve.referee_queries import Referee
from solterm.serve.result_desk import ResultDesk
from solterm.store import sharedfolder
from solterm.store.store import Store
from tests.contests.results import play_contest, played
from tests.serve.hosts import HallHarness

ANN = "a" * 16
CUP, DEAL = "tournament:Cup", 987654321


@pytest.fixture
def data(tmp_path: Path) -> HostData:
    sharedfolder.prepare(HostData(tmp_path).context(ANN))
    return HostData(tmp_path)


def open_store(data: HostData) -> Store:
    return Store.open(context=data.context(ANN)._replace(nickname="ann"))


def prove(data: HostData, contest: int) -> dict[str, Any]:
    question = {"folder": str(data.folder), "database": "", "player": ANN, "name": "ann"}
    return _prove(question | {"contest": contest})


def a_cup(store: Store, moves: int = 2) -> Contest:
    return play_contest(store, CUP, [played("corners", DEAL, Mode.SINGLE, moves)])


def test_the_referee_proves_what_the_session_has_entered(data: HostData) -> None:
    store = open_store(data)
    told: list[int] = []
    entered = Boards(store, tell_host=told.append).enter(a_cup(store), "eve")
    assert told == [entered.contest]
    found = prove(data, entered.contest)
    board, played, digest, text = found["proved"]
    assert (found["fault"], board, digest) == ("", CUP, entered.digest)
    assert played == [("corners", DEAL)]
    with_records, shared = result.read(text)[0], found["shared"]
    assert (with_records.player, with_records.profile) == ("ann", ANN)
    assert str(DEAL) not in shared and "Game" not in shared, "no deal and no record"
    mine = Boards(store, tell_host=told.append)
    mine.send()
    assert told == [entered.contest] * 2, "it is told again until the host has entered it"
    sharedfolder.SharedFolder(data.folder / "shared", "").add_result(CUP, shared)
    mine = Boards(store, tell_host=told.append)
    mine.send()
    assert len(told) == 2
    (seen,) = mine.top(CUP)
    assert (seen.digest, seen.rank) == (entered.digest, entered.rank), "it stands there once"


def change_rows(store: Store, statement: str) -> None:
    with store.transaction() as database:
        database.execute(statement)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE contest_game SET points = 999, exceptions = 0",
        "UPDATE play SET score = 999, own = 999, outcome = 'won', seconds = 0",
        "UPDATE result SET points = 999, rank = '[-999]', name = 'eve', profile = 'x'",
    ],
)
def test_false_rows_earn_no_more(data: HostData, change: str) -> None:
    store = open_store(data)
    contest = a_cup(store)
    Boards(store).enter(contest, "ann")
    before = prove(data, contest.id)
    change_rows(store, change)
    assert prove(data, contest.id) == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE play SET scored = 0", "terms of this board"),
        ("UPDATE play SET options = 'size=small'", "no option"),
        ("UPDATE event SET text = 'f1 t1' WHERE number = 1", "is refused"),
        ("UPDATE contest SET name = '9', kind = 'match'", "terms of this board"),
        ("UPDATE contest SET kind = 'race'", "has no board"),
        ("UPDATE contest SET name = char(27)", "invisible character"),
        ("UPDATE contest SET id = 7", "is gone"),
        ("DELETE FROM play", "no longer holds this game"),
    ],
)
def test_false_games_are_refused(data: HostData, change: str, why: str) -> None:
    store = open_store(data)
    contest = a_cup(store)
    change_rows(store, change)
    found = prove(data, contest.id)
    assert found["shared"] == "" and why in found["fault"]


class _Referee:
    """Answers at once, from the stored games."""

    def __init__(self, data: HostData) -> None:
        self._data = data
        self.asked: list[int] = []
        self.is_dead = False
        self.winnable = [0, 2 * FIRST_HIDDEN]
        """The answers to questions for a deal that can be won; then there is none."""

        self.waiting: list[Callable[[int], None]] = []
        """The questions for such a deal that were not answered at once."""

    def find_winnable(self, game: str, then: Callable[[int], None]) -> None:
        if self.winnable:
            then(self.winnable.pop(0))
        else:
            self.waiting.append(then)

    def prove(self, player: str, name: str, contest: int, then: Callable[[Any], None]) -> None:
        self.asked.append(contest)
        then(None if self.is_dead else prove(self._data, contest))


class Room(HallHarness):
    """A hall with a desk, and ann's session."""

    def __init__(self, data: HostData) -> None:
        super().__init__()
        self.referee, self.said = _Referee(data), list[str]()
        self.settings = HostSettings()
        referee, log = cast("Referee", self.referee), cast("Log", self)
        questions = cast("AccountQueries", self.asked)
        desk = self.desk = ResultDesk(data, referee, questions, log, lambda: self.settings)
        self.hall.on_contest, self.hall.find_contest_query = desk.enter, desk.query_for
        self.hall.enter("a", Player(ANN, "ann"), lambda message: None)
        with self.register.engine.transaction() as database:
            database.execute(
                "INSERT INTO player (id, name, begun, seen) VALUES (?, 'ann', '', '')",
                (ANN,),
            )
            database.execute(
                "INSERT INTO deal (owner, place, game, number) VALUES (?, 0, 'corners', ?)",
                (CUP, str(DEAL)),
            )

    def play(self, data: HostData) -> Contest:
        """Let ann begin the cup and end its game."""
        contest = a_cup(open_store(data))
        self.say("a", Begin(contest.id, CUP, ("corners",)))
        return contest

    def tell(self, event: str, **about: object) -> None:
        self.said.append(str(about["what"]))


@pytest.fixture
def room(data: HostData) -> Room:
    return Room(data)


def files(data: HostData) -> list[Path]:
    return list((data.folder / "shared" / "boards").iterdir())


def test_a_contest_that_has_ended_is_entered_once(data: HostData, room: Room) -> None:
    contest = room.play(data)
    for _ in range(2):
        room.say("a", ContestEnded(contest.id))
    assert len(files(data)) == 1
    (seen,) = Boards(open_store(data)).top(CUP)
    assert (seen.player, seen.profile, seen.contest) == ("ann", ANN, contest.id)
    with open_boards(data, make_board_store(data)) as boards:
        assert [each.player for each in boards.top(CUP)] == ["ann"], "the host sees it, too"


def test_a_contest_ended_without_a_result_ends_its_trial(data: HostData, room: Room) -> None:
    contest = room.play(data)
    contests.close(open_store(data), contest)
    room.say("a", ContestEnded(contest.id))
    ((ended,),) = room.register.engine.read("SELECT ended FROM trial")
    assert ended and not files(data) and not room.said


def test_a_contest_is_entered_when_the_referee_has_died_before(data: HostData, room: Room) -> None:
    contest = room.play(data)
    room.referee.is_dead = True
    room.say("a", ContestEnded(contest.id))
    assert not files(data)
    room.referee.is_dead = False
    room.say("a", ContestEnded(contest.id))
    assert len(files(data)) == 1


def test_a_session_is_heard_five_times_at_once(data: HostData, room: Room) -> None:
    for number in range(1, 1001):
        room.say("a", ContestEnded(number))
    assert room.referee.asked == [1, 2, 3, 4, 5]
    assert len(room.said) == 5, "they have no games"
    room.seconds += 10
    room.say("a", ContestEnded(6))
    assert room.referee.asked[-1] == 6


def test_guests_and_new_players_reach_no_board(data: HostData, room: Room) -> None:
    contest = room.play(data)
    room.enter("g")
    room.say("g", ContestEnded(contest.id))
    assert room.referee.asked == []
    room.settings = HostSettings(games_before_boards=99)
    room.say("a", ContestEnded(contest.id))
    assert room.referee.asked == [contest.id] and not files(data)


def test_the_deal_of_the_day_is_chosen_once_the_solver_has_won_one(room: Room) -> None:
    def dealt() -> list[tuple[str, int]]:
        found = room.register.engine.read(
            "SELECT number, proved FROM deal WHERE owner LIKE 'daily%'"
        )
        return [(number, proved) for number, proved in found]

    room.desk.choose_days()
    assert dealt() == []
    for _ in range(3):
        room.desk.choose_days()
        assert dealt() == [(str(2 * FIRST_HIDDEN), 1)]
    assert len(room.referee.waiting) == 1, "it waits for an answer before it asks again"


def test_a_deleted_player_comes_to_no_board(data: HostData, room: Room) -> None:
    contest = room.play(data)
    with room.register.engine.transaction() as database:
        database.execute("DELETE FROM player")
    room.say("a", ContestEnded(contest.id))
    assert not files(data)


def test_a_failure_to_write_is_logged(data: HostData, room: Room) -> None:
    contest = room.play(data)
    (data.folder / "shared" / "boards").rmdir()
    room.say("a", ContestEnded(contest.id))
    assert "not prepared" in room.said[0]
