"""Shorthand the declarations share: the usual builds, pile groups and relaxations."""

from typing import Any

from solterm.core.game import Change, Group, change
from solterm.core.policies import ACES, ANY_CARD, Action, Build, Lift, Match, Space

ALTERNATING = Build((-1,), Match.ALTERNATE)
"""alt↓"""
ALTERNATING_ROUND = Build((-1,), Match.ALTERNATE, wrap=True)
"""alt↓w"""
DOWNWARDS = Build((-1,), Match.ANY)
"""any↓"""
DOWNWARDS_ROUND = Build((-1,), Match.ANY, wrap=True)
"""any↓w"""
UP_IN_SUIT = Build((1,), Match.SUIT)
"""suit↑"""
UP_IN_SUIT_ROUND = Build((1,), Match.SUIT, wrap=True)
"""suit↑w"""


def stock(action: Action) -> Group:
    """The face-down stock and what turning it does."""
    return Group("s", name="stock", action=action)


def waste(to: str = "ft") -> Group:
    """One squared waste whose top is playable."""
    return Group("w", name="waste", lift=Lift.TOP, to=to)


def foundations(
    count: int = 4, build: Build = UP_IN_SUIT, opens: Space = ACES, **fields: Any
) -> Group:
    """Foundations of thirteen; cards laid there stay there (convention 1)."""
    return Group(
        "f", count, name="foundation", build=build, space=opens, **{"capacity": 13} | fields
    )


def columns(count: int, build: Build, lift: Lift, space: Space, to: str = "ft") -> Group:
    """Fanned columns of the tableau."""
    return Group("t", count, name="column", build=build, lift=lift, space=space, to=to, fanned=True)


def reserve(fanned: bool = False, to: str = "ft") -> Group:
    """One reserve pile whose top is playable and which takes nothing."""
    return Group("r", name="reserve", lift=Lift.TOP, to=to, fanned=fanned)


def any_space(build: Build) -> Change:
    """Level 1 of every building game: any card into a space, build whatever the colours."""
    return change("t", space=ANY_CARD, build=build)
