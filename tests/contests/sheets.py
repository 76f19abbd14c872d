"""Score sheets for tests."""

from solterm.contests.series import Leg, Row, Series
from solterm.contests.sheet import score_sheet


def sheet_of(*rows: Row | None, game: str = "demon") -> Series:
    """Return the sheet with these rows; None and missing ones are not played."""
    sheet = score_sheet(game)
    for place, row in enumerate(rows):
        if row:
            sheet = sheet.with_leg(place, Leg(game, 0, *row))
    return sheet


# A complete game, one with an exception, and a poor one; three games are not played.
THREE_GAMES = sheet_of(Row(1000, 120, 0), Row(135, 76, 1), None, Row(25, 90, 6))
