"""Work that is done in steps, so that whoever has it done can breathe in between."""

from collections.abc import Generator
from typing import TypeVar, cast

_T = TypeVar("_T")


def finish(steps: Generator[None, None, _T]) -> _T:
    """What work that is done in steps comes to, done in one go."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(_T, end.value)
