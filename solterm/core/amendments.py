"""Amendments: what makes a declaration another one, at a looser level or with an option chosen."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

_Declared = TypeVar("_Declared")


class Amendment(ABC, Generic[_Declared]):
    """Something that makes a declaration another one."""

    def fault(self, game: _Declared) -> str | None:
        """What is wrong with it in a declaration, as the end of a sentence; None: nothing."""
        return None

    @abstractmethod
    def apply(self, game: _Declared) -> _Declared:
        """The declaration with the change made."""
