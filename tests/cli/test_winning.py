"""``solterm play ID --winnable``: stored deals, and searches for more."""

import signal
import sys
from pathlib import Path

import pytest

from solterm.cli import solving
from solterm.cli.console import Output
from solterm.cli.solving import find_deal
from solterm.games import find
from solterm.sessions.winnables import ANY, Wish
from solterm.solver.winnable import Found
from tests.harness.processes import has_ended
from tests.harness.pty import Terminal
from tests.here import here

SOLTERM = str(Path(sys.executable).with_name("solterm"))


@pytest.fixture
def wish():
    """A wish that takes a long search."""
    return Wish(here(), find("reno"), 3, {}, "hard")


def test_a_stored_deal_is_used_once(wish):
    wish.shelf.keep({"hard": [(7, 40)]})
    assert find_deal(Output(here()), wish) == 7
    assert not wish.shelf.has("hard")


def test_other_deals_found_are_stored(wish, monkeypatch):
    one, other, third = Found(7, 40), Found(8, 900), Found(9, 7000)
    monkeypatch.setattr(solving, "seek_by", lambda *_, **__: {ANY: [one, other]})
    assert find_deal(Output(here()), wish) is None  # the search was stopped

    def seek_by(*_, known, **__):
        assert known == [one, other]
        return {"easy": [one], "middling": [other], "hard": [third]}

    monkeypatch.setattr(solving, "seek_by", seek_by)
    assert find_deal(Output(here()), wish) == 9
    assert (wish.shelf.take("middling"), wish.shelf.take(ANY)) == (8, 7)


def workers_of(terminal: Terminal) -> list[int]:
    """Return the running child processes of a program."""
    tasks = Path(f"/proc/{terminal.pid}/task").glob("*/children")
    children = [int(number) for task in tasks for number in task.read_text().split()]
    return [number for number in children if not has_ended(number)]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("options", [["--plain"], []])
def test_a_suspended_program_has_no_worker_until_it_continues(wish, home, options):
    wish.shelf.keep({"hard": [(7, 40)]})
    program = [SOLTERM, "play", "reno", "--winnable", "hard", *options]
    with Terminal(program, env={"SOLTERM_HOME": str(home)}) as terminal:
        terminal.wait_for("Reno")
        terminal.wait_for(lambda: bool(workers_of(terminal)))
        terminal.signal(signal.SIGTSTP)
        terminal.wait_for(lambda: not workers_of(terminal))
        terminal.signal(signal.SIGCONT)
        terminal.send(b"moves\r")
        terminal.wait_for(lambda: bool(workers_of(terminal)))
