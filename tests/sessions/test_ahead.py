"""Background searches for winnable deals, and their time limit."""

import pytest

from solterm.games import find
from solterm.sessions import ahead as module
from solterm.sessions import workers
from solterm.sessions.ahead import Ahead
from solterm.sessions.winnables import ANY, Wish
from solterm.sessions.workers import REPLACED, SearchNews


class FakeWorker:
    """A worker without a process, whose answers the test supplies."""

    def __init__(self) -> None:
        self.asked: list[dict] = []
        self.is_busy = False
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
    return Wish(find("royale-golf"), 3, {}, "hard")


@pytest.fixture
def worker(clock):
    return FakeWorker()


@pytest.fixture
def ahead(worker, wish):
    ahead = Ahead(worker)
    ahead.begin(wish)
    return ahead


def test_no_search_starts_without_a_wish(worker):
    assert not Ahead(worker).tend() and not worker.asked


def test_a_search_asks_once_and_ends_with_the_answer(ahead, worker, wish):
    assert ahead.tend() and ahead.tend()
    (given,) = worker.asked
    assert (given["difficulty"], given["level"], given["known"]) == ("hard", 3, [])
    worker.learn({"found": {"hard": [(9, 7000)]}})
    worker.news = SearchNews(answer={})
    assert not ahead.tend() and not ahead.tend()
    assert wish.shelf.take("hard") == 9 and len(worker.asked) == 1


def test_no_search_starts_for_deals_already_stored(ahead, worker, wish):
    wish.shelf.keep({"hard": [(9, 7000)]})
    assert not ahead.tend() and not worker.asked


def test_other_questions_go_first_and_the_search_continues(ahead, worker, clock):
    worker.is_busy = True
    assert ahead.tend() and not worker.asked
    worker.is_busy = False
    assert ahead.tend()
    worker.learn({"found": {ANY: [(7, 40)]}})
    clock[0] += 5
    worker.news, worker.is_busy = SearchNews(failed=REPLACED), True
    assert ahead.tend() and len(worker.asked) == 1
    worker.news, worker.is_busy = SearchNews(), False
    assert ahead.tend()
    first, second = worker.asked
    assert second["known"] == [[7, 40]] and second["seconds"] == first["seconds"] - 5


def test_search_time_is_limited(ahead, worker, clock):
    assert ahead.tend()
    clock[0] += worker.asked[0]["seconds"]
    ahead.rest()
    assert not ahead.tend() and len(worker.asked) == 1


def test_a_failed_search_is_not_repeated(ahead, worker):
    assert ahead.tend()
    worker.news = SearchNews(failed="The search broke off.")
    assert not ahead.tend() and not ahead.tend() and len(worker.asked) == 1


def test_a_host_can_turn_background_searches_off(worker, wish, monkeypatch):
    monkeypatch.setenv(workers.SWITCH, "off")
    ahead = Ahead(worker)
    ahead.begin(wish)
    assert not ahead.tend() and not worker.asked
