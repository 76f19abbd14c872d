"""Positions: immutable, hashable tables of piles, and their text form.

A pile is a tuple of cards, bottom first. A table is a tuple of piles in the order of its game's
pile ids, and a few numbers. The table itself knows no ids: whoever reads or writes one as
text names them. A ``Position`` is a table together with its game, and has a text of its own.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import Card

Pile = tuple[Card, ...]

Index = Mapping[str, int]
"""Where a pile stands in ``Table.piles``, by its id."""


class Table(NamedTuple):
    """One position of a game. Equal positions are equal values, whatever led to them.

    >>> read("t1 kh QS\\nw 2C", ["s", "w", "t1"])
    <Table - / 2C / kh QS>
    """

    piles: tuple[Pile, ...]
    """The piles, in the order of the game's ids."""
    passes: int = 0
    """Redeals used, where they are limited (else 0, so that arrangements can repeat)."""
    stage: int = 0
    """What else a game has to remember: how many of its draws or ways out are used up, or,
    where two play, how they stand; its engine says which."""
    deal: int = 0
    """The deal number, where the game shuffles again (else 0)."""

    def __repr__(self) -> str:
        piles = " / ".join(" ".join(map(cards.text, pile)) or "-" for pile in self.piles)
        counters = "".join(f", {name} {getattr(self, name)}" for name in _list_counted(self))
        return f"<Table {piles}{counters}>"


COUNTERS = ("passes", "stage", "deal")
"""The fields of a table that are numbers."""


def write(table: Table, ids: Sequence[str]) -> str:
    """The table as text: one line a pile (``t1 kh QS``), then the counters that are not 0.

    >>> print(write(Table(((), (cards.parse("QS"),)), passes=1), ["s", "t1"]))
    s
    t1 QS
    passes 1
    """
    lines = [
        " ".join((name, *map(cards.text, pile)))
        for name, pile in zip(ids, table.piles, strict=True)
    ]
    lines += (f"{counter} {getattr(table, counter)}" for counter in _list_counted(table))
    return "\n".join(lines)


def _list_counted(table: Table) -> list[str]:
    """The counters of a table that are not 0."""
    return [counter for counter in COUNTERS if getattr(table, counter)]


def read(text: str, ids: Sequence[str]) -> Table:
    """The table that ``write`` wrote. Piles may come in any order; one left out is empty.

    Raises ``ValueError`` naming the line that is not understood.
    """
    piles: dict[str, Pile] = {}
    counters = dict.fromkeys(COUNTERS, 0)
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        name, *rest = words
        try:
            if name in counters:
                counters[name] = int(rest[0])
            elif name in ids and name not in piles:
                piles[name] = tuple(map(cards.parse, rest))
            else:
                raise ValueError(f"there is no such pile or it is named twice: {name}.")
        except (ValueError, IndexError) as error:
            raise ValueError(f"Line {number} of the position: {error}") from None
    return Table(tuple(piles.get(name, ()) for name in ids), **counters)
