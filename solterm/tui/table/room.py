"""How much room there must be on the terminal for the table of a game."""

from solterm.core.game import Game
from solterm.tui.table.geometry import arrange

ROOM = (40, 14)
"""Columns and rows below which no screen can show anything useful."""
BARS = 3
"""Rows of the screen above and below the table."""
_ENOUGH = (80, 24)
"""At this width and height every screen shows all it has."""


def room_for(game: Game, width: int, height: int) -> tuple[int, int]:
    """Columns and rows that a game's table can do with, for a window that has too few of them.

    Where more rows or more columns alone would do, it is those that are asked for.
    """
    tallest = range(ROOM[1], max(height, _ENOUGH[1]) + 1)
    widest = range(ROOM[0], max(width, _ENOUGH[0]) + 1)
    rows = tallest[-1] - BARS
    wide = next(w for w in widest if w == widest[-1] or arrange(game, w, rows))
    wide = max(wide, min(width, _ENOUGH[0]))
    high = next(h for h in tallest if h == tallest[-1] or arrange(game, wide, h - BARS))
    wide = next(w for w in widest if w == wide or arrange(game, w, high - BARS))
    return wide, high
