"""Builds: the cards that a pile accepts on its top card, as masks and as words.

docs/rules.md, "Builds", lists them all.
"""

from enum import Enum
from functools import cached_property
from typing import Any, Self

from solterm.core import cards
from solterm.core.cards import CODES, RANK_NAMES, SUIT_NAMES, Card, article
from solterm.core.phrases import either
from solterm.core.values import FieldError, Value


class Match(Enum):
    """The relation between the suits of two neighbours in a build."""

    ALTERNATE = "in alternating colours"
    COLOUR = "in one colour"
    SUIT = "in one suit"
    OTHER = "in any other suit"
    ANY = "whatever the suits"


class Build(Value):
    """A rule for which card may lie on which, given by rank difference and suits."""

    steps: tuple[int, ...]
    """Ranks of the upper card less the lower one: ``(-1,)`` builds down."""
    match: Match
    wrap: bool = False
    """Whether ranks wrap around from King to Ace."""
    stop: int = 0
    """The rank that ends the build: the King in two of the golfs."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        self = super().__new__(cls, *values, **named)
        if not self.steps:
            raise FieldError("Build: steps needs at least one step, as in (-1,) for building down.")
        return self

    @cached_property
    def takes(self) -> tuple[int, ...]:
        """For each card, the mask of the cards that may lie on it; 0 for face-down cards."""
        masks = [0] * CODES
        for top in cards.pack():
            near = (cards.card(rank, suit) for rank in self._ranks(top) for suit in range(4))
            masks[top] = cards.mask(card for card in near if self._matches(card, top))
        return tuple(masks)

    @cached_property
    def ranks_taken(self) -> tuple[int, ...]:
        """For each rank, the mask of the ranks that may lie on a card of it; 0 for no card."""
        near = (set(self._ranks(cards.card(rank, 0))) for rank in range(1, cards.KING + 1))
        return (0, *(sum(1 << rank for rank in ranks) for ranks in near))

    @property
    def longest(self) -> int:
        """The most cards that can lie on one another, whatever the pack."""
        one_way = min(self.steps) > 0 or max(self.steps) < 0
        return 52 * 9 if self.wrap or not one_way else 1 + 12 // min(map(abs, self.steps))

    def _ranks(self, top: Card) -> list[int]:
        if cards.rank(top) == self.stop:
            return []
        ranks = [cards.rank(top) + step for step in self.steps]
        if self.wrap:
            return [(rank - 1) % 13 + 1 for rank in ranks]
        return [rank for rank in ranks if 1 <= rank <= 13]

    def follow(self, rank: int, count: int) -> tuple[int, ...]:
        """Return the ranks of a pile from one rank on, by the first step: at most so many.

        >>> from solterm.declare import Build, Match
        >>> Build((4,), Match.ANY, wrap=True).follow(8, 4)
        (8, 12, 3, 7)
        """
        step = self.steps[0]
        if self.wrap:
            return tuple((rank + step * n - 1) % 13 + 1 for n in range(count))
        return tuple(rank + step * n for n in range(count) if 1 <= rank + step * n <= 13)

    def _matches(self, card: Card, top: Card) -> bool:
        match self.match:
            case Match.ALTERNATE:
                return cards.is_red(card) != cards.is_red(top)
            case Match.COLOUR:
                return cards.is_red(card) == cards.is_red(top)
            case Match.SUIT:
                return cards.suit(card) == cards.suit(top)
            case Match.OTHER:
                return cards.suit(card) != cards.suit(top)
            case Match.ANY:
                return True

    def why_not(self, card: Card, top: Card) -> str:
        """Return the reason why a card may not lie on another, to follow a colon."""
        ranks = self._ranks(top)
        if not ranks:
            return f"nothing goes on {article(cards.rank(top))}"
        if cards.rank(card) in ranks:
            return {
                Match.ALTERNATE: f"both are {cards.colour(card)}",
                Match.COLOUR: "their colours differ",
                Match.SUIT: "their suits differ",
                Match.OTHER: f"both are {SUIT_NAMES[cards.suit(card)]}",
                Match.ANY: "they do not fit",
            }[self.match]
        return f"{self.wanted(top)} is wanted"

    def wanted(self, top: Card) -> str:
        """Return which cards may lie on a card, as in "a red 4"; "" for none."""
        return either(self._wanted(rank, top) for rank in self._ranks(top))

    def _wanted(self, rank: int, top: Card) -> str:
        if self.match is Match.SUIT:
            return cards.text(cards.card(rank, cards.suit(top)))
        if self.match in (Match.ANY, Match.OTHER):
            return article(rank) + " of another suit" * (self.match is Match.OTHER)
        red = cards.is_red(top) == (self.match is Match.COLOUR)
        return f"a {'red' if red else 'black'} {RANK_NAMES[rank - 1]}"

    @property
    def words(self) -> str:
        """The build in words: "down in alternating colours"."""
        steps = {_fold(step) for step in self.steps} if self.wrap else set(self.steps)
        takes_any = not self.stop and steps >= set(range(-6, 7) if self.wrap else range(-12, 13))
        if takes_any:
            return "in any order" + f" {self.match.value}" * (self.match is not Match.ANY)
        return f"{_way(steps)} {self.match.value}{self._at_the_ends(steps)}"

    def _at_the_ends(self, steps: set[int]) -> str:
        """Return what the words say about Kings and Aces."""
        if self.wrap and steps != {0}:
            by_ones = steps <= {-1, 0, 1}
            passed = "King" if max(steps) > 0 else "Ace"
            joined = ", King and Ace joined" if by_ones else f", counting on past the {passed}"
            return joined + f"; nothing goes on {article(self.stop)}" * bool(self.stop)
        if steps == {-1, 1} and self.stop in (0, cards.KING):
            on_king = "nothing" if self.stop else "only a Queen"
            return f" ({on_king} on a King, only a 2 on an Ace)"
        return f" (nothing on {article(self.stop)})" * bool(self.stop)


def _fold(step: int) -> int:
    """Return the shortest of the steps that lead to the same rank past King and Ace."""
    return (step + 6) % 13 - 6


def _way(steps: set[int]) -> str:
    """Return the direction and the width of steps: ``up``, ``down by twos``."""
    ups, downs = sorted(s for s in steps if s > 0), sorted(-s for s in steps if s < 0)
    if ups == downs:
        ways = [f"up or down{_width(ups)}"] if ups else []
        if 0 in steps and ups == [1]:
            return "up, down or on an equal rank,"
    else:
        ways = [f"{way}{_width(by)}" for way, by in (("up", ups), ("down", downs)) if by]
    if 0 not in steps:
        return " or ".join(ways)
    return ", ".join([*ways, "or on an equal rank,"]) if ways else "on an equal rank,"


def _width(by: list[int]) -> str:
    """Return how many ranks steps in one direction go."""
    if len(by) == 1:
        return f" by {_GROUPS[by[0]]}" if by[0] > 1 else ""
    if len(by) > 2 and by == list(range(by[0], by[-1] + 1)):
        return f" by {by[0]} to {by[-1]} ranks"
    return f" by {', '.join(map(str, by[:-1]))} or {by[-1]} ranks"


_GROUPS = (
    *("", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"),
    *("tens", "elevens", "twelves"),
)
ANY_ORDER = Build(tuple(range(-12, 13)), Match.ANY)
"""Any card on any card, as on a waste."""
