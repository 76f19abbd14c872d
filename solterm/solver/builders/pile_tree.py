"""Piles as objects: each row of cards occurs once, and links to the pile below its end card.

Whatever a pile means is worked out when it first occurs, and no search compares cards.
"""

from hashlib import blake2b
from typing import Final

from solterm.core.cards import ALL, DOWN
from solterm.core.vocabulary.lifts import heads
from solterm.core.vocabulary.policies import Lift
from solterm.solver.arrays import i64, vec

CARD: Final = [bytes([code]) for code in range(256)]
"""Each card as bytes."""
_WITHOUT_SUIT: Final = bytes(code & ~0x30 for code in range(256))
BIT: Final = tuple(1 << (code & ~DOWN) & ALL for code in range(256))
"""The mask of each card alone, face down or not; 0 for codes that are no cards."""
_BIT: Final = vec[i64](BIT)
_MOST: Final = 1 << 15
"""The most piles of a tree before it begins anew."""


class PileTree:
    """The piles of one place, or of all places where cards are lifted alike."""

    def __init__(self, lift: Lift, run: tuple[int, ...], is_blind: bool, is_told: bool) -> None:
        """Begin a tree.

        ``is_blind`` says that piles which differ in suits alone are equivalent, ``is_told`` that
        keys of positions have its piles.
        """
        self.lift = lift
        self.run = run
        self.is_blind = is_blind
        self.is_told = is_told
        self._known: dict[bytes, Pile] = {}

    def find(self, cards: bytes) -> "Pile":
        """Return the pile of some cards."""
        pile = self._known.get(cards)
        if pile is None:
            if len(self._known) > _MOST:
                for each in self._known.values():
                    each.forget()
                self._known.clear()
            pile = self._known[cards] = Pile(self, cards)
        return pile


class Pile:
    """A pile of cards."""

    def __init__(self, tree: PileTree, cards: bytes) -> None:
        self._tree = tree
        self.cards = cards
        self.size: i64 = len(cards)
        self.end: i64 = cards[-1] if cards else 0
        """The end card; 0 if there is none."""
        self.mask: i64 = 0
        """All of its cards."""
        for code in cards:
            self.mask |= _BIT[code]
        self.low: i64 = self.size - 1
        """The lowest place from which cards can be lifted, if the end card is face up."""
        self.lifts: i64 = 0
        """The cards at all of these places, and the end card."""
        if tree.lift is not Lift.NONE and cards and not self.end & DOWN:
            parts = heads(cards, len(cards) - 1, tree.lift, tree.run)
            self.low = parts[-1]
            self.lifts = _BIT[cards[-1]]
            for at in parts:
                self.lifts |= _BIT[cards[at]]
        self.one: i64 = 0
        self.other: i64 = 0
        """Two numbers of 56 bits that stand for the cards in keys of positions."""
        if tree.is_told:
            told = cards.translate(_WITHOUT_SUIT) if tree.is_blind else cards
            digest = blake2b(told, digest_size=14).digest()
            self.one = int.from_bytes(digest[:7], "little")
            self.other = int.from_bytes(digest[7:], "little")
        self.easier: object = None
        """The pile in the relaxed game that proves losses (see ``easier``)."""
        self._under: Pile | None = None
        self._over: Pile | None = None

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, at: int) -> int:
        return self.cards[at]

    def under(self) -> "Pile":
        """Return the pile without its end card."""
        if self._under is None:
            self._under = self._tree.find(self.cards[:-1])
        return self._under

    def lay(self, end: i64) -> "Pile":
        """Return the pile with one more card."""
        over = self._over
        if over is not None and over.end == end:
            return over
        pile = self._over = self._tree.find(self.cards + CARD[end])
        pile._under = self
        return pile

    def swap(self, cards: bytes) -> "Pile":
        """Return the pile of other cards in its place."""
        return self._tree.find(cards)

    def forget(self) -> None:
        """Forget the piles that it links to."""
        self._under = self._over = None


State = tuple[Pile, ...]
"""The piles in the order of the game's ids, the stock in the order in which it is turned; then a
pile of counters: the passes, whether the one draw is used up, and the digits of the deal."""
