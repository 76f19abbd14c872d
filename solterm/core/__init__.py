"""The game core: rules, positions and plays as pure values, without I/O, clock or terminal.

This package exports what bots and other programs need. Names are imported on first use, so
importing the package costs nothing. Error messages are sentences that a program can show to the
player as they are.
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
"""Exported submodules."""

_MODULE_OF = {
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
"""The submodule of each exported name."""

__all__ = [*_MODULES, *_MODULE_OF]


if not TYPE_CHECKING:  # hidden from type checkers, which would otherwise accept any name

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            value: Any = import_module(f"{__name__}.{_MODULES[name]}")
        elif name in _MODULE_OF:
            value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
