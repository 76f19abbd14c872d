"""What a game is played for: when it is won, how many cards count, and its source's own score."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from solterm.core.cards import DOWN, FULL_SUITS
from solterm.core.table import Index, Pile
from solterm.core.values import Value, replace


def of_kind(piles: Sequence[Pile], index: Index, kind: str) -> list[Pile]:
    """The piles of a kind (or of several: ``"fd"``), in the order of their ids."""
    return [piles[place] for name, place in index.items() if name[0] in kind]


class Goal(ABC):
    """When a game is won, and how many of its cards are home."""

    def of(self, in_play: int) -> "Goal":
        """The same goal for a game of so many cards, where it has to know how many those are."""
        return self

    @abstractmethod
    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        """Is the game won?"""

    @abstractmethod
    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        """Cards brought home."""

    def promise(self, piles: Sequence[Pile], index: Index) -> float | None:
        """What a position may come to, for hints; None where what is home says enough.

        It knows what lies on the table, and nothing of the order of the other cards.
        """
        return None

    def ending(self, piles: Sequence[Pile], index: Index) -> str:
        """Say what ends the game by itself although it is not won; empty while nothing does."""
        return ""

    def words(self, scored: int) -> str:
        """How a sentence says what is scored: ``12 cards home``."""
        return f"{scored} card{'s' * (scored != 1)} home"

    def whole(self, in_play: int) -> int:
        """How many scored cards are the whole game, of so many in play."""
        return in_play

    def line_points(self, piles: Sequence[Pile], index: Index) -> tuple[int, ...]:
        """The points of each row of a grid and then of each column, where those are scored."""
        return ()


class Gathered(Goal, Value):
    """So many cards in piles of a kind: all on the foundations, all discarded ..."""

    cards: int | None = None
    """How many; None: all that are in play."""
    kind: str = "f"

    def of(self, in_play: int) -> Goal:
        return self if self.cards else replace(self, cards=in_play)

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return self.count_scored(piles, index) == self.cards

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return sum(map(len, of_kind(piles, index, self.kind)))


class Cleared(Goal, Value):
    """No card left on the tableau: what the stock holds could all be dealt on (golf).

    Only what was played off the tableau counts: turning the stock onto the foundation is no play.
    """

    cards: int
    """How many cards the tableau is dealt."""

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return not any(of_kind(piles, index, "t"))

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return self.cards - sum(map(len, of_kind(piles, index, "t")))

    def words(self, scored: int) -> str:
        return f"{scored} card{'s' * (scored != 1)} of the tableau played"


class Suits(Goal, Value):
    """Four columns that are exactly King to Ace of one suit each (scorpion)."""

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return self.count_scored(piles, index) == 52

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return 13 * sum(pile in FULL_SUITS for pile in of_kind(piles, index, "t"))


class LockedPiles(Goal, Value):
    """So many tableau piles of thirteen, closed by a face-down top (german-patience)."""

    count: int

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return self.count_scored(piles, index) == 13 * self.count

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        columns = of_kind(piles, index, "t")
        return 13 * sum(bool(pile) and bool(pile[-1] & DOWN) for pile in columns)


class OwnScore(ABC):
    """The score a game's source gives it, beside the level and exception score."""

    unit: ClassVar[str] = "cards"
    """What it counts."""
    lower_is_better: ClassVar[bool] = False
    """Does the smaller number win?"""
    is_moves: ClassVar[bool] = False
    """Is it the number of moves made, whatever lies on the table?"""

    @abstractmethod
    def of(self, piles: Sequence[Pile], index: Index, scored: int) -> int:
        """Its value; ``scored`` are the cards that are home."""

    def words(self, value: int) -> str:
        """How a sentence says a value: ``27 strokes``."""
        return str(value)


class CardsHome(OwnScore, Value):
    """A point for each card that is home (Solitaire Royale)."""

    def of(self, piles: Sequence[Pile], index: Index, scored: int) -> int:
        return scored


class OnFoundation(OwnScore, Value):
    """A point for each card on the foundation; a cleared tableau stands for the whole pack."""

    pack: int = 52

    def of(self, piles: Sequence[Pile], index: Index, scored: int) -> int:
        cleared = not any(of_kind(piles, index, "t"))
        return self.pack if cleared else sum(map(len, of_kind(piles, index, "f")))


class PointsMade(CardsHome):
    """What the goal counts, where that is no cards (Poker)."""

    unit: ClassVar[str] = "points"


class TourPoints(OwnScore, Value):
    """What a game of a tour counts: a point for each card."""

    unit: ClassVar[str] = "points"
    cards: OwnScore
    """How the cards are counted."""

    def of(self, piles: Sequence[Pile], index: Index, scored: int) -> int:
        return self.cards.of(piles, index, scored)

    def words(self, value: int) -> str:
        return f"{value} point{'s' * (value != 1)}"


class CardsTurned(OwnScore, Value):
    """A point for each card turned, which are all moves there are; fewer are better."""

    unit: ClassVar[str] = "turns"
    lower_is_better: ClassVar[bool] = True
    is_moves: ClassVar[bool] = True

    def of(self, piles: Sequence[Pile], index: Index, scored: int) -> int:
        return scored  # the least number of moves that leads there

    def words(self, value: int) -> str:
        return f"{value} turn{'s' * (value != 1)}"


class Money(OwnScore, Value):
    """What the cards pay, less what the pack cost (reno)."""

    unit: ClassVar[str] = "dollars"
    pays: int = 5
    costs: int = 52

    def of(self, piles: Sequence[Pile], index: Index, scored: int) -> int:
        return self.pays * scored - self.costs

    def words(self, value: int) -> str:
        return f"{value} dollars: {value + self.costs} paid, {self.costs} for the pack"


class Strokes(OwnScore, Value):
    """A stroke for each card left on the tableau (ultimate-golf)."""

    unit: ClassVar[str] = "strokes"
    lower_is_better: ClassVar[bool] = True

    def of(self, piles: Sequence[Pile], index: Index, scored: int) -> int:
        return sum(map(len, of_kind(piles, index, "t")))

    def words(self, value: int) -> str:
        return f"{value} stroke{'s' * (value != 1)}"
