"""Sequences: a run carried from column to column by moves of single cards, as one command.

Its cards are parked in the free places of the reserve, and as far as those do not reach, part by
part in empty columns. So one place more carries one card more, and each empty column that may take
the cards doubles their number; the goal of the sequence parks nothing.
"""

from typing import TYPE_CHECKING, NamedTuple

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.table import Index, Pile, Table

if TYPE_CHECKING:
    from solterm.core.rules import Rules


class Room(NamedTuple):
    """What there is to park cards in."""

    places: int
    """Free places of the reserve."""
    columns: tuple[str, ...]
    """Empty columns that may take every card of the sequence but the one that leads it."""

    @property
    def cards(self) -> int:
        """How many cards can be carried."""
        return (self.places + 1) << len(self.columns)


def room(game: Game, index: Index, table: Table, move: Move) -> Room:
    """What there is to park the cards of a move in."""
    pile = table.piles[index[move.src]]
    parked = pile[len(pile) - move.cards + 1 :] if move.cards <= len(pile) else ()
    places, columns = 0, []
    for name, place in index.items():
        group = game.group(name)
        if group.closed or table.piles[place] or name == move.dst:
            continue
        if name[0] == "r":
            places += 1
        elif name[0] == "t":
            takes = group.space.mask(table.piles, index, "t")
            if all(takes >> card & 1 for card in parked):
                columns.append(name)
    return Room(places, tuple(columns))


def most(game: Game, index: Index, table: Table, src: str) -> int:
    """How many cards of a column could be carried at best, by the room and by their sequence."""
    pile = table.piles[index[src]]
    return min(length(game, src, pile), room(game, index, table, Move(src)).cards)


def length(game: Game, src: str, pile: Pile) -> int:
    """How many cards at the end of a column are in sequence."""
    build = game.group(src).run or game.group(src).build
    head = len(pile) - 1
    while build and head > 0 and not pile[head] & DOWN:
        if not build.takes[pile[head - 1]] >> pile[head] & 1:
            break
        head -= 1
    return len(pile) - max(head, 0)


def carry(rules: "Rules", table: Table, move: Move) -> tuple[Move, ...]:
    """The single moves of a sequence, each legal when its turn comes; none where it cannot be."""
    game, index = rules.game, rules.index
    enough = room(game, index, table, move)
    pile = table.piles[index[move.src]]
    if move.src == move.dst or not move.cards <= min(length(game, move.src, pile), enough.cards):
        return ()
    steps = _steps(rules, table, move, enough.columns)
    for step in steps:
        if step not in rules.legal_moves(table):
            return ()
        table = rules.make(table, step)
    return tuple(steps)


def _steps(rules: "Rules", table: Table, move: Move, columns: tuple[str, ...]) -> list[Move]:
    """The single moves of a sequence for which there is room, over these empty columns."""
    src, dst, count = move.src, move.dst, move.cards
    places = [
        name
        for name, place in rules.index.items()
        if name[0] == "r" and not table.piles[place] and not rules.game.group(name).closed
    ]
    if count <= len(places) + 1:
        used = places[: count - 1]
        parked = [Move(src, name) for name in used]
        return [*parked, Move(src, dst), *(Move(name, dst) for name in reversed(used))]
    first, *others = columns
    reach = (len(places) + 1) << len(others)
    if count <= reach:
        return _steps(rules, table, move, tuple(others))
    aside = count - reach
    parts = ((src, first, aside), (src, dst, count - aside), (first, dst, aside))
    return [
        step
        for here, there, cards in parts
        for step in _steps(rules, table, Move(here, there, cards), tuple(others))
    ]
