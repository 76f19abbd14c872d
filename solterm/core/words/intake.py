"""The cards that piles accept from each other, as values that ``pilehelp`` puts into words.

A group declares the cards it accepts, and separately where its own cards may go. This module
combines the two for a pile, so help never mentions cards that no pile gives or a destination that
accepts none.
"""

from itertools import groupby
from typing import NamedTuple

from solterm.core.cards import ALL
from solterm.core.declaration import Declaration
from solterm.core.engines.masks import find_build, takes_cards
from solterm.core.groups import BuilderGroup, Group
from solterm.core.table import Pile, Table
from solterm.core.values import Value
from solterm.core.vocabulary.builds import Build
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.policies import Lift


class Taking(Value):
    """One way in which a pile accepts cards."""

    sources: tuple[str, ...]
    """The piles the cards come from."""
    build: Build | None
    """How cards must follow the top card; None: the pile must be empty."""
    opening: int
    """The mask of the cards that the empty pile accepts."""
    unseen: bool = False
    """Whether the card is the next one of a face-down pile, whatever it is."""


def takings(game: Declaration, pile: str, table: Table) -> tuple[Taking, ...]:
    """Return the ways in which a pile accepts cards, for the declaration of a level.

    For spaces that refill automatically, it assumes that the piles they refill from are empty.
    """
    target = BuilderGroup.of(game.group(pile))
    if not takes_cards(target):
        return ()
    piles = _after_refills(game, target, table)
    found: dict[_Way, list[str]] = {}
    for source, names in groupby(game.ids, game.group):
        others = [name for name in names if name != pile]
        if others and (way := _way(game, BuilderGroup.of(source), target, piles)):
            found.setdefault(way, []).extend(others)
    return tuple(Taking(tuple(names), *way) for way, names in found.items())


class _Way(NamedTuple):
    """How piles of one group accept cards from another: ``Taking`` without the sources."""

    build: Build | None
    opening: int
    unseen: bool


def _way(
    game: Declaration, source: BuilderGroup, target: BuilderGroup, piles: tuple[Pile, ...]
) -> _Way | None:
    """Return how piles of one group accept cards from another, or None."""
    if source.lift is Lift.NONE or target.kind not in source.destinations:
        return None
    unseen = source.lift is Lift.NEXT
    opening = target.space.mask(piles, game.index, source.kind)
    if unseen and opening != ALL:
        opening = 0
    on_cards = not unseen and target.kind in source.goes_to
    build = find_build(source, target) if on_cards else None
    return _Way(build, opening, unseen) if build or opening or target.space.on_cards else None


def _after_refills(game: Declaration, target: Group, table: Table) -> tuple[Pile, ...]:
    """Return the piles of a table after all automatic refills: their sources are empty."""
    refills = [each for each in game.consequences if isinstance(each, Refill)]
    filling = [each for each in refills if each.kind == target.kind and not each.unless]
    used = {name for each in filling for name in each.order}
    if not used:
        return table.piles
    named = zip(game.ids, table.piles, strict=True)
    return tuple(() if name in used else cards for name, cards in named)


class Going(Value):
    """A pile that accepts cards from another one."""

    to: str
    on_cards: bool
    """Whether it accepts them on top of other cards."""
    anyhow: bool
    """Whether it accepts any of them, whatever lies there."""


def goings(game: Declaration, pile: str, table: Table) -> tuple[Going, ...]:
    """Return the piles that accept cards from a pile."""
    found: list[Going] = []
    source = BuilderGroup.of(game.group(pile))
    for group, names in groupby(game.ids, game.group):
        target = BuilderGroup.of(group)
        if not takes_cards(target) or target.kind not in source.destinations:
            continue
        way = _way(game, source, target, _after_refills(game, target, table))
        if way:
            anyhow = source.builds_elsewhere is not None and way.build == source.builds_elsewhere
            on_cards = bool(way.build) or target.space.on_cards
            found += [Going(name, on_cards, anyhow) for name in names if name != pile]
    return tuple(found)
