"""Piles that only give to foundations, which build up one by one and are all alike.

A pile whose cards are of one rank never hides anything: its cards are at hand. They wait until a
card of another pile needs them; then as many are fetched as bring the highest foundation that is
not too high up to where it takes that card.

Proof: let c(r) be how many foundations have reached rank r. A card of rank r needs c(r-1) > c(r).
Take a way to win, keep the order of the cards that are not at hand, and fetch what is needed and
no more: then each c(r) is never more than it was on that way at the same time. Should c(r-1) be too
low for the next card, it was higher on that way, and as the same other cards are home, a card of
rank r-1 was at hand there that is at hand still; what that one needs is found likewise. (To raise
c(r-1) by one, and what that needs, is to bring up the highest foundation below r.) Once no other
cards are left, all those at hand go home from the lowest rank on.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games.vocabulary import UPWARDS
from solterm.solver.forms.placing.piles import Piles, piles_of
from solterm.solver.space import Space


class Fetched(NamedTuple):
    """A position."""

    left: tuple[int, ...]
    """How many cards each pile has."""
    home: tuple[int, ...]
    """How many cards each foundation has."""


_Key = tuple[tuple[int, ...], tuple[int, ...]]
"""How many cards the piles that hide some have, and the foundations from the lowest one on."""


class Fetching(Space[Fetched, int]):
    """The positions of such games; a step is the number of the pile whose end card goes home."""

    has_stages = True

    def __init__(self, rules: Rules, piles: Piles) -> None:
        self._place = rules.index
        self._names = piles.givers
        self._foundations = piles.foundations
        self._whole = rules.game.in_play

    @classmethod
    def of(cls, rules: Rules) -> "Fetching | None":
        """The form of games in which nothing is laid but on foundations that are all alike."""
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
        """What is left of the cards at hand follows from the rest."""
        return tuple(state.left[number] for number in self._hiding), tuple(sorted(state.home))

    def thin(self, keys: Iterable[_Key]) -> Iterable[_Key]:
        """Of positions with the same cards in the piles those whose foundations are lower will do.

        Proof: let each c(r) be no more in one of them than in the other. By how much it is less, so
        many more cards of rank r are at hand. They can go home from the lowest rank on: once
        c(r-1) is as in the other position it is no less than c(r) is there. So whatever follows
        the other position can follow this one. (Foundations in the order of their height are no
        higher, each than its like, just where no c(r) is more.)
        """
        lowest: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for left, home in sorted(keys, key=lambda key: sum(key[1])):
            lower = lowest.setdefault(left, [])
            if not any(all(map(int.__le__, each, home)) for each in lower):
                lower.append(home)
                yield left, home

    def stage(self, state: Fetched) -> int:
        """How many cards have left the piles that hide some, and then how many are home."""
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
        """The highest foundation that is not too high for the end card of a pile; -1 for none."""
        rank = self._end(state, number)
        reached = max((height for height in state.home if height < rank), default=-1)
        return state.home.index(reached) if reached >= 0 else -1

    def _fetched(self, state: Fetched, number: int, foundation: int) -> list[int]:
        """The piles whose end cards go to a foundation, a certain one last; none if one lacks."""
        needed = range(state.home[foundation] + 1, self._end(state, number))
        at_hand = {self._end(state, each): each for each in self._at_hand if state.left[each]}
        if not at_hand.keys() >= {*needed}:
            return []
        return [*(at_hand[rank] for rank in needed), number]

    def worth(self, state: Fetched) -> float:
        """Cards that are always at hand rather wait."""
        return -float(sum(state.home))

    def moves(self, state: Fetched, step: int) -> tuple[Move, ...]:
        foundation = self._taker(state, step)
        dst = self._foundations[foundation]
        gone = self._fetched(state, step, foundation)
        return tuple(Move(self._names[number], dst) for number in gone)
