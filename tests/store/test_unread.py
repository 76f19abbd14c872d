"""An unreadable play is never ended: it is set aside, and can be reopened."""

import sqlite3
from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.store import inspection
from solterm.store.database import FILE
from solterm.store.entries import ASIDE
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE, Purpose
from solterm.store.store import Store
from tests.store.faults import FAULTS, failing

DAMAGES = {
    "an event that is no move": "UPDATE event SET text = 'hello' WHERE number = 1",
    "an illegal event": "UPDATE event SET text = 't1 f1' WHERE number = 1",
    "an event missing": "DELETE FROM event WHERE number = 1",
    "an event not in UTF-8": "UPDATE event SET text = CAST(X'FF' AS TEXT) WHERE number = 1",
    "other rules": "UPDATE play SET version = version + 1",
    "no deal": "UPDATE play SET deal = 'x'",
    "no terms": "UPDATE play SET scored = 7",
    "no level": "UPDATE play SET level = 'high'",
}


@pytest.fixture
def engine() -> str:
    """Run these tests on SQLite only: they damage the file."""
    return "sqlite"


@pytest.fixture
def played(store: Store, klondike: Game) -> KeptPlay:
    kept = KeptPlay.start(store, klondike, 17)
    for event in ("t3 f1", "s"):
        kept.perform(event)
    return kept


def damage(home: Path, statement: str) -> None:
    with sqlite3.connect(home / FILE) as database:
        database.execute(statement)


def states(home: Path) -> list[tuple[str, int]]:
    with sqlite3.connect(home / FILE) as database:
        return database.execute("SELECT deal, open FROM play ORDER BY touched").fetchall()


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
def test_a_new_deal_sets_an_unreplayable_play_aside(
    home: Path, store: Store, klondike: Game, played: KeptPlay, statement: str
) -> None:
    damage(home, statement)
    KeptPlay.start(store, klondike, 18)
    assert [state for _, state in states(home)] == [2, 1]
    assert store.results() == [], "it is not lost"
    if statement != DAMAGES["no deal"]:
        assert [each.play_id for each in store.list_plays(ASIDE)] == [played.play_id]
        assert list(inspection.faults(store))


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("number", range(1, 10))
def test_a_failed_read_during_a_deal_ends_no_play(
    home: Path, klondike: Game, played: KeptPlay, fault: str, number: int
) -> None:
    store = Store.open(home)
    store.disconnect()
    with failing(fault, lambda count, _: count == number):
        kept = KeptPlay.start(store, klondike, 18)
        kept.save()
        assert kept.unsaved is None, "reading is retried"
    old = dict(states(home))["17"]
    assert old in (0, 2)
    if number <= 3 and fault == "locked":
        assert old == 0, "the deal waits for the lock and reads the play"
    elif number <= 3:  # during the read
        assert old == 2
        assert Store.open(home).results() == []


def test_a_deal_on_an_unreadable_store_ends_no_play_later(
    home: Path, klondike: Game, played: KeptPlay
) -> None:
    store = Store.open(home)
    store.disconnect()
    with failing("unread"):
        kept = KeptPlay.start(store, klondike, 18)
        kept.perform("s")
        assert kept.unsaved is not None
    store.disconnect()
    kept.perform("s")
    assert kept.unsaved is None
    assert states(home) == [("17", 2), ("18", 1)]


def test_a_play_set_aside_is_reopened(
    home: Path, store: Store, klondike: Game, played: KeptPlay
) -> None:
    damage(home, "UPDATE play SET version = version + 1")
    other = KeptPlay.start(store, klondike, 18)
    (fault,) = inspection.faults(store)
    assert fault.startswith("Unreadable games, put aside: 1")
    damage(home, "UPDATE play SET version = version - 1 WHERE deal = '17'")
    (waiting,) = store.list_plays(ASIDE)
    store.take_up(waiting.play_id)
    saved = store.load_suspended(klondike.id, FREE)
    assert saved is not None
    assert KeptPlay.resume(store, saved, find).play.events == ["t3 f1", "s"]
    assert [each.play_id for each in store.list_plays(ASIDE)] == [other.play_id], (
        "that one is not lost, either"
    )
    with pytest.raises(StoreError, match="no longer put aside"):
        store.take_up(waiting.play_id)


def test_wrong_counts_are_corrected_by_the_next_move(
    home: Path, store: Store, played: KeptPlay
) -> None:
    damage(home, "UPDATE play SET moves = 90, exceptions = 3")
    saved = store.load_suspended()
    assert saved is not None
    kept = KeptPlay.resume(store, saved, find)
    kept.perform("s")
    (row,) = store.in_progress()
    assert (row.moves, row.exceptions) == (kept.play.moves, 0)


def test_an_emptied_file_is_reported(home: Path, store: Store, played: KeptPlay) -> None:
    assert Store.open(home).loss == ""
    store.disconnect()
    (home / FILE).write_bytes(b"")
    again = Store.open(home)
    assert "is empty, though it has held games" in again.loss
    again.disconnect()
    assert Store.open(home).loss == "", "it is reported once"
    (home / FILE).unlink()
    assert "is gone" in Store.open(home).loss


@pytest.mark.parametrize("count", ["moves", "exceptions", "undos", "hints", "cheats", "own"])
def test_a_damaged_count_is_reported(
    home: Path, store: Store, played: KeptPlay, count: str
) -> None:
    played.finish()
    assert len(store.results()) == 1
    damage(home, f"UPDATE play SET {count} = 'many'")
    with pytest.raises(StoreError, match="damaged"):
        store.results()


def test_a_reopened_game_replaces_the_one_of_its_row(store: Store, klondike: Game) -> None:
    def row(deal: int) -> KeptPlay:
        return KeptPlay.start(
            store, klondike, deal, mode=Mode.SCORED, purpose=Purpose("sheet", 1, 2)
        )

    free, first = KeptPlay.start(store, klondike, 17), row(18)
    store.put_aside(first.play_id)
    second = row(19)
    store.take_up(first.play_id)
    assert {each.play_id for each in store.in_progress()} == {free.play_id, first.play_id}
    assert [each.play_id for each in store.list_plays(ASIDE)] == [second.play_id]
