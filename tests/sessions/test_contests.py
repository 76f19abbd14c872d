"""Every kind of contest from its beginning to its board, and what differs between the kinds."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from solterm.contests import contests, days, sheets
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest, ContestGame, lay_out
from solterm.contests.kinds import (
    DAILY,
    GOLF,
    KINDS,
    MATCH,
    MIX,
    RACE,
    RENO,
    TOUR,
    TOURNAMENT,
    BoardName,
    Kind,
)
from solterm.contests.tournaments import publish
from solterm.context import NICKNAME, Context
from solterm.core.deals import FIRST_HIDDEN
from solterm.games import find
from solterm.sessions import board_report, contest_report, contest_steps, plays
from solterm.sessions.contest_steps import BestOf, NextStep
from solterm.sessions.plays import Start
from solterm.sessions.resumable import list_resumable
from solterm.store.errors import NotBegun, StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.sharedfolder import prepare
from solterm.store.store import Store
from tests.contests.laid_out import (
    WEEKLY,
    begin_daily,
    cup_of,
    dealt,
    end,
    end_all,
    numbers,
    stored,
    tour_of,
)
from tests.hall.dealer import Dealer
from tests.here import here


class Scenario(NamedTuple):
    """A contest, and what its kind allows."""

    make: Callable[[Store], Contest]
    after: NextStep
    """The step after its last game."""
    entered: NextStep | None
    """The step once it is on its board; None if it has none."""


def _tournament(store: Store) -> Contest:
    return contest_steps.begin(store, TOURNAMENT, ("corners", "calculation"), "Cup")


SCENARIOS = {
    "tour": Scenario(lambda _: lay_out(TOUR, numbers()), NextStep.ENTER, NextStep.NOTHING),
    "own tour": Scenario(
        lambda store: contest_steps.begin(store, TOUR, ["corners", "demon"], "Friday"),
        NextStep.ENTER,
        NextStep.NOTHING,
    ),
    "tournament": Scenario(_tournament, NextStep.ENTER, NextStep.NEXT_PLAYER),
    "mixed": Scenario(
        lambda _: lay_out(MIX, numbers(), ["corners"] * 6), NextStep.ENTER, NextStep.NOTHING
    ),
    "match": Scenario(
        lambda _: lay_out(MATCH, numbers(), [GOLF] * 9), NextStep.ENTER, NextStep.NOTHING
    ),
    "reno": Scenario(lambda _: lay_out(RENO, numbers()), NextStep.ANOTHER_DEAL, NextStep.NOTHING),
    "daily": Scenario(begin_daily, NextStep.ENTER, NextStep.NOTHING),
    "race": Scenario(
        lambda _: Contest(RACE, "7", (ContestGame("demon", 617),)).drawn(), NextStep.NOTHING, None
    ),
    "sheet": Scenario(
        lambda store: sheets.present(store, "corners"), NextStep.ENTER, NextStep.NOTHING
    ),
    "weekly": Scenario(
        lambda store: contest_steps.begin(store, WEEKLY), NextStep.ENTER, NextStep.NOTHING
    ),
}


@pytest.fixture(autouse=True)
def weekly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, WEEKLY.id, WEEKLY)
    monkeypatch.setattr(contest_steps, "random_deal", numbers())


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    prepare(here())
    return tmp_path


@pytest.fixture
def store(home: Path) -> Store:
    return Store.open()


def count_rows(store: Store) -> int:
    return int(store.read("SELECT count(*) FROM contest")[0][0])


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_contest_from_its_beginning_to_its_board(name: str, store: Store) -> None:
    scenario, context = SCENARIOS[name], store.context
    contest = scenario.make(store)
    assert count_rows(store) == 0, "a contest that is only shown stores nothing"
    for place in range(len(contest.games)):
        assert contest_steps.next_step(context, contest) is NextStep.PLAY
        assert contest.next == place
        kept = dealt(store, contest, place)
        left = contests.load(store, contest.id)
        assert (left.played, left.open, count_rows(store)) == (place, True, 1)
        # Leaving and coming back resumes the game, in another terminal too.
        again = dealt(Store.open(), left, place)
        assert (again.play_id, again.purpose) == (kept.play_id, left.purpose(place))
        while not again.play.moves:  # turns of the stock are none
            moves = [str(each) for each in again.play.legal_moves]
            again.perform(next((each for each in moves if " " in each), moves[0]))
        waiting = [each.purpose for each in list_resumable(store, days.today())]
        assert again.purpose in waiting
        assert contest_steps.tell_standing(store, again.purpose)
        assert contest_steps.words(store, again.purpose)
        after = contest_steps.end(again)
        assert after
        contest = after
        assert contest == contests.load(store, contest.id)
        assert (contest.played, contest.games[place].play) == (place + 1, kept.play_id)
        assert store.in_progress() == []
    assert contest.finished
    assert contest_steps.next_step(context, contest) is scenario.after
    if scenario.entered is None:
        assert not contest.open
        return
    boards = Boards(store)
    contest, entry = contest_steps.enter(store, boards, contest, "  Ann  ")
    assert (contest.player, contest.open) == ("Ann", False)
    assert contest_steps.next_step(context, contest) is scenario.entered
    assert (entry.player, entry.points) == ("Ann", contest.total)
    assert [each.digest for each in boards.top(entry.board)] == [entry.digest]


@pytest.mark.parametrize("name", ["daily", "weekly"])
def test_two_terminals_begin_a_contest_of_one_try(name: str, store: Store) -> None:
    first, second = (SCENARIOS[name].make(store) for _ in range(2))
    assert first.id != second.id
    dealt(store, first)
    with pytest.raises(NotBegun, match="Another terminal has begun"):
        dealt(Store.open(), second)
    assert count_rows(store) == 1
    assert [each.purpose for each in store.in_progress()] == [first.purpose(0)]


def test_the_try_at_a_day_is_resumed_and_then_over(store: Store) -> None:
    begun = begin_daily(store)
    dealt(store, begun)
    assert begin_daily(store).id == begun.id
    contests.close(store, end(store, begun))
    with pytest.raises(contest_steps.Tried, match="already played today's deal"):
        begin_daily(store)


@pytest.mark.parametrize("kind", [DAILY, WEEKLY])
def test_a_host_hands_out_the_contest_of_a_date_when_the_try_begins(
    kind: Kind, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NICKNAME, "ann")
    store, host = Store.open(), Dealer(home)
    contest = contest_steps.begin(store, kind)
    board = str(BoardName(kind, contest.name))
    assert (contest.games[0].deal, host.deal_of(board)) == (0, 0)
    kept = dealt(store, contest, host=host)
    assert kept.play.deal == host.deal_of(board) >= FIRST_HIDDEN
    assert not kept.told_deal
    with pytest.raises(StoreError, match="of a contest"):
        plays.deal(store, Start(kept.play.game, kept.play.deal))
    contest_steps.end(kept)
    assert kept.told_deal
    assert plays.deal(store, Start(kept.play.game, kept.play.deal)).is_free


def test_strokes_are_told_against_par(store: Store) -> None:
    match = lay_out(MATCH, numbers(), [GOLF] * 9)
    after = end(store, end(store, match), 1)
    told = contest_report.report(after, None, "Go on.")
    assert told.rows[1] == [2, 4, 35, "+31", 70]
    assert told.rows[-1] == ["Total", 8, 70, "+62", ""]
    assert told.notes == ["+62 against par, after 2 of 9 holes. Go on."]


def test_an_evening_at_reno_goes_on_with_another_deal(store: Store) -> None:
    evening = lay_out(RENO, numbers())
    assert contest_steps.another_deal(evening) is evening, "the first is not played"
    after = end(store, evening)
    assert after.total == -52
    evening = contest_steps.another_deal(after)
    assert contests.load(store, evening.id) == after, "the next deal is stored when it is dealt"
    after = end(store, evening, 1)
    assert (after.total, len(after.games)) == (-104, 2)
    assert all(each.dealt for each in after.games)


def test_the_next_player_of_a_tournament_gets_the_same_deals(store: Store) -> None:
    cup, boards = _tournament(store), Boards(store)
    for number, player in enumerate(("Ann", "Bob"), 1):
        cup, entry = contest_steps.enter(store, boards, end_all(store, cup, number), player)
        assert contest_steps.describe(store, cup)[1] == f"{number} played"
        assert [each.id for each in contest_steps.under_way(store)] == [cup.id]
        turn = contest_steps.next_turn(store.context, cup)
        assert (turn.deals, turn.played, turn.player) == (cup.deals, 0, "")
        cup = turn
    assert {each.player for each in boards.top(entry.board)} == {"Ann", "Bob"}
    begun = dealt(store, cup)
    assert [each.id for each in contest_steps.under_way(store)] == [begun.purpose.contest]


def test_a_row_of_a_mixed_sheet_played_again_loses_nothing(store: Store) -> None:
    sheet = lay_out(MIX, numbers(), ["calculation"])
    first = end(store, sheet, home=6)
    good = first.games[0]
    assert good.points
    assert contest_steps.next_step(store.context, first, 0) is NextStep.AGAIN
    assert contest_steps.next_step(store.context, first, 1) is NextStep.CHOOSE
    for home, deal in ((0, 9), (1, 7)):
        again = first.play_again(0, deal)
        dealt(store, again)
        left = contests.load(store, sheet.id)
        assert (left.games[0].is_again, left.total) == (True, first.total)
        assert contest_steps.next_step(store.context, left, 0) is NextStep.PLAY
        assert end(store, left, 0, home).games[0] == good, "a worse one does not replace it"
    better = end(store, first.play_again(0, 1), home=30)
    assert (better.games[0].points or 0) >= good.points


def test_a_sheet_asks_before_a_better_row_is_replaced(store: Store) -> None:
    sheet = sheets.present(store, "kloncan-klondike")
    for event, replace, score in (("t6 f1", True, 10), ("t4 t2", False, 10), ("t4 t2", True, 0)):
        start = contest_steps.start_of(sheet, 2)._replace(deal=24, level=3)
        kept = plays.deal(store, start)
        kept.perform(event)
        contest_steps.end(kept, replace)
        row = contests.load(store, sheet.id).rows[2]
        assert row and row.score == score


# -- what may happen on the way ------------------------------------------------------------------


def test_a_closed_contest_takes_no_result(store: Store) -> None:
    tour = tour_of("corners", "reno")
    kept = dealt(store, tour)
    contests.close(store, tour)
    before = contests.load(store, tour.id)
    assert contest_steps.end(kept) == before
    assert contests.load(store, tour.id) == before
    assert store.in_progress() == []


def test_closing_a_contest_ends_its_game_alone(store: Store) -> None:
    first, other = tour_of("corners", "reno"), tour_of("corners", "reno")
    for each in (first, other):
        kept = dealt(store, each)
        kept.perform(str(next(move for move in kept.play.legal_moves if move.dst)))
    before = dealt(store, other).play_id
    contests.close(store, first)
    assert [each.play_id for each in store.in_progress()] == [before]
    results = store.results()
    contests.close(store, first)
    assert store.results() == results, "closing it twice changes no date"


def test_a_row_with_another_deal_keeps_it(store: Store) -> None:
    sheet = lay_out(MIX, numbers(), ["corners"])
    kept = dealt(store, sheet)
    changed = sheet.play_again(0, 9)
    with store.transaction() as database:
        contests.begin(changed, 0, 0)(database)
    after = contest_steps.end(kept)
    assert after
    assert (after.played, after.games[0].deal) == (0, 9)


def test_a_contest_that_is_gone_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="Contest 99 is gone"):
        contests.load(store, 99)
    assert contest_steps.tell_standing(store, Purpose.parse("match:99 3")) == "Hole 4"
    assert contest_steps.tell_standing(store, Purpose.parse("sheet:99 1")) == "2/6"
    assert contest_steps.words(store, Purpose.parse("match:99 3")) == ""


def test_a_contest_of_an_unknown_kind_stays_and_is_not_listed(store: Store) -> None:
    tour = stored(store, tour_of("corners", "reno"))
    with store.transaction() as database:
        database.execute("UPDATE contest SET kind = 'dance'")
    assert contest_steps.under_way(store) == []
    with pytest.raises(StoreError, match="is gone"):
        contests.load(store, tour.id)
    assert count_rows(store) == 1


def test_a_contest_with_a_damaged_game_is_refused(store: Store) -> None:
    stored(store, tour_of("corners", "reno"))
    with store.transaction() as database:
        database.execute("UPDATE contest_game SET deal = 'x' WHERE place = 1")
    with pytest.raises(StoreError, match="is damaged"):
        contests.list_contests(store, TOUR)


def test_a_free_game_belongs_to_no_contest(store: Store) -> None:
    kept = KeptPlay.start(store, find("fly"), 7)
    assert contest_steps.end(kept) is None
    assert store.in_progress() == []


def test_the_one_deal_of_a_resumed_contest_is_not_dealt_again(store: Store) -> None:
    tour = tour_of("corners", "reno", deal=42)
    kept = dealt(store, tour)
    start = contest_steps.start_of(contests.load(store, tour.id), 0)
    found, was_there, _ = plays.resume_or_deal(store, start)
    assert (found.play_id, found.play.deal, was_there) == (kept.play_id, 42, True)


# -- boards --------------------------------------------------------------------------------------


def test_high_score_is_the_best_result_on_the_host(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = cup_of("Cup", ("corners", "calculation"), (7, 7))
    publish(here(), cup)
    store = Store.open()
    ann = end_all(store, cup.next_turn(), home=6)
    best = [each.points for each in ann.games]
    boards = Boards(store)
    assert contest_steps.high(boards, ann) is None
    contest_steps.enter(store, boards, ann, "Ann")
    monkeypatch.setenv("SOLTERM_HOME", str(shared / "another"))
    store = Store.open()
    bob = end_all(store, cup.next_turn())
    assert [each.points for each in bob.games] == [1, 4]
    assert contest_steps.high(Boards(store), bob) == best
    assert sum(filter(None, best)) > 5
    contest_steps.enter(store, Boards(store), bob, "Bob")
    assert contest_steps.high(Boards(store), bob) == best


def test_a_board_names_its_unit_and_the_mark(store: Store) -> None:
    done = end(store, cup_of("Cup", (GOLF,), (7,)).drawn(), home=3)
    boards = Boards(store)
    contest_steps.enter(store, boards, done, "Ann")
    (entry,) = boards.top("tournament:Cup")
    units = {
        "match:9": (("strokes", "mark"), (entry.points, entry.mark)),
        "daily:2026-11-21": (("strokes", "mark"), (entry.own, entry.points)),
        "sheet:demon": (("score",), (entry.points,)),
    }
    for board, (names, values) in units.items():
        table = board_report.tell_board(board, [entry], 5)
        heads = tuple(each.head for each in table.columns)
        last = heads.index("level")
        assert heads[2:last] == names
        assert table.rows[0][2:last] == values
        assert ("date" in heads) == (not board.startswith("daily")), "its title has the date"
    assert "low is better" in board_report.tell_board("match:9", [entry], 5).notes[0]


def test_best_of_the_host_is_known_after_proofs(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open()
    reno = end(store, lay_out(RENO, lambda: 617), home=3)
    contest_steps.enter(store, Boards(store), reno, "Ann")
    monkeypatch.setenv("SOLTERM_HOME", str(shared / "another"))
    first, *_, last = contest_steps.read_best(Boards(Store.open()), "reno")
    assert first == BestOf(None, None), "no session waits for a proof"
    assert last.own is None
    assert last.host
    assert last.host.player == "Ann"


def test_an_entered_result_is_told_its_place(store: Store) -> None:
    boards, told = Boards(store), []
    for home in (3, 30):
        reno = end(store, lay_out(RENO, lambda: 617), home=home)
        told.append(
            contest_steps.tell_place(boards, contest_steps.enter(store, boards, reno, "Ann")[1])
        )
    assert told == ["You reached place 1 of 1.", "You reached place 1 of 2."]


@pytest.mark.parametrize(("total", "is_among"), [(20, False), (21, True)])
def test_a_tour_left_early_enters_a_full_board_only_with_more_points(
    total: int, is_among: bool, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tour = Contest(TOUR, "", (ContestGame("corners", 7, total), ContestGame("reno", 8)))
    boards = Boards(store)
    monkeypatch.setattr(
        boards, "top", lambda *_: [SimpleNamespace(points=each) for each in (60, 50, 40, 30, 20)]
    )
    assert contest_steps.is_among_the_best(boards, tour) is is_among
    monkeypatch.setattr(boards, "top", lambda *_: [SimpleNamespace(points=60)] * 4)
    assert contest_steps.is_among_the_best(boards, tour), "the board has a place left"
    store.context = Context(is_guest=True)
    assert not contest_steps.is_among_the_best(boards, tour), "a guest has none"


def test_a_high_score_is_shown_beside_the_same_game_only(store: Store) -> None:
    boards = Boards(store)
    best = end_all(store, tour_of("corners", "calculation", name="Friday"))
    contest_steps.enter(store, boards, best, "Ann")
    other = tour_of("corners", "demon", "fly", name="Friday", deal=8)
    assert boards.top("tour:Friday")
    assert contest_steps.high(boards, other) == [1, None, None]
