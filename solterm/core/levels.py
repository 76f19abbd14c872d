"""Levels: how strictly a game is played."""

from collections.abc import Iterable
from typing import Final

LEVELS: Final = (3, 2, 1)
"""From the source's own rules to the most forgiving ones."""


def offer(levels: Iterable[int]) -> str:
    """Name levels that a player may choose from, the easiest first: ``1, 2 or 3``."""
    *first, last = map(str, sorted(levels))
    return f"{', '.join(first)} or {last}" if first else last


def check(level: int) -> None:
    """Raise ``ValueError`` with a sentence unless it is a level."""
    if level not in LEVELS:
        raise ValueError("Levels are 1 (easy), 2 and 3 (the original rules).")
