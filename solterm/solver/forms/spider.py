"""Spider and its kin: columns build down whatever the suits, and only whole suits leave them.

A position is the columns, a free cell, and the stock; the suits that are gone follow from these.
Columns are interchangeable, except while rows are still dealt on them.

The eager variant takes whole suits away at once, and splits a run only to lengthen another of its
suit, or for a card that is wanted. Either may lose a win, since cards take others as long as they
lie in a column. So it only finds wins.
"""

from collections.abc import Callable, Hashable
from typing import ClassVar, Final

from solterm.core.cards import DOWN, FULL_SUITS
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.solver.cache import Cache
from solterm.solver.declared import group_of, plays_as

State = tuple[bytes, ...]
"""A position: the columns, the cell, and the stock in the order in which it is dealt."""
Worth = Callable[[State], float]

_RANK: Final = 15
_COUNT: Final = 16
_FIELD: Final = 255
_DEAL: Final = -1
"""The step that deals a row; the others hold the piles a run leaves and goes to, and its length."""
_WEB: Final = 255
"""The pile to which whole suits go."""
_SUITS = frozenset(map(bytes, FULL_SUITS))
_SIZE: Final = 13
_KEPT: Final = 1 << 17
"""The most entries of a cache."""
_DOWN_ANY = Build((-1,), Match.ANY)
_DOWN_IN_SUIT = Build((-1,), Match.SUIT)


class Spider(SearchSpace[State, int]):
    """The positions of such games."""

    pace = 5
    is_eager: ClassVar[bool] = False

    def __init__(self, rules: Rules, in_suit: bool, needs_all: bool) -> None:
        self._rules = rules
        self._in_suit = in_suit
        """Whether runs are of one suit."""
        self._needs_all = needs_all
        index = rules.index
        self._columns = [name for name in rules.ids if name[0] == "t"]
        self._count = len(self._columns)
        self._places = [index[name] for name in self._columns]
        self._cell = index.get("r", -1)
        self._has_cell = self._cell >= 0 and not BuilderGroup.of(rules.game.group("r")).closed
        self._stock = index.get("s", -1)
        self.has_stock = self._stock >= 0
        self._lows: Cache[bytes, int] = Cache(self._find_low, _KEPT)
        """Where the longest run of each pile begins."""
        self._worths = tuple(_Estimate(self._count, *view).of for view in _VIEWS)

    @classmethod
    def of(cls, rules: Rules) -> "Spider | None":
        """Return the form of games in which only whole suits leave the columns."""
        game = rules.game
        columns, webs, cell, stock = (group_of(game, kind) for kind in "tdrs")
        if not (columns and webs):
            return None
        kinds = "dt" + "r" * bool(cell) + "s" * bool(stock)
        names = tuple(name for name in rules.ids if name[0] == "t")
        run = columns.run or columns.build
        action = stock.action if stock else None
        known = (
            plays_as(rules, Builders, kinds, Gathered(game.in_play, kind="d"))
            and run in (_DOWN_ANY, _DOWN_IN_SUIT)
            and replace(columns, run=None)
            == BuilderGroup(
                "t",
                len(names),
                build=_DOWN_ANY,
                lift=Lift.RUN,
                space=ANY_CARD,
                goes_to="tdr" if cell else "td",
            )
            and webs == BuilderGroup("d", takes_suits=True)
            and (cell is None or replace(cell, closed=False) == _CELL)
            and (stock is None or stock == BuilderGroup("s", action=action))
        )
        if not known:
            return None
        if stock is None:
            return cls(rules, run == _DOWN_IN_SUIT, False)
        if not isinstance(action, DealRow) or action != DealRow(names, action.needs_all):
            return None
        return cls(rules, run == _DOWN_IN_SUIT, action.needs_all)

    # -- positions -------------------------------------------------------------------------

    def start(self, table: Table) -> State:
        piles = table.piles
        stock = piles[self._stock] if self.has_stock else ()
        return (
            *(bytes(piles[place]) for place in self._places),
            bytes(piles[self._cell]) if self._has_cell else b"",
            bytes([card & ~DOWN for card in reversed(stock)]),
        )

    def key(self, state: State) -> Hashable:
        if state[-1]:
            return state
        columns = list(state[: self._count])
        columns.sort()
        columns.append(state[-2])
        return tuple(columns)

    def is_won(self, state: State) -> bool:
        return not any(state)

    def stage(self, state: State) -> int:
        return -len(state[-1])

    def _find_low(self, pile: bytes) -> int:
        low = len(pile) - 1
        while low > 0 and self._follows(pile[low - 1], pile[low]):
            low -= 1
        return low

    def _follows(self, card: int, following: int) -> bool:
        """Whether two cards are part of a run."""
        if self._in_suit:
            return card == following + 1
        return card < DOWN and (card & _RANK) == (following & _RANK) + 1

    def ways(self, state: State) -> list[tuple[int, State]]:
        count, eager = self._count, self.is_eager
        ways: list[tuple[int, State]] = []
        by_rank: list[list[int]] = [[] for _ in range(16)]  # the columns whose end has a rank
        spaces: list[int] = []
        for place in range(count):
            pile = state[place]
            if not pile:
                spaces.append(place)
                continue
            by_rank[pile[-1] & _RANK].append(place)
            if pile[-1] & _RANK == 1 and pile[-_SIZE:] in _SUITS:
                ways.append(self._lift(state, place, _WEB, _SIZE))
        if ways and eager:
            return ways[:1]
        is_ordered = bool(state[-1])
        for place in range(count):
            pile = state[place]
            if not pile:
                continue
            low, end = self._lows[pile], len(pile)
            at = low
            while at < end:
                length = end - at
                card = pile[at]
                for to in by_rank[(card & _RANK) + 1]:
                    if to == place:
                        continue
                    if eager and at > low and not self._may_split(pile, at, state[to]):
                        continue
                    ways.append(self._lift(state, place, to, length))
                if at or is_ordered:
                    for to in spaces:
                        if not at and eager:
                            break
                        if eager and at > low and not by_rank[(pile[at - 1] & _RANK) - 1]:
                            break
                        ways.append(self._lift(state, place, to, length))
                        if not is_ordered:
                            break
                at += 1
            if self._has_cell and not state[count]:
                ways.append(self._lift(state, place, count, 1))
        if state[count]:
            for to in by_rank[(state[count][0] & _RANK) + 1]:
                ways.append(self._lift(state, count, to, 1))
            for to in spaces:
                ways.append(self._lift(state, count, to, 1))
                if not is_ordered:
                    break
        if state[-1] and not (self._needs_all and spaces and sum(map(len, state[:count])) >= count):
            ways.append((_DEAL, self._deal(state)))
        return ways

    def _may_split(self, pile: bytes, at: int, onto: bytes) -> bool:
        """Whether to move a part of a run: to lengthen a run of its suit."""
        if onto[-1] != pile[at] + 1:
            return False
        return len(onto) - self._lows[onto] > at - self._lows[pile]

    def _lift(self, state: State, place: int, to: int, length: int) -> tuple[int, State]:
        piles = list(state)
        pile = piles[place]
        cut = len(pile) - length
        if to != _WEB:
            piles[to] += pile[cut:]
        rest = pile[:cut]
        if rest and rest[-1] & DOWN:
            rest = rest[:-1] + bytes([rest[-1] ^ DOWN])
        piles[place] = rest
        return place | to << 8 | length << _COUNT, tuple(piles)

    def _deal(self, state: State) -> State:
        piles = list(state)
        stock = piles[-1]
        for place in range(min(self._count, len(stock))):
            piles[place] += stock[place : place + 1]
        piles[-1] = stock[self._count :]
        return tuple(piles)

    def moves(self, state: State, step: int) -> tuple[Move, ...]:
        if step == _DEAL:
            return (Move("s"),)
        place, to, length = step & _FIELD, step >> 8 & _FIELD, step >> _COUNT
        names = [*self._columns, "r"]
        return (Move(names[place], "d" if to == _WEB else names[to], length),)

    def shortcuts(self) -> "tuple[Spider, ...]":
        """Return the space itself: many lost deals have few positions, and the beam proves none."""
        return (self,)

    def eager_variant(self) -> "EagerSpider":
        return EagerSpider(self._rules, self._in_suit, self._needs_all)

    # -- estimates ---------------------------------------------------------------------------

    def worth(self, state: State) -> float:
        return self._worths[0](state)

    def worths(self) -> tuple[Worth, ...]:
        return self._worths


