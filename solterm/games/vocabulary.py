"""Shorthand the declarations share: the usual builds and pile groups, levels and exceptions.

A declaration names its family and what level 1 relaxes in it; the rest follows. Families of other
engines keep their shorthand next to their games.
"""

from collections.abc import Mapping
from typing import Any, TypedDict

from solterm.core.game import Change, change
from solterm.core.groups import BuilderGroup, Group, PairingGroup
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, TurnStock, TurnToSlot
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal
from solterm.core.vocabulary.exceptions import (
    DrawUnder,
    ExceptionRule,
    LevelOneMove,
    SwapWaste,
    TurnOne,
)
from solterm.core.vocabulary.pairs import Pairs
from solterm.core.vocabulary.policies import Action, Lift
from solterm.core.vocabulary.spaces import ACES, ANY_CARD, Space

ALTERNATING = Build((-1,), Match.ALTERNATE)
"""Down in alternating colours."""
ALTERNATING_ROUND = Build((-1,), Match.ALTERNATE, wrap=True)
"""Down in alternating colours, a King on an Ace."""
DOWNWARDS = Build((-1,), Match.ANY)
"""Down whatever the suits."""
DOWNWARDS_ROUND = Build((-1,), Match.ANY, wrap=True)
"""Down whatever the suits, a King on an Ace."""
UPWARDS = Build((1,), Match.ANY)
"""Up whatever the suits."""
UPWARDS_ROUND = Build((1,), Match.ANY, wrap=True)
"""Up whatever the suits, an Ace on a King."""
UP_IN_SUIT = Build((1,), Match.SUIT)
"""Up in suit."""
UP_IN_SUIT_ROUND = Build((1,), Match.SUIT, wrap=True)
"""Up in suit, an Ace on a King."""

DISCARD = Group("d", name="discard pile")
"""The pile of cards that have left the game."""


def ids(kind: str, count: int) -> tuple[str, ...]:
    """Return the ids of a number of piles of a kind: ``t1``, ``t2`` ..."""
    return tuple(f"{kind}{number}" for number in range(1, count + 1))


def hidden_rows(count: int) -> tuple[Deal, ...]:
    """Return the steps that deal a face-down triangle, row by row and from left to right.

    The first column gets no card, the second one, and so on, as in PySolFC's Yukon.

    >>> hidden_rows(3)
    (Deal(piles=('t2', 't3'), down=1), Deal(piles=('t3',), down=1))
    """
    return tuple(Deal(ids("t", count)[row:], down=1) for row in range(1, count))


def discard(*pairs: Pairs) -> PairingGroup:
    """The discard pile of a game of pairing, and the pairs that leave to it."""
    return PairingGroup("d", name="discard pile", pairs=pairs)


def stock(action: Action) -> Group:
    """The face-down stock and its action."""
    return Group("s", name="stock", action=action)


def redeal_pile(action: Action, deed: str = "redeal") -> Group:
    """A pile without cards, whose action deals or changes the tableau again."""
    return Group("s", name=f"{deed} pile", action=action)


def waste(goes_to: str = "ft", count: int = 1, **fields: Any) -> BuilderGroup:
    """Squared wastes whose tops are playable."""
    return BuilderGroup("w", count, name="waste", lift=Lift.TOP, goes_to=goes_to, **fields)


def turned_card(goes_to: str) -> BuilderGroup:
    """The turn slot: one playable card next to the stock."""
    return BuilderGroup("h", name="turned card", lift=Lift.TOP, goes_to=goes_to)


def foundations(
    count: int = 4, build: Build | None = UP_IN_SUIT, space: Space = ACES, **fields: Any
) -> BuilderGroup:
    """Foundations of thirteen cards; cards laid there stay."""
    return BuilderGroup(
        "f", count, name="foundation", build=build, space=space, **{"capacity": 13} | fields
    )


def columns(
    count: int, build: Build, lift: Lift, space: Space, goes_to: str = "ft"
) -> BuilderGroup:
    """Fanned columns of the tableau."""
    return BuilderGroup(
        "t", count, name="column", build=build, lift=lift, space=space, goes_to=goes_to, fanned=True
    )


def reserve(fanned: bool = False, goes_to: str = "ft", name: str = "reserve") -> BuilderGroup:
    """One reserve pile whose top is playable; it takes no cards."""
    return BuilderGroup("r", name=name, lift=Lift.TOP, goes_to=goes_to, fanned=fanned)


def grid_picture(columns: int, rows: int, *beside: str) -> str:
    """Lay out a grid of cells, with lines of other piles at its right."""
    lines = []
    for row in range(rows):
        cells = (f"g{row * columns + column + 1:<3}" for column in range(columns))
        lines.append(f"{''.join(cells)}  {beside[row] if row < len(beside) else ''}".rstrip())
    return "\n".join(lines)


# -- levels and exceptions, family by family --------------------------------------------------


class Easing(TypedDict):
    """The levels and exceptions of a game, which ``Game(**open_layout(...))`` takes."""

    levels: Mapping[int, tuple[Change, ...]]
    exceptions: Mapping[int, ExceptionRule]


def any_space(build: Build) -> Change:
    """Let columns take any card when empty, and build in this way."""
    return change("t", space=ANY_CARD, build=build)


ANY_SPACE = change("t", space=ANY_CARD)
"""Any card, or whatever is lifted, into an empty column."""
RUNS_LIFT = change("t", space=ANY_CARD, lift=Lift.RUN)
"""Any card into a space, and runs as a unit, for columns that ignore colours anyway."""
SPACES_WAIT = change("", consequences=())
"""Empty piles wait for the player."""


def packet_stock(*freed: Change) -> Easing:
    """Ease a game whose stock turns several cards at once.

    Level 2 turns them one at a time, and level 1 makes the changes ``freed`` too. At level 3, X
    turns one card; at level 2, X makes a move of level 1.
    """
    return {
        "levels": {2: (change("s", action=TurnStock(1)),), 1: freed},
        "exceptions": {3: TurnOne(), 2: LevelOneMove()},
    }


def single_stock(relief: Change, *freed: Change) -> Easing:
    """Ease a game whose stock comes card by card.

    Level 2 makes the change ``relief``, mostly ``one_more_pass``, and level 1 the changes ``freed``
    too. At level 3, X swaps the two top cards of the waste; at level 2, X makes a move of level 1.
    """
    return {
        "levels": {2: (relief,), 1: freed},
        "exceptions": {3: SwapWaste(), 2: LevelOneMove()},
    }


def one_more_pass(action: TurnStock | TurnToSlot | DealRow) -> Change:
    """Allow one pass through the stock more than the rules do."""
    assert action.passes is not None, "it may be gone through without limit already"
    return change("s", action=replace(action, passes=action.passes + 1))


def row_stock(relief: Change, *freed: Change) -> Easing:
    """Ease a game whose stock is dealt in rows.

    The same as ``open_layout``; ``relief`` is mostly ``ANY_SPACE``.
    """
    return {
        "levels": {2: (relief,), 1: freed},
        "exceptions": {3: DrawUnder(), 2: LevelOneMove()},
    }


def open_layout(relief: Change, *freed: Change) -> Easing:
    """Ease a game in which most cards lie open.

    Level 2 makes the change ``relief``, such as one more free cell, and level 1 the changes
    ``freed`` too. At level 3, X moves the card under an end card; at level 2, X makes a move of
    level 1.
    """
    return {
        "levels": {2: (relief,), 1: freed},
        "exceptions": {3: DrawUnder(), 2: LevelOneMove()},
    }
