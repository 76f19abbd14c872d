"""The score sheet: six games and their totals."""

from enum import Enum, auto
from typing import NamedTuple

from solterm.contests.kinds import ROWS
from solterm.core.play.play import Play


class Row(NamedTuple):
    """The result of one game."""

    score: int
    moves: int
    """All moves of the game."""
    exceptions: int
    """The exceptions at the lowest level."""

    def beats(self, other: "Row") -> bool:
        """Return whether this row is better than another."""
        return self.score > other.score


class Sheet(NamedTuple):
    """Six rows, numbered from 1. A game not yet played is None."""

    rows: tuple[Row | None, ...] = (None,) * ROWS

    def with_row(self, number: int, row: Row) -> "Sheet":
        """Return the sheet with a row filled in, replacing any earlier result.

        Raises ``ValueError`` for an invalid row number.
        """
        if not 1 <= number <= ROWS:
            raise ValueError(f"The sheet has games 1 to {ROWS}; there is no game {number}.")
        return self._replace(rows=(*self.rows[: number - 1], row, *self.rows[number:]))

    @property
    def next(self) -> int | None:
        """The first game not yet played, from 1; None if all are played.

        >>> Sheet().with_row(1, Row(1000, 120, 0)).next
        2
        """
        return next((number for number, row in enumerate(self.rows, 1) if row is None), None)

    @property
    def played(self) -> int:
        return sum(row is not None for row in self.rows)

    @property
    def totals(self) -> Row:
        """The sums of the three columns.

        >>> Sheet().with_row(1, Row(1000, 120, 0)).with_row(4, Row(135, 76, 1)).totals
        Row(score=1135, moves=196, exceptions=1)
        """
        played = [row for row in self.rows if row]
        return Row(
            score=sum(row.score for row in played),
            moves=sum(row.moves for row in played),
            exceptions=sum(row.exceptions for row in played),
        )


class Fate(Enum):
    """The effect of leaving a game on its row."""

    NOTHING = auto()
    """None: it has no row, or the deal is untouched."""
    WRITES = auto()
    """The result goes into the row."""
    WORSENS = auto()
    """The row has a better result; ask the player which one to keep."""


def fate(sheet: Sheet, number: int, play: Play) -> Fate:
    """Return the effect of leaving a play on a row."""
    if not play.acted:
        return Fate.NOTHING
    there = sheet.rows[number - 1]
    return Fate.WORSENS if there and there.beats(row_of(play)) else Fate.WRITES


def row_of(play: Play) -> Row:
    """Return the row for a play as it stands."""
    return Row(score=play.mark, moves=play.moves, exceptions=play.tally.exceptions)
