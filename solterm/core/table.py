"""Tables: immutable, hashable arrangements of piles, and their text form.

A pile is a tuple of cards, bottom card first. A table is a tuple of piles, in the order of the
game's pile ids, and a few counters. It does not know the ids; reading and writing a table requires
them. A ``Position`` is a table together with its game.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.refusal import Refusal

Pile = tuple[Card, ...]

Index = Mapping[str, int]
"""The index of each pile in ``Table.piles``, by its id."""


class Table(NamedTuple):
    """The cards on the table and a few counters. Tables compare by value.

    >>> from solterm import find
    >>> table = find("klondike-deal-1").deal(617).table
    >>> len(table.piles), table.passes
    (13, 0)
    """

    piles: tuple[Pile, ...]
    """The piles, in the order of the game's ids."""
    passes: int = 0
    """Redeals used, if they are limited; else 0, so that arrangements can repeat."""
    spent: int = 0
    """Uses of a limited move, such as the one draw or the ways out."""
    deal: int = 0
    """The deal number, if the game reshuffles; else 0."""
    duel: int = 0
    """The state of a game for two, as its rules encode it; else 0."""

    def __repr__(self) -> str:
        piles = " / ".join(" ".join(map(cards.text, pile)) or "-" for pile in self.piles)
        counters = "".join(f", {name} {number}" for name, number in _counters(self))
        return f"<Table {piles}{counters}>"


def stage_of(table: Table) -> int:
    """Return the counter that texts call ``stage``: a game has no more than one of the two."""
    return table.spent or table.duel


def write(table: Table, ids: Sequence[str]) -> str:
    """Return a table as text: a line for each pile (``t1 kh QS``), then the counters above 0.

    >>> print(write(Table(((), (cards.parse("QS"),)), passes=1), ["s", "t1"]))
    s
    t1 QS
    passes 1
    """
    lines = [
        " ".join((name, *map(cards.text, pile)))
        for name, pile in zip(ids, table.piles, strict=True)
    ]
    lines += (f"{name} {number}" for name, number in _counters(table))
    return "\n".join(lines)


def _counters(table: Table) -> list[tuple[str, int]]:
    """Return the counters above 0 by their names in texts."""
    named = ("passes", table.passes), ("stage", stage_of(table)), ("deal", table.deal)
    return [(name, number) for name, number in named if number]


def read(text: str, ids: Sequence[str], is_duel: bool = False) -> Table:
    """Return the table that ``write`` wrote. The order of piles is free; a missing pile is empty.

    ``is_duel`` says that two play, so that the stage is the state of their duel.
    Raises ``Refusal`` that names the first line with an error.
    """
    piles: dict[str, Pile] = {}
    counters = {"passes": 0, "stage": 0, "deal": 0}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        name, *rest = words
        try:
            if name in counters:
                counters[name] = _read_count(rest)
            elif name in ids and name not in piles:
                piles[name] = tuple(map(cards.parse, rest))
            else:
                raise Refusal(f"{name} is an unknown or repeated pile.")
        except Refusal as error:
            raise Refusal(f"Line {number} of the position: {error}") from None
    passes, stage, deal = counters.values()
    spent, duel = (0, stage) if is_duel else (stage, 0)
    return Table(tuple(piles.get(name, ()) for name in ids), passes, spent, deal, duel)


def _read_count(words: Sequence[str]) -> int:
    match words:
        case [digits] if digits.isascii() and digits.isdigit() and len(digits) <= 20:
            return int(digits)
    raise Refusal(f"{' '.join(words)!r} is not a number.")
