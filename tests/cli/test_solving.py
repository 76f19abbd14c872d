"""``solterm solve``: a way to win, in words on a terminal and as a record elsewhere."""

import io
import sys
from typing import Any

from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.games import find


class Screen(io.StringIO):
    """An output that passes for a terminal."""

    def isatty(self) -> bool:
        return True


def solved_on_a_terminal(solterm: Any, monkeypatch: Any, *more: str) -> str:
    """What ``solve`` prints on a terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    solterm("solve", "free-cell", "--deal", "164", *more)
    return screen.getvalue()


def test_in_a_pipe_it_is_a_record_that_proves_the_win(solterm: Any) -> None:
    assert record.read(solterm("solve", "free-cell", "--deal", "164").out).replay(find).tally.won


def test_on_a_terminal_the_moves_are_told_with_their_cards(solterm: Any, monkeypatch: Any) -> None:
    told = solved_on_a_terminal(solterm, monkeypatch)
    first, *rows, last = told.splitlines()
    assert first.startswith("Free Cell (smallWare), deal 164, level 3: it can be won (")
    assert rows[0].startswith("  1 6S to column 7")
    assert all(len(row) <= 80 for row in rows)
    assert len(rows) < 60, "there is room for two columns"
    assert last == "--record prints the moves as they are typed."


def test_the_record_is_there_for_those_who_ask(solterm: Any, monkeypatch: Any) -> None:
    told = solved_on_a_terminal(solterm, monkeypatch, "--record")
    assert record.read(told).replay(find).outcome is Outcome.WON
