"""Moves in a row, as they are typed, or as solvers and players of other programs read them."""

from collections.abc import Iterable

from solterm.core.declaration import Declaration
from solterm.core.move import Move
from solterm.core.refusal import Refusal

_CELLS = "abcdefgklmnopqrs"
"""The letters of free cells as fc-solve has them; h is home."""
_MOST_COLUMNS = 9
_IN_A_LINE = 10


def write_moves(game: Declaration, moves: Iterable[Move], form: str) -> str:
    """Return moves as they are typed, or with the form ``fc-solve`` in standard notation."""
    return standard_notation(game, moves) if form == "fc-solve" else ", ".join(map(str, moves))


def standard_notation(game: Declaration, moves: Iterable[Move]) -> str:
    """Return single moves as two characters each: ``26 a5 1h``. Columns are digits, cells letters.

    Ten of them are a line, as fc-solve prints them. Raises ``Refusal`` for a game with other piles.

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
    told = [names[move.src] + names[move.dst] for move in moves]
    lines = (told[at : at + _IN_A_LINE] for at in range(0, len(told), _IN_A_LINE))
    return "\n".join(map(" ".join, lines))
