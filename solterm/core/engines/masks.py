"""What the builders' declarations are compiled into: who may give cards, and who takes which."""

from typing import NamedTuple

from solterm.core.cards import CODES
from solterm.core.vocabulary.policies import Condition, Lift
from solterm.core.vocabulary.spaces import Only, Space

TAKES_NOTHING = (0,) * CODES
"""For each card, the mask of the cards that may be laid on it, where none may."""


class Source(NamedTuple):
    """Piles of one group that cards may leave."""

    places: tuple[int, ...]
    kind: str
    lift: Lift
    run: tuple[int, ...]
    """For each card, the mask of those that continue a run on it (lifts RUN and CHAIN)."""
    routes: tuple[tuple[int, bool, bool], ...]
    """Where its cards may go: target number, whether only the end card may, and whether only to
    empty piles."""
    locked: Condition | None
    """While it holds, nothing leaves."""
    one: int
    """Which reach its end card has where cards go singly; of lift TOP, none."""
    many: int
    """Which reach the cards have that it lifts: of lift TOP, its end card."""


class Target(NamedTuple):
    """Piles of one group that take cards."""

    places: tuple[int, ...]
    takes: tuple[int, ...]
    """For each card, the mask of those that may be laid on it."""
    space: Space
    capacity: int
    """How many cards complete a pile, where the build itself does not stop; else 0."""
    alike: bool
    """Is it all one which of several equal piles takes a card (foundations)?"""
    opening: int | None
    """What its empty piles take, where that never changes."""


Front = tuple[int, list[tuple[int, int]], list[int], int, Space, int]
"""What a target takes now: the mask of all, masks by place, empty places, their mask and policy;
and how many cards a pile has room for at most (0: any number)."""


def find_unchanging(space: Space) -> int | None:
    """What a space may take, where that does not hang on the table; None where it does."""
    if space.by_source:
        return 0  # asked for each source
    return space.cards if isinstance(space, Only) else None
