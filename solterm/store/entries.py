"""Values that the store takes and returns: a play's state, its row, the row with its events."""

from datetime import date
from typing import NamedTuple

from solterm.core.game import BOARD
from solterm.core.outcome import Outcome
from solterm.core.play.events import IMPORTED
from solterm.core.play.play import Play
from solterm.core.play.record import Record, result_of
from solterm.store.purpose import Purpose

ENDED, OPEN, ASIDE = 0, 1, 2
"""Values of ``open``. A play put aside is neither resumed nor lost."""


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


class PlayRow(NamedTuple):
    """A stored play without its events."""

    play_id: int
    game: str
    """The id of the rule-set."""
    version: int
    """That of the rules."""
    deal: int
    """0 while it is a secret."""
    start_level: int
    mode: int
    """The number of the ``Mode``."""
    options: str
    """As ``KEY=VALUE``, separated by spaces."""
    context: str
    """Its purpose as text; empty for free play."""
    open: int
    """``OPEN``, ``ENDED`` or ``ASIDE``."""
    touched: str
    """When it was last changed: ISO 8601, UTC."""
    outcome: str
    """As in ``PlayState``, like the fields up to ``exceptions``."""
    level: int
    score: int
    moves: int
    exceptions: int
    seconds: float
    """Playing time without long pauses."""
    undos: int
    hints: int
    cheats: int
    own: int | None
    """The score of the game's own source, if it has one."""
    holder: str
    """The token of the program that held it last."""
    way: str
    """The moves of the way to win that the player was shown last, one a line."""
    peeks: int
    turns: int
    """Turns of the stock, which are not moves, before the first move."""
    origin: str
    """The event that says where a play goes on from, or ""."""

    @property
    def number_told(self) -> int:
        """The number of its deal for titles; 0 for a secret, or a board of the player's own."""
        return 0 if f"{BOARD}=" in self.options else self.deal

    @property
    def is_whole(self) -> bool:
        """Whether each field has its type, as it has unless the store is damaged."""
        return all(map(isinstance, self, _KINDS)) and _begins_with_a_day(self.touched)

    @property
    def mended(self) -> "PlayRow":
        """The same with texts as text and no damaged time: lists show it, and its game goes on."""
        pairs = zip(self, _KINDS, strict=True)
        found = PlayRow._make(str(each) if kind is str else each for each, kind in pairs)
        return found if isinstance(found.seconds, float) else found._replace(seconds=0.0)

    @property
    def purpose(self) -> Purpose:
        return Purpose.parse(self.context)

    @property
    def is_open(self) -> bool:
        """Whether it can be resumed: it was neither ended nor put aside."""
        return self.open == OPEN

    @property
    def won(self) -> bool:
        return self.outcome == Outcome.WON.value

    @property
    def is_unfinished(self) -> bool:
        """Whether it has moves and is not won, so that ending it would lose it."""
        return self.moves > 0 and not self.won

    @property
    def imported(self) -> bool:
        """Whether it goes on from a record that came from elsewhere."""
        return self.origin == IMPORTED

    @property
    def shown_score(self) -> int:
        """The score to show first: the source's own, or else the mark."""
        return self.score if self.own is None else self.own


_KINDS = tuple(PlayRow.__annotations__.values())


def _begins_with_a_day(moment: str) -> bool:
    try:
        return bool(date.fromisoformat(moment[:10]))
    except ValueError:
        return False


class Saved(NamedTuple):
    """A stored play with its events."""

    row: PlayRow
    record: Record
    """Its deal and events. Errors name event numbers as lines."""

    @property
    def deal(self) -> int:
        """Its deal, also while that is a secret."""
        return int(self.record.tags["Deal"])


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
