"""After a winnable deal, line mode searches for the next one in the background."""

import time

from solterm.core.play.terms import Terms
from solterm.games import find
from solterm.sessions.winnables import ANY, Wish
from tests.plain.sittings import sitting


def seeking(wish: Wish):
    session = sitting("royale-golf", 602)
    session.searcher.ahead.begin(wish)
    assert session.searcher.ahead.tend()
    return session


def test_it_is_kept_whenever_a_line_is_typed():
    wish = Wish(find("royale-golf"), 1, {}, ANY)
    session = seeking(wish)
    end = time.monotonic() + 60
    while not wish.shelf.has(ANY):
        assert time.monotonic() < end
        session.handle("moves")
        time.sleep(0.02)
    session.end_search()


def test_other_questions_are_answered_meanwhile_and_it_goes_on():
    session = seeking(Wish(find("reno"), 3, {}, "hard"))
    assert session.handle("solve 600").winnable == "yes"
    assert session.searcher.ahead.tend()
    session.end_search()


def test_in_games_that_count_no_worker_waits():
    session = seeking(Wish(find("reno"), 3, {}, "hard"))
    worker = session.searcher._worker
    assert worker.process_number
    session.kept = sitting("royale-golf", 602, terms=Terms.SCORED).kept
    session.handle("moves")
    assert worker.process_number is None
    session.kept = sitting("royale-golf", 602).kept
    session.handle("moves")
    assert worker.process_number
    session.end_search()
    assert worker.process_number is None
