"""Lady of the Manor: piles only give to foundations, which all build up by one.

A pile of cards of one rank hides none of them: its cards are at hand. They wait until a card of
another pile needs them. Then the search fetches as many as bring up a foundation to where it takes
that card: the highest one that is not too high.

Proof: let c(r) be the number of foundations that have reached rank r. A card of rank r needs c(r-1)
> c(r). Take a winning line, keep the order of the cards that are not at hand, and fetch only the
cards they need. Each c(r) is then at most what it was in that line at the same time. Suppose c(r-1)
is too low for the next card. It was higher in that line, where the same other cards were home, so a
card of rank r-1 was at hand there and still is; the cards that it needs are found in the same way.
(Raising c(r-1) by one, with the cards that takes, means bringing up the highest foundation below
r.) Once the other piles are empty, all cards at hand go home from the lowest rank up.

In 2 seconds each, it decides all deals from 1 to 50; the general space decides 19.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.games.vocabulary import UPWARDS
from solterm.solver.forms.placing.piles import Piles, piles_of


class Fetched(NamedTuple):
    """A position."""

    left: tuple[int, ...]
    """How many cards each pile has."""
    home: tuple[int, ...]
    """How many cards each foundation has."""


_Key = tuple[tuple[int, ...], tuple[int, ...]]
"""The sizes of the piles that hide cards, and of the foundations in ascending order."""


class LadyOfTheManor(SearchSpace[Fetched, int]):
    """The positions of such games; a step is the number of the pile whose end card goes home."""

    has_stages = True

    def __init__(self, rules: Rules, piles: Piles) -> None:
        self._place = rules.index
        self._names = piles.givers
        self._foundations = piles.foundations
        self._whole = rules.game.in_play

    @classmethod
    def of(cls, rules: Rules) -> "LadyOfTheManor | None":
        """Return the form of games in which cards only go to equal foundations."""
        piles = piles_of(rules)
        if piles is None or piles.feed or piles.columns:
            return None
        alike = {*zip(piles.builds, piles.opens, strict=True)} == {(UPWARDS, 1)}
        return cls(rules, piles) if alike else None

    def start(self, table: Table) -> Fetched:
        self._ranks = [
            bytes(card & 15 for card in table.piles[self._place[name]]) for name in self._names
        ]
        numbers = range(len(self._ranks))
        self._hiding = [number for number in numbers if len(set(self._ranks[number])) > 1]
        self._at_hand = [number for number in numbers if number not in self._hiding]
        home = tuple(len(table.piles[self._place[name]]) for name in self._foundations)
        return Fetched(tuple(map(len, self._ranks)), home)

    def key(self, state: Fetched) -> _Key:
        """Return sizes that determine the rest, including the number of cards at hand."""
        return tuple(state.left[number] for number in self._hiding), tuple(sorted(state.home))

    def thin(self, keys: Iterable[_Key]) -> Iterable[_Key]:
        """Of positions with the same cards in the piles, keep those with lower foundations.

        Proof: let each c(r) be at most as high in one position as in the other. If c(r) is lower by
        some number, so many more cards of rank r are at hand. They can go home from the lowest rank
        up: once c(r-1) is as in the other position, it is at least as high as c(r) is there. So
        whatever can follow the other position can follow this one. (With foundations sorted by
        height, each is at most as high as its counterpart exactly if no c(r) is higher.)
        """
        lowest: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for left, home in sorted(keys, key=lambda key: sum(key[1])):
            lower = lowest.setdefault(left, [])
            if not any(all(map(int.__le__, each, home)) for each in lower):
                lower.append(home)
                yield left, home

    def stage(self, state: Fetched) -> int:
        """Return how many cards have left the hiding piles, and after that how many are home."""
        hiding = sum(state.left[number] for number in self._hiding)
        return -hiding if hiding else sum(state.home)

    def is_won(self, state: Fetched) -> bool:
        return sum(state.home) == self._whole

    def ways(self, state: Fetched) -> Iterator[tuple[int, Fetched]]:
        sources = [number for number in self._hiding if state.left[number]]
        if not sources:
            at_hand = (number for number in self._at_hand if state.left[number])
            sources = sorted(at_hand, key=lambda number: self._end(state, number))[:1]
        for number in sources:
            foundation = self._taker(state, number)
            if foundation >= 0 and (gone := self._fetched(state, number, foundation)):
                left = (count - (each in gone) for each, count in enumerate(state.left))
                home = list(state.home)
                home[foundation] += len(gone)
                yield number, Fetched(tuple(left), tuple(home))

    def _end(self, state: Fetched, number: int) -> int:
        return self._ranks[number][state.left[number] - 1]

    def _taker(self, state: Fetched, number: int) -> int:
        """Return the highest foundation that is not too high for the end card; -1 for none."""
        rank = self._end(state, number)
        reached = max((height for height in state.home if height < rank), default=-1)
        return state.home.index(reached) if reached >= 0 else -1

    def _fetched(self, state: Fetched, number: int, foundation: int) -> list[int]:
        """Return the piles whose end cards go to a foundation, the given one last; else none."""
        needed = range(state.home[foundation] + 1, self._end(state, number))
        at_hand = {self._end(state, each): each for each in self._at_hand if state.left[each]}
        if not at_hand.keys() >= {*needed}:
            return []
        return [*(at_hand[rank] for rank in needed), number]

    def worth(self, state: Fetched) -> float:
        """Prefer positions in which the cards at hand still wait."""
        return -float(sum(state.home))

    def moves(self, state: Fetched, step: int) -> tuple[Move, ...]:
        foundation = self._taker(state, step)
        dst = self._foundations[foundation]
        gone = self._fetched(state, step, foundation)
        return tuple(Move(self._names[number], dst) for number in gone)
