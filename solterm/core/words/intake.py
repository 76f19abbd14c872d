"""What a pile takes and where its cards go, as values: help is worded from them, tests read them.

A declaration says for each group what it accepts and for each other one what it lets go. Here
both sides are brought together for one pile at one position: so nothing is told of a pile that
takes cards which no pile gives, or of one that gives cards which no pile takes.
"""

from collections.abc import Iterator

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
    if target.closed or (target.build is None and target.space is NOTHING):
        return ()
    index = game.index
    piles = tuple(_after_refills(game, pile, table))
    found: dict[tuple[Build | None, int, bool], list[str]] = {}
    for name in game.ids:
        source = game.group(name)
        gives = source.lift is not Lift.NONE and target.kind in source.to + source.to_spaces
        if not gives or name == pile:
            continue
        unseen = source.lift is Lift.NEXT
        opening = target.space.mask(piles, index, source.kind)
        if unseen and opening != ALL:
            opening = 0
        build = None if unseen else _on_cards(source, target)
        if build or opening:
            found.setdefault((build, opening, unseen), []).append(name)
    return tuple(
        Taking(tuple(names), build, opening, unseen)
        for (build, opening, unseen), names in found.items()
    )


def _on_cards(source: Group, target: Group) -> Build | None:
    """How cards of one group are laid on cards of another; None where they are not."""
    if target.kind not in source.to:
        return None
    return source.lays if source.lays and target.kind != "f" else target.build


def _after_refills(game: Game, pile: str, table: Table) -> Iterator[Pile]:
    """The piles of a table; those are empty from which a space is filled by itself."""
    refills = [each for each in game.consequences if isinstance(each, Refill)]
    used = {name for each in refills if each.kind == pile[0] for name in each.order}
    for name, cards in zip(game.ids, table.piles, strict=True):
        yield () if name in used else cards


class Going(Value):
    """A pile that cards of another one may go to."""

    to: str
    on_cards: bool
    """Does it take them while cards lie there?"""
    when_empty: bool
    """Does it take some while it is empty?"""
    anyhow: bool
    """Does it take any of them, whatever lies there?"""


def goings(game: Game, pile: str, table: Table) -> tuple[Going, ...]:
    """The piles that cards of a pile may go to by play: those that take them."""
    found: list[Going] = []
    kinds = game.group(pile).to + game.group(pile).to_spaces
    for name in (name for name in game.ids if name[0] in kinds):
        ways = [way for way in takings(game, name, table) if pile in way.sources]
        if ways:
            lays = game.group(pile).lays
            found.append(
                Going(
                    name,
                    any(way.build for way in ways),
                    any(way.opening for way in ways),
                    any(lays is not None and way.build == lays for way in ways),
                )
            )
    return tuple(found)
