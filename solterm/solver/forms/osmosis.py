"""Osmosis: rows that take the ranks of the row above them.

Which card came before which does not matter to a row, so a row is a suit and a set of ranks. A card
on a row only makes more cards playable, and nothing leaves a row. Two rules follow:

- **Safe plays.** A card of a reserve goes to a row that has begun as soon as it can, and so does a
  card of the talon, if cards are turned singly without limit. Proof: play it at once, and then the
  rest of a winning line. All other cards lie as they would, so each later play of the line is
  possible, and uncovering the next card of the reserve early forbids nothing. In packets of several
  cards, a play from the talon shifts the packets, so it is a choice. The card that begins a row is
  a choice as well, unless it is the last row.
- **Lost positions.** Let every card of the talon be playable, and make every safe play. If cards
  are left in any order of the suits that have no row yet, cards are left in the real game too.
"""

from collections.abc import Iterator
from itertools import chain, permutations
from typing import NamedTuple, TypeVar

from solterm.core.cards import DOWN, KING
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING, InRowAbove
from solterm.solver.builders.kernel_layout import NUMBER, TURNED, TURNS
from solterm.solver.builders.packets import list_reached
from solterm.solver.declared import bared, group_of, plays_as

Moves = tuple[Move, ...]
_Part = TypeVar("_Part")

_TURN = Move("s")
_WASTE = "w"
_SUITS = 4
_FULL = (1 << KING + 1) - 2
"""The set of all ranks."""
_NO_SUIT = -1
_TALON = -1
_WHOLE_SUIT = Build(tuple(range(-12, 13)), Match.SUIT)


class OsmosisRows(NamedTuple):
    """A position."""

    talon: bytes
    """The cards of the waste, then those of the stock in the order in which they come."""
    turned: int
    """How many of them are on the waste; 0 for all numbers from which turning reaches the same."""
    reserves: tuple[bytes, ...]
    suits: tuple[int, ...]
    """The suit of each row, or -1."""
    ranks: tuple[int, ...]
    """The set of ranks on each row, a bit for each."""


class _Play(NamedTuple):
    """A card that can be played."""

    card: int
    number: int
    """The reserve that gives it, or the talon."""
    size: int = 0
    """The size of the waste once it is on top;"""
    turns: int = 0
    """so many turns make it so."""


