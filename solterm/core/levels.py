"""Levels: how strictly a game is played."""

from typing import Final

LEVELS: Final = (3, 2, 1)
"""From the source's own rules to the most forgiving ones."""


def check(level: int) -> None:
    """Raise ``ValueError`` with a sentence unless it is a level."""
    if level not in LEVELS:
        raise ValueError("Levels are 1 (easy), 2 and 3 (the original rules).")
