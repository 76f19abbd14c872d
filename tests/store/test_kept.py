"""Kept plays: each event is stored before it is shown, even if the store fails."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.store.database import FILE
from solterm.store.entries import Saved
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.purpose import FREE
from solterm.store.store import Store, draw_id
from tests.store.opening import OpenStore, in_a_file

FullDisk = Callable[[], AbstractContextManager[None]]


def latest(store: Store) -> Saved:
    saved = store.load_suspended()
    assert saved is not None
    return saved


def resumed(open_store: OpenStore) -> KeptPlay:
    """Resume the play in another program."""
    store = open_store()
    return KeptPlay.resume(store, latest(store), find)


def perform(kept: KeptPlay, *events: str) -> None:
    for event in events:
        kept.perform(event)


def test_every_event_is_stored_as_it_happens(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    for event in ("t3 f1", "x", "level 2", "x", "x", "undo", "redo", "s", "peek t1"):
        kept.perform(event)
        assert resumed(open_store).play.events == kept.play.events
    again = resumed(open_store).play
    assert (again.table, again.tally, again.level) == (kept.play.table, kept.play.tally, 2)
    again.undo()
    kept.play.undo()
    assert again.table == kept.play.table, "with its undo history"


def test_refused_moves_are_not_stored(open_store: OpenStore, store: Store, klondike: Game) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    with pytest.raises(IllegalMove):
        kept.perform("t1 f1")
    with pytest.raises(Refusal, match="is not a move"):
        kept.perform("hello")
    kept.perform("level 3")
    assert resumed(open_store).play.events == []


def test_the_record_proves_the_score(open_store: OpenStore, store: Store, klondike: Game) -> None:
    perform(KeptPlay.start(store, klondike, 17), "t3 f1", "s")
    kept = resumed(open_store)
    text = kept.record(Player="Ann", Score="11")
    tags = record.read(text).tags
    assert tags["Date"] == latest(store).row.touched[:10]
    assert (tags["Player"], tags["Score"]) == ("Ann", "11"), "explicit tags take precedence"
    assert record.read(kept.record()).tags["Score"] == "10"
    assert record.read(text).replay(find).table == kept.play.table


@in_a_file
def test_an_unreplayable_play_stays_stored(home: Path, store: Store, klondike: Game) -> None:
    perform(KeptPlay.start(store, klondike, 17), "t3 f1")
    other_rules = replace(klondike, version=klondike.version + 1)
    with pytest.raises(StoreError, match=r"kloncan-klondike, deal 17, cannot .* version 1 of"):
        KeptPlay.resume(store, latest(store), lambda _: other_rules)
    with sqlite3.connect(home / FILE) as database:
        database.execute("UPDATE event SET text = 't1 f1'")
    with pytest.raises(StoreError, match=r"deal 17, cannot be resumed .*event 1: 't1 f1' is refu"):
        KeptPlay.resume(store, latest(store), find)
    assert latest(store).record.events == ("t1 f1",)


def test_pauses_do_not_count_as_playing_time(
    store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = ["10:00:00", "10:00:30", "11:30:30", "11:30:00", "11:30:05"]
    clock = iter(f"2026-11-21T{each}.000000+00:00" for each in moments)
    monkeypatch.setattr("solterm.store.kept.now", lambda: next(clock))
    kept = KeptPlay.start(store, klondike, 17)
    played = []
    for _ in moments[1:]:
        kept.perform("s")
        result = store.result(kept.play_id)
        assert result
        played.append(result.seconds)
    assert played == [30, 150, 150, 155], "two minutes of a pause; nothing if the clock goes back"


def test_time_away_from_the_table_does_not_count(
    store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(f"2026-11-21T10:{minute:02}:00.000000+00:00" for minute in (0, 1, 9, 10))
    monkeypatch.setattr("solterm.store.kept.now", lambda: next(clock))
    kept = KeptPlay.start(store, klondike, 17)
    kept.stop_clock()
    kept.start_clock()
    kept.perform("s")
    result = store.result(kept.play_id)
    assert result and result.seconds == 120, "a minute before and a minute after"


def test_the_time_played_goes_on_from_what_is_stored_and_ends_with_the_game(
    store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    minute = 0
    for module in ("kept", "store"):
        monkeypatch.setattr(
            f"solterm.store.{module}.now", lambda: f"2026-11-21T10:{minute:02}:00.000000+00:00"
        )
    kept = KeptPlay.start(store, klondike, 17)
    minute = 1
    assert kept.seconds == 60
    minute = 9
    assert kept.seconds == 120, "two minutes of a pause"
    kept.perform("s")
    minute = 10
    assert kept.seconds == 180
    minute = 30
    again = KeptPlay.resume(store, latest(store), find)
    again.start_clock()
    minute = 31
    assert again.seconds == 180
    monkeypatch.setattr(Play, "outcome", Outcome.OVER)
    assert again.seconds == 120


# -- two terminals -------------------------------------------------------------------------


def test_an_event_after_one_in_the_other_terminal_is_refused(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    here = KeptPlay.start(store, klondike, 17)
    there = resumed(open_store)
    perform(there, "t3 f1", "s")
    with pytest.raises(PlayedElsewhere, match="went on in another terminal"):
        here.perform("s")
    assert here.play.events == ["t3 f1", "s"]
    assert here.play.table == there.play.table

    here.perform("t5 f2")
    with pytest.raises(PlayedElsewhere):
        there.perform("undo")
    assert there.play.events == here.play.events == ["t3 f1", "s", "t5 f2"]
    assert resumed(open_store).play.table == here.play.table
    assert here.unsaved is there.unsaved is None


def test_the_same_event_from_both_is_no_conflict(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    here = KeptPlay.start(store, klondike, 17)
    there = resumed(open_store)
    perform(here, "s")
    perform(there, "s", "t3 f1")
    assert resumed(open_store).play.events == ["s", "t3 f1"]


def test_a_play_is_not_ended_from_an_old_position(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    here = KeptPlay.start(store, klondike, 17)
    perform(resumed(open_store), "s")
    with pytest.raises(PlayedElsewhere):
        here.finish()
    assert here.play.events == ["s"]
    assert latest(store).row.play_id == here.play_id
    here.finish()
    assert store.load_suspended() is None


def test_a_play_ended_in_the_other_terminal_takes_no_events(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    here = KeptPlay.start(store, klondike, 17)
    resumed(open_store).finish()
    with pytest.raises(PlayedElsewhere, match="Another terminal ended this game: start a new one"):
        here.perform("s")
    assert here.play.events == []
    here.finish()


# -- failing stores ------------------------------------------------------------------------


@in_a_file
def test_a_full_disk_loses_nothing(
    open_store: OpenStore, store: Store, klondike: Game, full_disk: FullDisk
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    perform(kept, "s")
    with full_disk():
        perform(kept, "t3 f1", "s")
        assert kept.play.events == ["s", "t3 f1", "s"], "the play goes on"
        assert kept.unsaved is not None
        assert kept.unsaved.startswith("The last moves are not saved: ")
        assert "check for room on the disk" in kept.unsaved
    kept.perform("t5 f2")
    assert kept.unsaved is None
    assert resumed(open_store).play.events == ["s", "t3 f1", "s", "t5 f2"]


@in_a_file
def test_sqlite_says_the_disk_is_full(
    open_store: OpenStore, store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    store.engine._reconnect().execute("PRAGMA max_page_count = 1")
    while kept.unsaved is None:
        perform(kept, "s")
    assert kept.unsaved.endswith("is on a disk that is full; make room there.")
    kept.perform("s")
    assert kept.unsaved is None, "the file was opened again"
    assert resumed(open_store).play.events == kept.play.events


@in_a_file
def test_a_deal_on_a_full_disk_is_stored_later(
    open_store: OpenStore, store: Store, klondike: Game, full_disk: FullDisk
) -> None:
    perform(KeptPlay.start(store, klondike, 17), "t3 f1")
    with full_disk():
        kept = KeptPlay.start(store, klondike, 18)
        perform(kept, "s")
        kept.finish()
        assert kept.unsaved is not None
        assert resumed_is(store, 17), "the previous play is still open"
    kept.save()
    assert kept.unsaved is None
    saved = open_store().load(kept.play_id)
    assert (saved.record.events, saved.row.is_open) == (("s",), False), "stored, and then ended"
    assert [result.deal for result in store.results()] == [17]


def resumed_is(store: Store, deal: int) -> bool:
    with sqlite3.connect(f"file:{store.path}?mode=ro", uri=True) as database:
        return database.execute("SELECT deal FROM play WHERE open").fetchall() == [(str(deal),)]


@in_a_file
def test_a_drive_that_vanishes_and_returns_loses_nothing(
    home: Path, open_store: OpenStore, store: Store, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    home.rename(home.with_name("away"))
    perform(kept, "s", "s")
    assert kept.unsaved is not None
    home.with_name("away").rename(home)
    kept.perform("t3 f1")
    assert kept.unsaved is None
    assert resumed(open_store).play.events == ["s", "s", "t3 f1"]


@in_a_file
def test_a_file_replaced_during_a_play_is_noticed(home: Path, store: Store, klondike: Game) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    (home / FILE).unlink()
    KeptPlay.start(Store.open(home), klondike, 18)
    perform(kept, "s", "t3 f1")
    assert kept.play.events == ["s", "t3 f1"]
    assert kept.unsaved is not None
    assert "no longer holds this game" in kept.unsaved
    assert latest(Store.open(home)).record.events == ()


def test_a_commit_that_only_seemed_to_fail_is_not_repeated(
    open_store: OpenStore, store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    append = store.append

    def append_and_fail(*args: object) -> None:
        monkeypatch.undo()
        append(*args)  # type: ignore[arg-type]
        raise StoreError("The line went dead.")

    monkeypatch.setattr(store, "append", append_and_fail)
    kept.perform("s")
    assert kept.unsaved == "The last moves are not saved: The line went dead."
    kept.perform("t3 f1")
    assert kept.unsaved is None
    assert resumed(open_store).play.events == ["s", "t3 f1"]


def test_a_play_in_memory_says_so(klondike: Game) -> None:
    kept = KeptPlay.start(Store.memory("the disk is full."), klondike, 17)
    kept.perform("s")
    assert kept.unsaved == "Games are not being saved: the disk is full."


def test_a_play_that_could_not_be_ended_goes_on_with_its_next_move(
    open_store: OpenStore, store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    kept = KeptPlay.start(store, klondike, 17)
    with monkeypatch.context() as patch:
        patch.setattr(store, "close", fail)
        kept.finish()
    perform(kept, "s")
    assert resumed(open_store).play.events == ["s"]


def test_a_play_that_has_ended_meanwhile_keeps_its_date(store: Store, klondike: Game) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    perform(kept, "t3 f1")
    store.close(kept.play_id)
    before = store.results()
    store.begin(draw_id(), Play(klondike, 18), FREE, [kept.play_id])
    assert store.results() == before
