"""Placements: what a card laid to wait on a pile keeps from going home.

A card laid on a waste to wait leaves it for a foundation only. So what counts is how soon it will
be wanted there, and whether it lies over cards that are wanted sooner: those have to wait for it.
"""

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.table import Index, Pile, Table
from solterm.core.vocabulary.builds import ANY_ORDER

_NEVER = 14
"""How soon a card is wanted that no foundation will ever want: later than all others."""
_GAP = 0.1
"""What it costs to lay a card on one that is wanted much later: others might have lain between."""
_SPACE, _LOW = 1.0, 0.25
"""What a space costs that a card takes, and more for each step it is wanted sooner than the last:
a space is best kept for a card that goes home last, since all others may lie on that."""


def is_placement(game: Game, move: Move) -> bool:
    """Is a card laid to wait, wherever the player likes?"""
    return bool(move.dst) and move.dst[0] != "f" and game.group(move.src).lays == ANY_ORDER


class Placements:
    """How soon each card is wanted at a table, and so what a placement costs."""

    def __init__(self, game: Game, index: Index, table: Table) -> None:
        self._table = table
        self._index = index
        self._wanted = [
            ahead
            for name in index
            if name[0] == "f" and (ahead := _ahead(game, index, table, name))
        ]

    def wait(self, card: Card) -> int:
        """How many cards a foundation takes before it wants this one, at the least."""
        found = (ahead.index(rank) for ahead in self._wanted if (rank := card & 15) in ahead)
        return min(found, default=_NEVER)

    def cost(self, move: Move) -> float:
        """What a placement costs; the less the better."""
        waits = self.wait(self._pile(move.src)[-1])
        lying = self._pile(move.dst)
        if not lying:
            return _SPACE + _LOW * max(0, 12 - waits)
        kept = held = 0
        for card in reversed(lying):
            held = max(held, self.wait(card))
            kept += 1 + waits - held if waits > held else 0
        return kept or _GAP * (self.wait(lying[-1]) - waits)

    def _pile(self, name: str) -> Pile:
        return self._table.piles[self._index[name]]


def _ahead(game: Game, index: Index, table: Table, name: str) -> list[int]:
    """The ranks a foundation still wants, in order."""
    group, pile = game.group(name), table.piles[index[name]]
    if group.build is None:
        return []
    step = group.build.steps[0]
    if pile:
        left, rank = group.capacity - len(pile), _next(cards.rank(pile[-1]), step)
    else:
        opening = group.space.mask(table.piles, index, "")
        first = next((card for card in cards.pack() if opening >> card & 1), None)
        left, rank = (group.capacity, cards.rank(first)) if first is not None else (0, 0)
    ranks = []
    for _ in range(left):
        ranks.append(rank)
        rank = _next(rank, step)
    return ranks


def _next(rank: int, step: int) -> int:
    return (rank + step - 1) % 13 + 1
