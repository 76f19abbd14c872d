"""Sight: what the player of a game has seen, knows and is shown.

Seen is a matter of places: each physical card is followed from the deal on (``tokens``), and all
that is told, listed, hinted or painted asks here. Whoever speaks of the position takes ``known``
in place of the table, in which a card that was never seen has neither rank nor suit.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping

from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.play.tokens import Seen, number
from solterm.core.refusal import Refusal
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.policies import Memory, Peek

_SHOWN_AGAIN = (Memory.LAST, Memory.ALL)
"""What is remembered of a group whose turned cards the player is shown again."""


class Sight(ABC):
    """The part of a play that is about seeing."""

    game: Game

    def __init__(self, dealt: Table) -> None:
        """Nothing is seen yet of a traced table."""
        self.seen = Seen(dealt)
        """The cards that were seen, whichever way they lie now."""
        self.met = self.seen.begin_anew()
        """Those of them that did more than lie under the top of a fanned waste.

        Results, which records prove, go by these: they must not depend on how many cards of a
        waste show.
        """
        self.glimpsed: tuple[Card, ...] = ()
        """The hidden cards the last action showed: a look, or two that were turned back."""
        self._looked_at = self.seen.begin_anew()
        """Those that looks have shown, which a second look at the same costs nothing for."""
        self._shown: Table | None = None
        """The position that was seen last."""

    @property
    @abstractmethod
    def traced(self) -> Table:
        """The position, each card told from its twins."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """The position with plain cards."""

    @property
    @abstractmethod
    def _widest(self) -> Rules:
        """The rules of the next move, with all that an exception or a cheat allows."""

    @property
    def searchable(self) -> tuple[Table, Container[Card]]:
        """The position and what was seen of it, for a search that looks at many positions.

        Where no two cards look alike the cards are plain ones, which are handled faster.
        """
        if self.game.packs > 1:
            return self.traced, self.seen
        return self.table, frozenset(face for card in self.seen for face in (card, card | DOWN))

    @property
    def known(self) -> Table:
        """The position as the player knows it: cards never seen are ``UNKNOWN``."""
        return self.seen.hide_unseen(self.traced)

    @property
    def shown(self) -> Table:
        """The position as it lies before the player, the others being ``UNKNOWN``.

        These are the face-up cards that the player has seen, and the face-down ones the level
        reveals. All that shows or reads out the whole table derives from this.
        """
        revealed = self.revealed
        piles = [
            tuple(
                card if (not card & DOWN and card in self.seen) or left <= open_to else _hide(card)
                for left, card in zip(range(len(pile), 0, -1), pile, strict=True)
            )
            for pile, open_to in zip(
                self.traced.piles, (revealed.get(name, 0) for name in self.game.ids), strict=True
            )
        ]
        return self.traced._replace(piles=tuple(piles))

    @property
    def revealed(self) -> Mapping[str, int]:
        """Of which piles the player is shown hidden cards now: how many, from the top.

        A cheat that waits shows what level 1 shows, since its move may take such a card.
        """
        rules = self._widest
        shown = dict(rules.count_revealed(self.traced))
        if all(group.memory not in _SHOWN_AGAIN for group in rules.game.groups):
            return shown
        for name in rules.index:
            memory = rules.game.group(name).memory
            if memory in _SHOWN_AGAIN:
                pile = self._traced_pile(name)
                known = [card in self.seen for card in pile if card & DOWN]
                count = sum(known) if memory is Memory.ALL else len(self.glimpses(name))
                if count:
                    shown[name] = count
        return shown

    def glimpses(self, pile: str) -> frozenset[int]:
        """The places of a pile, 0 at the bottom, whose cards the last action showed."""
        shown = set(map(number, self.glimpsed))
        cards = enumerate(self._traced_pile(pile))
        return frozenset(place for place, card in cards if number(card) in shown)

    def pile(self, name: str) -> Pile:
        """The cards of a pile, bottom first."""
        return self.table.piles[self.game.index[name]]

    def show_peek(self, pile: str) -> tuple[Card, ...]:
        """What a peek into a pile shows, bottom first.

        Where a game's peek does not show all, it is no way to see what was not seen before: a
        card that lies face up was shown once, or was laid on a waste before the player's eyes.
        """
        cards = self._traced_pile(pile)
        if self.game.peek is Peek.ALL:
            return tuple(card & ~DOWN for card in cards)
        up = (card for card in cards if not card & DOWN)
        return tuple(card for card in up if pile[0] == "w" or card in self.seen)

    def _traced_pile(self, name: str) -> Pile:
        return self.traced.piles[self.game.index[name]]

    def _recall(self) -> tuple[Card, ...]:
        """The cards that lie face down and were seen before."""
        lying = (card for pile in self.traced.piles for card in pile if card & DOWN)
        recalled = tuple(card & ~DOWN for card in lying if card in self.seen)
        if not recalled:
            raise IllegalMove(Refusal("No card that you have seen lies face down."))
        return recalled

    def _glimpse(self, shown: Iterable[Card]) -> None:
        """Show hidden cards, until the next action."""
        self.glimpsed = tuple(shown)
        self._see(self.glimpsed)

    def _look(self, *passed: Table) -> None:
        """See what the position shows, and what those it passed through have shown."""
        for table in (*passed, self.traced):
            if table is not self._shown:
                changed = _leave_out(self._shown, table)
                self.seen.add(self.game.visible(changed))
                self.met.add(self.game.uncovered(changed))
                self._shown = table
        for name, count in self.revealed.items():
            self._see(self._traced_pile(name)[-count:])

    def _see(self, some: Iterable[Card]) -> None:
        cards = tuple(some)
        self.seen.add(cards)
        self.met.add(cards)

    def _has_met(self, tables: Iterable[Table]) -> bool:
        """Has each card that those positions uncover been met before?"""
        return all(self.met.issuperset(self.game.uncovered(table)) for table in tables)


def _hide(card: Card) -> Card:
    return UNKNOWN | (card & DOWN)


def _leave_out(before: Table | None, table: Table) -> Table:
    """A table without the piles that lay so before: most do, and were seen then."""
    if before is None:
        return table
    pairs = zip(table.piles, before.piles, strict=True)
    return table._replace(piles=tuple(() if pile is was else pile for pile, was in pairs))
