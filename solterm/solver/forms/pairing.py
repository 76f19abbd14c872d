"""Pairs of equal rank: from piles as a mask of the cards left, from a grid as the ranks in it.

Suits are looked at by no rule.
"""

from collections.abc import Iterator
from itertools import combinations

from solterm.core.engines.pairing import Pairing
from solterm.core.game import Group
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.grids import Grid
from solterm.core.vocabulary.pairs import AcrossGap, Alike, Consolidate, InLine, Near, Pairs, Touch
from solterm.solver.declared import draws_under, group_of, kinds_of, plays_as
from solterm.solver.space import Space

Pair = tuple[int, int]


class PilePairs(Space[int, Pair]):
    """The positions of piles whose end cards go in pairs: the mask of the cards left.

    Each pile has its own part of the mask, its lowest card first.
    """

    pace = 5

    def __init__(self, rules: Rules, piles: Group) -> None:
        self._place = rules.index
        self._names = [name for name in rules.ids if name[0] == piles.kind]
        self._deep = 2 if piles.reach else 1

    @classmethod
    def of(cls, rules: Rules) -> "PilePairs | None":
        """The form of games in which pairs are taken from piles, and nothing else is done."""
        game, piles = rules.game, group_of(rules.game, "t")
        known = (
            piles
            and plays_as(rules, Pairing)
            and kinds_of(game) == "dt"
            and group_of(game, "d") == Group("d")
            and piles == Group("t", piles.count, reach=piles.reach)
            and game.pairs == (Pairs(Alike()),)
            and rules.goal == Gathered(game.in_play, "d")
            and not game.consequences
            and not draws_under(game)
        )
        return cls(rules, piles) if known and piles else None

    def start(self, table: Table) -> int:
        piles = [table.piles[self._place[name]] for name in self._names]
        self._ranks = [card & 15 for pile in piles for card in pile]
        self._pile_of = [number for number, pile in enumerate(piles) for _ in pile]
        self._parts = [0] * len(piles)
        self._of_rank = [0] * 16
        for place, (rank, number) in enumerate(zip(self._ranks, self._pile_of, strict=True)):
            self._parts[number] |= 1 << place
            self._of_rank[rank] |= 1 << place
        self._paired: dict[int, bool] = {0: True}
        return (1 << len(self._ranks)) - 1

    def is_won(self, state: int) -> bool:
        return not state

    def ways(self, state: int) -> Iterator[tuple[Pair, int]]:
        """The ways on: one alone where all cards left of a rank can go now.

        To take them at once changes nothing for others but what it uncovers, and it is all one
        which two of four go first.
        """
        free = self._free(state)
        for cards in self._of_rank:
            if cards & state and not cards & state & ~free:
                one, other, *_ = _bits(cards & state)
                yield (one, other), state ^ 1 << one ^ 1 << other
                return
        for cards in self._of_rank:
            for one, other in combinations(_bits(cards & free), 2):
                yield (one, other), state ^ 1 << one ^ 1 << other

    def _free(self, state: int) -> int:
        """The mask of the cards that are available."""
        free = 0
        for part in self._parts:
            left = part & state
            for _ in range(self._deep):
                if left:
                    top = 1 << left.bit_length() - 1
                    free |= top
                    left ^= top
        return free

    def worth(self, state: int) -> float:
        return -float(state.bit_count())

    def is_dead(self, state: int) -> bool:
        """Is there a rank whose cards cannot be paired off, whatever the order?

        Where only end cards are available, two cards of one pile never go together: the upper
        must be gone before the lower is free.
        """
        for cards in self._of_rank:
            left = cards & state
            answer = self._paired.get(left)
            if answer is None:
                answer = self._paired[left] = self._pair_off(_bits(left))
            if not answer:
                return True
        return False

    def _pair_off(self, cards: list[int]) -> bool:
        """Can cards of one rank be paired off, none of them left?"""
        if not cards:
            return True
        first, *others = cards
        return any(
            self._pair_off([each for each in others if each != other])
            for other in others
            if self._deep > 1 or self._pile_of[first] != self._pile_of[other]
        )

    def moves(self, state: int, step: Pair) -> tuple[Move, ...]:
        def order(place: int) -> tuple[int, int]:
            number = self._pile_of[place]
            over = (self._parts[number] & state) >> place + 1
            return -over.bit_count() - 1, number

        (at, src), (onto, dst) = sorted(map(order, step))
        deep = [-each if each < -1 else 0 for each in (at, onto)]
        return (Move(self._names[src], self._names[dst], at=deep[0], onto=deep[1]),)


