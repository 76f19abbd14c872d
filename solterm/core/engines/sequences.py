"""Sequences: moving a run from column to column one card at a time, as a single command.

Cards are parked on the free places of the reserve and, if those do not suffice, in empty columns,
part by part. One more reserve place allows one more card; each empty column that accepts the cards
doubles the number. No card is parked on the destination.
"""

from typing import TYPE_CHECKING, NamedTuple

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.table import Index, Pile, Table

if TYPE_CHECKING:
    from solterm.core.rules import Rules


class Room(NamedTuple):
    """The free places in which the cards of a sequence can be parked."""

    places: int
    """Number of free places in the reserve."""
    columns: tuple[str, ...]
    """Empty columns that accept every card of the sequence except its head."""

    @property
    def cards(self) -> int:
        """The most cards that can be moved."""
        return (self.places + 1) << len(self.columns)


def room(game: Game, index: Index, table: Table, move: Move) -> Room:
    """Return the free places for the cards of a move."""
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
    """Return the most cards of a column that could be moved, given the free places."""
    pile = table.piles[index[src]]
    return min(length(game, src, pile), room(game, index, table, Move(src)).cards)


def length(game: Game, src: str, pile: Pile) -> int:
    """Return the length of the sequence at the end of a column."""
    build = game.group(src).run or game.group(src).build
    head = len(pile) - 1
    while build and head > 0 and not pile[head] & DOWN:
        if not build.takes[pile[head - 1]] >> pile[head] & 1:
            break
        head -= 1
    return len(pile) - max(head, 0)


def carry(rules: "Rules", table: Table, move: Move) -> tuple[Move, ...]:
    """Return the single moves of a sequence, each legal in its turn; empty if it can't move."""
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
    """Return the single moves of a sequence that fits the given empty columns."""
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
