"""Sequences: a run carried from column to column by single moves, as one command.

Its parts are single cards, or the runs that move whole. They are parked in the free cells of the
reserve, which hold one card each, and where those do not suffice, several at a time in empty
columns. So each further cell carries one card more, and each empty column that may take the cards
doubles their number. The column that the run goes to parks nothing.
"""

from collections.abc import Iterator, Sequence
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


def count_carried(cells: int, columns: int) -> int:
    """Return how many parts can be carried over so many free cells and empty columns."""
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


def list_counts(game: Declaration, index: Index, table: Table, src: str) -> Iterator[int]:
    """Yield how many cards of a column may be carried: by its sequence, and about by the room."""
    pile = table.piles[index[src]]
    cells, columns = room(game, index, table, Move(src))
    most = count_carried(len(cells), len(columns))
    for count in range(2, length(game, src, pile) + 1):
        if 1 < len(divide(game, src, pile, count)) <= most:
            yield count


def length(game: Declaration, src: str, pile: Pile) -> int:
    """Return how many cards at the end of a column are in sequence."""
    build = BuilderGroup.of(game.group(src)).build
    if not (build and pile):
        return min(len(pile), 1)
    return len(heads(pile, len(pile) - 1, Lift.RUN, build.takes))


def divide(game: Declaration, src: str, pile: Pile, count: int) -> list[int]:
    """Return the sizes of the parts in which the last cards of a column move, the end part first.

    They are single cards, or the longest parts that a column of lift ``RUN`` gives whole.
    """
    group = BuilderGroup.of(game.group(src))
    run = group.run or group.build
    if group.lift is not Lift.RUN or run is None:
        return [1] * count
    sizes: list[int] = []
    while (done := sum(sizes)) < count:
        whole = heads(pile, len(pile) - 1 - done, Lift.RUN, run.takes)
        sizes.append(min(len(whole), count - done))
    return sizes


def carry(rules: Rules, table: Table, move: Move) -> tuple[Move, ...]:
    """Return the single moves of a sequence, each legal in its turn; none where one is not."""
    game, index = rules.game, rules.index
    pile = table.piles[index[move.src]]
    if move.src == move.dst or move.count > length(game, move.src, pile):
        return ()
    free = room(game, index, table, move)
    sizes = divide(game, move.src, pile, move.count)
    carried = list_steps(move.src, move.dst, sizes, free.cells, free.columns)
    steps = tuple(Move(*each) for each in carried)
    for step in steps:
        if step not in rules.legal_moves(table):
            return ()
        table = rules.make(table, step)
    return steps


def list_steps(
    src: Place, dst: Place, sizes: Sequence[int], cells: Sequence[Place], columns: Sequence[Place]
) -> list[tuple[Place, Place, int]]:
    """Return the moves (source, target, cards) that carry the parts of a run; none without room.

    The sizes begin with the end part. As many single cards as fit are parked in cells; the other
    parts go several at a time to empty columns.
    """
    *parked, lead = sizes
    if len(parked) <= len(cells) and all(size == 1 for size in parked):
        used = cells[: len(parked)]
        back = [(cell, dst, 1) for cell in reversed(used)]
        return [*((src, cell, 1) for cell in used), (src, dst, lead), *back]
    if not columns or len(sizes) > count_carried(len(cells), len(columns)):
        return []
    first, *others = columns
    if steps := list_steps(src, dst, sizes, cells, others):
        return steps
    for count in range(1, len(sizes)):
        away = list_steps(src, first, sizes[:count], cells, others)
        rest = list_steps(src, dst, sizes[count:], cells, others)
        if away and rest:
            return [*away, *rest, *list_steps(first, dst, sizes[:count], cells, others)]
    return []
