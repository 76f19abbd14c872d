"""Actions of the stock: turning it, dealing rows, redeals, reshuffles and rotations."""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, ClassVar

from solterm.core import cards, deals
from solterm.core.cards import DOWN, Card
from solterm.core.phrases import count, times
from solterm.core.table import Index, Pile, Table
from solterm.core.values import PILES, PileId, PileIds, Value
from solterm.core.vocabulary.builds import Build
from solterm.core.vocabulary.goals import of_kind
from solterm.core.vocabulary.policies import Action
from solterm.core.vocabulary.spaces import ACES, Space

_OUT = "The stock is out."

_new = tuple.__new__
"""Makes a named tuple without calling the class's own, slower constructor."""


def deal_card(piles: list[Pile], source: int, target: int) -> None:
    """Move the top card of one pile onto another, face up."""
    piles[target] = (*piles[target], piles[source][-1] & ~DOWN)
    piles[source] = piles[source][:-1]


def turn_up(piles: list[Pile], place: int) -> None:
    """Turn the top card of a pile face up, if it is face down."""
    if piles[place] and piles[place][-1] & DOWN:
        piles[place] = (*piles[place][:-1], piles[place][-1] & ~DOWN)


def turnovers(passes: int | None, waste: str = "the waste is") -> str:
    """Return the end of a sentence that says how often a waste is turned over."""
    if passes == 1:
        return "; you go through it once."
    often = "as often as you like" if passes is None else times(passes - 1)
    return f"; when it is out, {waste} turned over, {often}."


class TurnStock(Action, Value):
    """Turn cards from the stock onto a waste; when the stock is empty, turn the waste over.

    Cards turn one by one, so the last one of a packet is on top. Turning the waste over is a
    separate action that keeps the order of the cards (docs/rules.md, "Redeals").
    """

    count: int = 1
    """The number of cards in each turn."""
    passes: int | None = None
    """How often the player may go through the stock; None: without limit."""
    stock: PileId = "s"
    waste: PileId = "w"
    fanned: bool = True
    """Whether the waste shows as many cards as are turned at a time, or only its top card."""

    @property
    def words(self) -> str:
        packet = "one card" if self.count == 1 else f"{self.count} cards"
        return f"Turning it lays {packet} at a time on the waste{turnovers(self.passes)}"

    @property
    def generic_name(self) -> str:
        return "turn the stock" + (", or turn the waste over" if self.passes != 1 else "")

    @property
    def is_endless(self) -> bool:
        return self.passes is None

    def tell_feeding(self, pile: str) -> str:
        packet = "one card" if self.count == 1 else f"{self.count} cards"
        return f"The stock is turned onto it, {packet} at a time." if pile == self.waste else ""

    def count_in_sight(self, pile: str) -> int:
        return self.count if self.fanned and pile == self.waste else 1

    def name_deed(self, table: Table, index: Index) -> str:
        return "turn the stock" if table.piles[index[self.stock]] else "turn the waste over"

    def why_not(self, table: Table, index: Index) -> str | None:
        if table.piles[index[self.stock]]:
            return None
        if not table.piles[index[self.waste]]:
            return "There is no card left to turn."
        if self.passes is not None and table.passes + 1 >= self.passes:
            return "The stock is out and can't be turned over again."
        return None

    def make(self, table: Table, index: Index) -> Table:
        s, w = index[self.stock], index[self.waste]
        before, passes, spent, deal, duel = table
        piles = list(before)
        stock, waste = piles[s], piles[w]
        if stock:
            piles[w] = waste + tuple([card & ~DOWN for card in stock[: -self.count - 1 : -1]])
            piles[s] = stock[: -self.count]
        else:
            piles[s] = tuple([card | DOWN for card in reversed(waste)])
            piles[w] = ()
            passes += self.passes is not None
        return _new(Table, (tuple(piles), passes, spent, deal, duel))


