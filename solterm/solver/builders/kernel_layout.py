"""The data that the compact form of the builders reads from a rule set.

The rules have compiled their declaration already (``solterm.core.engines.masks``). The layout adds
the rest: the foundations, the stock and its action, and which piles are equivalent. It serves only
declarations whose every word it knows; the general space plays the others.
"""

from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from solterm.core.cards import ALL
from solterm.core.declaration import Declaration
from solterm.core.engines.builders import Builders
from solterm.core.engines.masks import Route
from solterm.core.groups import BuilderGroup, Group, list_pairs
from solterm.core.rules import Rules
from solterm.core.vocabulary.actions import (
    DealRow,
    Regather,
    Reshuffle,
    Rotate,
    TurnStock,
    TurnToSlot,
)
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.consequences import LastFaceUp, Refill
from solterm.core.vocabulary.goals import Gathered, Suits
from solterm.core.vocabulary.policies import BaseMissing, Lift, WhileStockLasts
from solterm.core.vocabulary.spaces import (
    After,
    BaseRank,
    ChosenBase,
    FirstFrom,
    Only,
    ReserveThen,
)
from solterm.solver.arrays import i64
from solterm.solver.builders.pile_tree import Pile, PileTree
from solterm.solver.derived.likeness import is_blind_to_suits

NOWHERE: Final = -1
"""The place of a pile that the game lacks."""

DST: Final = 6
COUNT: Final = 12
TURNED: Final = 20
TURNS: Final = 28
RANK: Final = 40
"""Where the fields of a move begin, above the place that it leaves (see ``pack``)."""
FIELD: Final = 63
NUMBER: Final = 255
"""The masks of a place and of a number."""
TALON: Final = 1 << 36
"""Marks moves that set how much of the talon is turned."""
DRAWS: Final = 1 << 37
"""Marks moves that draw the last of ``count`` cards from under the others."""
ACT: Final = 63
"""The destination of a move by which the stock acts."""


def pack(src: i64, dst: i64, count: i64, turned: i64, turns: i64) -> i64:
    """Return a move as an integer: where from, where to, and how many cards.

    First the stock is turned so many times that the waste has ``turned`` cards. Higher bits, the
    rank, say how early to try a move.
    """
    return src | dst << DST | count << COUNT | turned << TURNED | turns << TURNS


class PileSource(NamedTuple):
    """A pile that cards may leave for piles other than foundations."""

    place: int
    kind: str
    lift: Lift
    is_carried: bool
    """Whether its runs move as a series of single cards, by way of cells and empty columns."""
    run: tuple[int, ...]
    """For each card, the mask of those that continue a run on it."""
    routes: tuple[Route, ...]


