"""Poker: cards placed on a grid, whose rows and columns are hands."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.engines.grid import Grids
from solterm.core.game import Game, change
from solterm.core.groups import GridGroup, Group
from solterm.core.phrases import count
from solterm.core.table import Index, Pile
from solterm.core.values import Value
from solterm.core.vocabulary.dealing import Deal, Rest, Under
from solterm.core.vocabulary.exceptions import LevelOneMove, Look
from solterm.core.vocabulary.goals import Goal, PointsMade, of_kind
from solterm.core.vocabulary.grids import Anywhere, Grid, NextCard, Touching
from solterm.core.vocabulary.policies import Lift
from solterm.games.listed import words_of
from solterm.games.vocabulary import grid_picture


class PokerHand(IntEnum):
    """A poker hand; its value is its points."""

    ROYAL_FLUSH = 100
    STRAIGHT_FLUSH = 75
    FOUR_OF_A_KIND = 50
    FULL_HOUSE = 25
    FLUSH = 20
    STRAIGHT = 15
    THREE_OF_A_KIND = 10
    TWO_PAIR = 5
    PAIR = 2
    NOTHING = 0

    @property
    def words(self) -> str:
        """Its name: ``Four of a Kind``."""
        return self.name.replace("_", " ").title().replace(" Of A ", " of a ")

    @property
    def with_article(self) -> str:
        """Its name in a sentence: ``a full house``, ``four of a kind``."""
        name = self.words.lower()
        return name if self in _PLURAL else f"a {name}"


_PLURAL = {PokerHand.FOUR_OF_A_KIND, PokerHand.THREE_OF_A_KIND, PokerHand.TWO_PAIR}
"""Hands whose names have no article."""

_FIVE_BY_FIVE = Grid(5, 5)

_ROYAL = {cards.ACE, 10, cards.JACK, cards.QUEEN, cards.KING}

_OF_A_KIND = {
    (4,): PokerHand.FOUR_OF_A_KIND,
    (3, 2): PokerHand.FULL_HOUSE,
    (3,): PokerHand.THREE_OF_A_KIND,
    (2, 2): PokerHand.TWO_PAIR,
    (2,): PokerHand.PAIR,
    (): PokerHand.NOTHING,
}
"""Hands by how many cards of one rank they have, ranks with one card left out."""

_WINDOWS = (*(frozenset(range(low, low + 5)) for low in range(1, 10)), {10, 11, 12, 13, 1})
"""The ranks of all straights."""
_PROMISE: dict[PokerHand, tuple[float, ...]] = {
    PokerHand.NOTHING: (0, 0, 4, 1.5, 0.5),
    PokerHand.PAIR: (0, 0, 12, 10, 4),
    PokerHand.TWO_PAIR: (0, 0, 0, 0, 15),
    PokerHand.THREE_OF_A_KIND: (0, 0, 0, 23, 20),
    PokerHand.STRAIGHT: (0, 0, 5.5, 4, 4),
    PokerHand.FLUSH: (0, 0, 7, 10, 14),
    PokerHand.FOUR_OF_A_KIND: (0, 0, 0, 0, 57),
    PokerHand.STRAIGHT_FLUSH: (10, 8, 9.5, 14, 22),
}
"""The points to expect of lines with no card to four, found by experiment: a player who always
follows the highest promise makes about 104 points."""


def hand_of(line: Sequence[Card]) -> PokerHand:
    """The best hand of up to five cards, in whatever order they lie.

    Fewer than five make no straight and no flush, but pairs and the like count at once: more
    cards never lower a hand. An Ace is low or high in a straight, never in its middle.

    >>> hand_of([cards.parse(card) for card in "TH JH QH KH AH".split()])
    <PokerHand.ROYAL_FLUSH: 100>
    """
    ranks = Counter(cards.rank(card) for card in line)
    repeated = tuple(sorted((n for n in ranks.values() if n > 1), reverse=True))
    if repeated or len(line) < 5:
        return _OF_A_KIND[repeated]
    flush = len({cards.suit(card) for card in line}) == 1
    royal = set(ranks) == _ROYAL
    straight = royal or max(ranks) - min(ranks) == 4
    if flush and straight:
        return PokerHand.ROYAL_FLUSH if royal else PokerHand.STRAIGHT_FLUSH
    if flush:
        return PokerHand.FLUSH
    return PokerHand.STRAIGHT if straight else PokerHand.NOTHING


def promise_of(line: Sequence[Card]) -> float:
    """Return the points to expect of a line of up to five cards, for hints.

    They depend on the number of cards and on the best hand that they have made, or that all of them
    can still serve. Cards that mix suits and lie far apart in rank promise little, and so does a
    pair that fills up with other ranks.

    >>> [promise_of([cards.parse(card) for card in line.split()]) for line in ("2H 9H", "2H 9C")]
    [7, 4]
    """
    hand = hand_of(line)
    if len(line) == 5:
        return hand
    if hand is PokerHand.NOTHING:
        hand = _aim_of(line)
    return _PROMISE[hand][len(line)]


def _aim_of(line: Sequence[Card]) -> PokerHand:
    """Return the best hand that cards of different ranks can serve together."""
    ranks = {cards.rank(card) for card in line}
    is_straight = any(ranks <= window for window in _WINDOWS)
    if len({cards.suit(card) for card in line}) < 2:
        return PokerHand.STRAIGHT_FLUSH if is_straight else PokerHand.FLUSH
    return PokerHand.STRAIGHT if is_straight else PokerHand.NOTHING


def hands(cells: Sequence[Pile], grid: Grid) -> tuple[PokerHand, ...]:
    """The hands of all rows from the top, then of all columns from the left."""
    return tuple(hand_of([cells[cell][-1] for cell in line if cells[cell]]) for line in grid.lines)


class PokerHands(Goal, Value):
    """Points for the hands of all rows and columns; so many win once the grid is full."""

    wins: int = 200
    grid: Grid = _FIVE_BY_FIVE

    def tell(self) -> str:
        return f"Fill the grid with poker hands worth {self.wins} points."

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return all(of_kind(piles, index, "g")) and self.count_scored(piles, index) >= self.wins

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return sum(hands(of_kind(piles, index, "g"), self.grid))

    def ending(self, piles: Sequence[Pile], index: Index) -> str:
        cells = of_kind(piles, index, "g")
        if not all(cells) or self.is_reached(piles, index):
            return ""
        made = self.count_scored(piles, index)
        points = f"{count(made, 'points')} of {self.wins}"
        return f"All {len(cells)} cards are placed: {points}."

    def pay_table(self) -> tuple[tuple[str, int], ...]:
        return tuple((hand.words, int(hand)) for hand in PokerHand if hand)

    def line_points(self, piles: Sequence[Pile], index: Index) -> tuple[int, ...]:
        return tuple(map(int, hands(of_kind(piles, index, "g"), self.grid)))

    def promise(self, piles: Sequence[Pile], index: Index) -> float | None:
        return sum(map(promise_of, self._lines(piles, index)))

    def prospect(self, before: Sequence[Pile], after: Sequence[Pile], index: Index) -> str:
        was, now = (self._lines(piles, index) for piles in (before, after))
        lines = [(old, new) for old, new in zip(was, now, strict=True) if len(old) < len(new)]
        made = [hand_of(new) for old, new in lines if hand_of(new) > hand_of(old)]
        if made:
            return f"makes {max(made).with_article}"
        begun = (new for old, new in lines if old and not hand_of(new))
        aim = _aim_of(max(begun, key=promise_of, default=()))
        return f"keeps {aim.with_article} possible" if aim else "leaves the best lines open"

    def _lines(self, piles: Sequence[Pile], index: Index) -> list[list[Card]]:
        """Return the cards of each row and then of each column."""
        cells = of_kind(piles, index, "g")
        return [[cells[cell][-1] for cell in line if cells[cell]] for line in self.grid.lines]

    def whole(self, in_play: int) -> int:
        return self.wins

    def words(self, scored: int) -> str:
        return f"{count(scored, 'points')} in hands"


# PySolFC, too, puts 27 cards aside first and plays the other 25.
POKER = Game(
    **words_of("poker"),
    skill=4,
    engine=Grids,
    groups=(
        Group("s", name="stock"),
        Group("h", name="hand", lift=Lift.TOP, goes_to="g"),
        GridGroup("g", 25, name="cell", columns=5, placing=Touching()),
    ),
    dealing=(Under(27), Deal(("h",)), Rest()),
    version=2,
    consequences=(NextCard(),),
    goal=PokerHands(),
    own_score=PointsMade(),
    levels={2: (change("s", reveals=1),), 1: (change("g", placing=Anywhere()),)},
    exceptions={3: Look(), 2: LevelOneMove()},
    layout=grid_picture(5, 5, "    STOCK", "    s   h"),
)

GAMES = (POKER,)