class GridPairs(Space[tuple[bytes, int], Pair]):
    """The positions of a grid whose cards go in pairs: the ranks in it, and the stock that is left.

    A cell without a card has rank 0.
    """

    pace = 5

    _CLOSE_UP: Pair = (-1, -1)

    def __init__(self, rules: Rules, near: tuple[Near, ...]) -> None:
        self._place = rules.index
        self._names = [name for name in rules.ids if name[0] == "g"]
        grid = rules.game.grid
        self._joined = [
            (one, other, between)
            for one, other in combinations(range(grid.size), 2)
            for between in _gaps(near, grid, one, other)
        ]

    @classmethod
    def of(cls, rules: Rules) -> "GridPairs | None":
        """The form of games in which pairs are taken from a grid, which is then closed up."""
        game, cells = rules.game, group_of(rules.game, "g")
        known = (
            cells
            and len(game.pairs) == 1
            and plays_as(rules, Pairing)
            and kinds_of(game) == "dgs"
            and group_of(game, "d") == Group("d")
            and group_of(game, "s") == Group("s", action=Consolidate())
            and cells == Group("g", cells.count, columns=cells.columns)
            and game.pairs[0] == Pairs(Alike(), among="g", near=game.pairs[0].near)
            and all(near in (Touch(), AcrossGap(), InLine()) for near in game.pairs[0].near)
            and game.pairs[0].near
            and rules.goal == Gathered(game.in_play, "d")
            and not game.consequences
            and not draws_under(game)
        )
        return cls(rules, game.pairs[0].near) if known else None

    def start(self, table: Table) -> tuple[bytes, int]:
        cells = [table.piles[self._place[name]] for name in self._names]
        self._stock = bytes(card & 15 for card in reversed(table.piles[self._place["s"]]))
        return bytes(pile[-1] & 15 if pile else 0 for pile in cells), len(self._stock)

    def is_won(self, state: tuple[bytes, int]) -> bool:
        return not (state[1] or any(state[0]))

    def ways(self, state: tuple[bytes, int]) -> Iterator[tuple[Pair, tuple[bytes, int]]]:
        cells, left = state
        for one, other, between in self._joined:
            if cells[one] == cells[other] and cells[one] and not (between >= 0 and cells[between]):
                after = bytearray(cells)
                after[one] = after[other] = 0
                yield (one, other), (bytes(after), left)
        kept = cells.replace(b"\0", b"")
        first = len(self._stock) - left
        filling = self._stock[first : first + len(cells) - len(kept)]
        closed = (kept + filling).ljust(len(cells), b"\0")
        if closed != cells:
            yield self._CLOSE_UP, (closed, left - len(filling))

    def worth(self, state: tuple[bytes, int]) -> float:
        return float(state[0].count(0) - state[1])

    def moves(self, state: tuple[bytes, int], step: Pair) -> tuple[Move, ...]:
        if step == self._CLOSE_UP:
            return (Move("s"),)
        one, other = step
        return (Move(self._names[one], self._names[other]),)


def _gaps(near: tuple[Near, ...], grid: Grid, one: int, other: int) -> list[int]:
    """The cell that must be empty for two cells to be joined, or -1 where none must."""
    empty, full = [()] * grid.size, [(0,)] * grid.size
    if any(each.joins(full, grid, one, other) for each in near):
        return [-1]
    return [(one + other) // 2] if any(each.joins(empty, grid, one, other) for each in near) else []


def _bits(mask: int) -> list[int]:
    """The places of the bits of a mask, from the lowest."""
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places
