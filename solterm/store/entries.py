"""Values that the store takes and returns: states of plays, saved plays, results."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from solterm.core.outcome import Outcome
from solterm.core.play.events import IMPORTED, ORIGINS
from solterm.core.play.play import Play
from solterm.core.play.record import Record, result_of
from solterm.core.refusal import Refusal


class PlayState(NamedTuple):
    """The state of a play, stored beside its events so that lists can show it without replaying."""

    outcome: str
    """``playing``, ``won`` or ``over``."""
    level: int
    """The lowest level played at."""
    score: int
    """The mark."""
    moves: int
    exceptions: int
    """Those at the lowest level."""
    undos: int = 0
    hints: int = 0
    cheats: int = 0
    own: int | None = None
    """The score of the game's own source, if it has one."""


class Saved(NamedTuple):
    """A stored play."""

    play_id: int
    record: Record
    """Its deal and events. Errors name event numbers as lines."""
    context: str
    """Its purpose as text; empty for free play."""
    open: bool
    """False if it was ended or put aside."""
    touched: str
    """When it was last changed: ISO 8601, UTC."""
    standing: PlayState | None = None
    """Its stored state."""
    holder: str = ""
    """The token of the program that held it last."""
    way: tuple[str, ...] = ()
    """The moves of the way to win that the player was shown last."""

    @property
    def game(self) -> str:
        """The id of the rule-set."""
        return self.record.tags["Game"]

    @property
    def deal(self) -> int:
        return int(self.record.tags["Deal"])

    @property
    def is_unfinished(self) -> bool:
        """Whether it has moves and is not won, so that ending it would lose it."""
        stands = self.standing
        return stands is not None and stands.moves > 0 and stands.outcome != Outcome.WON.value


class InProgress(NamedTuple):
    """An open play, as a menu lists it; its deal is 0 while that is a secret."""

    play_id: int
    game: str
    deal: int
    context: str
    moves: int
    touched: str
    options: str = ""
    """As ``KEY=VALUE``, separated by spaces."""
    turns: int = 0
    """Turns of the stock, which are not moves."""


class Finished(NamedTuple):
    """The result of a finished play."""

    game: str
    level: int
    """The lowest level played at."""
    deal: int
    score: int
    """The mark, in points."""
    moves: int
    exceptions: int
    won: bool
    date: str
    """When it was last changed: ISO 8601, UTC."""
    context: str
    seconds: float = 0.0
    """Playing time without long pauses."""
    undos: int = 0
    hints: int = 0
    cheats: int = 0
    own: int | None = None
    """The score of the game's own source, if it has one."""
    peeks: int = 0
    options: str = ""
    """As ``KEY=VALUE``, separated by spaces."""
    origin: str = ""
    """The event that says where a play goes on from, or ""."""
    is_open: bool = False
    """Whether it is won and not ended."""

    @property
    def imported(self) -> bool:
        """Whether it goes on from a record that came from elsewhere."""
        return self.origin == IMPORTED

    @property
    def shown_score(self) -> int:
        """The score to show first: the source's own, or else the mark."""
        return self.score if self.own is None else self.own


def read_result(row: Sequence[Any]) -> Finished:
    """Return the result in a row of the database; raises ``Refusal`` for a damaged row."""
    found = Finished(*row)
    counts = (
        found.level,
        found.score,
        found.moves,
        found.exceptions,
        found.undos,
        found.hints,
        found.cheats,
        0 if found.own is None else found.own,
        found.peeks,
    )
    is_whole = all(isinstance(each, int) for each in counts)
    if not (is_whole and isinstance(found.seconds, float | int)):
        raise Refusal("counts are numbers")
    return found._replace(
        game=str(found.game),
        deal=int(found.deal),
        won=bool(found.won),
        is_open=bool(found.is_open),
        date=str(found.date),
        context=str(found.context),
        options=str(found.options),
        origin=found.origin if found.origin in ORIGINS else "",
        seconds=float(found.seconds),
    )


def play_state(play: Play) -> PlayState:
    """Return the current state of a play."""
    tally, counts = play.tally, play.counts
    return PlayState(
        outcome=result_of(play),
        level=tally.level,
        score=play.mark,
        moves=counts.moves,
        exceptions=tally.exceptions,
        undos=counts.undos,
        hints=counts.hints,
        cheats=counts.cheats,
        own=play.own,
    )