class TurnToSlot(Action, Value):
    """Turn one card into a slot. The card that was there, if any, goes to the waste.

    The turned card of Solitaire Royale. Without a waste (calculation), the slot must be empty.
    """

    passes: int = 1
    waste: Annotated[str | None, PILES] = "w"
    stock: PileId = "s"
    slot: PileId = "h"

    @property
    def words(self) -> str:
        if self.waste is None:
            return "Turning it shows its next card, which you must place before you turn another."
        turning = "Turning it lays the turned card on the waste and shows the next one"
        return f"{turning}{turnovers(self.passes)}"

    @property
    def generic_name(self) -> str:
        return "turn the stock" + (", or turn the waste over" if self.passes != 1 else "")

    def tell_feeding(self, pile: str) -> str:
        return "Turning the stock lays the turned card on it." if pile == self.waste else ""

    def name_deed(self, table: Table, index: Index) -> str:
        return "turn the stock" if table.piles[index[self.stock]] else "turn the waste over"

    def why_not(self, table: Table, index: Index) -> str | None:
        piles = table.piles
        if piles[index[self.stock]]:
            if self.waste is None and piles[index[self.slot]]:
                return "Place the turned card before you turn the next one."
            return None
        if table.passes + 1 >= self.passes or self.waste is None:
            return f"{_OUT[:-1]} and can't be turned over again."
        if not piles[index[self.waste]] and not piles[index[self.slot]]:
            return "There is no card left to turn."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        s, h = index[self.stock], index[self.slot]
        if piles[h] and self.waste is not None:
            deal_card(piles, h, index[self.waste])
        if piles[s]:
            deal_card(piles, s, h)
            return table._replace(piles=tuple(piles))
        w = index[self.waste or ""]
        piles[s] = flip(piles[w])
        piles[w] = ()
        return table._replace(piles=tuple(piles), passes=table.passes + 1)


class DealRow(Action, Value):
    """Deal a card to each of several piles in order, until the stock is empty."""

    piles: PileIds
    needs_all: bool = False
    """Whether it requires cards on all piles, as long as there are enough to fill them
    (will-o-wisp)."""
    passes: int = 1
    """If above 1, the piles are wastes that are turned over, the first one on top."""
    stock: PileId = "s"

    @property
    def words(self) -> str:
        where = f"each of {self.piles[0]} to {self.piles[-1]}"
        if self.needs_all:
            return (
                f"It deals one card to {where}, but not while one of them is empty, unless all "
                f"of them together have fewer than {len(self.piles)} cards; you go through it once."
            )
        if len(self.piles) == 1:
            return "Turning it plays its next card, whatever the rank; you go through it once."
        return f"It deals one card to {where}{turnovers(self.passes, 'they are')}"

    def redeal_words(self, table: Table, index: Index) -> str:
        return "The wastes are turned over"

    @property
    def generic_name(self) -> str:
        return "deal from the stock" + (", or turn the wastes over" if self.passes != 1 else "")

    def tell_feeding(self, pile: str) -> str:
        if pile not in self.piles:
            return ""
        if len(self.piles) == 1:
            return "Turning the stock lays its next card on it, whatever the rank."
        return "Each deal of the stock lays a card on it, as far as the stock reaches."

    def name_deed(self, table: Table, index: Index) -> str:
        return "deal from the stock" if table.piles[index[self.stock]] else "turn the wastes over"

    def why_not(self, table: Table, index: Index) -> str | None:
        stock = table.piles[index[self.stock]]
        if stock and not self.needs_all:
            return None
        rows = [table.piles[index[name]] for name in self.piles]
        if not stock:
            if table.passes + 1 < self.passes and any(rows):
                return None
            return _OUT
        if not all(rows) and sum(map(len, rows)) >= len(rows):
            return "The stock is dealt only while no column is empty."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        s = index[self.stock]
        if not piles[s]:
            for name in reversed(self.piles):
                piles[s] += flip(piles[index[name]])
                piles[index[name]] = ()
            return table._replace(piles=tuple(piles), passes=table.passes + 1)
        stock = piles[s]
        for name, card in zip(self.piles, reversed(stock), strict=False):
            piles[index[name]] += (card & ~DOWN,)
        piles[s] = stock[: -len(self.piles)]
        return Table(tuple(piles), *table[1:])


