"""Cabal: lay the whole stock on locked piles, then take all cards up again.

While the stock lasts, cards don't leave the piles. So it matters only in which order the player can
take them up afterwards. The search goes backwards: it takes cards up one by one for the
foundations, and decides only then on which pile each of them lay.

In 2 seconds each, it wins 46 of the deals 1 to 50; the general space wins none.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.general import Moves
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.vocabulary.dealing import Rest
from solterm.core.vocabulary.policies import Lift, OnceStockBegun
from solterm.core.vocabulary.spaces import ANY_CARD, BaseRank
from solterm.solver.declared import bared, group_of, plays_as
from solterm.solver.forms.plain import Plain
from solterm.solver.searches.rounds import Rounds

_DEEP = 16
"""The charge for a card in a pile that only gives, in units of ``over``."""

_GROUPS = {
    "s": BuilderGroup("s", lift=Lift.TOP, goes_to="t", builds_elsewhere=ANY_ORDER),
    "t": BuilderGroup("t", lift=Lift.TOP, goes_to="f", space=ANY_CARD),
    "r": BuilderGroup("r", lift=Lift.TOP, goes_to="f"),
    "f": BuilderGroup(
        "f", build=Build((1,), Match.ANY, wrap=True), space=BaseRank(), capacity=cards.KING
    ),
}
"""The expected piles, one of each kind, without their locks."""


class Cabal(Plain):
    """The positions of such a game by the rules, with data for its search."""

    pace = 8

    def __init__(self, rules: Rules, whole: int) -> None:
        super().__init__(rules)
        self.index = rules.index
        self.piles = tuple(name for name in rules.ids if name[0] in "tr")
        """The ids of the piles that give to foundations; those that take cards come first."""
        self.taking = sum(name[0] == "t" for name in self.piles)
        self.whole = whole
        """The size of the untouched stock. The piles are open until its first card leaves."""
        self.foundations = tuple(name for name in rules.ids if name[0] == "f")

    @classmethod
    def of(cls, rules: Rules) -> "Cabal | None":
        """Return the space of games whose stock goes to locked piles."""
        game = rules.game
        locks = (BuilderGroup.of(group).locked for group in game.groups)
        lock = next(filter(None, locks), None)
        groups = {kind: group_of(game, kind) for kind in _GROUPS}
        known = (
            isinstance(lock, OnceStockBegun)
            and plays_as(rules, Builders, "frst")
            and Rest(down=False) in game.dealing
            and all(
                group
                and replace(bared(group), count=1, locked=None) == _GROUPS[kind]
                and group.locked == (lock if kind in "tr" else None)
                for kind, group in groups.items()
            )
        )
        return cls(rules, lock.stock) if known and isinstance(lock, OnceStockBegun) else None


class Heap(NamedTuple):
    """A position of the second half. Ranks are counted from the base."""

    home: bytes
    """For each rank, how many foundations have it."""
    left: int
    """The remaining cards of the stock as bits; later cards have higher bits."""
    over: tuple[int, ...]
    """For each pile that has given up only such cards, the lowest of them, in ascending order. The
    next card from there is an earlier one.
    """
    shut: tuple[bytes, ...]
    """The cards that lay on those piles before the stock, in any order; every pile is listed."""
    bare: tuple[bytes, ...]
    """The rest of the other piles."""


class Taken(NamedTuple):
    """One card taken up."""

    rank: int
    card: int = 0
    """Its bit, if it comes from the stock."""
    over: int = 0
    """The last card taken up of those that lay over it; 0 if it lies bare."""
    pile: bytes = b""
    """The pile it is the end of, if it does not come from the stock."""


_Way = tuple[Any, Any]
"""How a position was reached: the way to the previous one, and the card taken up. The first entry
has None and the piles that sent cards home before the stock, in order.
"""


class CabalSearch(Rounds[Any, Any]):
    """A beam search that takes up one card per stage, and assigns cards to piles late.

    A pile gives up its cards from the last one; that is the only constraint on the order. So the
    search assigns a card to a pile only when it takes the card up. Among the piles that have given
    up only later cards, it chooses the one that has come down furthest, as the others can still
    give more. It assigns the cards that lay there before the stock in the same way. Of two cards of
    a rank that a pile can give, it takes the later one. That may lose a win, so this search never
    proves a loss.
    """

    _width: ClassVar[int] = 30

    def __init__(self, space: Cabal, start: Table) -> None:
        super().__init__(space, start)
        self._worths = (_judge,)
        self._goal = cards.KING * len(space.foundations)
        self._names = space.piles
        self._taking = space.taking
        self._foundations = space.foundations
        index = space.index
        self._base = start.piles[index["f1"]][0] & 15
        stock = self._ranks(start.piles[index["s"]][::-1])
        self._piles = [self._ranks(start.piles[index[name]]) for name in space.piles]
        self._heights = [len(start.piles[index[name]]) for name in space.foundations]
        self._is_new = len(stock) == space.whole
        self._laid = len(stock)
        self._of_rank = [0] * cards.KING
        for bit, rank in enumerate(stock, start=1):
            self._of_rank[rank] |= 1 << bit
        self._way: _Way | None = None

    def _ranks(self, pile: Sequence[int]) -> bytes:
        return bytes([((card & 15) - self._base) % cards.KING for card in pile])

    @property
    def is_whole(self) -> bool:
        return False

    @property
    def memory(self) -> int:
        return self._held * 1200

    # -- rounds ----------------------------------------------------------------------------

    def go_round(self, width: int, worth: Callable[[Heap], float]) -> Iterator[None]:
        stages: list[dict[Heap, _Way]] = [{} for _ in range(self._goal + 1)]
        for heap, way in self._beginnings():
            stages[sum(heap.home)][heap] = way
        for begun, ahead in pairwise(stages):
            self._held = len(begun)
            if len(begun) > width:
                self._has_cut = True
                begun = dict(nlargest(width, begun.items(), key=lambda each: worth(each[0])))
            for heap, way in begun.items():
                for taken, after in self._ways(heap):
                    self._count += 1
                    ahead.setdefault(after, (way, taken))
                yield
            self._held = len(ahead)
        for way in stages[-1].values():
            self.is_won, self._way = True, way
            return

    def _beginnings(self) -> Iterator[tuple[Heap, _Way]]:
        heights = self._heights
        home = bytes(sum(height > rank for height in heights) for rank in range(cards.KING))
        waiting: list[tuple[bytes, tuple[bytes, ...], tuple[int, ...]]] = [
            (home, tuple(self._piles), ())
        ]
        met = {waiting[0][:2]}
        for home, piles, sources in waiting:
            yield self._lay(home, piles), (None, sources)
            for number, pile in enumerate(piles if self._is_new else ()):
                if pile and self._wants(home, pile[-1]):
                    rest = (*piles[:number], pile[:-1], *piles[number + 1 :])
                    further = _with_one_more(home, pile[-1])
                    if (further, rest) not in met:
                        met.add((further, rest))
                        waiting.append((further, rest, (*sources, number)))

    def _lay(self, home: bytes, piles: tuple[bytes, ...]) -> Heap:
        taking = self._taking if self._laid else 0
        return Heap(
            home,
            (1 << self._laid + 1) - 2,
            (self._laid + 1,) * taking,
            tuple(sorted(filter(None, piles[:taking]))),
            tuple(sorted(filter(None, piles[taking:]))),
        )

    def _wants(self, home: bytes, rank: int) -> bool:
        return home[rank] < (home[rank - 1] if rank else len(self._heights))

    def _ways(self, heap: Heap) -> Iterator[tuple[Taken, Heap]]:
        home, left, over, shut, bare = heap
        for rank in range(cards.KING):
            if not self._wants(home, rank):
                continue
            after = _with_one_more(home, rank)
            for pile in dict.fromkeys(bare):
                if pile[-1] == rank:
                    yield Taken(rank, pile=pile), Heap(after, left, over, shut, _lift(bare, pile))
            if not left or (over[1:] and over[-1] >= left.bit_length()):
                for pile in dict.fromkeys(shut):
                    if pile[-1] == rank:
                        rest = list(shut)
                        rest.remove(pile)
                        opened = _lift((*bare, pile), pile)
                        lifted = Heap(after, left, over[1:], tuple(rest), opened)
                        yield Taken(rank, over=over[0], pile=pile), lifted
            of_rank = self._of_rank[rank] & left
            for number, last in enumerate(over):
                earlier = of_rank & (1 << last) - 1
                if not earlier or (number and not earlier >> over[number - 1]):
                    continue
                card = earlier.bit_length() - 1
                others = sorted((*over[:number], card, *over[number + 1 :]))
                rest_left = left ^ 1 << card
                if others[-1] >= rest_left.bit_length():
                    lifted = Heap(after, rest_left, tuple(others), shut, bare)
                    yield Taken(rank, card, last), lifted

    # -- the line --------------------------------------------------------------------------

    def line(self) -> Moves:
        if not (way := self._way):
            return ()
        steps: list[Taken] = []
        while way[0]:
            way, taken = way
            steps.append(taken)
        steps.reverse()
        piles = list(self._piles)
        heights = list(self._heights)
        moves: list[Move] = []

        def send_home(number: int, rank: int) -> None:
            foundation = heights.index(rank)
            heights[foundation] += 1
            moves.append(Move(self._names[number], self._foundations[foundation]))

        for number in way[1]:
            send_home(number, piles[number][-1])
            piles[number] = piles[number][:-1]
        numbers = self._find_piles(steps, piles)
        laid = {each.card: number for each, number in zip(steps, numbers, strict=True)}
        moves += [Move("s", self._names[laid[card]]) for card in range(1, self._laid + 1)]
        for each, number in zip(steps, numbers, strict=True):
            send_home(number, each.rank)
        return tuple(moves)

    def _find_piles(self, steps: Sequence[Taken], piles: list[bytes]) -> list[int]:
        unknown = list(range(self._taking)) if self._laid else []
        last = [self._laid + 1] * len(unknown)  # of each pile, still unassigned
        number_of: dict[int, int] = {}
        found: list[tuple[int, int]] = []  # an unassigned pile, or a number
        for each in steps:
            which, number = -1, -1
            if each.over:
                which = last.index(each.over)
                last[which] = each.card
            if not each.card:
                number = next(
                    number
                    for number, pile in enumerate(piles)
                    if pile == each.pile and (number in unknown) == bool(each.over)
                )
                piles[number] = piles[number][:-1]
            if each.over and not each.card:
                unknown.remove(number)
                number_of[which] = number
            found.append((which, number))
        for which in range(len(last)):
            if which not in number_of:
                number_of[which] = unknown.pop(0)
        return [number_of.get(which, number) for which, number in found]


def _judge(heap: Heap) -> float:
    return sum(heap.over) - _DEEP * sum(map(len, heap.bare))


def _with_one_more(home: bytes, rank: int) -> bytes:
    return home[:rank] + bytes((home[rank] + 1,)) + home[rank + 1 :]


def _lift(piles: tuple[bytes, ...], pile: bytes) -> tuple[bytes, ...]:
    rest = list(piles)
    rest.remove(pile)
    if pile[1:]:
        rest.append(pile[:-1])
    return tuple(sorted(rest))
