"""Shorthand the declarations share: the usual builds, pile groups and relaxations."""

from typing import Any

from solterm.core.groups import BuilderGroup, Group, PairingGroup
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal
from solterm.core.vocabulary.pairs import Pairs
from solterm.core.vocabulary.policies import Action, Lift
from solterm.core.vocabulary.spaces import ACES, Space

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
