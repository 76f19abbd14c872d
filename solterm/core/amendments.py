"""The interface of changes that levels and options make to a declaration."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

_Declared = TypeVar("_Declared")


class Amendment(ABC, Generic[_Declared]):
    """A change that turns one declaration into another."""

    def fault(self, game: _Declared) -> str | None:
        """Return the end of a sentence that says why it does not fit a declaration, or None."""
        return None

    @abstractmethod
    def apply(self, game: _Declared) -> _Declared:
        """Return the changed declaration."""
