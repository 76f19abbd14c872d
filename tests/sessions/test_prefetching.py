"""Background searches for winnable deals, and their time limit."""

import pytest

from solterm.advice.workers import REPLACED, SearchNews
from solterm.games import find
from solterm.sessions import prefetching as module
from solterm.sessions.prefetching import DealPrefetcher
from solterm.sessions.winnables import ANY, Wish
from tests.here import here


class FakeWorker:
    """A worker without a process, whose answers the test supplies."""

    def __init__(self) -> None:
        self.asked: list[dict] = []
        self.is_busy = False
        self.is_off = False
        self.news = SearchNews()

    def ask(self, task, *, learn, quietly, **given):
        assert task == "seek" and quietly
        self.asked.append(given)
        self.learn = learn
        return len(self.asked)

    def hear(self, number):
        assert number == len(self.asked)
        return self.news

    def drop(self, number):
        assert number == len(self.asked)


@pytest.fixture
def clock(monkeypatch):
    """Return a clock that the test advances."""
    clock = [100.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    return clock


@pytest.fixture
def wish():
    return Wish(here(), find("royale-golf"), 3, {}, "hard")


@pytest.fixture
def worker(clock):
    return FakeWorker()


@pytest.fixture
def prefetcher(worker, wish):
    prefetcher = DealPrefetcher(worker)
    prefetcher.begin(wish)
    return prefetcher


def test_no_search_starts_without_a_wish(worker):
    assert not DealPrefetcher(worker).tend() and not worker.asked


def test_a_search_asks_once_and_ends_with_the_answer(prefetcher, worker, wish):
    assert prefetcher.tend() and prefetcher.tend()
    (given,) = worker.asked
    assert (given["difficulty"], given["level"], given["known"]) == ("hard", 3, [])
    worker.learn({"found": {"hard": [(9, 7000)]}})
    worker.news = SearchNews(answer={})
    assert not prefetcher.tend() and not prefetcher.tend()
    assert wish.shelf.take("hard") == 9 and len(worker.asked) == 1


def test_no_search_starts_for_deals_already_stored(prefetcher, worker, wish):
    wish.shelf.keep({"hard": [(9, 7000)]})
    assert not prefetcher.tend() and not worker.asked


def test_other_questions_go_first_and_the_search_continues(prefetcher, worker, clock):
    worker.is_busy = True
    assert prefetcher.tend() and not worker.asked
    worker.is_busy = False
    assert prefetcher.tend()
    worker.learn({"found": {ANY: [(7, 40)]}})
    clock[0] += 5
    worker.news, worker.is_busy = SearchNews(failed=REPLACED), True
    assert prefetcher.tend() and len(worker.asked) == 1
    worker.news, worker.is_busy = SearchNews(), False
    assert prefetcher.tend()
    first, second = worker.asked
    assert second["known"] == [[7, 40]] and second["seconds"] == first["seconds"] - 5


def test_search_time_is_limited(prefetcher, worker, clock):
    assert prefetcher.tend()
    clock[0] += worker.asked[0]["seconds"]
    prefetcher.rest()
    assert not prefetcher.tend() and len(worker.asked) == 1


def test_a_failed_search_is_not_repeated(prefetcher, worker):
    assert prefetcher.tend()
    worker.news = SearchNews(failed="The search broke off.")
    assert not prefetcher.tend() and not prefetcher.tend() and len(worker.asked) == 1


def test_a_host_can_turn_background_searches_off(worker, wish):
    worker.is_off = True
    prefetcher = DealPrefetcher(worker)
    prefetcher.begin(wish)
    assert not prefetcher.tend() and not worker.asked
