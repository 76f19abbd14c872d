"""Failed writes are retried: on a timer, and before the program ends."""

from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.games import find
from solterm.store import patience
from solterm.store.database import PendingWrites
from solterm.store.errors import Locked, StoreError
from solterm.store.kept import KeptPlay
from solterm.store.patience import Patience
from solterm.store.store import Store
from tests.harness.clock import Clock
from tests.store.faults import failing
from tests.store.opening import OpenStore, in_a_file


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.02)


class Writer:
    """A write that fails as long as ``error`` is set."""

    def __init__(self, clock: Clock, takes: float = 0) -> None:
        self.error: StoreError | None = Locked("It is away.")
        self.tries = 0
        self._clock, self._takes = clock, takes

    def __call__(self) -> None:
        self.tries += 1
        self._clock.seconds += self._takes
        if self.error:
            raise self.error


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_write_is_retried_until_it_succeeds(clock: Clock) -> None:
    pending, writer = PendingWrites(clock), Writer(clock)
    pending.put("a", writer)
    for _ in range(100):
        assert not pending.retry()
        clock.seconds += 1
    assert 10 <= writer.tries <= 20, "less and less often"
    writer.error = None
    clock.seconds += 10
    assert pending.retry()
    assert not pending


def test_a_write_is_retried_at_once_if_asked(clock: Clock) -> None:
    pending, writer = PendingWrites(clock), Writer(clock)
    pending.put("a", writer)
    assert not pending.retry()
    writer.error = None
    assert pending.retry(now=True)


def test_a_slow_store_is_retried_less_often(clock: Clock) -> None:
    pending, writer = PendingWrites(clock), Writer(clock, takes=5)
    pending.put("a", writer)
    while clock.seconds < 1000:
        pending.retry()
        clock.seconds += 1
    assert writer.tries * 5 <= 1000 / 4


def test_a_failing_group_does_not_delay_others(clock: Clock) -> None:
    pending, first, second, other = PendingWrites(clock), *(Writer(clock) for _ in range(3))
    first.error, second.error, other.error = StoreError("It is full."), None, None
    pending.put("first", first, "group")
    pending.put("second", second, "group")
    pending.put("other", other, "another")
    clock.seconds += 5
    assert pending.retry()
    assert (first.tries, second.tries, other.tries) == (1, 0, 1)
    with pytest.raises(StoreError, match="full"):
        pending.write_before("second", "group")
    first.error = None
    pending.write_before("second", "group")
    assert len(pending) == 1
    assert pending.flush(0)
    assert second.tries == 1


def test_the_last_retries_are_short() -> None:
    clock = Clock()
    pending, away, full = PendingWrites(), Writer(clock), Writer(clock)
    pending.put("away", away)
    assert not pending.flush(0.3)
    assert away.tries > 1
    pending.drop("away")
    full.error = StoreError("It is full.")
    pending.put("full", full)
    assert not pending.flush(10)
    assert full.tries == 1, "waiting would not help"


def test_a_host_allows_more_time_for_the_last_writes() -> None:
    asked, clock = [], Clock()

    def ask_for_time() -> float:
        asked.append(clock())
        return 0.0

    store = Store.memory("a test", patience=Patience(ask_for_time=ask_for_time))
    assert store.flush() and not asked, "no write is waiting"
    store.pending_writes.put("away", Writer(clock))
    assert not store.flush(100)
    assert len(asked) == 1


# -- plays ---------------------------------------------------------------------------------


def tend(store: Store) -> bool:
    store.pending_writes._due = 0
    return store.tend()


@in_a_file
def test_moves_are_stored_without_further_moves(
    home: Path, store: Store, open_store: OpenStore, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    store.disconnect()
    with failing("locked"):
        kept.perform("s")
        assert kept.unsaved
        assert not tend(store)
    assert tend(store)
    assert kept.unsaved is None
    assert not tend(store)
    saved = open_store().load_suspended()
    assert saved
    assert saved.record.events == ("s",)


@in_a_file
def test_a_finished_game_is_stored_before_the_next_one(
    store: Store, open_store: OpenStore, klondike: Game
) -> None:
    store.disconnect()
    with failing("locked"):
        left = KeptPlay.start(store, klondike, 17)
        left.perform("t3 f1")
        left.finish()
        kept = KeptPlay.start(store, klondike, 18)
        kept.perform("s")
        assert len(store.pending_writes) == 2
    assert tend(store)
    assert not store.pending_writes
    again = open_store()
    assert [each.deal for each in again.results()] == [17]
    saved = again.load_suspended()
    assert saved
    assert (saved.deal, saved.record.events) == (18, ("s",))


@in_a_file
def test_a_game_continued_elsewhere_is_taken_over(
    store: Store, open_store: OpenStore, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    store.disconnect()
    with failing("locked"):
        kept.perform("s")
    other = open_store()
    saved = other.load_suspended()
    assert saved
    KeptPlay.resume(other, saved, find).perform("t3 f1")
    tend(store)
    assert kept.play.events == ["t3 f1"]
    assert "went on in another terminal" in kept.take_news()
    assert kept.take_news() == ""
    assert not store.pending_writes
