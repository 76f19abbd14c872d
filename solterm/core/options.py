"""Options: what a player may choose before the deal, and the changes that a choice makes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from solterm.core.phrases import either
from solterm.core.refusal import Refusal
from solterm.core.values import Value, Words

_Declared = TypeVar("_Declared")


class Amendment(ABC, Generic[_Declared]):
    """A change that a level or an option makes to a declaration."""

    def fault(self, game: _Declared) -> str | None:
        """Return the end of a sentence that says why it does not fit a declaration, or None."""
        return None

    @abstractmethod
    def apply(self, game: _Declared) -> _Declared:
        """Return the changed declaration."""


class Option(Value):
    """A choice a player has before the deal."""

    key: str
    """Its name in ``KEY=VALUE``, such as ``size``."""
    name: Words
    """Its name in menus."""
    choices: Mapping[str, tuple[Amendment[Any], ...]]
    """The changes that each value makes to the declaration. The first value is the usual one."""
    question: Words = ""
    """The question menus ask before each deal. If empty, they deal the usual value unasked."""
    words: Mapping[str, Words] = MappingProxyType({})
    """What titles add to the game's name: ``{"2": "two suits"}``; "" for nothing.

    With words for the usual value too, the menu offers all values on the row of the game.
    """

    @property
    def usual(self) -> str:
        """The default value."""
        return next(iter(self.choices))

    def title(self, value: str) -> str:
        """Return the words for a value in titles, "" for the usual one."""
        return "" if value == self.usual else self.words.get(value, f"{self.name.lower()} {value}")

    def choose(self, value: str) -> tuple[Amendment[Any], ...]:
        """Return the changes that a value makes to the declaration.

        Raises ``Refusal`` for an unknown value.
        """
        if value not in self.choices:
            raise Refusal(f"{self.key} is {either(self.choices)}, not {value!r}.")
        return self.choices[value]


def parse(text: str) -> dict[str, str]:
    """Return the values by key in a text such as ``deck=bland size=small``."""
    return dict(each.partition("=")[::2] for each in text.split())


def write(options: Mapping[str, str]) -> str:
    """Return the text that ``parse`` reads."""
    return " ".join(f"{key}={value}" for key, value in options.items())
