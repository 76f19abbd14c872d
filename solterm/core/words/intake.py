"""What a pile takes and where its cards go, as values: help is worded from them, tests read them.

A declaration says for each group what it accepts and for each other one what it lets go. Here
both sides are brought together for one pile at one position: so nothing is told of a pile that
takes cards which no pile gives, or of one that gives cards which no pile takes.
"""

from itertools import groupby
from typing import NamedTuple

from solterm.core.cards import ALL
from solterm.core.game import Game, Group
from solterm.core.table import Pile, Table
from solterm.core.values import Value
from solterm.core.vocabulary.builds import Build
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING


class Taking(Value):
    """One way in which a pile takes cards: from where, on which card, and which as the first."""

    sources: tuple[str, ...]
    """The piles the cards come from."""
    build: Build | None
    """How they must follow the card that lies on top; None: only while the pile is empty."""
    opening: int
    """The mask of those that may be laid while it is empty."""
    unseen: bool = False
    """Is it the next card of a face-down pile, whatever it may be?"""


def takings(game: Game, pile: str, table: Table) -> tuple[Taking, ...]:
    """All ways in which a pile takes cards by play, at a level's declaration.

    Where spaces are filled by themselves, what may be laid there is what may when none of those
    cards is left.
    """
    target = game.group(pile)
    if _is_shut(target):
        return ()
    piles = _after_refills(game, target, table)
    found: dict[_Way, list[str]] = {}
    for source, names in groupby(game.ids, game.group):
        others = [name for name in names if name != pile]
        if others and (way := _way(game, source, target, piles)):
            found.setdefault(way, []).extend(others)
    return tuple(Taking(tuple(names), *way) for way, names in found.items())


class _Way(NamedTuple):
    """How piles of one group take cards of piles of another: what ``Taking`` says of it."""

    build: Build | None
    opening: int
    unseen: bool


def _is_shut(target: Group) -> bool:
    """Do its piles take no card whatever?"""
    return target.closed or (target.build is None and target.space == NOTHING)


def _way(game: Game, source: Group, target: Group, piles: tuple[Pile, ...]) -> _Way | None:
    """How piles of one group take cards of piles of another; None: they do not."""
    if source.lift is Lift.NONE or target.kind not in source.to + source.to_spaces:
        return None
    unseen = source.lift is Lift.NEXT
    opening = target.space.mask(piles, game.index, source.kind)
    if unseen and opening != ALL:
        opening = 0
    build = None if unseen else _on_cards(source, target)
    return _Way(build, opening, unseen) if build or opening else None


def _on_cards(source: Group, target: Group) -> Build | None:
    """How cards of one group are laid on cards of another; None where they are not."""
    if target.kind not in source.to:
        return None
    return source.lays if source.lays and target.kind != "f" else target.build


def _after_refills(game: Game, target: Group, table: Table) -> tuple[Pile, ...]:
    """The piles of a table; those are empty from which a space of a group is filled by itself."""
    refills = [each for each in game.consequences if isinstance(each, Refill)]
    used = {name for each in refills if each.kind == target.kind for name in each.order}
    if not used:
        return table.piles
    named = zip(game.ids, table.piles, strict=True)
    return tuple(() if name in used else cards for name, cards in named)


class Going(Value):
    """A pile that cards of another one may go to."""

    to: str
    on_cards: bool
    """Does it take them while cards lie there?"""
    anyhow: bool
    """Does it take any of them, whatever lies there?"""


def goings(game: Game, pile: str, table: Table) -> tuple[Going, ...]:
    """The piles that cards of a pile may go to by play: those that take them."""
    found: list[Going] = []
    source = game.group(pile)
    for target, names in groupby(game.ids, game.group):
        if _is_shut(target) or target.kind not in source.to + source.to_spaces:
            continue
        way = _way(game, source, target, _after_refills(game, target, table))
        if way:
            anyhow = source.lays is not None and way.build == source.lays
            on_cards = bool(way.build)
            found += [Going(name, on_cards, anyhow) for name in names if name != pile]
    return tuple(found)
