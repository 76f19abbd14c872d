"""Compiled declarations of building games: piles that give cards, and piles that take them."""

from typing import NamedTuple

from solterm.core.cards import CODES
from solterm.core.vocabulary.policies import Condition, Lift
from solterm.core.vocabulary.spaces import Only, Space

TAKES_NOTHING = (0,) * CODES
"""The ``Build.takes`` of a pile on which no card may be laid."""


class Source(NamedTuple):
    """Piles of one group that cards may leave."""

    places: tuple[int, ...]
    kind: str
    lift: Lift
    run: tuple[int, ...]
    """For each card, the mask of the cards that continue a run on it (lifts RUN and CHAIN)."""
    routes: tuple[tuple[int, bool, bool], ...]
    """Where its cards may go: target number, whether only the end card may go there, and whether
    only empty piles accept it."""
    locked: Condition | None
    """While this condition holds, no card leaves."""
    one: int
    """The number of the target set that its end card alone may go to; empty for lift TOP."""
    many: int
    """The number of the target set that a lifted unit may go to; for lift TOP, its end card."""


class Target(NamedTuple):
    """Piles of one group that take cards."""

    places: tuple[int, ...]
    takes: tuple[int, ...]
    """For each card, the mask of the cards that may be laid on it."""
    space: Space
    capacity: int
    """The number of cards that complete a pile, where the build does not end by itself; else 0."""
    alike: bool
    """Whether it makes no difference which of several equal piles takes a card (foundations)."""
    opening: int | None
    """The mask its empty piles accept, where that never changes."""


Front = tuple[int, list[tuple[int, int]], list[int], int, Space, int]
"""What a target accepts now: the union of all masks, the mask of each pile, the empty piles, their
mask and policy, and the most cards a pile holds (0: no limit)."""


def find_unchanging(space: Space) -> int | None:
    """Return the mask a space accepts if it is the same for every table; else None."""
    if space.by_source:
        return 0  # masked separately for each source
    return space.cards if isinstance(space, Only) else None
