"""The relaxations of the levels and the exceptions of X, family by family.

A declaration names its family and what level 1 relaxes in it; the rest follows. Families of other
engines keep their shorthand next to their games.
"""

from collections.abc import Mapping
from typing import TypedDict

from solterm.core.changes import Change, change
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, TurnStock, TurnToSlot
from solterm.core.vocabulary.builds import Build
from solterm.core.vocabulary.exceptions import (
    DrawUnder,
    ExceptionRule,
    LevelOneMove,
    SwapWaste,
    TurnOne,
)
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD


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
