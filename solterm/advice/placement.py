"""Placements: rate the piles on which a card from the stock can wait.

In these games a card on a waste can only go to a foundation. A placement is good if no card below
it is needed sooner.
"""

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.table import Index, Pile, Table
from solterm.core.vocabulary.builds import ANY_ORDER

_NEVER = 14
"""The wait of a card that no foundation will ever want, longer than any other."""
_GAP = 0.1
"""The cost of a gap: laying a card on one wanted much later wastes the positions in between."""
_SPACE, _LOW = 1.0, 0.25
"""The cost of using a space, and the increase for each step the card is wanted sooner than last. A
space is best kept for a card that goes home last, because all others can lie on it."""


def is_placement(game: Declaration, move: Move) -> bool:
    """Return whether a move lays a card on a pile to wait."""
    if not move.dst or move.dst[0] == "f":
        return False
    group = game.group(move.src)
    return isinstance(group, BuilderGroup) and group.builds_elsewhere == ANY_ORDER


class Placements:
    """The cost of placements on a table."""

    def __init__(self, game: Declaration, index: Index, table: Table) -> None:
        self._table = table
        self._index = index
        self._wanted = [
            ahead
            for name in index
            if name[0] == "f" and (ahead := _ahead(game, index, table, name))
        ]

    def wait(self, card: Card) -> int:
        """Return how many cards a foundation must get before it wants this one, at least."""
        found = (ahead.index(rank) for ahead in self._wanted if (rank := card & 15) in ahead)
        return min(found, default=_NEVER)

    def cost(self, move: Move) -> float:
        """Return the cost of a placement; lower is better."""
        waits = self.wait(self._pile(move.src)[-1])
        lying = self._pile(move.dst)
        if not lying:
            return _SPACE + _LOW * max(0, 12 - waits)
        kept = held = 0
        for card in reversed(lying):
            held = max(held, self.wait(card))
            kept += 1 + waits - held if waits > held else 0
        return kept or _GAP * (self.wait(lying[-1]) - waits)

    def count_held(self, move: Move) -> int:
        """Return how many cards of the pile are wanted sooner than the card placed on it.

        A card that another one of the pile holds back already does not count.
        """
        waits = self.wait(self._pile(move.src)[-1])
        held = above = 0
        for wanted in map(self.wait, reversed(self._pile(move.dst))):
            held += above <= wanted < waits
            above = max(above, wanted)
        return held

    def _pile(self, name: str) -> Pile:
        return self._table.piles[self._index[name]]


def _ahead(game: Declaration, index: Index, table: Table, name: str) -> tuple[int, ...]:
    """The ranks a foundation still wants, in order."""
    group, pile = BuilderGroup.of(game.group(name)), table.piles[index[name]]
    if group.build is None:
        return ()
    if pile:
        return group.build.follow(cards.rank(pile[-1]), group.capacity - len(pile) + 1)[1:]
    opening = group.space.mask(table.piles, index, "")
    first = next((card for card in cards.pack() if opening >> card & 1), None)
    return group.build.follow(cards.rank(first), group.capacity) if first is not None else ()
