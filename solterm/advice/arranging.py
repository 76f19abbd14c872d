"""Arrangements of the unseen cards: the tables that fit a player's view."""

from collections.abc import Iterator
from random import Random

from solterm.core.cards import ALL, DOWN, Card
from solterm.core.play.view import View
from solterm.core.table import Table

_FACE = ~DOWN
_DEALS = 1_000_000
"""The deal numbers that decide the shuffles to come."""


def arrange(view: View) -> Iterator[Table]:
    """Generate random tables that fit a view, all equally likely.

    The view is the seed, so that equal views lead to the same tables.
    """
    chance = Random(repr(view.write()))
    masks = _list_masks(view)
    order = sorted(range(len(masks)), key=lambda blank: masks[blank].bit_count())
    while True:
        left = list(view.unseen)
        chance.shuffle(left)
        filled: dict[int, Card] = {}
        for blank in order:
            fitting = (at for at, card in enumerate(left) if masks[blank] >> card & 1)
            filled[blank] = left.pop(next(fitting, 0))
        rest = (filled[blank] for blank in range(len(masks)))
        deal = chance.randrange(1, _DEALS)
        piles = tuple(
            tuple(card if card & _FACE else card | next(rest) for card in pile)
            for pile in view.table.piles
        )
        yield view.table._replace(piles=piles, deal=deal if view.game.shuffles else 0)


def _list_masks(view: View) -> list[int]:
    """Return the cards that may lie at each blank, in the table's order."""
    declared: dict[str, int] = {}
    for step in view.game.dealing:
        declared.update(step.confines())
    return [
        declared.get(name, ALL)
        for name, pile in zip(view.game.ids, view.table.piles, strict=True)
        for card in pile
        if not card & _FACE
    ]
