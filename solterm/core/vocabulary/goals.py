"""Goals: when a game is won, how many cards count as home, and the scoring of its source."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import ClassVar, NamedTuple

from solterm.core.cards import DOWN, FULL_SUITS
from solterm.core.phrases import count, spell
from solterm.core.table import Index, Pile
from solterm.core.values import Kinds, Value, replace


def of_kind(piles: Sequence[Pile], index: Index, kind: str) -> list[Pile]:
    """Return the piles of one or more kinds (``"fd"``), in the order of their ids."""
    return [piles[place] for name, place in index.items() if name[0] in kind]


class Goal(ABC):
    """The condition for winning, and the number of cards home."""

    def of(self, in_play: int) -> "Goal":
        """Return the goal for a game with so many cards in play."""
        return self

    def fault(self, in_play: int, room: Mapping[str, float]) -> str | None:
        """Return the end of a sentence that says why it can't be reached, or None.

        ``room`` has the most cards that all piles of each kind can hold.
        """
        return None

    @abstractmethod
    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        """Return whether the game is won."""

    @abstractmethod
    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        """Return the number of cards home."""

    def promise(self, piles: Sequence[Pile], index: Index) -> float | None:
        """Return the value of a position for hints; None if the cards home say enough.

        It uses the cards on the table, and not the order of the others.
        """
        return None

    def prospect(self, before: Sequence[Pile], after: Sequence[Pile], index: Index) -> str:
        """Return what a move lets you hope for, as a verb for hints; "" if the goal knows none."""
        return ""

    def ending(self, piles: Sequence[Pile], index: Index) -> str:
        """Return a sentence that says why the game has ended without a win; "" while it goes on."""
        return ""

    def tell(self) -> str:
        """Return the object of the game as a sentence for players; "" if the goal has none."""
        return ""

    def words(self, scored: int) -> str:
        """Return the score in words: ``12 cards home``."""
        return f"{count(scored, 'cards')} home"

    def gain(self, scored: int) -> str:
        """Return what scoring more does, as a verb for hints; "" if the moves themselves say it."""
        return ""

    def whole(self, in_play: int) -> int:
        """Return the number of scored cards in a complete game with so many cards in play."""
        return in_play

    def pay_table(self) -> tuple[tuple[str, int], ...]:
        """Return what each hand of a line is worth; empty if lines have no points."""
        return ()

    def line_points(self, piles: Sequence[Pile], index: Index) -> tuple[int, ...]:
        """Return the points of each row and then each column of a grid, or () if it has none."""
        return ()


class Gathered(Goal, Value):
    """Gather a number of cards on piles of a kind: all on the foundations, all discarded ..."""

    cards: int | None = None
    """None: all cards in play."""
    kind: Kinds = "f"
    spared: str = ""
    """The cards that are left out, in words: ``the four Aces``."""
    how: str = ""
    """A sentence on how cards are discarded, where no pairs say it."""

    def of(self, in_play: int) -> Goal:
        return self if self.cards else replace(self, cards=in_play)

    def fault(self, in_play: int, room: Mapping[str, float]) -> str | None:
        wanted = in_play if self.cards is None else self.cards
        held = sum(room.get(kind, 0) for kind in self.kind)
        if wanted > min(in_play, held):
            most = f"{in_play} are in play" if wanted > in_play else f"its piles hold {held}"
            return f"its goal is {wanted} cards on piles of the kind {self.kind!r}, and {most}"
        return None

    def tell(self) -> str:
        cards = "all cards" if self.cards is None or self.spared else f"{self.cards} cards"
        cards += f" but {self.spared}" if self.spared else ""
        homes, gone = "f" in self.kind, "d" in self.kind
        if homes and gone:
            return f"Bring {cards} home or discard them."
        return f"Bring {cards} home." if homes else f"Discard {cards}. {self.how}".rstrip()

    def words(self, scored: int) -> str:
        where = "home" if "f" in self.kind else "discarded"
        return f"{count(scored, 'cards')} {where}"

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return self.count_scored(piles, index) == self.cards

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return sum(map(len, of_kind(piles, index, self.kind)))


class Cleared(Goal, Value):
    """Clear the tableau, whatever the stock still holds (golf).

    Only cards played from the tableau score; turning the stock onto the foundation does not.
    """

    cards: int
    """The number of cards dealt to the tableau."""

    def tell(self) -> str:
        return f"Clear the tableau: play all {self.cards} of its cards."

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return not any(of_kind(piles, index, "t"))

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return self.cards - sum(map(len, of_kind(piles, index, "t")))

    def words(self, scored: int) -> str:
        return f"{count(scored, 'cards')} of the tableau played"


class Suits(Goal, Value):
    """Build four columns of exactly King to Ace in one suit (scorpion)."""

    def fault(self, in_play: int, room: Mapping[str, float]) -> str | None:
        return None if in_play >= 52 and "t" in room else "its goal needs columns and a whole pack"

    def tell(self) -> str:
        return "Build four columns, each a suit from King down to Ace."

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return self.count_scored(piles, index) == 52

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return 13 * sum(pile in FULL_SUITS for pile in of_kind(piles, index, "t"))


class LockedPiles(Goal, Value):
    """Complete columns of thirteen cards, each locked by a face-down top (german-patience)."""

    count: int

    def fault(self, in_play: int, room: Mapping[str, float]) -> str | None:
        if 13 * self.count > in_play:
            return f"its goal is {self.count} columns of thirteen cards, and {in_play} are in play"
        return None

    def tell(self) -> str:
        return f"Complete {spell(self.count)} columns of thirteen cards."

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return self.count_scored(piles, index) == 13 * self.count

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        columns = of_kind(piles, index, "t")
        return 13 * sum(bool(pile) and bool(pile[-1] & DOWN) for pile in columns)


class OnePile(Goal, Value):
    """Close a row of single cards up into one pile; each pile that moved counts (accordion)."""

    def tell(self) -> str:
        return "Close the row up into one pile."

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return sum(map(bool, piles)) == 1

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return sum(map(len, piles)) - sum(map(bool, piles))

    def words(self, scored: int) -> str:
        return f"{count(scored, 'piles')} closed up"

    def gain(self, scored: int) -> str:
        return "closes up a pile" if scored == 1 else f"closes up {spell(scored)} piles"

    def whole(self, in_play: int) -> int:
        return in_play - 1


class AllFaceUp(Goal, Value):
    """Turn up all cards of the tableau; those that lie face up count (clock)."""

    def tell(self) -> str:
        return "Turn up all cards."

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return all(card < DOWN for card in chain(*piles)) and not any(of_kind(piles, index, "h"))

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return sum(card < DOWN for card in chain(*of_kind(piles, index, "t")))

    def words(self, scored: int) -> str:
        return f"{count(scored, 'cards')} placed"


class Counted(NamedTuple):
    """What a player has done in a play, for scores that depend on it. It never decreases."""

    moves: int = 0
    """The moves made: every action but stock turns, redeals and looks."""
    turns: int = 0
    """The turns and redeals of the stock, without those by exceptions."""


class OwnScore(ABC):
    """The scoring of a game's source, alongside the score of levels and exceptions."""

    unit: ClassVar[str] = "cards"
    """The unit of the score."""
    lower_is_better: ClassVar[bool] = False
    """Whether the lower score is better."""
    label: ClassVar[str] = ""
    """What it counts, if ``Your cards`` could be mistaken for what the goal of the game counts."""
    is_moves: ClassVar[bool] = False
    """Whether it is simply the number of moves made, so that a solver can count them."""

    @abstractmethod
    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        """Return the score; ``scored`` is the number of cards home.

        Time is not counted, because a record does not prove it.
        """

    def words(self, value: int) -> str:
        """Return a score in words: ``27 strokes``."""
        return str(value)


