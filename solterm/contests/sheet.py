"""The score sheet: a series of six games with one rule-set, played in any order."""

from enum import Enum, auto

from solterm.contests.kinds import SHEET
from solterm.contests.series import Leg, Row, Series
from solterm.core.play.play import Play


def score_sheet(game_id: str) -> Series:
    """Return an empty score sheet of a game.

    >>> score_sheet("demon").totals
    Row(score=0, moves=0, exceptions=0)
    """
    return Series(SHEET, game_id, (Leg(game_id, 0),) * SHEET.rows)


class Fate(Enum):
    """The effect of leaving a game on its row."""

    NOTHING = auto()
    """None: it has no row, or the deal is untouched."""
    WRITES = auto()
    """The result goes into the row."""
    WORSENS = auto()
    """The row has a better result; ask the player which one to keep."""


def fate(sheet: Series, number: int, play: Play) -> Fate:
    """Return the effect of leaving a play on a row, from 1."""
    if not play.acted:
        return Fate.NOTHING
    there = sheet.legs[number - 1].points
    return Fate.WORSENS if there is not None and there > play.mark else Fate.WRITES


def row_of(play: Play) -> Row:
    """Return the row for a play as it stands."""
    return Row(score=play.mark, moves=play.moves, exceptions=play.tally.exceptions)