class Gather(Action, Value):
    """Deal rows; then each redeal picks up one pile as the stock and deals from that pile on.

    Matrimony. The k-th redeal picks up pile k. Its cards, starting with the first one laid there,
    go one each to piles k, k + 1 and so on, around to k - 1. An empty pile is skipped and uses up
    its redeal.
    """

    piles: PileIds
    stock: PileId = "s"

    @property
    def words(self) -> str:
        return (
            f"It deals one card to each of {self.piles[0]} to {self.piles[-1]}; when it is out, "
            f"you pick up {self.piles[0]} and deal it again, starting there, then {self.piles[1]}, "
            f"and so on to {self.piles[-1]}."
        )

    def redeal_words(self, table: Table, index: Index) -> str:
        return f"{self.piles[(self._next(table, index) or 1) - 1]} is picked up as the new stock"

    @property
    def generic_name(self) -> str:
        return "deal from the stock, or pick up a pile as the new stock"

    def tell_feeding(self, pile: str) -> str:
        reaching = "Each deal of the stock lays a card on it, as far as the stock reaches."
        return reaching if pile in self.piles else ""

    def name_deed(self, table: Table, index: Index) -> str:
        if table.piles[index[self.stock]]:
            return "deal from the stock"
        return f"pick up {self.piles[(self._next(table, index) or 1) - 1]} as the new stock"

    def why_not(self, table: Table, index: Index) -> str | None:
        if table.piles[index[self.stock]] or self._next(table, index) is not None:
            return None
        return "The stock is out, and every pile has been dealt again."

    def _next(self, table: Table, index: Index) -> int | None:
        for number in range(table.passes + 1, len(self.piles) + 1):
            if table.piles[index[self.piles[number - 1]]]:
                return number
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        s = index[self.stock]
        if not piles[s]:
            number = self._next(table, index)
            assert number is not None, "all piles were gathered before"
            taken = index[self.piles[number - 1]]
            piles[s], piles[taken] = flip(piles[taken]), ()
            return table._replace(piles=tuple(piles), passes=number)
        first = max(table.passes, 1) - 1
        order = self.piles[first:] + self.piles[:first]
        for name in order[: len(piles[s])]:
            deal_card(piles, s, index[name])
        return table._replace(piles=tuple(piles))


class Reshuffle(Action, Value):
    """Gather the tableau, shuffle it and deal it again in threes.

    The deal number and the count of reshuffles determine the order, so the player cannot influence
    it. It is refused while a card can go to a foundation.
    """

    verb: ClassVar[str] = "reshuffle"

    build: Build
    """The build of the foundations."""
    times: int = 2
    stack: int = 3
    opens: Space = ACES
    """The cards that open the foundations."""

    @property
    def words(self) -> str:
        return (
            f"It gathers, shuffles and deals the tableau again, {self.stack} cards to a pile, "
            f"{times(self.times)} in a game and only while no card can go to a foundation."
        )

    def redeal_words(self, table: Table, index: Index) -> str:
        return "The tableau is gathered, shuffled and dealt again"

    @property
    def generic_name(self) -> str:
        return "reshuffle the tableau"

    def name_deed(self, table: Table, index: Index) -> str:
        return f"reshuffle the tableau ({self.tell_left(table)} left)"

    def tell_left(self, table: Table) -> str:
        return _count_left(self.times - table.passes, "reshuffles")

    def is_used_up(self, table: Table) -> bool:
        return table.passes >= self.times

    def why_not(self, table: Table, index: Index) -> str | None:
        if self.is_used_up(table):
            return "No reshuffles left."
        wanted = 0
        for pile in of_kind(table.piles, index, "f"):
            opening = self.opens.mask(table.piles, index, "t")
            wanted |= self.build.takes[pile[-1]] if pile else opening
        for pile in of_kind(table.piles, index, "t"):
            if pile and wanted >> pile[-1] & 1:
                return f"{cards.text(pile[-1])} can go to a foundation: play it first."
        if not any(of_kind(table.piles, index, "t")):
            return "The tableau is empty."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        columns = [place for name, place in index.items() if name[0] == "t"]
        gathered = sorted(card for place in columns for card in piles[place])
        order = deals.reshuffle(gathered, table.deal, table.passes + 1)
        for number, place in enumerate(columns):
            piles[place] = tuple(order[number * self.stack : (number + 1) * self.stack])
        return table._replace(piles=tuple(piles), passes=table.passes + 1)


