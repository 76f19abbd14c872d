"""A policy for games of placing: where to put a card, without knowing which cards come.

Cards go home as soon as they can. Any other card goes on a column all of whose cards are wanted
later; among these, on the one wanted soonest, so that the others stay open to cards wanted late. If
there is no such column, it goes where the difference is smallest.
"""

from math import inf

from solterm.core.cards import KING
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.forms.placing.placing_space import Placed, PlacingSpace

_NONE = KING + 1
"""The next rank of a complete foundation: one that no card has."""
_EMPTY = 10.0
"""An empty column counts as if its cards were wanted after so many others."""
_COVERED = 1000.0
"""The cost of covering a card that is wanted sooner, higher than any difference."""
_NEARLY = 0.3
"""The value of nearly all cards home; a win is worth 1 more."""
_STEEP = 4
"""This value grows with so high a power of the share of cards home."""


class PlacingPolicy:
    """Plays games of placing to their end."""

    def __init__(self, rules: Rules, space: PlacingSpace) -> None:
        self._rules = rules
        self._space = space

    @classmethod
    def of(cls, rules: Rules) -> "PlacingPolicy | None":
        """Return the policy for rules by which columns give cards to foundations only."""
        space = PlacingSpace.of(rules)
        return cls(rules, space) if space and space.stacks else None

    def choices(self, table: Table) -> list[Move]:
        """Return the moves that bring a card home; if there are none, all that differ."""
        moves = list(self._rules.generate(table))
        home = [move for move in moves if move.dst[:1] == "f"]
        different: dict[object, Move] = {}
        for move in home or moves:
            after = self._space.start(self._rules.make(table, move))
            different.setdefault(self._space.key(after), move)
        return list(different.values())

    def play(self, table: Table) -> float:
        """Play a table to its end; winning counts most, and the cards home a little."""
        share = _Game(self._space, self._space.start(table)).play() / self._space.whole
        return (share == 1) + _NEARLY * share**_STEEP


class _Game:
    """A game that the policy plays."""

    def __init__(self, space: PlacingSpace, start: Placed) -> None:
        self._coming = space.feed[start.left : 0 : -1]
        self._columns = space.columns
        self._space = space
        self._left = start.left
        self._wanted = space.wanted
        self._home = list(start.home)
        self._piles = [list(pile) for pile in start.piles]
        self._takers: list[list[int]] = [[] for _ in range(_NONE + 1)]
        """The foundations by the rank that they want next."""
        self._wants = [0] * (_NONE + 1)
        """How many foundations still want each rank."""
        self._before = [0] * (_NONE + 1)
        """How many cards these foundations take before it, all together."""
        self._wait = [0.0] * (_NONE + 1)
        """The same on average, for the ranks that are wanted."""
        for foundation, come in enumerate(self._home):
            ahead = self._wanted[foundation][come:]
            self._takers[(*ahead, _NONE)[0]].append(foundation)
            for place, rank in enumerate(ahead):
                self._wants[rank] += 1
                self._before[rank] += place
        for rank, wants in enumerate(self._wants):
            if wants:
                self._wait[rank] = self._before[rank] / wants

    def play(self) -> int:
        """Return how many cards are home in the end."""
        every = range(len(self._piles))
        opened = every[self._space.shut :]
        self._empty(every if self._space.is_open(self._left) else opened)
        for rank in self._coming:
            if self._takers[rank] and self._space.feeds_home:
                self._bring_home(rank)
                self._empty(opened)
            else:
                self._put(rank)
        self._empty(every)
        return sum(self._home)

    def _bring_home(self, rank: int) -> None:
        foundation = self._takers[rank].pop()
        order, come = self._wanted[foundation], self._home[foundation] + 1
        self._home[foundation] = come
        wants, before, wait = self._wants, self._before, self._wait
        wants[rank] -= 1
        if wants[rank]:
            wait[rank] = before[rank] / wants[rank]
        ahead = order[come:]
        for later in ahead:
            before[later] -= 1
            wait[later] = before[later] / wants[later]
        self._takers[ahead[0] if ahead else _NONE].append(foundation)

    def _empty(self, opened: range) -> None:
        """Bring home all cards that these piles can give."""
        piles, takers = self._piles, self._takers
        goes_on = True
        while goes_on:
            goes_on = False
            for number in opened:
                pile = piles[number]
                while pile and takers[pile[-1]]:
                    self._bring_home(pile.pop())
                    goes_on = True

    def _put(self, rank: int) -> None:
        """Put a card on the column that suits it best."""
        wait = self._wait
        here, least = wait[rank], inf
        best: list[int] = []
        for pile in self._piles[: self._columns]:
            gap = (min([wait[each] for each in pile]) if pile else _EMPTY) - here
            cost = gap if gap >= 0 else _COVERED - gap
            if cost < least:
                best, least = pile, cost
        best.append(rank)