class Layout:
    """A rule set as the compact form sees it."""

    def __init__(self, rules: Builders, is_bare: bool = False) -> None:
        """Read a rule set; ``is_bare`` says that nothing may be left out."""
        game = self.game = rules.game
        self.is_bare = is_bare
        self.is_blind = is_blind_to_suits(rules)
        """Whether no rule looks at suits."""
        self.ids = game.ids
        self.index = game.index
        goal = rules.goal
        self.needed = goal.cards or 0 if isinstance(goal, Gathered) else 0
        """How many cards have to come home; 0 if columns have to become suits."""
        self._groups = [BuilderGroup.of(game.group(name)) for name in self.ids]
        self._read_stock()
        self.foundations = self._find_kind("f")
        self.columns = self._find_kind("t")
        self.home_span = self._find_span("f")
        self.column_span = self._find_span("t")
        self.column = self._groups[self.columns[0]]
        """The group of the columns; with several groups, that of the first column."""
        self.is_even = all(group is self.column for group in game.groups if group.kind == "t")
        """Whether all columns are of one group."""
        self.homes = tuple(target for target in rules.targets if target.is_home)
        self.targets = {
            number: target for number, target in enumerate(rules.targets) if not target.is_home
        }
        """The piles that take cards, except foundations, by their numbers in routes."""
        self.sources = tuple(self._list_sources(rules))
        self.to_foundations = tuple(
            place
            for place, group in enumerate(self._groups)
            if "f" in group.goes_to and group.lift is not Lift.NONE
        )
        """The places whose end card may go to a foundation."""
        taking = {place for target in self.targets.values() for place in target.places}
        beside = self._find_kind("r")
        self.cells = tuple(place for place in beside if place in taking)
        """The places of the reserve that take cards."""
        self.reserves = tuple(place for place in beside if place not in taking)
        """The places of the reserve that only give cards."""
        self.alike = tuple(
            tuple(place for place, each in enumerate(self._groups) if each is group)
            for group in game.groups
            if group.kind in "tr" and group.count > 1
        )
        """Groups of places whose piles may be exchanged once the stock is out."""
        refills = (each.order for each in game.consequences if isinstance(each, Refill))
        self.refill = tuple(self.index[name] for names in refills for name in names)
        """The places from which empty columns are filled automatically, in order."""
        self.hides_trunk = any(isinstance(each, LastFaceUp) for each in game.consequences)
        """Whether the reserve that fills them lies face down, but for its last card."""
        self.is_limited = any(
            target.capacity and any(target.takes) for target in self.targets.values()
        )
        """Whether columns take only so many cards."""
        self.depth = max(group.draw_once for group in self._groups)
        """From how deep the one card comes that may be drawn from a column; 0: from nowhere."""
        self.bases = self._find_bases() if game.waits else ()
        """The places whose end card may open the first foundation, where the player chooses it."""
        self.empty = self._plant_trees()
        """The empty pile of each place."""

    def _plant_trees(self) -> list[Pile]:
        lifts: list[tuple[Lift, tuple[int, ...]]] = [(Lift.NONE, ())] * len(self.ids)
        for each in self.sources:
            lifts[each.place] = (Lift.RUN if each.is_carried else each.lift), each.run
        talon = (self.stock, self.waste) if self.is_settled else ()
        kinds = [(*how, place not in talon) for place, how in enumerate(lifts)]
        trees = {
            (lift, run, is_told): PileTree(lift, run, self.is_blind, is_told)
            for lift, run, is_told in kinds
        }
        return [trees[kind].find(b"") for kind in kinds]

    def _read_stock(self) -> None:
        acting = ((place, group.action) for place, group in enumerate(self._groups) if group.action)
        self.stock, action = next(acting, (NOWHERE, None))
        self.redeal, self.redealing = NOWHERE, None
        """The place and the action by which the columns are gathered and dealt again, and"""
        self.redeals = 0
        """how often."""
        if isinstance(action, Reshuffle | Regather | Rotate):
            self.redeal, self.redealing = self.stock, action
            self.redeals = ENDLESS if action.times is None else action.times
            self.stock, action = NOWHERE, None
        assert action is None or isinstance(action, _ACTIONS), "no other action is served"
        self.action = action
        self.waste = self.index.get("w", NOWHERE)
        self.is_endless = isinstance(action, TurnStock) and action.passes is None
        """Whether the number of passes through the stock is unlimited."""
        self.is_settled = self.is_endless and not self.is_bare
        """Whether turning the stock is part of other moves, unless it has other effects."""
        self.packet = action.count if isinstance(action, TurnStock) else 1
        """Cards in a turn of the stock."""
        self.deals_on_columns = isinstance(action, DealRow) and "t1" in action.piles

    def _find_bases(self) -> tuple[int, ...]:
        group = self._groups[self.home_span.start]
        assert isinstance(group.space, ChosenBase), "the game waits for the base"
        kind = group.space.kind
        return tuple(place for place in self.to_foundations if self.ids[place][0] == kind)

    def _find_kind(self, kind: str) -> tuple[int, ...]:
        return tuple(place for place, name in enumerate(self.ids) if name[0] == kind)

    def _find_span(self, kind: str) -> slice:
        places = self._find_kind(kind)
        return slice(places[0], places[-1] + 1) if places else slice(0, 0)

    def _list_sources(self, rules: Builders) -> list[PileSource]:
        sources = []
        for each in rules.sources:
            routes = tuple(route for route in each.routes if route[0] in self.targets)
            carried = each.lift is Lift.TOP and each.kind == "t" and not self.is_bare
            for place in each.places if routes else ():
                source = PileSource(place, each.kind, each.lift, carried, each.run, routes)
                sources.append(source)
        return sources

    @property
    def keeps_runs(self) -> bool:
        """Whether the face-up cards of a column are always one run, liftable at any card.

        This holds if they are so at first.
        """
        build = self.column.build
        return bool(
            self.is_even
            and not isinstance(self.action, DealRow)
            and build
            and build.steps == (-1,)
            and (build.match is Match.ALTERNATE or not build.wrap)
            and self.column.lift is Lift.RUN
            and not self.column.run
            and not self.column.goes_to.strip("ft")
            and not self.column.goes_to_spaces
        )


_SPACES = (BaseRank, FirstFrom, Only, ReserveThen)
_ACTIONS = (DealRow, TurnStock, TurnToSlot)
_TRUNK = (Refill(("r",), turns_up=False), LastFaceUp("r"))
"""The consequences by which a reserve of hidden cards fills the columns."""
ENDLESS = 1 << 16
"""More redeals than a game has, where there may be any number."""
_PLACES, _CARDS = 62, 255
"""What the integers of moves have room for: places of piles, and cards of one."""


