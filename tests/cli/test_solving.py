"""``solterm solve``: a winning line, in words on a terminal and as a record elsewhere."""

import io
import re
import sys
from typing import Any

from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.games import find


class Screen(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def solved_on_a_terminal(
    solterm: Any, monkeypatch: Any, *more: str, game: str = "free-cell", deal: int = 164
) -> str:
    """Return what ``solve`` prints on a terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    solterm("solve", game, "--deal", str(deal), *more)
    return screen.getvalue()


def test_in_a_pipe_solve_prints_a_record_that_proves_the_win(solterm: Any) -> None:
    assert record.read(solterm("solve", "free-cell", "--deal", "164").out).replay(find).tally.won


def test_on_a_terminal_solve_describes_moves_with_their_cards(
    solterm: Any, monkeypatch: Any
) -> None:
    output = solved_on_a_terminal(solterm, monkeypatch)
    first, *rows, last = output.splitlines()
    assert first.startswith("Free Cell (smallWare), deal 164, level 3: it can be won (")
    assert rows[0].startswith("  1 6S to column 7")
    assert all(len(row) <= 80 for row in rows)
    assert len(rows) < 60, "moves are in two columns"
    assert last == "--record prints the moves as they are typed."


def test_repeated_turns_of_the_stock_are_one_line(solterm: Any, monkeypatch: Any) -> None:
    output = solved_on_a_terminal(solterm, monkeypatch, game="klondike-deal-1", deal=7)
    assert re.search(r"\d Turn the stock \w+ times", output)
    assert re.search(r"\d Turn the stock(  |$)", output), "a single turn"


def test_the_record_is_printed_on_request(solterm: Any, monkeypatch: Any) -> None:
    output = solved_on_a_terminal(solterm, monkeypatch, "--record")
    assert record.read(output).replay(find).outcome is Outcome.WON
