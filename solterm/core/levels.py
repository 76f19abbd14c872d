"""Levels: how strict the rules are."""

from collections.abc import Iterable
from typing import Final

LEVELS: Final = (3, 2, 1)
"""From the original rules (3) to the most forgiving (1)."""


def offer(levels: Iterable[int]) -> str:
    """Return the levels a player may choose from, the easiest first: ``1, 2 or 3``."""
    *first, last = map(str, sorted(levels))
    return f"{', '.join(first)} or {last}" if first else last


QUESTION: Final = f"Press {offer(LEVELS)} for the level you want"
"""KLONCAN's question before a score sheet; a full stop or an explanation follows."""


def check(level: int) -> None:
    """Raise ``ValueError`` unless a number is a level."""
    if level not in LEVELS:
        raise ValueError("Levels are 1 (easy), 2 and 3 (the original rules).")
