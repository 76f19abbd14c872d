"""The words of a declaration: its builds, spaces, actions, conditions and so on."""

from collections.abc import Iterator

from solterm.core.declaration import Declaration
from solterm.core.groups import Group
from solterm.core.values import Value

_TOLD = frozenset({"levels", "exceptions", "options", "dealing", "layout", "own_score", "pack"})
"""The fields of a game that do not affect play after the deal."""


def policies(game: Declaration) -> Iterator[Value]:
    """Yield the policies of a game, including nested ones."""
    for field in game._fields:
        if field not in _TOLD:
            yield from _within(game.__dict__[field])


def _within(value: object) -> Iterator[Value]:
    if isinstance(value, Value):
        if not isinstance(value, Group):
            yield value
        for field in value._fields:
            yield from _within(value.__dict__[field])
    elif isinstance(value, tuple):
        for each in value:
            yield from _within(each)


def named_piles(policy: Value, game: Declaration) -> frozenset[str]:
    """Return the piles that a policy names by id."""
    named: set[str] = set()
    for field in policy._fields:
        value = policy.__dict__[field]
        words = value if isinstance(value, tuple) else (value,)
        named.update(word for word in words if isinstance(word, str) and word in game.index)
    return frozenset(named)
