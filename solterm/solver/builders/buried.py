"""Positions lost because cards of the waste or of a reserve stay buried.

The proof counts the cards of each rank (and suit) instead of telling them apart. So it serves games
with two packs, and foundations that ignore suits; ``dead`` serves one pack built in suit.

Take a position in the last pass of the waste, and play an easier game from there. In it every card
of the stock is free, and a free card stays free and takes others for good. As many cards can go
home as the free cards of each count allow. A card at the top of the waste or of a reserve, or at
the end of a column, leaves if it can go home or a free card takes it, and frees the card below it.
By induction over the moves of the real game, a card that leaves its place there leaves it here,
and a card that goes home there can go home here. So a card that stays buried here also does in the
real game. A win needs every card, so the position is lost.

If each column is a place for a single card, the proof counts places too. Of ``p`` cards of a rank
in places, of which at most ``h`` can go home, at least ``p - h`` stay. When such cards fill all
places, a waste card that cannot go home has no place left, in whatever order the player laid the
cards above it.
"""

from collections.abc import Callable, Sequence

from solterm.core.cards import ALL, CODES, DOWN, KING, pack
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING, Only
from solterm.solver.builders.kernel_layout import Layout, State

_LANE = 16
"""Counts of a suit or, if foundations ignore suits, of all cards."""


def make_buried(layout: Layout) -> Callable[[State], bool] | None:
    """Return a test for positions lost to buried cards; None for games it cannot serve."""
    action, columns, homes = layout.action, layout.column, find_upward_homes(layout)
    if homes is None or (_in_suit(homes) and layout.game.packs == 1):
        return None
    if not (isinstance(action, TurnStock) and action.count == 1 and action.passes):
        return None
    if columns.lift not in (Lift.TOP, Lift.RUN) or not isinstance(columns.space, Only):
        return None
    reserves = [BuilderGroup.of(group) for group in layout.game.groups if group.kind == "r"]
    if any(group.build or group.space != NOTHING for group in reserves):
        return None
    return _Buried(layout, homes, action.passes).is_dead


def find_upward_homes(layout: Layout) -> BuilderGroup | None:
    """Return the foundations if all begin with one rank, go up from it card by card, and hold all
    cards in the end; None otherwise, or where spaces are filled or columns differ.
    """
    groups = [BuilderGroup.of(group) for group in layout.game.groups if group.kind == "f"]
    if len(groups) != 1:
        return None
    (homes,) = groups
    build, opens = homes.build, homes.space
    known = (
        layout.is_even
        and not layout.refill
        and layout.needed == homes.count * homes.capacity
        and build
        and build.steps == (1,)
        and not build.wrap
        and build.match in (Match.SUIT, Match.ANY)
        and homes.lift is Lift.NONE
        and isinstance(opens, Only)
        and len({card & 15 for card in pack() if opens.cards >> card & 1}) == 1
    )
    return homes if known else None


def _in_suit(homes: BuilderGroup) -> bool:
    return homes.build is not None and homes.build.match is Match.SUIT


class _Buried:
    """The easier game of one rule set."""

    def __init__(self, layout: Layout, homes: BuilderGroup, passes: int) -> None:
        game, columns = layout.game, layout.column
        assert isinstance(homes.space, Only), "foundations begin with one rank"
        assert isinstance(columns.space, Only), "so that its cards are known"
        self._passes = passes
        self._stock, self._waste = layout.stock, layout.waste
        self._homes, self._columns = layout.home_span, layout.column_span
        self._first = next(card & 15 for card in pack() if homes.space.cards >> card & 1)
        in_suit = _in_suit(homes)
        self._size = _LANE * (4 if in_suit else 1)
        self._lane_of = [(card >> 4 & 3) * _LANE * in_suit + (card & 15) for card in range(CODES)]
        """For each card, face down or not, the place of its count."""
        self._takes = columns.build.takes if columns.build else None
        self._lifts_runs = columns.lift is Lift.RUN
        self._opened = columns.space.cards
        self._piles = [
            (place, ALL if "t" in group.destinations else 0)
            for name, place in game.index.items()
            if (group := game.group(name)).kind in "rw" and group.lift is not Lift.NONE
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
        """Whether cards that stay fill all places before the waste is empty."""
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
