"""The relaxations of the levels and the exceptions of X, family by family.

A declaration names its family and what level 1 relaxes in it; the rest follows. Families of other
engines keep their shorthand next to their games.
"""

from collections.abc import Mapping
from typing import TypedDict

from solterm.core.changes import Change, change
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, TurnToSlot
from solterm.core.vocabulary.builds import Build
from solterm.core.vocabulary.exemptions import (
    DrawUnder,
    Exemption,
    LevelOneMove,
    SwapWaste,
    TurnOne,
)
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import ANY_CARD


class Easing(TypedDict):
    """The fields of a declaration that its family decides."""

    levels: Mapping[int, tuple[Change, ...]]
    exceptions: Mapping[int, Exemption]


def any_space(build: Build) -> Change:
    """Any card into a space, and columns that build whatever the colours."""
    return change("t", space=ANY_CARD, build=build)


ANY_SPACE = change("t", space=ANY_CARD)
"""Any card, or whatever is lifted, into an empty column."""
RUNS_LIFT = change("t", space=ANY_CARD, lift=Lift.RUN)
"""Any card into a space, and runs as a unit, for columns that ignore colours anyway."""
SPACES_WAIT = change("", consequences=())
"""Empty piles wait for the player."""


def packet_stock(*freed: Change) -> Easing:
    """The stock turns several cards at once; level 2 turns them one at a time."""
    return {
        "levels": {2: (change("s", action=TurnStock(1)),), 1: freed},
        "exceptions": {3: TurnOne(), 2: LevelOneMove()},
    }


def single_stock(relief: Change, *freed: Change) -> Easing:
    """The stock comes card by card; level 2 is mostly ``one_more_pass``."""
    return {
        "levels": {2: (relief,), 1: freed},
        "exceptions": {3: SwapWaste(), 2: LevelOneMove()},
    }


def one_more_pass(action: TurnStock | TurnToSlot | DealRow) -> Change:
    """Allow one pass through the stock more than the rules do."""
    assert action.passes is not None, "it may be gone through without limit already"
    return change("s", action=replace(action, passes=action.passes + 1))


def row_stock(relief: Change, *freed: Change) -> Easing:
    """The stock is dealt in rows; level 2 is mostly ``ANY_SPACE``."""
    return {
        "levels": {2: (relief,), 1: freed},
        "exceptions": {3: DrawUnder(), 2: LevelOneMove()},
    }


def open_layout(relief: Change, *freed: Change) -> Easing:
    """Every card is face up; level 2 has one more free cell."""
    return {
        "levels": {2: (relief,), 1: freed},
        "exceptions": {3: DrawUnder(), 2: LevelOneMove()},
    }
