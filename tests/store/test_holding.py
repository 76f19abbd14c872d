"""The session that opened a play last holds it; late events of others are refused."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from solterm.core.game import Game
from solterm.games import find
from solterm.sessions.plays import resume
from solterm.store.entries import PlayState
from solterm.store.errors import Conflict, Lost, StoreError
from solterm.store.interface import Statements
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.store import Store
from tests.store.opening import OpenStore, in_a_database

PLAYING = PlayState("playing", level=3, score=10, moves=1, exceptions=0)


def opened(open_store: OpenStore) -> KeptPlay:
    """Resume the play in another session."""
    store = open_store()
    saved = store.load_suspended()
    assert saved
    kept = KeptPlay.resume(store, saved, find)
    store.hold(saved.row.play_id)
    return kept


def events(store: Store) -> tuple[str, ...]:
    saved = store.load_suspended()
    assert saved
    return saved.record.events


def test_a_late_event_of_a_previous_holder_is_refused(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    kept.perform("s")
    opened(open_store)
    with pytest.raises(Conflict):  # although it is the next one
        store.append(kept.play_id, 2, ["t3 f1"], PLAYING)
    assert events(store) == ("s",)
    row = store.load(kept.play_id).row
    assert row.moves == kept.play.moves, "it is not counted, either"


def test_the_latest_session_holds_the_play(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    old = KeptPlay.start(store, klondike, 17)
    new = opened(open_store)
    new.perform("s")
    with pytest.raises(PlayedElsewhere):
        old.perform("t3 f1")
    assert old.play.events == ["s"]
    assert events(store) == ("s",)


def test_an_older_session_takes_the_play_back_by_playing(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    old = KeptPlay.start(store, klondike, 17)
    new = opened(open_store)
    old.perform("s")
    assert old.unsaved is None
    with pytest.raises(PlayedElsewhere):
        new.perform("t3 f1")
    assert new.play.events == ["s"]


def test_a_move_stored_late_reaches_a_newer_session(
    open_store: OpenStore, store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*_: object) -> None:
        raise Lost("The database is away.")

    old = KeptPlay.start(store, klondike, 17)
    with monkeypatch.context() as away:
        away.setattr(store, "append", lose)
        old.perform("s")
        assert old.unsaved
    new = opened(open_store)
    assert store.flush()
    assert events(store) == ("s",)
    with pytest.raises(PlayedElsewhere):
        new.perform("t3 f1")
    assert new.play.events == ["s"]


def test_opening_a_play_takes_it_only_in_a_database(
    engine: str, open_store: OpenStore, store: Store, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    found = resume(open_store())
    assert found
    holder = store.load(kept.play_id).row.holder
    assert holder == (store.token if engine == "sqlite" else found.kept.store.token)
    found.kept.perform("s")
    assert found.kept.unsaved is None
    assert store.load(kept.play_id).row.holder == found.kept.store.token


def test_playing_time_excludes_pauses(
    store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(f"2026-11-21T20:{minute:02}:00.000000+00:00" for minute in (0, 1, 30, 31))
    monkeypatch.setattr("solterm.store.kept.now", lambda: next(times))
    kept = KeptPlay.start(store, klondike, 17)
    for event in ("s", "t3 f1", "s"):
        kept.perform(event)
    result = store.result(kept.play_id)
    assert result
    assert result.seconds == 60 + 120 + 60


@in_a_database
@pytest.mark.parametrize("broken", ["begin", "append", "close"])
def test_a_commit_with_a_lost_answer_is_stored_once(
    store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    transaction = store.engine.transaction

    @contextmanager
    def commit_and_break_off() -> Iterator[Statements]:
        monkeypatch.setattr(store.engine, "transaction", transaction)
        with transaction() as database:
            yield database
        raise Lost("The line went dead.")

    def break_at(name: str) -> None:
        if name == broken:
            monkeypatch.setattr(store.engine, "transaction", commit_and_break_off)

    break_at("begin")
    kept = KeptPlay.start(store, klondike, 17)
    break_at("append")
    kept.perform("s")
    kept.perform("t3 f1")
    assert [each.play_id for each in store.in_progress()] == [kept.play_id]
    assert events(store) == ("s", "t3 f1")
    break_at("close")
    kept.finish()
    assert kept.unsaved is None
    assert store.in_progress() == []
    assert len(store.results()) == 1


def test_the_game_goes_on_without_a_connection_and_says_so(
    store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptPlay.start(store, klondike, 17)

    def fail(*values: object) -> None:
        raise Lost("The line is dead.")

    with monkeypatch.context() as dead:
        dead.setattr(store, "append", fail)
        for event in ("s", "t3 f1"):
            kept.perform(event)
        assert kept.unsaved == "The last moves are not saved: The line is dead."
    kept.save()
    assert kept.unsaved is None
    assert events(store) == ("s", "t3 f1")


def test_a_missing_play_is_reported(store: Store) -> None:
    with pytest.raises(StoreError, match="no longer holds this game"):
        store.close(7, events=0)
