"""solterm: a solitaire collection for the terminal, and a library of its rules.

>>> import solterm
>>> play = solterm.Play(solterm.find("free-cell"), deal=617)
>>> len(play.legal_moves), play.push("t1 r1"), play.outcome
(35, Move.parse('t1 r1'), None)

``find`` and ``catalogue`` have the games. ``Game.deal`` gives a ``Position``, a value for searches;
``Play`` is a game in progress with its undo, levels, exceptions and record. ``solve``, ``analyse``
and ``study`` ask the solver. ``solterm.declare`` has the vocabulary for declaring games.

Each name is loaded when it is first used: ``import solterm`` loads neither Textual nor Rich.
"""

import sys

# "python -m solterm" puts the current directory first, so a stray json.py there would be imported.
# While Python looks for the module to run, argv[0] is "-m".
if (
    sys.argv[:1] == ["-m"]
    and any(each.removeprefix("-m").partition(".")[0] == "solterm" for each in sys.orig_argv[1:])
    and not sys.flags.safe_path
):
    del sys.path[0]

from importlib import import_module

TYPE_CHECKING = False  # importing typing would delay the last picture
if TYPE_CHECKING:
    from solterm import games as games
    from solterm.advice.analysis import Analysis as Analysis
    from solterm.advice.choose import hint as hint
    from solterm.advice.quick import Hint as Hint
    from solterm.core import cards as cards
    from solterm.core.cards import Card as Card
    from solterm.core.game import Game as Game
    from solterm.core.game import Position as Position
    from solterm.core.move import AmbiguousMove as AmbiguousMove
    from solterm.core.move import IllegalMove as IllegalMove
    from solterm.core.move import InvalidMove as InvalidMove
    from solterm.core.move import Move as Move
    from solterm.core.move import UnknownCard as UnknownCard
    from solterm.core.outcome import Outcome as Outcome
    from solterm.core.play import record as record
    from solterm.core.play.history import Tally as Tally
    from solterm.core.play.mode import Mode as Mode
    from solterm.core.play.play import Play as Play
    from solterm.core.play.record import Record as Record
    from solterm.core.play.record import RecordError as RecordError
    from solterm.core.refusal import Refusal as Refusal
    from solterm.core.rules import LegalMoves as LegalMoves
    from solterm.core.rules import Rules as Rules
    from solterm.core.table import Pile as Pile
    from solterm.core.table import Table as Table
    from solterm.games import catalogue as catalogue
    from solterm.games import find as find
    from solterm.games import search as search
    from solterm.manual.odds import Odds as Odds
    from solterm.research import StudyRow as StudyRow
    from solterm.research import analyse as analyse
    from solterm.research import read_board as read_board
    from solterm.research import solve as solve
    from solterm.research import study as study
    from solterm.solver.verdict import Finding as Finding
    from solterm.solver.verdict import Limit as Limit
    from solterm.solver.verdict import Verdict as Verdict

__version__ = "0.1.0"

_MODULE_OF = {
    "cards": "core.cards",
    "Hint": "advice.quick",
    "hint": "advice.choose",
    "Card": "core.cards",
    "Game": "core.game",
    "AmbiguousMove": "core.move",
    "IllegalMove": "core.move",
    "InvalidMove": "core.move",
    "Move": "core.move",
    "UnknownCard": "core.move",
    "Outcome": "core.outcome",
    "record": "core.play.record",
    "Tally": "core.play.history",
    "Play": "core.play.play",
    "Record": "core.play.record",
    "RecordError": "core.play.record",
    "Mode": "core.play.mode",
    "Position": "core.game",
    "Refusal": "core.refusal",
    "LegalMoves": "core.rules",
    "Rules": "core.rules",
    "Pile": "core.table",
    "Table": "core.table",
    "games": "games",
    "catalogue": "games",
    "find": "games",
    "search": "games",
    "read_board": "research",
    "Odds": "manual.odds",
    "StudyRow": "research",
    "analyse": "research",
    "solve": "research",
    "study": "research",
    "Analysis": "advice.analysis",
    "Finding": "solver.verdict",
    "Limit": "solver.verdict",
    "Verdict": "solver.verdict",
}
"""The module of each name; ``cards``, ``games`` and ``record`` are modules themselves."""

__all__ = list(_MODULE_OF)


if not TYPE_CHECKING:  # to a type checker, this would make every name valid

    def __getattr__(name: str) -> object:
        """Load a name from its module on first use."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"{__name__}.{_MODULE_OF[name]}")
        value = globals()[name] = getattr(module, name, module)
        return value


def __dir__() -> list[str]:
    """List all public names, loaded or not."""
    return sorted({*globals(), *__all__})
