"""Score sheets between games: writing rows, keeping better rows, entering boards."""

import pytest

from solterm.contests import contests, sheets
from solterm.contests.boards import Boards
from solterm.contests.contest import Fate
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions import contest_report, contest_steps, ending, plays
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.store import Store
from tests.store.faults import failing

GAME = "kloncan-klondike"


def begun(store: Store, number: int, *events: str) -> KeptPlay:
    """Return a row's game after some events. In deal 24, 't6 f1' scores ten points and 't4 t2'
    none."""
    sheet = sheets.present(store, GAME)
    kept = plays.deal(store, contest_steps.start_of(sheet, number - 1)._replace(deal=24, level=3))
    for event in events:
        kept.perform(event)
    return kept


def full(store: Store, *but: int) -> None:
    """Fill all rows of the sheet with different games."""
    for number in range(1, 7):
        if number not in but:
            contest_steps.end(begun(store, number, *["s"] * number, "t6 f1"), replace=True)


def scores(store: Store) -> list[int | None]:
    return [row and row.score for row in sheets.present(store, GAME).rows]


def test_leaving_a_game_writes_its_row(store: Store) -> None:
    kept = begun(store, 5, "t6 f1")
    assert ending.fate_of(kept) is Fate.WRITES
    assert scores(store) == [None] * 6
    contest_steps.end(kept, replace=True)
    assert scores(store) == [None] * 4 + [10, None]
    assert store.load_suspended(GAME) is None
    assert ending.fate_of(kept) is Fate.NOTHING, "the row is written already"


@pytest.mark.parametrize("number", [2, 5])
def test_an_untouched_deal_writes_no_row(store: Store, number: int) -> None:
    contest_steps.end(begun(store, 5, "t6 f1"), replace=True)
    kept = begun(store, number, "level 2", "level 3")
    assert ending.fate_of(kept) is Fate.NOTHING
    contest_steps.end(kept, replace=True)
    assert scores(store) == [None] * 4 + [10, None]


@pytest.mark.parametrize("event", ["s", "x"])
def test_any_action_makes_a_game_write_its_row(store: Store, event: str) -> None:
    kept = begun(store, 2, event)
    assert ending.fate_of(kept) is Fate.WRITES
    assert "records it as game 2." in ending.row_words(kept, Fate.WRITES)
    contest_steps.end(kept, replace=True)
    assert scores(store)[1] == 0


def test_a_better_row_stays_unless_the_player_replaces_it(store: Store) -> None:
    contest_steps.end(begun(store, 5, "t6 f1"), replace=True)
    kept = begun(store, 5, "t4 t2")
    assert ending.fate_of(kept) is Fate.WORSENS
    contest_steps.end(kept, replace=False)
    assert scores(store)[4] == 10
    contest_steps.end(begun(store, 5, "t4 t2"), replace=True)
    assert scores(store)[4] == 0


def test_game_continued_elsewhere_is_not_written(store: Store) -> None:
    kept = begun(store, 1, "t6 f1")
    saved = store.load_suspended(GAME)
    assert saved
    KeptPlay.resume(Store.open(), saved, find).perform("s")
    with pytest.raises(PlayedElsewhere):
        contest_steps.end(kept, replace=True)
    assert scores(store) == [None] * 6


def test_unwritable_game_is_not_ended(store: Store) -> None:
    kept = begun(store, 1, "t6 f1")
    store.disconnect()
    with failing("full", when=lambda _, text: "UPDATE contest_game" in text):
        with pytest.raises(StoreError, match="disk that is full"):
            contest_steps.end(kept, replace=True)
        assert store.load_suspended(GAME)
        assert scores(store) == [None] * 6
    store.disconnect()
    store.tend(now=True)
    assert scores(store) == [10, *[None] * 5], "both are written when the disk has room"
    assert store.load_suspended(GAME) is None


def test_archiving_a_sheet_writes_unfinished_games(store: Store) -> None:
    full(store, 6)
    begun(store, 6, "t6 f1")
    begun(store, 2, "t4 t2")
    boards = Boards(store)
    contest_steps.archive_sheet(store, boards, GAME, "Ann")
    assert contest_steps.begun_rows(store, GAME) == {}
    (kept,) = sheets.archive(store)
    assert [row and row.score for row in kept.rows] == [10] * 6
    (entry,) = boards.top("sheet:kloncan-klondike")
    assert (entry.player, entry.points) == ("Ann", 60)


def test_full_sheet_enters_the_board_once(store: Store) -> None:
    full(store)
    boards = Boards(store)
    for _ in range(2):
        assert contest_steps.enter_sheet(store, boards, GAME, "Ann") == ""
    (entry,) = boards.top("sheet:kloncan-klondike")
    assert (entry.player, entry.points, entry.level) == ("Ann", 60, 3)
    assert store.read("SELECT count(*) FROM result") == [(1,)]


def test_best_result_of_a_replayed_row_stays(store: Store) -> None:
    full(store)
    boards = Boards(store)
    contest_steps.enter_sheet(store, boards, GAME, "Ann")
    contest_steps.end(begun(store, 4, "t4 t2"), replace=True)
    contest_steps.enter_sheet(store, boards, GAME, "Ann")
    assert [entry.points for entry in boards.top("sheet:kloncan-klondike")] == [60]
    better = begun(store, 4, "t6 f1", "s", "w f2")
    contest_steps.end(better, replace=True)
    contest_steps.enter_sheet(store, boards, GAME, "Ann")
    best = [entry.points for entry in boards.top("sheet:kloncan-klondike")]
    assert best == [70]


def test_full_sheet_is_replayed_only_for_its_proof(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Repeated replays once took two seconds here."""
    full(store)
    plays = [store.load(play) for play in [each.play for each in sheets.present(store, GAME).games]]
    events = sum(len(each.record.events) for each in plays)
    performed: list[str] = []
    perform = Play.perform
    monkeypatch.setattr(
        Play, "perform", lambda self, event: (performed.append(event), perform(self, event))[1]
    )
    assert contest_steps.enter_sheet(store, Boards(store), GAME, "") == ""
    assert len(performed) == events
    performed.clear()
    assert contest_steps.enter_sheet(store, Boards(store), GAME, "") == ""
    assert performed == [], "it is on the board already"


def test_a_full_sheet_is_compared_with_the_others(store: Store) -> None:
    assert contest_report.compare_full(store, sheets.present(store, GAME)) == []
    for told, share in (
        ("This is your first full sheet.", "1% of the best possible 6000."),
        ("As good as your best sheet, of ", "1% of the best possible 6000; your average is 1%."),
    ):
        full(store)
        sheet = sheets.present(store, GAME)
        best, rank, most = contest_report.compare_full(store, sheet)
        assert best == "Best game: 1, with 10."
        assert rank.startswith(told)
        assert most == share
        contests.close(store, sheet)
