"""What a stock does beside being turned onto a waste: slots, rows, foundations, redeals.

``policies.Turn`` is the commonest; these are its kin. Each is an ``Action`` of the stock.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from solterm.core.cards import DOWN
from solterm.core.policies import Action, Index
from solterm.core.table import Pile, Table

_OUT = "The stock is out."


def top_up(piles: list[Pile], source: int, target: int) -> None:
    """Move the top card of one pile onto another, face up."""
    piles[target] = (*piles[target], piles[source][-1] & ~DOWN)
    piles[source] = piles[source][:-1]


@dataclass(frozen=True)
class TurnToSlot(Action):
    """The turn slot: its card, if any, goes to the waste; the next stock card takes its place.

    Solitaire Royale's turned card (rows 3, 7, 10). Without a waste the slot must be empty (row 8).
    """

    passes: int = 1
    waste: str | None = "w"
    stock: str = "s"
    slot: str = "h"

    def why_not(self, table: Table, index: Index) -> str | None:
        piles = table.piles
        if piles[index[self.stock]]:
            if self.waste is None and piles[index[self.slot]]:
                return "The turned card must be placed before the next one is turned."
            return None
        if table.passes + 1 >= self.passes or self.waste is None:
            return f"{_OUT[:-1]}, and it may not be turned over again."
        if not piles[index[self.waste]] and not piles[index[self.slot]]:
            return "There is no card left to turn."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        s, h = index[self.stock], index[self.slot]
        if piles[h] and self.waste is not None:
            top_up(piles, h, index[self.waste])
        if piles[s]:
            top_up(piles, s, h)
            return table._replace(piles=tuple(piles))
        w = index[self.waste or ""]
        piles[s] = tuple(card | DOWN for card in reversed(piles[w]))
        piles[w] = ()
        return table._replace(piles=tuple(piles), passes=table.passes + 1)


@dataclass(frozen=True)
class DealRow(Action):
    """One card on each of some piles in order, as far as the stock reaches."""

    piles: tuple[str, ...]
    needs_all: bool = False
    """Must no pile be empty (row 46), as long as there are cards enough to fill them?"""
    stock: str = "s"

    def why_not(self, table: Table, index: Index) -> str | None:
        if not table.piles[index[self.stock]]:
            return _OUT
        rows = [table.piles[index[name]] for name in self.piles]
        if self.needs_all and not all(rows) and sum(map(len, rows)) >= len(rows):
            return "The stock is dealt only while no column is empty."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        s = index[self.stock]
        for name in self.piles[: len(piles[s])]:
            top_up(piles, s, index[name])
        return table._replace(piles=tuple(piles))


def flipped(waste: Sequence[int]) -> Pile:
    """A waste turned over to be the stock again (convention 4)."""
    return tuple(card | DOWN for card in reversed(waste))