@lru_cache(8)
def read(rules: Rules, is_bare: bool = False) -> Layout | None:
    """Return the layout of a rule set; None if its declaration has a word that is not covered.

    Searches of many deals share it, and so the trees of its piles.

    Whole suits that leave the table, and rows that need cards on all columns, are for ``Spider``.
    """
    game, goal = rules.game, rules.goal
    by_foundations = isinstance(goal, Gathered) and goal.kind == "f"
    if not (isinstance(rules, Builders) and (by_foundations or isinstance(goal, Suits))):
        return None
    if list_pairs(game.groups) or not _is_choice(game):
        return None
    if not (all(map(_is_refill, game.consequences)) or game.consequences == _TRUNK):
        return None
    acting = [group for group in game.groups if group.action]
    if len(acting) > 1 or not all(_is_acting(game, group) for group in acting):
        return None
    if game.shuffles and not any(isinstance(group.action, Reshuffle) for group in acting):
        return None
    refills = [each for each in game.consequences if isinstance(each, Refill)]
    actions = [group.action for group in acting if group.action]
    if any("s" in each.order and action.is_endless for each in refills for action in actions):
        return None  # turning would matter as much as laying a card
    if len(game.ids) > _PLACES or game.in_play > _CARDS:
        return None
    kinds = [kind for kind, _ in groupby(group.kind for group in game.groups)]
    if "t" not in kinds or len(kinds) > len(set(kinds)):  # piles of a kind must be neighbours
        return None
    are_known = all(_is_known(BuilderGroup.of(group)) for group in game.groups)
    return Layout(rules, is_bare) if are_known else None


def _is_refill(consequence: object) -> bool:
    if not (isinstance(consequence, Refill) and consequence.kind == "t"):
        return False
    is_plain = consequence.turns_up and not consequence.unless
    return is_plain and all(name[0] in "rsw" for name in consequence.order)


def _is_choice(game: Declaration) -> bool:
    """Whether the game waits for the base exactly if the player chooses it, once and for all."""
    homes = [BuilderGroup.of(group) for group in game.groups if group.kind == "f"]
    choices = [group.space.pile for group in homes if isinstance(group.space, ChosenBase)]
    if not choices or not isinstance(game.waits, BaseMissing):
        return not choices and game.waits is None
    return len(homes) == 1 and homes[0].lift is Lift.NONE and choices == [game.waits.pile] == ["f1"]


def _is_acting(game: Declaration, group: Group) -> bool:
    """Whether a group is a stock whose action is covered."""
    action = group.action
    if isinstance(action, Rotate):
        return True
    if isinstance(action, Regather):
        return action.piles == tuple(name for name in game.ids if name[0] == "t")
    if isinstance(action, Reshuffle):
        homes = [BuilderGroup.of(each) for each in game.groups if each.kind == "f"]
        return all((each.build, each.space) == (action.build, action.opens) for each in homes)
    if type(action) not in _ACTIONS or group.kind != "s":
        return False
    assert isinstance(action, DealRow | TurnStock | TurnToSlot), "its class is one of these"
    is_known = not action.needs_all if isinstance(action, DealRow) else action.waste == "w"
    return is_known and action.stock == "s"


def _is_known(group: BuilderGroup) -> bool:
    if group.kind == "s":
        return group.lift is Lift.NONE and group.count == 1
    if group.kind == "f" and group.lift is not Lift.NONE and group.goes_to != "t":
        return False
    if group.lift is Lift.NEXT or group.builds_elsewhere or group.locked or group.takes_suits:
        return False
    if group.draw > 1 or (group.draw_once > 1 and (group.kind, group.lift) != ("t", Lift.TOP)):
        return False
    if "f" in group.goes_to_spaces or (group.run and not _moves_within(group)):
        return False
    space = group.space
    if isinstance(space, ChosenBase):
        return group.kind == "f"
    if group.kind == "r" and isinstance(space, Only) and space.cards not in (0, ALL):
        return False  # a cell takes any card
    if isinstance(space, After):
        return isinstance(space.condition, WhileStockLasts) and isinstance(space.space, Only)
    return isinstance(space, _SPACES)


def _moves_within(group: BuilderGroup) -> bool:
    """Whether the runs of a group that move are builds of it, only in fewer suits (spiders)."""
    if not (group.run and group.build) or group.lift is not Lift.RUN:
        return False
    pairs = zip(group.run.takes, group.build.takes, strict=True)
    return all(run & build == run for run, build in pairs)
