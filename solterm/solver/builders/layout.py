"""A builders' declaration read for the compact form: flat tuples, and a ``None`` for what it lacks.

Everything here is said by values of the vocabulary. A declaration with a word that is not listed
here is not served, and the general space plays it.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from solterm.core.cards import CODES, DOWN
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, Group
from solterm.core.table import Index, Pile
from solterm.core.vocabulary.actions import DealRow, TurnToSlot
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.goals import Gathered, Suits
from solterm.core.vocabulary.lifts import ONE_AT_A_TIME
from solterm.core.vocabulary.policies import Lift, TurnStock, WhileStockLasts
from solterm.core.vocabulary.spaces import (
    NOTHING,
    AboveIndicator,
    After,
    BaseRank,
    FirstFrom,
    Only,
    ReserveThen,
    Space,
)

KEPT = 1 << 15
"""Of how many piles it is kept in mind what was found out about them."""
TAKES_NOTHING = (0,) * CODES

_SPACES = (AboveIndicator, BaseRank, FirstFrom, Only, ReserveThen)
_ACTIONS = (DealRow, TurnStock, TurnToSlot)


class Target(NamedTuple):
    """Piles of one group that take cards."""

    places: tuple[int, ...]
    takes: tuple[int, ...]
    """For each card, the mask of those that may be laid on it."""
    space: Space
    fixed: int | None
    """What its empty piles take, where that never changes."""


class Source(NamedTuple):
    """A pile cards may leave for piles that are no foundations."""

    place: int
    kind: str
    lift: Lift
    run: tuple[int, ...]
    """For each card, the mask of those that continue a run on it."""
    routes: tuple[tuple[int, bool, bool], ...]
    """Target number, whether only the end card may go there, whether only to empty piles."""


class Layout(NamedTuple):
    """What the compact form knows of a rule-set."""

    game: Game
    ids: tuple[str, ...]
    index_of: Index
    targets: tuple[Target, ...]
    sources: tuple[Source, ...]
    to_foundations: tuple[int, ...]
    """The places whose end card may go to a foundation."""
    foundations: tuple[int, ...]
    alike: tuple[tuple[int, ...], ...]
    """Places whose piles may change places without changing the game, once the stock is out."""
    columns: tuple[int, ...]
    stock: int | None
    waste: int | None
    action: DealRow | TurnStock | TurnToSlot | None
    refill: tuple[int, ...]
    """The places from which empty columns are filled by themselves, in order."""
    goal: Gathered | Suits
    discard: int | None

    def span(self, places: tuple[int, ...]) -> tuple[int, int]:
        """Neighbouring places as the ends of a slice."""
        return (places[0], places[-1] + 1) if places else (0, 0)

    @property
    def keeps_runs(self) -> bool:
        """Is what lies face up in a column always one run, which can be lifted at any card?

        Provided that it is so at first. Then any two cards that take the same one are of one rank
        and cannot come to lie in one run: ranks that turn the corner would allow it, but not where
        colours alternate, since thirteen steps on they have changed.
        """
        groups = {id(self.game.group(self.ids[p])): p for p in self.columns}
        if len(groups) != 1 or isinstance(self.action, DealRow):
            return False
        group = self.game.group(self.ids[self.columns[0]])
        build = group.build
        return bool(
            build
            and build.steps == (-1,)
            and (build.match is Match.ALTERNATE or not build.wrap)
            and group.lift is Lift.RUN
            and not group.to.strip("ft")
            and not group.to_spaces
        )


def read(rules: Builders) -> Layout | None:
    """The layout of a rule-set; None where its declaration has a word that is not known here."""
    game = rules.game
    if not _is_served(game, rules):
        return None
    ids, index = game.ids, game.index
    groups = [game.group(name) for name in ids]
    targets: list[Target] = []
    numbers: list[tuple[Group, int]] = []
    for group in game.groups:
        takes = group.build.takes if group.build else TAKES_NOTHING
        if group.kind == "f" or group.closed or not (group.build or group.space != NOTHING):
            continue
        places = tuple(place for place, each in enumerate(groups) if each is group)
        fixed = group.space.cards if isinstance(group.space, Only) else None
        numbers.append((group, len(targets)))
        targets.append(Target(places, takes, group.space, fixed))
    sources = []
    for place, group in enumerate(groups):
        routes = tuple(
            (number, kind in ONE_AT_A_TIME, kind not in group.to)
            for kind in dict.fromkeys(group.to + group.to_spaces)
            for target, number in numbers
            if target.kind == kind
        )
        if group.lift is not Lift.NONE and routes:
            run = group.build.takes if group.build else TAKES_NOTHING
            sources.append(Source(place, group.kind, group.lift, run, routes))
    stocks = [(place, group.action) for place, group in enumerate(groups) if group.action]
    stock, action = stocks[0] if stocks else (None, None)
    assert action is None or isinstance(action, _ACTIONS)
    refills = (each.order for each in game.consequences if isinstance(each, Refill))
    order = tuple(name for names in refills for name in names)
    goal = rules.goal
    assert isinstance(goal, Gathered | Suits)
    return Layout(
        game=game,
        ids=ids,
        index_of=index,
        targets=tuple(targets),
        sources=tuple(sources),
        to_foundations=tuple(
            place
            for place, group in enumerate(groups)
            if "f" in group.to and group.lift is not Lift.NONE
        ),
        foundations=_of_kind(ids, "f"),
        alike=tuple(
            tuple(place for place, each in enumerate(groups) if each is group)
            for group in game.groups
            if group.kind in "tr" and group.count > 1
        ),
        columns=_of_kind(ids, "t"),
        stock=stock,
        waste=index.get("w"),
        action=action,
        refill=tuple(index[name] for name in order),
        goal=goal,
        discard=next((p for p, group in enumerate(groups) if group.takes_suits), None),
    )


def _of_kind(ids: tuple[str, ...], kind: str) -> tuple[int, ...]:
    return tuple(place for place, name in enumerate(ids) if name[0] == kind)


def _is_served(game: Game, rules: Builders) -> bool:
    """Is every word of a declaration known to the compact form?"""
    if max(game.draw, game.draw_once) > 1 or game.pairs or game.players > 1 or game.shuffles:
        return False
    if not isinstance(rules.goal, Gathered | Suits):
        return False
    if any(not isinstance(each, Refill) or each.kind != "t" for each in game.consequences):
        return False
    acting = [group for group in game.groups if group.action]
    if len(acting) > 1 or any(type(group.action) not in _ACTIONS for group in acting):
        return False
    return all(_is_known(group) for group in game.groups)


def _is_known(group: Group) -> bool:
    if group.kind == "s":
        return group.lift is Lift.NONE and group.count == 1
    if group.kind == "f" and group.lift is not Lift.NONE and group.to != "t":
        return False
    if group.lift is Lift.NEXT or group.run or group.lays or group.locked:
        return False
    if group.capacity and not (group.kind == "f" or not group.build):
        return False
    space = group.space
    if isinstance(space, After):
        return isinstance(space.condition, WhileStockLasts) and isinstance(space.space, Only)
    return isinstance(space, _SPACES)


def opening(space: Space, piles: Sequence[bytes], index: Index, kind: str) -> int:
    """The mask of what an empty pile takes: a space reads piles of bytes as it does tuples."""
    return space.mask(cast("Sequence[Pile]", piles), index, kind)


def find_heads(source: Source, pile: bytes) -> tuple[tuple[int, ...], int]:
    """Where cards can be lifted from, and the mask of those and the end card."""
    head = end = len(pile) - 1
    lift, run = source.lift, source.run
    if lift is Lift.WHOLE or lift is Lift.ANY:
        while head and not pile[head - 1] & DOWN:
            head -= 1
    elif lift is not Lift.TOP or source.kind == "t":
        while head and run[pile[head - 1]] >> pile[head] & 1:
            head -= 1
    whole = lift is Lift.WHOLE or lift is Lift.CHAIN
    parts = (head,) if whole else tuple(range(end, head - 1, -1))
    mask = 1 << pile[end]
    for at in parts:
        mask |= 1 << pile[at]
    return parts, mask