class Regather(Action, Value):
    """Gather piles in order and deal their cards to them again in packets, without shuffling.

    The cards of the first pile come first, from the end card down; the first card of a packet
    becomes the end card of its pile. It is refused where it would change nothing.

    >>> from solterm.core import cards
    >>> from solterm.declare import Regather, Table, ids
    >>> texts = ("5S 9D JS 5D 4D", "8C 6S 4C JC")
    >>> piles = tuple(tuple(map(cards.parse, text.split())) for text in texts)
    >>> after = Regather(ids("t", 2), 4).make(Table(piles), {"t1": 0, "t2": 1})
    >>> [" ".join(map(cards.text, pile)) for pile in after.piles]
    ['9D JS 5D 4D', '6S 4C JC 5S']
    """

    verb: ClassVar[str] = "redeal"
    in_order: ClassVar[bool] = True

    piles: PileIds
    size: int
    """The number of cards in a packet; the last one may be short."""
    times: int | None = None
    """How often the player may do so; None: without limit."""

    @property
    def words(self) -> str:
        often = "as often as you like" if self.times is None else f"{times(self.times)} in a game"
        return (
            "It gathers the tableau in order, end cards first, and deals it again without "
            f"shuffling, {self.size} cards to a pile, {often}."
        )

    @property
    def is_endless(self) -> bool:
        return self.times is None

    def redeal_words(self, table: Table, index: Index) -> str:
        return "The tableau is gathered in order and dealt again"

    @property
    def generic_name(self) -> str:
        return "deal the tableau again"

    def name_deed(self, table: Table, index: Index) -> str:
        left = self.tell_left(table)
        return f"{self.generic_name}{f' ({left} left)' * bool(left)}"

    def tell_left(self, table: Table) -> str:
        return "" if self.times is None else _count_left(self.times - table.passes, "redeals")

    def why_not(self, table: Table, index: Index) -> str | None:
        if self.times is not None and table.passes >= self.times:
            return "No redeals left."
        if self._deal(table, index) == table.piles:
            return "Dealing again would change nothing."
        return None

    def make(self, table: Table, index: Index) -> Table:
        passes = table.passes + (self.times is not None)
        return table._replace(piles=self._deal(table, index), passes=passes)

    def _deal(self, table: Table, index: Index) -> tuple[Pile, ...]:
        piles = list(table.piles)
        places = [index[name] for name in self.piles]
        gathered = tuple(chain.from_iterable(reversed(piles[place]) for place in places))
        for number, place in enumerate(places):
            piles[place] = gathered[number * self.size : (number + 1) * self.size][::-1]
        return tuple(piles)


class Rotate(Action, Value):
    """Move the bottom card of every pile of the tableau to its top.

    >>> from solterm.core import cards
    >>> from solterm.declare import Rotate, Table
    >>> pile = tuple(map(cards.parse, ("2C", "9H", "KS")))
    >>> " ".join(map(cards.text, Rotate(3).make(Table((pile,)), {"t": 0}).piles[0]))
    '9H KS 2C'
    """

    verb: ClassVar[str] = "rotate"

    times: int
    """How often the player may do so."""

    @property
    def words(self) -> str:
        return f"It moves the bottom card of every pile to its top, {times(self.times)} in a game."

    def redeal_words(self, table: Table, index: Index) -> str:
        return "The bottom card of every pile goes to its top"

    @property
    def generic_name(self) -> str:
        return "rotate the piles"

    def name_deed(self, table: Table, index: Index) -> str:
        return f"{self.generic_name} ({self.tell_left(table)} left)"

    def tell_left(self, table: Table) -> str:
        return _count_left(self.times - table.passes, "rotations")

    def why_not(self, table: Table, index: Index) -> str | None:
        if table.passes >= self.times:
            return "No rotations left."
        if all(len(pile) < 2 for pile in of_kind(table.piles, index, "t")):
            return "No pile has a second card to bring up."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        for name, place in index.items():
            if name[0] == "t":
                piles[place] = piles[place][1:] + piles[place][:1]
        return table._replace(piles=tuple(piles), passes=table.passes + 1)


def _count_left(left: int, what: str) -> str:
    """Return how many are left: ``2 reshuffles``, ``no reshuffle``."""
    return count(left, what) if left > 0 else f"no {what.removesuffix('s')}"


def flip(waste: Sequence[Card]) -> Pile:
    """Return a waste turned over to become the stock, in the same order."""
    return tuple(card | DOWN for card in reversed(waste))
