"""Board results in columns: the number they are sorted by, and a second one."""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests.titles import board_unit
from solterm.games import find
from solterm.sessions.boards import Entry


class BoardTable(NamedTuple):
    """The columns of a board."""

    names: tuple[str, ...]
    """The units of the numbers: ``strokes``, ``mark``."""
    better: str
    """Whether high or low numbers are better, in words."""
    rows: list[tuple[int | str, ...]]
    """The numbers of each entry; "" for an unknown one."""


_WINS_FIRST = "Wins first, then fewer exceptions, a higher mark, fewer moves, less time."


def tabulate(board: str, entries: Sequence[Entry]) -> BoardTable:
    """Return the columns of a board: its unit, and the mark or the score by the game's source.

    Boards sorted by the mark have a source's score only if all entries have one.
    """
    unit = board_unit(board)
    better = _WINS_FIRST if unit.wins_first else f"{unit.name.capitalize()}: {unit.better}."
    rows: list[tuple[int | str, ...]]
    games = {each.game for each in entries}
    own = find(games.pop()).own_score if len(games) == 1 else None
    if unit.name == "mark" and own and any(each.own is not None for each in entries):
        low = "low" if own.lower_is_better else "high"
        better += "" if unit.wins_first else " The board goes by it."
        better += f" {own.unit.capitalize()}: {low} is better."
        rows = [("" if each.own is None else each.own, each.score) for each in entries]
        return BoardTable((own.unit, unit.name), better, rows)
    if unit.name in ("mark", "score") or all(each.mark is None for each in entries):
        return BoardTable((unit.name,), better, [(each.score,) for each in entries])
    rows = [(each.score, "" if each.mark is None else each.mark) for each in entries]
    return BoardTable((unit.name, "mark"), better, rows)