class EagerSpider(Spider):
    """The positions in which whole suits are gone and runs stay whole."""

    is_whole = False
    is_eager = True


_CELL = BuilderGroup("r", lift=Lift.TOP, space=ANY_CARD, capacity=1, goes_to="t")

_VIEWS = ((2.0, 0.7, 3.0, 3.0, 0.3), (2.0, 1.2, 2.0, 6.0, 0.6), (2.5, 0.3, 3.0, 2.0, 0.1))
"""The weights of the estimates (see ``_Estimate``), found by experiment."""


class _Estimate:
    """An estimate of how promising a position is."""

    def __init__(
        self, count: int, suited: float, joined: float, hidden: float, empty: float, over: float
    ) -> None:
        self._count = count
        self._suited = suited
        """For two neighbours that are a run of one suit;"""
        self._joined = joined
        """for those in sequence;"""
        self._hidden = hidden
        """against a hidden card;"""
        self._empty = empty
        """for an empty column;"""
        self._over = over
        """against a card over a lower one."""
        self._known: Cache[bytes, float] = Cache(self._judge, _KEPT)

    def of(self, state: State) -> float:
        total, known = 0.0, self._known
        cards = 0
        for place in range(self._count):
            pile = state[place]
            total += known[pile]
            cards += len(pile)
        if state[self._count]:
            total -= 2.0
            cards += 1
        cards += len(state[self._count + 1])
        return total - self._suited * cards

    def _judge(self, pile: bytes) -> float:
        if not pile:
            return self._empty
        total, before, least = 0.0, 0, 99
        for card in pile:
            rank = card & _RANK
            if card >= DOWN:
                total -= self._hidden
            if before == card + 1:
                total += self._suited
            elif before < DOWN and before & _RANK == rank + 1:
                total += self._joined
            if rank > least:
                total -= self._over * (rank - least if rank - least < 4 else 4)
            else:
                least = rank
            before = card
        return total
