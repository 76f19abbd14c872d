"""Interregnum: indicators open the foundations, and columns only give cards to them.

Suits don't matter, and a row of the stock covers all columns. So a position is the ranks left in
the columns, how many rows are gone, and for each foundation the rank it takes and how many more
cards.

In 2 seconds each, it wins 43 of the deals 1 to 50; the general space wins 32.
"""

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup, Group
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.space import Space
from solterm.core.table import Pile, Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import CloseByIndicator
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import AboveIndicator
from solterm.solver.builders.timing import count_late
from solterm.solver.declared import bared, group_of, plays_as

_SIZE = cards.KING - 1
"""The cards that a foundation takes; its indicator is the last one."""
_FAR = 2 * cards.KING
_KEPT = 1 << 16
"""The most entries of a cache."""
_BUILD = Build((1,), Match.ANY, wrap=True)


class Need(NamedTuple):
    """The cards that a foundation still takes."""

    rank: int
    """Its next rank."""
    cards: int


_DONE = Need(0, 0)


class Rows(NamedTuple):
    """A position."""

    dealt: int
    """The rows of the stock that are gone."""
    columns: tuple[bytes, ...]
    """The ranks in each column."""
    needs: tuple[Need, ...]
    """The need of each foundation."""


class Give(NamedTuple):
    """A card that goes home, or a deal."""

    column: int = -1
    """-1 for a deal."""
    home: int = -1


_DEAL = Give()


class Interregnum(Space[Rows, Give]):
    """The positions of such games."""

    pace = 8
    is_fed = True

    def __init__(self, rules: Rules) -> None:
        self._index = rules.index
        self._stock: list[bytes] = []
        self._columns = [name for name in rules.ids if name[0] == "t"]
        self._homes = [name for name in rules.ids if name[0] == "f"]
        self._indicators = ["r" + name[1:] for name in self._homes]

    @classmethod
    def of(cls, rules: Rules) -> "Interregnum | None":
        """Return the form of games in which rows are dealt and cards only go to foundations."""
        game = rules.game
        stock, columns = group_of(game, "s"), group_of(game, "t")
        names = tuple(name for name in rules.ids if name[0] == "t")
        homes = [name for name in rules.ids if name[0] == "f"]
        known = (
            plays_as(rules, Builders, "frst", consequences=(CloseByIndicator(),))
            and stock == BuilderGroup("s", action=DealRow(names))
            and columns == BuilderGroup("t", len(names), lift=Lift.TOP, goes_to="f")
            and all(_is_opened_by_indicator(game.group(name), name) for name in homes)
            and group_of(game, "r") == BuilderGroup("r", len(homes))
        )
        return cls(rules) if known else None

    def start(self, table: Table) -> Rows:
        piles, index = table.piles, self._index
        stock, width = _ranks(piles[index["s"]][::-1]), len(self._columns)
        self._stock = [stock[at : at + width] for at in range(0, len(stock), width)]
        columns = tuple(_ranks(piles[index[name]]) for name in self._columns)
        needs = []
        for home, indicator in zip(self._homes, self._indicators, strict=True):
            gone = len(piles[index[home]])
            if gone < _SIZE:
                last = (piles[index[home]] or piles[index[indicator]])[-1]
                needs.append(Need(_next(last & 15), _SIZE - gone))
            else:
                needs.append(_DONE)
        return Rows(0, columns, tuple(needs))

    def key(self, state: Rows) -> Hashable:
        """Return the position without the order of foundations or, after all rows, of columns."""
        dealt, columns, needs = state
        whole = columns if dealt < len(self._stock) else tuple(sorted(columns))
        return dealt, whole, tuple(sorted(needs))

    def ways(self, state: Rows) -> Iterator[tuple[Give, Rows]]:
        dealt, columns, needs = state
        takers: dict[int, dict[Need, int]] = {}
        for home, need in enumerate(needs):
            takers.setdefault(need.rank, {}).setdefault(need, home)
        for number, column in enumerate(columns):
            for need, home in takers.get(column[-1], {}).items() if column else ():
                left = (*columns[:number], column[:-1], *columns[number + 1 :])
                after = Need(_next(need.rank), need.cards - 1) if need.cards > 1 else _DONE
                yield (
                    Give(number, home),
                    Rows(dealt, left, (*needs[:home], after, *needs[home + 1 :])),
                )
        if dealt < len(self._stock):
            row = self._stock[dealt]
            laid = tuple(each + row[at : at + 1] for at, each in enumerate(columns))
            yield _DEAL, Rows(dealt + 1, laid, needs)

    def is_won(self, state: Rows) -> bool:
        return not any(need.cards for need in state.needs)

    def worth(self, state: Rows) -> float:
        """Charge for each card in a column, and again for one over a card that goes home sooner."""
        turns = _find_turns(state.needs)
        late = sum([count_late(column.translate(turns)) for column in state.columns])
        return -late - sum(map(len, state.columns))

    def stage(self, state: Rows) -> int:
        return state.dealt

    def moves(self, state: Rows, step: Give) -> tuple[Move, ...]:
        if step == _DEAL:
            return (Move("s"),)
        return (Move(self._columns[step.column], self._homes[step.home]),)


def _is_opened_by_indicator(group: Group, name: str) -> bool:
    home = BuilderGroup("f", build=_BUILD, space=AboveIndicator("r" + name[1:]), capacity=_SIZE + 1)
    return replace(bared(group), count=1) == home


def _ranks(pile: Pile) -> bytes:
    return bytes([card & 15 for card in pile])


def _next(rank: int) -> int:
    return rank % cards.KING + 1


@lru_cache(_KEPT)
def _find_turns(needs: tuple[Need, ...]) -> bytes:
    """Return how many cards must go home before each rank can, as a table to translate columns."""
    turns = bytearray([_FAR]) * 256
    for need in needs:
        for turn in range(need.cards):
            rank = (need.rank + turn - 1) % cards.KING + 1
            turns[rank] = min(turns[rank], turn)
    return bytes(turns)
