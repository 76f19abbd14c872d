"""The score sheet: six games and their totals (``rules.md`` A1)."""

from dataclasses import dataclass, replace

from solterm.contests.mark import mark
from solterm.core.play import Play

ROWS = 6
"""Games on a sheet."""


@dataclass(frozen=True)
class Row:
    """What one game brought."""

    score: int
    """Points."""
    moves: int
    """All moves of the game."""
    exceptions: int
    """The counted ones: those at the lowest level (``rules.md`` B2, R8)."""


_UNPLAYED = Row(score=0, moves=0, exceptions=0)


@dataclass(frozen=True)
class Sheet:
    """Six rows, numbered from 1; a game that was not played yet is None."""

    rows: tuple[Row | None, ...] = (None,) * ROWS

    def with_row(self, number: int, row: Row) -> "Sheet":
        """The sheet with a game's row filled in; a game played again replaces its row.

        Raises ``ValueError`` with a sentence for a number that is not on the sheet.
        """
        if not 1 <= number <= ROWS:
            raise ValueError(f"The sheet has games 1 to {ROWS}; there is no game {number}.")
        return replace(self, rows=(*self.rows[: number - 1], row, *self.rows[number:]))

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
        """The sheet as lines of text, headed; rows not played show 0, as on KLONCAN's own."""
        numbered = [(str(number), row or _UNPLAYED) for number, row in enumerate(self.rows, 1)]
        lines = ["Game     Score   Moves   Exceptions"]
        for label, row in [*numbered, ("Totals", self.totals)]:
            lines.append(f"{label:<8}{row.score:>6}{row.moves:>8}{row.exceptions:>13}")
        return "\n".join(lines) + "\n"


def row_of(play: Play) -> Row:
    """The row a play earns as it stands."""
    return Row(score=mark(play), moves=play.moves, exceptions=play.tally.exceptions)
