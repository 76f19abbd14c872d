"""Levels: how strict the rules are."""

from typing import Final

from solterm.core.phrases import either
from solterm.core.refusal import Refusal

LEVELS: Final = (3, 2, 1)
"""From the original rules (3) to the most forgiving (1)."""


QUESTION: Final = f"Press {either(map(str, sorted(LEVELS)))} for the level you want"
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
