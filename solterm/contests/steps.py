"""Long work in steps, so that a caller can do other work in between."""

from collections.abc import Generator
from typing import TypeVar, cast

_T = TypeVar("_T")


def finish(steps: Generator[None, None, _T]) -> _T:
    """Run all steps and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(_T, end.value)
