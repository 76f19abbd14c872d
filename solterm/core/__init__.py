"""The rules core: pure values and functions, with no I/O, no clock and no terminal.

Its front door holds what a bot, a researcher or another face of the program needs. A name is
loaded from its room when it is first asked for, so that the door itself costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solterm.core import cards as cards
    from solterm.core import deals as deals
    from solterm.core.advice.hints import Hint as Hint
    from solterm.core.advice.hints import hint as hint
    from solterm.core.cards import Card as Card
    from solterm.core.game import Game as Game
    from solterm.core.game import Group as Group
    from solterm.core.levels import LEVELS as LEVELS
    from solterm.core.move import AmbiguousMove as AmbiguousMove
    from solterm.core.move import IllegalMove as IllegalMove
    from solterm.core.move import InvalidMove as InvalidMove
    from solterm.core.move import Move as Move
    from solterm.core.options import Option as Option
    from solterm.core.outcome import Outcome as Outcome
    from solterm.core.play import record as record
    from solterm.core.play.counts import Tally as Tally
    from solterm.core.play.play import Play as Play
    from solterm.core.play.record import Record as Record
    from solterm.core.play.record import RecordError as RecordError
    from solterm.core.play.terms import Terms as Terms
    from solterm.core.position import Position as Position
    from solterm.core.refusal import Refusal as Refusal
    from solterm.core.rules import LegalMoves as LegalMoves
    from solterm.core.rules import Rules as Rules
    from solterm.core.table import Pile as Pile
    from solterm.core.table import Table as Table

_MODULES = {"cards": "cards", "deals": "deals", "record": "play.record"}
"""The rooms that are handed out whole, by their names."""

_ROOM_OF = {
    "Hint": "advice.hints",
    "hint": "advice.hints",
    "Card": "cards",
    "Game": "game",
    "Group": "game",
    "Option": "options",
    "LEVELS": "levels",
    "AmbiguousMove": "move",
    "IllegalMove": "move",
    "InvalidMove": "move",
    "Move": "move",
    "Refusal": "refusal",
    "Tally": "play.counts",
    "Play": "play.play",
    "Record": "play.record",
    "RecordError": "play.record",
    "Terms": "play.terms",
    "Position": "position",
    "LegalMoves": "rules",
    "Outcome": "outcome",
    "Rules": "rules",
    "Pile": "table",
    "Table": "table",
}
"""Where each name is at home."""

__all__ = [*_MODULES, *_ROOM_OF]


if not TYPE_CHECKING:  # to a type checker, this would make any name one of the door

    def __getattr__(name: str) -> Any:
        """The name from its room, kept here from now on."""
        if name in _MODULES:
            value: Any = import_module(f"{__name__}.{_MODULES[name]}")
        elif name in _ROOM_OF:
            value = getattr(import_module(f"{__name__}.{_ROOM_OF[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The names of the door, loaded or not."""
    return sorted({*globals(), *__all__})
