"""After a winnable deal, line mode searches for the next one in the background."""

import time

from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.sessions.winnables import ANY, Wish
from tests.here import here
from tests.plain.line_sessions import new_session


def searching_session(wish: Wish):
    session = new_session("royale-golf", 602)
    session.searcher.prefetcher.begin(wish)
    assert session.searcher.prefetcher.tend()
    return session


def test_a_found_deal_is_stored_when_a_line_is_typed():
    wish = Wish(here(), find("royale-golf"), 1, {}, ANY)
    session = searching_session(wish)
    end = time.monotonic() + 300
    while not wish.shelf.has(ANY):
        assert time.monotonic() < end
        session.handle("moves")
        time.sleep(0.02)
    session.end_search()


def test_the_search_continues_after_other_questions():
    session = searching_session(Wish(here(), find("reno"), 3, {}, "hard"))
    assert session.handle("solve 600").winnable == "yes"
    assert session.searcher.prefetcher.tend()
    session.end_search()


def test_scored_games_have_no_worker():
    session = searching_session(Wish(here(), find("reno"), 3, {}, "hard"))
    worker = session.searcher._worker
    assert worker.process_number
    session.take(new_session("royale-golf", 602, mode=Mode.SCORED).kept)
    session.handle("moves")
    assert worker.process_number is None
    session.take(new_session("royale-golf", 602).kept)
    session.handle("moves")
    assert worker.process_number
    session.end_search()
    assert worker.process_number is None
