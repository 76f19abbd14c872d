"""Queries of the screens: both engines give the same answers."""

from datetime import date

from solterm.contests import contests, sheets
from solterm.contests.contest import Contest, ContestGame, Row
from solterm.contests.kinds import DAILY, TOUR
from solterm.core.game import Game
from solterm.games import find
from solterm.sessions import statistics
from solterm.store import inspection
from solterm.store.entries import PlayState
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.contests.laid_out import sheet_of, stored

GOLF = "ultimate-golf"


def finished(store: Store, game: str, won: bool, own: int | None = None) -> int:
    kept = KeptPlay.start(store, find(game), 617)
    outcome = "won" if won else "playing"
    store.append(kept.play_id, 1, ["s"], PlayState(outcome, 3, 10, 4, 0, own=own))
    store.close(kept.play_id)
    return kept.play_id


def test_standings_list_each_game(store: Store, klondike: Game) -> None:
    for won in (True, False):
        finished(store, klondike.id, won)
    for own in (7, 3):
        finished(store, GOLF, won=False, own=own)
    found = statistics.list_standings(store)
    assert found[klondike.id, ""][:4] == (2, 1, 0, 10)
    assert found[GOLF, ""][:4] == (2, 0, 0, 3)
    assert all(type(each) is int for standing in found.values() for each in standing[:4])
    store.forget(GOLF)
    store.forget(GOLF)
    assert list(statistics.list_standings(store)) == [(klondike.id, "")]


def test_contests_and_the_deal_of_a_day(store: Store) -> None:
    tour = stored(store, Contest(TOUR, "", (ContestGame("corners", 7),)))
    day = stored(store, Contest(DAILY, "2026-11-21", (ContestGame("fly", 7),)))
    contests.close(store, day)
    assert [each.id for each in contests.list_of_day(store, date(2026, 11, 21))] == [
        day.id,
        tour.id,
    ]
    assert [each.id for each in contests.list_of_day(store, date(2026, 11, 22))] == [tour.id]
    assert [each.id for each in contests.list_contests(store, DAILY)] == [day.id]
    assert contests.list_contests(store, DAILY, only_open=True) == []


def test_sheets_and_their_archive(store: Store, klondike: Game) -> None:
    play = finished(store, klondike.id, won=True)
    rows = Row(10, 4, 0), Row(20, 4, 0)
    before = sheet_of(None, None, rows[0], None, rows[1], game=klondike.id)
    before = stored(store, before.with_game(2, before.games[2]._replace(play=play)))
    (begun,) = sheets.list_begun(store)
    assert (begun.name, begun.played, begun.total) == (klondike.id, 2, 30)
    assert type(begun.total) is int
    assert begun == before == sheets.present(store, klondike.id)
    assert (before.games[2].play, before.games[2].level, before.games[4].level) == (play, 3, 0)
    contests.close(store, before)
    assert sheets.present(store, klondike.id).played == 0
    assert [each.id for each in sheets.archive(store)] == [before.id]
    assert sheets.archive(store) == sheets.archive(store, klondike.id)
    assert sheets.list_begun(store) == []


def test_counts_without_their_events_are_found(store: Store, klondike: Game) -> None:
    finished(store, klondike.id, won=False)
    with store.transaction() as database:
        database.execute("DELETE FROM event")
    (fault,) = inspection.faults(store)
    assert "counts more moves than it holds in 1 game, such as kloncan-klondike" in fault
