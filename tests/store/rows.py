"""Rows of plays as the store gives them."""

from typing import Any

from solterm.store.entries import ENDED, PlayRow

_ENDED = PlayRow(
    *(1, "demon", 1, 617, 3, 0, "", "", ENDED, "2026-11-21T10:00:00", "over"),
    *(3, 0, 40, 0, 75.0, 0, 0, 0, None, "", "", 0, 0, ""),
)


def ended(**fields: Any) -> PlayRow:
    """Return the row of a free game of Demon that has ended, with other fields."""
    return _ENDED._replace(**fields)
