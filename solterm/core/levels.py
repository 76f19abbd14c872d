"""Levels: how strict the rules are."""

from collections.abc import Iterable
from typing import Final

from solterm.core.refusal import Refusal

LEVELS: Final = (3, 2, 1)
"""From the original rules (3) to the most forgiving (1)."""


def offer(levels: Iterable[int]) -> str:
    """Return the levels a player may choose from, the easiest first: ``1, 2 or 3``."""
    *first, last = map(str, sorted(levels))
    return f"{', '.join(first)} or {last}" if first else last


QUESTION: Final = f"Press {offer(LEVELS)} for the level you want"
"""KLONCAN's question before a score sheet; a full stop or an explanation follows."""


def parse(text: str) -> int:
    """Return the level in a text; raises ``Refusal`` unless it is one."""
    level = int(text) if text in map(str, LEVELS) else 0
    check(level)
    return level


def check(level: int) -> None:
    """Raise ``Refusal`` unless a number is a level."""
    if level not in LEVELS:
        raise Refusal("Levels are 1 (easy), 2 and 3 (the original rules).")
