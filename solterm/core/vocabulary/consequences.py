"""What happens by itself after an action: spaces refilled, piles locked, foundations closed.

A game lists its consequences; after every action each is asked in turn, until none has anything
left to do.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from solterm.core.cards import DOWN
from solterm.core.table import Index, Pile
from solterm.core.values import Value
from solterm.core.vocabulary.actions import deal_card, turn_up
from solterm.core.vocabulary.policies import TURNS_UP


class Consequence(ABC):
    """Something that happens by itself."""

    @abstractmethod
    def settle(self, piles: list[Pile], index: Index) -> bool:
        """Do it once, in place; False when there is nothing to do."""

    def bind(self, index: Index) -> Callable[[list[Pile]], bool]:
        """``settle`` for the piles of one game, which asks for no id any more: it is hot code."""
        return lambda piles: self.settle(piles, index)

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        """What it does to piles of a kind, as a sentence of their help; empty where nothing.

        ``called`` tells how a sentence calls a pile.
        """
        return ""


class Refill(Consequence, Value):
    """Empty columns are filled at once, from the first of these piles that has a card."""

    order: tuple[str, ...]
    kind: str = "t"
    turns_up: bool = True
    """Does a reserve turn its next card up by itself (not in pairs)?"""

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind != self.kind:
            return ""
        sources = ", then from ".join(map(called, self.order))
        return f"When it is empty, it is filled at once from {sources}."

    def settle(self, piles: list[Pile], index: Index) -> bool:
        return self.bind(index)(piles)

    def bind(self, index: Index) -> Callable[[list[Pile]], bool]:
        places = [place for name, place in index.items() if name[0] == self.kind]
        sources = [(index[name], self.turns_up and name[0] in TURNS_UP) for name in self.order]

        def settle(piles: list[Pile]) -> bool:
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


class TopFaceUp(Consequence, Value):
    """The top card of a pile always lies face up (the stock of sir-tommy and strategy)."""

    pile: str = "s"

    def settle(self, piles: list[Pile], index: Index) -> bool:
        turns = bool(piles[index[self.pile]]) and bool(piles[index[self.pile]][-1] & DOWN)
        turn_up(piles, index[self.pile])
        return turns


class Lock(Consequence, Value):
    """A column that has so many cards has its top turned face down and is done."""

    cards: int = 13
    kind: str = "t"

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
    """A foundation of twelve is closed by its indicator, turned down (interregnum)."""

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind == "r":
            return "When its foundation has twelve cards, it drops there by itself, face down."
        return "The thirteenth card is its indicator, by itself." if kind == "f" else ""

    def settle(self, piles: list[Pile], index: Index) -> bool:
        for name, place in index.items():
            if name[0] == "f" and len(piles[place]) == 12:
                indicator = index[f"r{name[1:]}"]
                if piles[indicator]:
                    piles[place] = (*piles[place], piles[indicator][-1] | DOWN)
                    piles[indicator] = ()
                    return True
        return False


class CourtLeaves(Consequence, Value):
    """Once all foundations are complete, what is left goes by itself (kings-audience)."""

    complete: int
    """Cards of a complete foundation."""

    def settle(self, piles: list[Pile], index: Index) -> bool:
        foundations = [piles[place] for name, place in index.items() if name[0] == "f"]
        if any(len(pile) < self.complete for pile in foundations):
            return False
        left = [place for name, place in index.items() if name[0] in "stw" and piles[place]]
        for place in left:
            piles[index["d"]] += tuple(card & ~DOWN for card in piles[place])
            piles[place] = ()
        return bool(left)
