"""What crosses the pipe to the worker and back: named tuples, written as lines of JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solterm.core.move import Move

WON, LOST, UNDECIDED = "won", "lost", "undecided"
"""The findings of the solver, which not every program loads."""


class AskHint(NamedTuple):
    """What is the best move for a player who knows only a view? The answer is a ``Thought``."""

    view: Mapping[str, Any]
    """As ``View.write`` writes it."""
    is_over: bool
    """Whether the player has seen why no move is left."""
    seconds: float | None
    positions: int | None = None


class AskVerdict(NamedTuple):
    """Can a position be won? The answer is a ``Judged``."""

    position: str
    armed: bool
    cheating: bool
    """Whether an exception, or a cheat, waits for the next move."""
    seconds: float | None


class AskLost(NamedTuple):
    """Where was a recorded game lost? The answer is a ``Traced``, and so is each part of it."""

    record: str
    lost: Sequence[int]
    """The numbers of positions that are known to be lost."""
    each: float
    seconds: float
    """Processor time for each position, and for all of them."""


class AskDeal(NamedTuple):
    """Which deal can be won? The answer is a ``DealFound``."""

    game: str
    options: Mapping[str, str]
    level: int


Question = AskHint | AskVerdict | AskLost | AskDeal


class Judged(NamedTuple):
    """Whether a position can be won."""

    finding: str
    """As the solver names it; empty where only points can be won."""
    moves: Sequence[Move] = ()
    """The moves that win."""


class TriedChoice(NamedTuple):
    """Moves of which only the last may show the player a new card, and what came of them."""

    moves: Sequence[Move]
    wins: int = 0
    """The trials it won."""
    tries: int = 0
    worth: float = 0.0
    """How promising its positions were; it decides between choices that win equally often."""


class Thought(NamedTuple):
    """What a search for a hint found out."""

    finding: str
    """Whether the position is won, lost or undecided; empty where the player doesn't know."""
    moves: Sequence[Move] = ()
    """The moves that win."""
    tried: Sequence[TriedChoice] = ()
    """The most promising first."""
    quick: Sequence[Move] = ()
    """The way of the quick hint."""

    @property
    def is_early(self) -> bool:
        """Whether the search has found nothing so far but the quick hint."""
        return not (self.finding or self.tried)


class Traced(NamedTuple):
    """Where a game was lost, as far as searches found out."""

    told: Mapping[str, Any]
    """The same for other programs; ``text`` says it in sentences."""
    moves: Sequence[Move] = ()
    """The moves that win from the last position that could be won."""

    @property
    def positions(self) -> Sequence[str]:
        """For each position whether it could be won: ``yes``, ``no`` or ``unknown``."""
        found: Sequence[str] = self.told["positions"]
        return found

    @property
    def undos(self) -> int | None:
        """How many actions ago the game could be won for the last time; None if unknown.

        >>> Traced({"positions": ["yes", "yes", "unknown", "no"]}).undos
        2
        """
        ago = enumerate(reversed(self.positions))
        return next((number for number, word in ago if word == "yes"), None)

    @property
    def unknown(self) -> int:
        """How many positions after that one are undecided."""
        undos = self.undos or 0
        return self.positions[len(self.positions) - undos :].count("unknown")

    @property
    def is_hopeless(self) -> bool:
        """Whether the deal itself can't be won."""
        return self.positions[0] == "no" and "yes" not in self.positions


class DealFound(NamedTuple):
    """A random deal that can be won."""

    number: int | None
    """None if the search was stopped."""
    moves: Sequence[Move] = ()
    """The moves that win it."""


Answer = Judged | Thought | Traced | DealFound
_KINDS: Mapping[str, Any] = {
    kind.__name__: kind
    for kind in (AskHint, AskVerdict, AskLost, AskDeal, Judged, Thought, Traced, DealFound)
}


def write(message: Mapping[str, Any]) -> bytes:
    """Return a line of JSON; a question or an answer in it is written with its kind."""
    return json.dumps({name: _plain(value) for name, value in message.items()}).encode() + b"\n"


def read(line: bytes) -> dict[str, Any]:
    """Return what ``write`` wrote."""
    return {name: _restore(value) for name, value in json.loads(line).items()}


def _plain(value: Any) -> Any:
    kind = type(value).__name__
    if kind not in _KINDS:
        return value
    return {**value._asdict(), "kind": kind}


def _restore(value: Any) -> Any:
    if not isinstance(value, dict) or "kind" not in value:
        return value
    fields = {**value}
    kind = _KINDS[fields.pop("kind")]
    for name in fields.keys() & {"moves", "quick"}:
        fields[name] = _read_moves(fields[name])
    if "tried" in fields:
        fields["tried"] = tuple(
            TriedChoice(_read_moves(moves), *rest) for moves, *rest in fields["tried"]
        )
    return kind(**fields)


def _read_moves(written: Sequence[Sequence[Any]]) -> tuple[Move, ...]:
    return tuple(Move(*move) for move in written)
