"""Positions that are lost because cards of the waste or of a reserve stay buried.

It serves games that count cards instead of telling them apart: two packs, or foundations that look
at ranks alone. (``dead`` serves one pack built in suit.)

Take a position in which the waste is not turned over again, and play an easier game from there. In
it every card of the stock is free; a card that was free once stays free and can take others for
good; and as many cards go home as the free cards of each rank and suit allow. A card on top of the
waste or a reserve, or at the end of a column, leaves if it can go home, or if a free card takes it;
then the next card below is free. Each move of the real game is possible in the easier one: by
induction over the real moves, a card that has left its place there has left it here, and a card
that has gone home there can go home here. So if a card stays buried here, it does in the real game,
and the game is lost, since every card is needed.

Where columns hold one card each and take no other on it, places are counted as well. Cards that
cannot go home keep their places. Of a rank with ``p`` cards in places, of which ``h`` at most go
home, ``p - h`` at least stay. If these fill all places, a card on top of the waste that cannot go
home has none to go to, however the cards before it were played.
"""

from collections.abc import Callable, Sequence

from solterm.core.cards import ALL, CODES, DOWN, KING, pack
from solterm.core.game import Group
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import NOTHING, Only
from solterm.solver.builders.layout import Layout
from solterm.solver.builders.states import State

_LANE = 16
"""Counts of a suit or, where foundations look at ranks alone, of all cards."""


def make_buried(layout: Layout) -> Callable[[State], bool] | None:
    """Return a test for positions that buried cards lose; None for games it cannot serve."""
    game, action, goal = layout.game, layout.action, layout.goal
    groups = {kind: [group for group in game.groups if group.kind == kind] for kind in "ftr"}
    if any(len(groups[kind]) != 1 for kind in "ft") or layout.waste is None or layout.refill:
        return None
    (homes,), (columns,) = groups["f"], groups["t"]
    if not (isinstance(action, TurnStock) and action.count == 1 and action.passes):
        return None
    if not (isinstance(goal, Gathered) and goal.kind == "f" and _is_upward(homes)):
        return None
    if goal.cards != homes.count * homes.capacity or _counts_suits(homes) is (game.packs == 1):
        return None
    if columns.lift not in (Lift.TOP, Lift.RUN) or not isinstance(columns.space, Only):
        return None
    if any(group.build or group.space != NOTHING for group in groups["r"]):
        return None
    return _Buried(layout, homes, columns, action.passes).is_dead


def _is_upward(homes: Group) -> bool:
    """Whether foundations begin with one rank and go up from it card by card."""
    build, opens = homes.build, homes.space
    return bool(
        build
        and build.steps == (1,)
        and not build.wrap
        and build.match in (Match.SUIT, Match.ANY)
        and homes.lift is Lift.NONE
        and isinstance(opens, Only)
        and len({card & 15 for card in pack() if opens.cards >> card & 1}) == 1
    )


def _counts_suits(homes: Group) -> bool:
    return homes.build is not None and homes.build.match is Match.SUIT


