"""The standard notation of Free Cell, which solvers and players of other programs read."""

from collections.abc import Iterable

from solterm.core.declaration import Declaration
from solterm.core.move import Move
from solterm.core.refusal import Refusal

_CELLS = "abcdefgijklmnop"
"""The letters of free cells; h is home."""
_MOST_COLUMNS = 9


def standard_notation(game: Declaration, moves: Iterable[Move]) -> str:
    """Return moves as two characters each: ``26 a5 1h``. Columns are digits, cells letters.

    Raises ``Refusal`` for a game with other piles.

    >>> from solterm import find
    >>> standard_notation(find("free-cell"), [Move("t2", "t6"), Move("r1", "t5"), Move("t1", "f3")])
    '26 a5 1h'
    """
    numbers = [int(name[1:] or 1) for name in game.ids if name[0] == "t"]
    if {name[0] for name in game.ids} - set("frt") or max(numbers) > _MOST_COLUMNS:
        raise Refusal(
            f"{game.name} can't be written so: this notation names up to nine columns and free"
            " cells, and no other piles."
        )
    names = {
        name: "h" if name[0] == "f" else _CELLS[number - 1] if name[0] == "r" else str(number)
        for name in game.ids
        for number in [int(name[1:] or 1)]
    }
    return " ".join(names[move.src] + names[move.dst] for move in moves)
