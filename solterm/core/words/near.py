"""Suggestions for a misspelled name."""

from collections.abc import Iterable

_LIKENESS = 0.7
"""The least likeness of a suggestion, as ``difflib`` measures it."""
_MOST = 3


def suggest(typed: str, names: Iterable[str]) -> str:
    """Return a question with the names nearest by letters, or "" if none is near.

    >>> suggest("undoo", ["undo", "redo", "quit"])
    "Did you mean 'undo'?"
    >>> suggest("foo", ["undo", "redo", "quit"])
    ''
    """
    from difflib import get_close_matches  # few players mistype

    known = {name.lower(): name for name in names}
    near = get_close_matches(typed.lower(), known, _MOST, _LIKENESS)
    *first, last = ["", *(repr(known[each]) for each in near)]
    others = ", ".join(first[1:])
    return f"Did you mean {others}{' or ' if others else ''}{last}?" if last else ""