class _Buried:
    """The easier game of one rule-set."""

    def __init__(self, layout: Layout, homes: Group, columns: Group, passes: int) -> None:
        assert layout.stock is not None, "a stock is turned"
        assert layout.waste is not None, "on a waste"
        assert isinstance(homes.space, Only)
        self._passes = passes
        self._stock, self._waste = layout.stock, layout.waste
        self._homes = slice(*layout.span(layout.foundations))
        self._columns = slice(*layout.span(layout.columns))
        self._first = next(card & 15 for card in pack() if homes.space.cards >> card & 1)
        in_suit = _counts_suits(homes)
        self._size = _LANE * (4 if in_suit else 1)
        self._lane_of = [(card >> 4 & 3) * _LANE * in_suit + (card & 15) for card in range(CODES)]
        """For each card, face down or not, the place of its count."""
        self._takes = columns.build.takes if columns.build else None
        self._lifts_runs = columns.lift is Lift.RUN
        self._opened = columns.space.cards if isinstance(columns.space, Only) else ALL
        self._piles = [
            (place, ALL if "t" in group.to + group.to_spaces else 0)
            for place, name in enumerate(layout.ids)
            if (group := layout.game.group(name)).kind in "rw" and group.lift is not Lift.NONE
        ]
        """The piles that bury cards, and which cards of them columns may take."""

    def is_dead(self, state: State) -> bool:
        """Whether a card stays buried in the easier game."""
        if state[-1][0] + 1 < self._passes:
            return False
        if self._takes is None:
            return self._is_full(state)
        return self._is_locked(state, self._takes)

    # -- columns that are built on -----------------------------------------------------------

    def _is_locked(self, state: State, takes: Sequence[int]) -> bool:
        columns = [pile for pile in state[self._columns] if pile]
        if self._opened and len(columns) < len(state[self._columns]):
            return False  # an empty column takes cards of all piles, one after another
        lane_of, wanted = self._lane_of, self._find_wanted(state)
        free = [0] * self._size
        loose = taking = 0  # free cards that columns may take; what is taken
        for code in state[self._stock]:
            free[lane_of[code]] += 1
            loose |= 1 << code
        ends = [len(pile) - 1 for pile in columns]
        for pile in columns:
            free[lane_of[pile[-1]]] += 1
            taking |= takes[pile[-1]]
            loose |= 1 << pile[-1]
        buried = [(state[place], may) for place, may in self._piles if state[place]]
        tops = [len(pile) - 1 for pile, _ in buried]
        for pile, may in buried:
            free[lane_of[pile[-1]]] += 1
            loose |= 1 << pile[-1] & may
        hosting = 0
        while True:
            while laid := loose & taking & ~hosting:
                hosting |= laid
                while laid:
                    low = laid & -laid
                    taking |= takes[low.bit_length() - 1]
                    laid ^= low
            home = self._rise(wanted, free)
            is_over = True
            for number, pile in enumerate(columns):
                at = ends[number]
                while at >= 0 and (home[lane_of[pile[at]]] or self._may_lift(pile, at, taking)):
                    at -= 1
                    if at >= 0:
                        code = pile[at] & ~DOWN
                        free[lane_of[code]] += 1
                        loose |= 1 << code
                        taking |= takes[code]
                        is_over = False
                    elif self._opened:
                        return False
                ends[number] = at
            for number, (pile, may) in enumerate(buried):
                at = tops[number]
                while at >= 0 and (
                    home[lane_of[pile[at]]] or taking & may & 1 << (pile[at] & ~DOWN)
                ):
                    at -= 1
                    if at >= 0:
                        code = pile[at] & ~DOWN
                        free[lane_of[code]] += 1
                        loose |= 1 << code & may
                        is_over = False
                tops[number] = at
            if is_over:
                return any(at > 0 for at in (*ends, *tops))

    def _may_lift(self, pile: bytes, at: int, taking: int) -> bool:
        """Whether another column may take a card, or a run that it belongs to."""
        assert self._takes is not None
        while not taking >> (pile[at] & ~DOWN) & 1:
            if not (self._lifts_runs and at and self._takes[pile[at - 1]] >> pile[at] & 1):
                return False
            at -= 1
        return True

    # -- places for one card each --------------------------------------------------------------

    def _is_full(self, state: State) -> bool:
        """Whether cards that stay fill all places before the waste is through."""
        places, waste = state[self._columns], state[self._waste]
        if any(len(pile) > 1 for pile in places):
            return False
        lane_of, wanted = self._lane_of, self._find_wanted(state)
        free = [0] * self._size
        for code in state[self._stock]:
            free[lane_of[code]] += 1
        parked = [0] * self._size
        for pile in places:
            if pile:
                free[lane_of[pile[0]]] += 1
                parked[lane_of[pile[0]]] += 1
        spare = len(places) - sum(parked)
        for code in reversed(waste):
            lane = lane_of[code]
            free[lane] += 1
            spare -= 1
            if spare < 0 and not (home := self._rise(wanted, free))[lane]:
                staying = sum(max(0, p - h) for p, h in zip(parked, home, strict=True))
                if staying >= len(places):
                    return True
            parked[lane] += 1
        return False

    # -- the foundations -------------------------------------------------------------------------

    def _find_wanted(self, state: State) -> list[int]:
        """Return how many foundations wait for a card of each count."""
        wanted = [0] * self._size
        for pile in state[self._homes]:
            if not pile:
                for first in range(self._first, self._size, _LANE):
                    wanted[first] += 1
            elif pile[-1] & 15 < KING:
                wanted[self._lane_of[pile[-1]] + 1] += 1
        return wanted

    def _rise(self, wanted: Sequence[int], free: Sequence[int]) -> list[int]:
        """Return how many cards of each count can go home."""
        home, rising = [], 0
        for want, there in zip(wanted, free, strict=True):
            rising += want
            if there < rising:
                rising = there
            home.append(rising)
        return home
