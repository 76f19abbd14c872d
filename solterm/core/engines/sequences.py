"""Sequences: a run carried from column to column by moves of single cards, as one command.

Its cards are parked in the free cells of the reserve and, where those do not suffice, part by part
in empty columns. So each further cell carries one card more, and each empty column that may take
the cards doubles their number. The column that the run goes to parks nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Index, Pile, Table
from solterm.core.vocabulary.lifts import heads
from solterm.core.vocabulary.policies import Lift

Place = TypeVar("Place")
"""A pile, by its id or its number."""


class Room(NamedTuple):
    """Where cards can be parked."""

    cells: tuple[str, ...]
    """Free places of the reserve."""
    columns: tuple[str, ...]
    """Empty columns that may take every card of the sequence but the one that leads it."""

    @property
    def cards(self) -> int:
        """How many cards can be carried."""
        return count_carried(len(self.cells), len(self.columns))


def count_carried(cells: int, columns: int) -> int:
    """Return how many cards can be carried over so many free cells and empty columns."""
    return (cells + 1) << columns


def room(game: Declaration, index: Index, table: Table, move: Move) -> Room:
    """Return where the cards of a move can be parked."""
    pile = table.piles[index[move.src]]
    parked = pile[len(pile) - move.count + 1 :] if move.count <= len(pile) else ()
    cells, columns = [], []
    for name, place in index.items():
        group = BuilderGroup.of(game.group(name))
        if group.closed or table.piles[place] or name == move.dst:
            continue
        if name[0] == "r":
            cells.append(name)
        elif name[0] == "t":
            takes = group.space.mask(table.piles, index, "t")
            if all(takes >> card & 1 for card in parked):
                columns.append(name)
    return Room(tuple(cells), tuple(columns))


def most(game: Declaration, index: Index, table: Table, src: str) -> int:
    """Return how many cards of a column can be carried at best: by the room and their sequence."""
    pile = table.piles[index[src]]
    return min(length(game, src, pile), room(game, index, table, Move(src)).cards)


def length(game: Declaration, src: str, pile: Pile) -> int:
    """Return how many cards at the end of a column are in sequence."""
    group = BuilderGroup.of(game.group(src))
    build = group.run or group.build
    if not (build and pile):
        return min(len(pile), 1)
    return len(heads(pile, len(pile) - 1, Lift.RUN, build.takes))


def carry(rules: Rules, table: Table, move: Move) -> tuple[Move, ...]:
    """Return the single moves of a sequence, each legal in its turn; none where one is not."""
    game, index = rules.game, rules.index
    enough = room(game, index, table, move)
    pile = table.piles[index[move.src]]
    if move.src == move.dst or not move.count <= min(length(game, move.src, pile), enough.cards):
        return ()
    carried = list_steps(move.src, move.dst, move.count, enough.cells, enough.columns)
    steps = tuple(Move(src, dst) for src, dst in carried)
    for step in steps:
        if step not in rules.legal_moves(table):
            return ()
        table = rules.make(table, step)
    return steps


def list_steps(
    src: Place, dst: Place, count: int, cells: Sequence[Place], columns: Sequence[Place]
) -> list[tuple[Place, Place]]:
    """Return the moves of single cards that carry a run for which there is room.

    As many as fit are parked in cells; the others go part by part to empty columns.
    """
    if count <= len(cells) + 1:
        used = cells[: count - 1]
        parked = [(src, cell) for cell in used]
        return [*parked, (src, dst), *((cell, dst) for cell in reversed(used))]
    first, *others = columns
    reach = count_carried(len(cells), len(others))
    if count <= reach:
        return list_steps(src, dst, count, cells, others)
    aside = count - reach
    parts = ((src, first, aside), (src, dst, reach), (first, dst, aside))
    return [step for part in parts for step in list_steps(*part, cells, others)]
