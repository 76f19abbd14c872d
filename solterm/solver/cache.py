"""Caches of what follows from piles."""

from collections.abc import Callable
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

KEPT = 1 << 15
"""The most entries of a cache about piles."""


class Cache(dict[_Key, _Value]):
    """The results of a function of one argument. A full cache starts over."""

    def __init__(self, find: Callable[[_Key], _Value], most: int = KEPT) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, key: _Key) -> _Value:
        if len(self) > self._most:
            self.clear()
        value = self[key] = self._find(key)
        return value
