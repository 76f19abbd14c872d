"""Suggestions for a misspelled name."""

from collections.abc import Iterable

from solterm.core.plural import either

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
    return f"Did you mean {either(repr(known[each]) for each in near)}?" if near else ""
