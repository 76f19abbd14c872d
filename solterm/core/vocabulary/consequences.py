"""Automatic consequences of actions: filling spaces, locking columns, closing foundations.

After each action, the rules apply the consequences of the game in order until none of them changes
anything.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from solterm.core.cards import DOWN
from solterm.core.table import Index, Pile
from solterm.core.values import Kinds, PileId, PileIds, Value
from solterm.core.vocabulary.actions import deal_card, turn_up
from solterm.core.vocabulary.policies import TURNS_UP, Condition


class Consequence(ABC):
    """An automatic consequence."""

    @abstractmethod
    def settle(self, piles: list[Pile], index: Index) -> bool:
        """Apply it once, in place. Return whether it changed any pile."""

    def bind(self, index: Index) -> Callable[[list[Pile]], bool]:
        """Return ``settle`` with the pile ids of one game resolved, because it is hot code."""
        return lambda piles: self.settle(piles, index)

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        """Return the help sentence on its effect on piles of a kind; "" if it does not affect them.

        ``called`` returns the name of a pile in sentences.
        """
        return ""


class Refill(Consequence, Value):
    """Fill empty columns at once from the first of several piles that has a card."""

    order: PileIds
    kind: Kinds = "t"
    turns_up: bool = True
    """Whether a reserve then turns up its next card (not in pairs)."""
    unless: Condition | None = None
    """While this condition holds, spaces wait. Help leaves out a refill that has one."""

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind != self.kind or self.unless:
            return ""
        sources = ", then from ".join(map(called, self.order))
        return f"When it is empty, it is filled at once from {sources}."

    def settle(self, piles: list[Pile], index: Index) -> bool:
        return self.bind(index)(piles)

    def bind(self, index: Index) -> Callable[[list[Pile]], bool]:
        places = [place for name, place in index.items() if name[0] == self.kind]
        sources = [(index[name], self.turns_up and name[0] in TURNS_UP) for name in self.order]

        unless = self.unless

        def settle(piles: list[Pile]) -> bool:
            if unless and unless.holds(piles, index):
                return False
            for place in places:
                if not piles[place]:
                    for source, turns_up in sources:
                        if piles[source]:
                            deal_card(piles, source, place)
                            if turns_up:
                                turn_up(piles, source)
                            return True
            return False

        return settle


class LastFaceUp(Consequence, Value):
    """Turn up the card of a face-down pile that is its last one (eagle-wing).

    >>> from solterm.core.cards import DOWN
    >>> from solterm.declare import LastFaceUp
    >>> piles = [(DOWN | 17,)]
    >>> LastFaceUp("r").settle(piles, {"r": 0}), piles
    (True, [(17,)])
    """

    pile: PileId

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind != self.pile[0]:
            return ""
        return "Its last card turns up by itself and may then be played."

    def settle(self, piles: list[Pile], index: Index) -> bool:
        place = index[self.pile]
        if len(piles[place]) != 1 or not piles[place][0] & DOWN:
            return False
        turn_up(piles, place)
        return True


class TopFaceUp(Consequence, Value):
    """Keep the top card of a pile face up (the stock of sir-tommy and strategy)."""

    pile: PileId = "s"

    def settle(self, piles: list[Pile], index: Index) -> bool:
        turns = bool(piles[index[self.pile]]) and bool(piles[index[self.pile]][-1] & DOWN)
        turn_up(piles, index[self.pile])
        return turns


class Lock(Consequence, Value):
    """Finish a column that has enough cards, and turn its top card face down."""

    cards: int = 13
    kind: Kinds = "t"

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind != self.kind:
            return ""
        return f"With {self.cards} cards it is finished: its top card turns face down by itself."

    def settle(self, piles: list[Pile], index: Index) -> bool:
        for name, place in index.items():
            pile = piles[place]
            if name[0] == self.kind and len(pile) >= self.cards and not pile[-1] & DOWN:
                piles[place] = (*pile[:-1], pile[-1] | DOWN)
                return True
        return False


class CloseByIndicator(Consequence, Value):
    """Close a foundation of twelve cards with its indicator, face down (interregnum)."""

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind == "r":
            return "When its foundation has twelve cards, it drops there by itself, face down."
        return "Its indicator becomes the thirteenth card by itself." if kind == "f" else ""

    def settle(self, piles: list[Pile], index: Index) -> bool:
        return self.bind(index)(piles)

    def bind(self, index: Index) -> Callable[[list[Pile]], bool]:
        foundations = [name for name in index if name[0] == "f"]
        places = [(index[name], index[f"r{name[1:]}"]) for name in foundations]

        def settle(piles: list[Pile]) -> bool:
            for place, indicator in places:
                if len(piles[place]) == 12 and piles[indicator]:
                    piles[place] = (*piles[place], piles[indicator][-1] | DOWN)
                    piles[indicator] = ()
                    return True
            return False

        return settle


class CourtLeaves(Consequence, Value):
    """Discard all remaining cards once the foundations are complete (kings-audience)."""

    complete: int
    """The number of cards of a complete foundation."""
    discard: PileId = "d"

    def settle(self, piles: list[Pile], index: Index) -> bool:
        foundations = [piles[place] for name, place in index.items() if name[0] == "f"]
        if any(len(pile) < self.complete for pile in foundations):
            return False
        left = [place for name, place in index.items() if name[0] in "stw" and piles[place]]
        for place in left:
            piles[index[self.discard]] += tuple(card & ~DOWN for card in piles[place])
            piles[place] = ()
        return bool(left)