class Osmosis(SearchSpace[OsmosisRows, Moves]):
    """The positions of such games."""

    pace = 5

    def __init__(self, rules: Rules, packet: int, above: tuple[int, ...]) -> None:
        self._index = rules.index
        self._packet = packet
        self._above = above
        """For each row, the row above; the first has none and takes all ranks."""
        self._rows = [name for name in rules.ids if name[0] == "f"]
        self._reserves = [name for name in rules.ids if name[0] == "r"]
        self._base = 0

    @classmethod
    def of(cls, rules: Rules) -> "Osmosis | None":
        """Return the form of games in which cards go from a talon and reserves to such rows."""
        game = rules.game
        stock, reserve, waste = (group_of(game, kind) for kind in "srw")
        if not (stock and reserve and waste):
            return None
        rows = [name for name in rules.ids if name[0] == "f"]
        turning = stock.action
        known = (
            plays_as(rules, Builders, "frsw")
            and isinstance(turning, TurnStock)
            and stock == BuilderGroup("s", action=TurnStock(turning.count, None))
            and waste == BuilderGroup("w", lift=Lift.TOP, goes_to="f")
            and reserve == BuilderGroup("r", reserve.count, lift=Lift.TOP, goes_to="f")
            and len(rows) == _SUITS
            and game.in_play == _SUITS * KING
        )
        if not known or not isinstance(turning, TurnStock):
            return None
        above = [_NO_SUIT]
        for number, name in enumerate(rows):
            row = bared(BuilderGroup.of(game.group(name)))
            if not number:
                if row != BuilderGroup("f", build=_WHOLE_SUIT, space=NOTHING, capacity=KING):
                    return None
                continue
            if not isinstance(row.space, InRowAbove) or row.space.above not in rows[:number]:
                return None
            space = InRowAbove(name, row.space.above, row.space.where)
            if row != BuilderGroup("f", space=space, capacity=KING):
                return None
            above.append(rows.index(row.space.above))
        return cls(rules, turning.count, tuple(above))

    # -- positions -------------------------------------------------------------------------

    def start(self, table: Table) -> OsmosisRows:
        piles, index = table.piles, self._index
        waste, stock = piles[index[_WASTE]], piles[index["s"]]
        rows = [piles[index[name]] for name in self._rows]
        self._base = rows[0][0] & 15 if rows[0] else 0
        return OsmosisRows(
            bytes([card & ~DOWN for card in (*waste, *reversed(stock))]),
            len(waste),
            tuple(bytes([card & ~DOWN for card in piles[index[name]]]) for name in self._reserves),
            tuple(row[0] >> 4 & 3 if row else _NO_SUIT for row in rows),
            tuple(sum(1 << (card & 15) for card in row) for row in rows),
        )

    def key(self, state: OsmosisRows) -> OsmosisRows:
        """Return the position with the waste turned back, if that reaches the same cards."""
        turned = state.turned
        if turned and (turned == len(state.talon) or not turned % self._packet):
            return OsmosisRows(state.talon, 0, state.reserves, state.suits, state.ranks)
        return state

    def is_won(self, state: OsmosisRows) -> bool:
        return not state.talon and not any(state.reserves)

    def worth(self, state: OsmosisRows) -> float:
        """Count the cards that are gone, and those of reserves twice."""
        return -len(state.talon) - 2 * sum(map(len, state.reserves))

    def moves(self, state: OsmosisRows, step: Moves) -> Moves:
        return step

    def ways(self, state: OsmosisRows) -> Iterator[tuple[Moves, OsmosisRows]]:
        safe, settled = self._settle((), state)
        if safe:  # the start alone: all others are settled
            yield safe, settled
            return
        for play in chain(self._list_given(state), self._list_drawn(state)):
            for row in self._takers(state, play.card):
                yield self._settle(*self._make(state, play, row))

    def _list_given(self, state: OsmosisRows) -> Iterator[_Play]:
        for number, pile in enumerate(state.reserves):
            if pile:
                yield _Play(pile[-1], number)

    def _list_drawn(self, state: OsmosisRows) -> Iterator[_Play]:
        for each in list_reached(state.turned, len(state.talon), self._packet):
            size, turns = each >> TURNED & NUMBER, each >> TURNS
            yield _Play(state.talon[size - 1], _TALON, size, turns)

    def _takers(self, state: OsmosisRows, card: int) -> list[int]:
        """Return the rows that take a card; of several that are alike, one."""
        suit, rank = card >> 4, card & 15
        if suit in state.suits:
            row = state.suits.index(suit)
            return [row] if not row or state.ranks[self._above[row]] >> rank & 1 else []
        if rank != self._base:
            return []
        takers: dict[tuple[int, bool | int], int] = {}
        for row, above in enumerate(self._above):
            if state.suits[row] == _NO_SUIT and row and state.ranks[above]:
                takers.setdefault((above, row in self._above and row), row)
        return list(takers.values())

    def _settle(self, moves: Moves, state: OsmosisRows) -> tuple[Moves, OsmosisRows]:
        """Make all safe plays; return them after the moves that led here."""
        while safe := self._find_safe(state):
            more, state = self._make(state, safe, self._takers(state, safe.card)[0])
            moves += more
        return moves, state

    def _find_safe(self, state: OsmosisRows) -> _Play | None:
        drawn = self._list_drawn(state) if self._packet == 1 else ()
        plays = chain(self._list_given(state), drawn)
        return next((play for play in plays if self._is_safe(state, play.card)), None)

    def _is_safe(self, state: OsmosisRows, card: int) -> bool:
        if card >> 4 in state.suits or state.suits.count(_NO_SUIT) == 1:
            return bool(self._takers(state, card))
        return False

    def _make(self, state: OsmosisRows, play: _Play, row: int) -> tuple[Moves, OsmosisRows]:
        card, number, size, turns = play
        talon, turned, reserves, suits, ranks = state
        if number == _TALON:
            talon, turned = talon[: size - 1] + talon[size:], size - 1
        else:
            reserves = _with(reserves, number, reserves[number][:-1])
        ranks = _with(ranks, row, ranks[row] | 1 << (card & 15))
        name = _WASTE if number == _TALON else self._reserves[number]
        moves = (*(_TURN,) * turns, Move(name, self._rows[row]))
        return moves, OsmosisRows(talon, turned, reserves, _with(suits, row, card >> 4), ranks)

    # -- proofs ----------------------------------------------------------------------------

    def is_dead(self, state: OsmosisRows) -> bool:
        free = [0] * _SUITS
        for card in state.talon:
            free[card >> 4] |= 1 << (card & 15)
        begun = [suit for suit in state.suits if suit != _NO_SUIT]
        others = [suit for suit in range(_SUITS) if suit not in begun]
        return not any(self._rises(state, free[:], order) for order in permutations(others))

    def _rises(self, state: OsmosisRows, free: list[int], order: tuple[int, ...]) -> bool:
        """Whether all rows fill if every card of the talon is free, and suits come in this order.

        The rest of the suits have no row yet.
        """
        left = iter(order)
        suits = [next(left) if suit == _NO_SUIT else suit for suit in state.suits]
        row_of = [suits.index(suit) for suit in range(_SUITS)]
        ranks, piles = list(state.ranks), list(state.reserves)
        for pile in piles:
            if pile:
                free[pile[-1] >> 4] |= 1 << (pile[-1] & 15)
        base, rises = 1 << self._base, True
        while rises:
            rises = False
            for row, suit in enumerate(suits):
                fit = free[suit] & (ranks[self._above[row]] if row else _FULL)
                if fit & ~ranks[row] and (ranks[row] or fit & base):
                    ranks[row] |= fit
                    rises = True
            for number, pile in enumerate(piles):
                while pile and ranks[row_of[pile[-1] >> 4]] >> (pile[-1] & 15) & 1:
                    pile, rises = pile[:-1], True
                    if pile:
                        free[pile[-1] >> 4] |= 1 << (pile[-1] & 15)
                piles[number] = pile
        return all(each == _FULL for each in ranks)


def _with(row: tuple[_Part, ...], number: int, part: _Part) -> tuple[_Part, ...]:
    return (*row[:number], part, *row[number + 1 :])
