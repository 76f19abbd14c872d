"""solterm: a solitaire collection for the terminal, and a library of its rules.

>>> import solterm
>>> play = solterm.Play(solterm.find("free-cell"), deal=617)
>>> len(play.legal_moves), play.push("t1 r1"), play.outcome
(35, Move.parse('t1 r1'), None)

The catalogue finds games; a ``Play`` is one of them being played, with its undo, levels,
exceptions and record; ``Rules`` and ``Table`` are the values below it, for who searches. Names are
loaded when they are first asked for: importing solterm loads neither a screen nor a file.
"""

import sys

# "python -m solterm" puts the current directory first: a json.py that somebody else left there
# would run. While Python looks for the module to run, argv[0] is "-m".
if (
    sys.argv[:1] == ["-m"]
    and any(each.removeprefix("-m").partition(".")[0] == "solterm" for each in sys.orig_argv[1:])
    and not sys.flags.safe_path
):
    del sys.path[0]

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solterm import core

if TYPE_CHECKING:
    from solterm.core import LEVELS as LEVELS
    from solterm.core import AmbiguousMove as AmbiguousMove
    from solterm.core import Card as Card
    from solterm.core import Game as Game
    from solterm.core import Group as Group
    from solterm.core import Hint as Hint
    from solterm.core import IllegalMove as IllegalMove
    from solterm.core import InvalidMove as InvalidMove
    from solterm.core import LegalMoves as LegalMoves
    from solterm.core import Move as Move
    from solterm.core import Option as Option
    from solterm.core import Outcome as Outcome
    from solterm.core import Pile as Pile
    from solterm.core import Play as Play
    from solterm.core import Position as Position
    from solterm.core import Record as Record
    from solterm.core import RecordError as RecordError
    from solterm.core import Refusal as Refusal
    from solterm.core import Rules as Rules
    from solterm.core import Table as Table
    from solterm.core import Tally as Tally
    from solterm.core import Terms as Terms
    from solterm.core import cards as cards
    from solterm.core import deals as deals
    from solterm.core import hint as hint
    from solterm.core import record as record
    from solterm.games import COLLECTIONS as COLLECTIONS
    from solterm.games import catalogue as catalogue
    from solterm.games import every_game as every_game
    from solterm.games import find as find
    from solterm.games.search import find_by_name as find_by_name

__version__ = "0.1.0"

_GAMES = {
    "COLLECTIONS": "solterm.games",
    "catalogue": "solterm.games",
    "every_game": "solterm.games",
    "find": "solterm.games",
    "find_by_name": "solterm.games.search",
}
"""The names of the catalogue and their modules; all other names are the core's."""

__all__ = [*_GAMES, *core.__all__]


if not TYPE_CHECKING:  # to a type checker, this would make any name one of the door

    def __getattr__(name: str) -> Any:
        """The name from its room, kept here from now on."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        room = import_module(_GAMES[name]) if name in _GAMES else core
        value = globals()[name] = getattr(room, name)
        return value


def __dir__() -> list[str]:
    """The names of the door, loaded or not."""
    return sorted({*globals(), *__all__})
