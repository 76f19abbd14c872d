"""The score sheet: six games and their totals."""

from enum import Enum, auto
from typing import NamedTuple

from solterm.contests.kinds import ROWS
from solterm.contests.mark import mark
from solterm.core.play.play import Play


class Row(NamedTuple):
    """What one game brought."""

    score: int
    """Points."""
    moves: int
    """All moves of the game."""
    exceptions: int
    """The counted ones: those at the lowest level."""

    def beats(self, other: "Row") -> bool:
        """Would it be a loss to have the other one in its place?"""
        return self.score > other.score


class Sheet(NamedTuple):
    """Six rows, numbered from 1; a game that was not played yet is None."""

    rows: tuple[Row | None, ...] = (None,) * ROWS

    def with_row(self, number: int, row: Row) -> "Sheet":
        """The sheet with a game's row filled in; a game played again replaces its row.

        Raises ``ValueError`` with a sentence for a number that is not on the sheet.
        """
        if not 1 <= number <= ROWS:
            raise ValueError(f"The sheet has games 1 to {ROWS}; there is no game {number}.")
        return self._replace(rows=(*self.rows[: number - 1], row, *self.rows[number:]))

    @property
    def next(self) -> int | None:
        """The first game that is not played yet, from 1; None when all are.

        >>> Sheet().with_row(1, Row(1000, 120, 0)).next
        2
        """
        return next((number for number, row in enumerate(self.rows, 1) if row is None), None)

    @property
    def played(self) -> int:
        """How many games are played."""
        return sum(row is not None for row in self.rows)

    @property
    def totals(self) -> Row:
        """The sums of the three columns; a game not played counts nothing.

        >>> Sheet().with_row(1, Row(1000, 120, 0)).with_row(4, Row(135, 76, 1)).totals
        Row(score=1135, moves=196, exceptions=1)
        """
        played = [row for row in self.rows if row]
        return Row(
            score=sum(row.score for row in played),
            moves=sum(row.moves for row in played),
            exceptions=sum(row.exceptions for row in played),
        )

    def as_text(self) -> str:
        """The sheet as lines of text, headed; games not played show a dash."""
        numbered = [(str(number), row) for number, row in enumerate(self.rows, 1)]
        lines = ["Game     Score   Moves   Exceptions"]
        for label, row in [*numbered, ("Totals", self.totals)]:
            score, moves, exceptions = cells(row)
            lines.append(f"{label:<8}{score:>6}{moves:>8}{exceptions:>13}")
        return "\n".join(lines) + "\n"


def cells(row: Row | None) -> tuple[str, str, str]:
    """The three columns of a row as they are shown; dashes for a game that is not played."""
    return (str(row.score), str(row.moves), str(row.exceptions)) if row else ("-", "-", "-")


class Fate(Enum):
    """What leaving a game does to its row of the sheet."""

    NOTHING = auto()
    """It has no row, or the deal is untouched."""
    WRITES = auto()
    """Its result is written."""
    WORSENS = auto()
    """A better result stands there: the player is asked which is to stay."""


def fate(sheet: Sheet, number: int, play: Play) -> Fate:
    """What leaving a play does to a row."""
    if not play.acted:
        return Fate.NOTHING
    there = sheet.rows[number - 1]
    return Fate.WORSENS if there and there.beats(row_of(play)) else Fate.WRITES


def row_of(play: Play) -> Row:
    """The row a play earns as it stands."""
    return Row(score=mark(play), moves=play.moves, exceptions=play.tally.exceptions)
