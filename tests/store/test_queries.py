"""Queries of the screens: both engines give the same answers."""

import pytest

from solterm.contests import contests, sheets
from solterm.contests.kinds import DAILY, TOUR
from solterm.contests.series import Leg, Row, Series
from solterm.core.game import Game
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.sessions import standings, statistics
from solterm.store import aside, inspection, saves
from solterm.store.entries import PlayState
from solterm.store.kept import KeptPlay
from solterm.store.saves import SaveError
from solterm.store.store import Store

GOLF = "ultimate-golf"


def finished(store: Store, game: str, won: bool, own: int | None = None) -> int:
    kept = KeptPlay.start(store, find(game), 617)
    assert kept.play_id
    outcome = "won" if won else "playing"
    store.append(kept.play_id, 1, ["s"], PlayState(outcome, 3, 10, 4, 0, own=own))
    store.close(kept.play_id)
    return kept.play_id


def test_standings_list_each_game(store: Store, klondike: Game) -> None:
    for won in (True, False):
        finished(store, klondike.id, won)
    for own in (7, 3):
        finished(store, GOLF, won=False, own=own)
    found = standings.list_standings(store)
    assert found[klondike.id, ""][:4] == (2, 1, 0, 10)
    assert found[GOLF, ""][:4] == (2, 0, 0, 3)
    assert all(type(each) is int for standing in found.values() for each in standing[:4])
    statistics.forget(store, GOLF)
    statistics.forget(store, GOLF)
    assert list(standings.list_standings(store)) == [(klondike.id, "")]


def test_contests_and_the_deal_of_a_day(store: Store) -> None:
    tour = contests.begin(store, Series(TOUR, "", (Leg("corners", 7),)))
    day = contests.begin(store, Series(DAILY, "2026-11-21", (Leg("fly", 7),)))
    contests.close(store, day)
    assert [each.id for each in contests.list_of_day(store, "2026-11-21")] == [day.id, tour.id]
    assert [each.id for each in contests.list_of_day(store, "2026-11-22")] == [tour.id]
    assert [each.id for each in contests.list_contests(store, DAILY)] == [day.id]
    assert contests.list_contests(store, DAILY, only_open=True) == []
    assert contests.unreadable(store) == []


def test_sheets_and_their_archive(store: Store, klondike: Game) -> None:
    play = finished(store, klondike.id, won=True)
    sheets.enter_row(store, klondike.id, 3, Row(10, 4, 0), play)
    sheets.enter_row(store, klondike.id, 5, Row(20, 4, 0), 7)
    (begun,) = sheets.list_begun(store)
    assert begun[:3] == (klondike.id, 2, 30)
    assert type(begun.total) is int
    before = sheets.present(store, klondike.id)
    assert (before.plays[2], before.levels[2], before.levels[4]) == (play, 3, 0)
    sheets.begin(store, klondike.id)
    assert sheets.present(store, klondike.id).sheet.played == 0
    assert sheets.archive(store) == sheets.archive(store, klondike.id) == [before]
    assert sheets.list_begun(store) == []


def test_saves(store: Store, klondike: Game) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    saves.save(store, "here", kept)
    kept.perform("s")
    saves.save(store, "here", kept)
    saves.save(store, "There", kept)
    assert [each.name for each in saves.list_saves(store)] == ["There", "here"]
    assert saves.load(store, "here", find).play.events == ["opened", "s"]
    saves.delete(store, "here")
    with pytest.raises(SaveError, match="No saved game is called 'here'"):
        saves.find(store, "here")


def test_a_save_of_a_won_game_is_not_played_on(store: Store) -> None:
    saves.put(store, "a friend's", sample("farewell-small"))
    with pytest.raises(SaveError, match="is won: it can be replayed"):
        saves.load(store, "a friend's", find)
    assert store.load_suspended() is None


def test_a_play_set_aside_can_be_reopened(store: Store, klondike: Game) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    kept.perform("s")
    assert kept.play_id
    aside.put(store, kept.play_id)
    assert store.load_suspended() is None
    assert list(inspection.faults(store)) == [], "it can be read"
    aside.take_up(store, kept.play_id)
    assert aside.list_plays(store) == []
    kept.perform("t3 f1")
    assert kept.unsaved is None
    assert list(inspection.faults(store)) == []


def test_counts_without_their_events_are_found(store: Store, klondike: Game) -> None:
    finished(store, klondike.id, won=False)
    with store.transaction() as database:
        database.execute("DELETE FROM event")
    (fault,) = inspection.faults(store)
    assert "counts more moves than it holds in 1 game, such as kloncan-klondike" in fault


def test_closing_a_contest_ends_only_its_game(store: Store) -> None:
    first, other = (contests.begin(store, Series(TOUR, "", (Leg("fly", 7),))) for _ in range(2))
    for each in (first, other):
        KeptPlay.start(store, find("fly"), 7, purpose=str(contests.purpose_of(each, 0)))
    contests.close(store, first)
    (left,) = store.in_progress()
    assert left.context == str(contests.purpose_of(other, 0))
