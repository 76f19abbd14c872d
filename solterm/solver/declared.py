"""Helpers with which a compact form recognises the declarations it covers.

A form knows some words of the vocabulary. So it compares the declaration with the one it expects,
field by field, and declines if anything differs.
"""

from typing import TypeVar

from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup, Group, MemoryGroup
from solterm.core.rules import Rules
from solterm.core.values import replace
from solterm.core.vocabulary.consequences import Consequence
from solterm.core.vocabulary.goals import Gathered, Goal
from solterm.core.vocabulary.policies import Memory

_Group = TypeVar("_Group", bound=Group)
_QUESTIONS = ("generate", "make", "settle", "is_won")
"""The methods that decide which positions follow."""


def plays_as(
    rules: Rules,
    engine: type[Rules],
    kinds: str,
    goal: Goal | None = None,
    consequences: tuple[Consequence, ...] = (),
) -> bool:
    """Whether rules play exactly as an engine does, with piles of these kinds and this goal.

    Without a goal, all cards have to come home. No card may be drawn from under the end card.

    >>> from solterm import find
    >>> from solterm.core.engines.builders import Builders
    >>> from solterm.core.vocabulary.exceptions import LevelOneMove
    >>> plays_as(find("matrimony").rules(), Builders, "fst")
    True
    >>> plays_as(find("matrimony").rules_armed(2, LevelOneMove()), Builders, "fst")
    False
    """
    game = rules.game
    return (
        all(getattr(type(rules), question) is getattr(engine, question) for question in _QUESTIONS)
        and {group.kind for group in game.groups} == set(kinds)
        and rules.goal == (goal or Gathered(game.in_play))
        and game.consequences == consequences
        and not draws_under(game)
    )


def group_of(game: Declaration, kind: str) -> BuilderGroup | None:
    """Return the only group of a kind, without its display fields; None if there are several or
    none.

    >>> from solterm import find
    >>> group_of(find("royale-golf"), "t")
    CoverGroup(kind='t', count=7, lift=<Lift.TOP: 'top'>, goes_to='f')
    """
    groups = [BuilderGroup.of(group) for group in game.groups if group.kind == kind]
    return bared(groups[0]) if len(groups) == 1 else None


def bared(group: _Group) -> _Group:
    """Return a group without what does not affect its moves, such as its name and what it shows."""
    told: dict[str, object] = {"name": "", "fanned": False, "reveals": 0, "asks": ""}
    if isinstance(group, BuilderGroup):
        told["sequences"] = False
    if isinstance(group, MemoryGroup):
        told["memory"] = Memory.NONE
    return replace(group, **told)


def draws_under(game: Declaration) -> bool:
    """Whether cards may be drawn from under the end card of a pile."""
    return any(BuilderGroup.of(group).draws for group in game.groups)
