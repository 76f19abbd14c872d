"""Placing: cards of the stock go to columns or foundations, one by one, whatever their suits.

No rule looks at suits. The ranks in each column, the size of each foundation and the size of the
stock make a position.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.core import cards
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Pile, Table
from solterm.solver.forms.placing.piles import Piles, piles_of

STOCK = -1
"""The source of a step that places the next card of the stock."""


class Placed(NamedTuple):
    """A position."""

    left: int
    """How many cards are still to be placed, the turned one included."""
    home: tuple[int, ...]
    """How many cards each foundation has."""
    piles: tuple[bytes, ...]
    """The ranks of each pile that gives to foundations, bottom first; the columns come first."""


class PlacingStep(NamedTuple):
    """One card that moves."""

    source: int
    """The number of a pile, or the stock."""
    target: int
    """The number of a column or, after all piles, of a foundation."""


class PlacingSpace(SearchSpace[Placed, PlacingStep]):
    """The positions of games of placing."""

    pace = 5

    has_stages = True

    def __init__(self, rules: Rules, piles: Piles) -> None:
        self._place = rules.index
        self._piles = piles
        self.columns = len(piles.columns)
        self.shut = piles.shut
        self.feeds_home = piles.feeds_home
        self._names = (*piles.columns, *piles.givers)
        self._all = len(self._names)
        self.whole = rules.game.in_play
        self._packed = piles.packs.ranks_taken if piles.packs else (0,) * (cards.KING + 1)

    @classmethod
    def of(cls, rules: Rules) -> "PlacingSpace | None":
        """Return the form of games whose stock is placed card by card, on columns in any order."""
        piles = piles_of(rules)
        return cls(rules, piles) if piles else None

    # -- positions -------------------------------------------------------------------------

    def start(self, table: Table) -> Placed:
        feed = _ranks(table.piles[self._place["s"]]) if "s" in self._place else ()
        self._turned_at = 0
        if self._piles.feed == "h" and (turned := table.piles[self._place["h"]]):
            feed = (*feed, turned[-1] & 15)
            self._turned_at = len(feed)
        self.feed = (0, *feed)
        bases = [table.piles[self._place[name]] for name in self._piles.foundations]
        base = bases[0][0] & 15 if bases[0] else 0
        opens = [base if rank < 0 else rank for rank in self._piles.opens]
        self.wanted: list[tuple[int, ...]] = [
            build.follow(first, cards.KING) if (first := pile[0] & 15 if pile else rank) else ()
            for pile, build, rank in zip(bases, self._piles.builds, opens, strict=True)
        ]
        self._kinds = [self.wanted.index(order) for order in self.wanted]
        piles = tuple(bytes(_ranks(table.piles[self._place[name]])) for name in self._names)
        self._views: dict[tuple[int, ...], _View] = {}
        return Placed(
            len(feed),
            tuple(map(len, bases)),
            piles,
        )

    def key(self, state: Placed) -> tuple[object, ...]:
        """Return a key that ignores the order of columns, other piles, and equal foundations."""
        home = tuple(sorted(zip(self._kinds, state.home, strict=True)))
        columns, givers = state.piles[: self.columns], state.piles[self.columns :]
        return home, tuple(sorted(columns)), tuple(sorted(givers))

    def stage(self, state: Placed) -> int:
        return -state.left

    def is_won(self, state: Placed) -> bool:
        return sum(state.home) == self.whole

    def ways(self, state: Placed) -> Iterator[tuple[PlacingStep, Placed]]:
        """Yield the steps; only one of them if a card can go home without harm.

        That is so if all foundations that still want its rank take it right now, and it does not
        matter which of them does. Then each card of the rank has its own place there. All lower
        cards of every order are home, so none of them could be packed on it. Sending it home first
        changes only what it uncovers, unless it is the card of the stock that shuts piles.
        """
        left, home, piles = state
        view = self._view(home)
        opened = range(0 if self.is_open(left) else self.shut, self._all)
        sources = [(number, piles[number][-1]) for number in opened if piles[number]]
        if left and self.feeds_home:
            sources.append((STOCK, self.feed[left]))
        shuts = bool(self.shut) and self.is_open(left)
        for source, rank in sources:
            if view.safe >> rank & 1 and not (shuts and source == STOCK):
                step = PlacingStep(source, self.home_of(view.takers[rank][0]))
                yield step, self.make(state, step)
                return
        steps = [
            PlacingStep(source, self.home_of(foundation))
            for source, rank in sources
            for foundation in view.takers[rank]
        ]
        if left:
            steps += (PlacingStep(STOCK, column) for column in self._targets(piles))
        if self._piles.packs and self.is_open(left):
            steps += self._packings(piles)
        for step in steps:
            yield step, self.make(state, step)

    def is_open(self, left: int) -> bool:
        """Whether all piles give cards, with so many cards in the stock."""
        return not self.shut or not 0 < left < self._piles.whole

    @property
    def stacks(self) -> bool:
        """Whether a stock is placed on columns whose cards only go to foundations."""
        return bool(self._piles.feed and self.columns and not self._piles.packs)

    def _targets(self, piles: tuple[bytes, ...]) -> Iterator[int]:
        for column in range(self.columns):
            if piles[column] not in piles[:column]:
                yield column

    def _packings(self, piles: tuple[bytes, ...]) -> Iterator[PlacingStep]:
        for source in range(self.columns):
            if not (pile := piles[source]):
                continue
            for target in self._targets(piles):
                other = piles[target]
                fits = self._packed[other[-1]] >> pile[-1] & 1 if other else len(pile) > 1
                if fits and target != source:
                    yield PlacingStep(source, target)

    def make(self, state: Placed, step: PlacingStep) -> Placed:
        """Return the position a step leads to."""
        left, home, piles = state
        source, target = step
        if source == STOCK:
            rank = self.feed[left]
            left -= 1
        else:
            rank = piles[source][-1]
            piles = _with(piles, source, piles[source][:-1])
        if target < self._all:
            return Placed(left, home, _with(piles, target, piles[target] + bytes((rank,))))
        foundation = target - self._all
        home = (*home[:foundation], home[foundation] + 1, *home[foundation + 1 :])
        return Placed(left, home, piles)

    def home_of(self, foundation: int) -> int:
        """Return the target of steps to a foundation."""
        return self._all + foundation

    def moves(self, state: Placed, step: PlacingStep) -> tuple[Move, ...]:
        foundation = step.target - self._all
        dst = self._names[step.target] if foundation < 0 else self._piles.foundations[foundation]
        if step.source != STOCK:
            return (Move(self._names[step.source], dst),)
        placed = Move(self._piles.feed, dst)
        if self._piles.feed == "s" or state.left == self._turned_at:
            return (placed,)
        return Move("s"), placed

    # -- estimates and proofs --------------------------------------------------------------

    def is_dead(self, state: Placed) -> bool:
        """Whether cards in some pile wait for cards beneath them.

        This relaxes the game where cards leave piles only for foundations. All cards of the stock
        are at hand at once. A foundation takes as many copies of a rank as it lacks, and no more
        than those of the previous rank allow; they stay available to others. Every real line is
        possible in the relaxed game, so a card that cannot leave there proves a loss.
        """
        if self._piles.packs:
            return False
        at_hand = [0] * (cards.KING + 1)
        for rank in self.feed[1 : state.left + 1]:
            at_hand[rank] += 1
        chains = self._view(state.home).chains
        buried = list(filter(None, state.piles))
        while buried:
            wanted = 0
            for count, chain in chains:
                for rank, have in chain:
                    if count > have:
                        wanted |= 1 << rank
                        count = min(count, have + at_hand[rank])
            still = []
            freed = False
            for pile in buried:
                end = len(pile)
                while end and wanted >> pile[end - 1] & 1:
                    end -= 1
                    at_hand[pile[end]] += 1
                    freed = True
                if end:
                    still.append(pile[:end])
            if not freed:
                return True
            buried = still
        return False

    def worth(self, state: Placed) -> float:
        """Favour cards home; charge for cards that lie on one wanted sooner.

        A column whose cards are wanted late is good, too: it can take many cards without harm.
        """
        waits = self._view(state.home).waits
        worth = float(sum(state.home))
        for pile in state.piles:
            least = cards.KING
            for rank in pile:
                if waits[rank] > least:
                    worth -= 1.0
                else:
                    least = waits[rank]
            worth += self._ROOM * least
        return worth

    _ROOM = 0.02
    """The value of a column being wanted one card later; a card home is worth 1."""

    def _view(self, home: tuple[int, ...]) -> "_View":
        if (view := self._views.get(home)) is None:
            view = self._views[home] = _View.of(self.wanted, self._kinds, home, self._packed)
        return view


class _View(NamedTuple):
    """The wants of the foundations."""

    takers: tuple[tuple[int, ...], ...]
    """For each rank the foundations that take it now; of equal ones the first."""
    waits: tuple[int, ...]
    """For each rank how many cards must go home before one of it can, at least."""
    safe: int
    """The mask of the ranks that go home without harm."""
    chains: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    """For each kind of foundation, how many there are, and for each rank in order how many have it;
    without the ranks that all of them have.
    """

    @classmethod
    def of(
        cls,
        wanted: list[tuple[int, ...]],
        kinds: list[int],
        home: tuple[int, ...],
        packed: tuple[int, ...],
    ) -> "_View":
        """Return what foundations with these orders want after so many cards."""
        takers, waits, safe, ahead_of = [], [], 0, []
        for rank in range(cards.KING + 1):
            ahead = [
                (order.index(rank, come) - come, kind, number)
                for number, (order, kind, come) in enumerate(zip(wanted, kinds, home, strict=True))
                if rank in order[come:]
            ]
            ready = {(kind, home[number]): number for away, kind, number in ahead[::-1] if not away}
            takers.append(tuple(sorted(ready.values())))
            ahead_of.append(ahead)
            waits.append(min((away for away, _, _ in ahead), default=cards.KING))
            if len(ready) == 1 and not any(away for away, _, _ in ahead):
                safe |= 1 << rank
        for rank in range(cards.KING + 1):
            if any(packed[rank] >> each & 1 and ahead_of[each] for each in range(cards.KING + 1)):
                safe &= ~(1 << rank)
        chains = []
        for kind in sorted(set(kinds)):
            come = [home[number] for number, each in enumerate(kinds) if each == kind]
            having = [sum(each > place for each in come) for place in range(len(wanted[kind]))]
            row = zip(wanted[kind], having, strict=True)
            chains.append((len(come), tuple(each for each in row if each[1] < len(come))))
        return cls(tuple(takers), tuple(waits), safe, tuple(chains))


def _ranks(pile: Pile) -> tuple[int, ...]:
    return tuple(card & 15 for card in pile)


def _with(piles: tuple[bytes, ...], number: int, pile: bytes) -> tuple[bytes, ...]:
    return (*piles[:number], pile, *piles[number + 1 :])
