"""What a player may choose of a game before it is dealt."""

from collections.abc import Mapping
from typing import Any

from solterm.core.amendments import Amendment
from solterm.core.values import Value, Words


class Option(Value):
    """A choice a player has before the deal."""

    key: str
    """How it is written: ``size`` in ``size=small``."""
    name: Words
    """What a menu calls it."""
    choices: Mapping[str, tuple[Amendment[Any], ...]]
    """What each value makes of the declaration; the first value is the usual one."""
    question: Words = ""
    """Asked before each deal from a menu; empty where the usual value is dealt unasked."""

    @property
    def usual(self) -> str:
        """The value that is played where none is chosen."""
        return next(iter(self.choices))

    def choose(self, value: str) -> tuple[Amendment[Any], ...]:
        """What a value makes of the declaration.

        Raises ``ValueError`` with a sentence that names the values there are.
        """
        if value not in self.choices:
            *first, last = self.choices
            raise ValueError(f"{self.key} is {', '.join(first)} or {last}, not {value!r}.")
        return self.choices[value]