class CardsHome(OwnScore, Value):
    """One point for each card home (Solitaire Royale)."""

    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        return scored


class OnFoundation(OwnScore, Value):
    """One point for each card on the foundation; a cleared tableau scores the whole pack."""

    label = "On the foundation"
    pack: int = 52

    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        cleared = not any(of_kind(piles, index, "t"))
        return self.pack if cleared else sum(map(len, of_kind(piles, index, "f")))


class PointsMade(CardsHome):
    """The points the goal counts (Poker)."""

    unit: ClassVar[str] = "points"


class TourPoints(OwnScore, Value):
    """The points of a game in a tour: one for each card."""

    unit: ClassVar[str] = "points"
    cards: OwnScore
    """The way cards are counted."""

    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        return self.cards.of(piles, index, scored, counted)

    def words(self, value: int) -> str:
        return count(value, self.unit)


class CardsTurned(OwnScore, Value):
    """One point for each card turned, which is every move; fewer are better."""

    unit: ClassVar[str] = "turns"
    lower_is_better: ClassVar[bool] = True
    is_moves: ClassVar[bool] = True

    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        return counted.moves

    def words(self, value: int) -> str:
        return count(value, self.unit)


class Money(OwnScore, Value):
    """Payment for the cards, less the price of the pack (reno)."""

    unit: ClassVar[str] = "dollars"
    pays: int = 5
    costs: int = 52

    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        return self.pays * scored - self.costs

    def words(self, value: int) -> str:
        return f"{count(value, self.unit)}: {value + self.costs} paid, {self.costs} for the pack"


class Strokes(OwnScore, Value):
    """One stroke for each card left on the tableau (ultimate-golf)."""

    unit: ClassVar[str] = "strokes"
    lower_is_better: ClassVar[bool] = True

    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        return sum(map(len, of_kind(piles, index, "t")))

    def words(self, value: int) -> str:
        return count(value, self.unit)
