"""Longer steps: one step moves off all cards that lie over another, so that it can go home.

Without a stock, most of a winning line is digging: for the cards that foundations take next, and
for empty columns. Here a dig is one step, and there is only one manner of it: from the end of the
column, as many cards as another column takes go there; else they go to an empty column or into
cells. The other steps join cards to columns or bring them home. A position then has a handful of
steps and a game a few dozen, so a search is soon done. It cannot reach every win, since a line may
dig in another manner or move cards for other reasons. The idea that fewer, longer steps find most
wins sooner comes from fc-solve, whose tests move cards in such groups.

If that fails, a dig may pause: before it continues, its cards move elsewhere, or another column is
dug up. There are several times as many steps then, and they win nearly all the other deals, which
single moves win late or not at all.
"""

from collections.abc import Hashable, Iterator

from solterm.core.cards import ALL, DOWN
from solterm.core.move import Move
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.solver.arrays import i64, vec
from solterm.solver.builders.homeward import Homeward, Wants
from solterm.solver.builders.kernel_layout import Layout
from solterm.solver.builders.pile_tree import Pile, State
from solterm.solver.builders.worth import DIGGERS, Worth, make_worths, weights_for
from solterm.solver.kernel.moves import Kernel

Dig = tuple[int, ...]
"""Moves taken as one step."""
Way = tuple[int, State]
"""A move, and the state that it leads to."""


def can_dig(layout: Layout) -> bool:
    """Whether the only moves are single cards over open columns, with or without cells."""
    if layout.action or layout.redeals or layout.depth or layout.refill or not layout.needed:
        return False
    targets = layout.targets.values()
    if layout.is_limited or any(target.opening is None for target in targets):
        return False
    if not any(target.places == layout.columns for target in targets):
        return False
    columns = [source for source in layout.sources if source.place in layout.columns]
    return len(columns) == len(layout.columns) and all(
        source.is_carried
        and len(source.routes) == len(targets)
        and not any(goes_to_spaces for _, _, goes_to_spaces in source.routes)
        for source in columns
    )


class Digging(SearchSpace[State, Dig]):
    """The positions of a game of open columns that digs reach."""

    is_whole = False

    def __init__(
        self,
        whole: SearchSpace[State, int],
        layout: Layout,
        homeward: Homeward,
        kernel: Kernel,
        pauses: bool = False,
    ) -> None:
        self._whole = whole
        self._homeward = homeward
        self._kernel = kernel
        self._lay = kernel.lay
        self._pauses = pauses
        self._worths = make_worths(layout, homeward, weights_for(layout) if pauses else (DIGGERS,))
        self._homes = layout.home_span
        self._columns = layout.columns
        targets = layout.targets.values()
        (columns,) = (each for each in targets if each.places == layout.columns)
        self._takes = vec[i64](columns.takes)
        self._opened = columns.opening or 0
        self._cells = layout.cells
        self._beside = tuple(
            source.place for source in layout.sources if source.place not in layout.columns
        )

    def start(self, table: Table) -> State:
        return self._whole.start(table)

    def key(self, state: State) -> Hashable:
        return self._whole.key(state)

    def is_won(self, state: State) -> bool:
        return self._whole.is_won(state)

    def worth(self, state: State) -> float:
        return self._worths[0](state)

    def worths(self) -> tuple[Worth, ...]:
        return self._worths

    def moves(self, state: State, step: Dig) -> tuple[Move, ...]:
        self._kernel.load(state)
        return tuple(move for each in step for move in self._kernel.tell(each))

    def ways(self, state: State) -> Iterator[tuple[Dig, State]]:
        wants = self._homeward.wants(state[self._homes])
        for place in self._beside:
            end = state[place].end
            if wants.wanted >> end & 1:
                yield _take_one(self._lay(state, place, wants.takers[end][0], 1))
        for place in self._columns:
            yield from self._dig(state, place)
        for way in self._joins(state, wants):
            yield _take_one(way)

    # -- digs ------------------------------------------------------------------------------

    def _dig(self, state: State, place: int) -> Iterator[tuple[Dig, State]]:
        """Dig up a column from its end, and send home each card that a foundation takes.

        A column that is one run is not dug up; moving it is a join.
        """
        steps: list[int] = []
        is_home = False
        while (pile := state[place]).size:
            wants = self._homeward.wants(state[self._homes])
            is_home = bool(wants.wanted >> pile.end & 1)
            if is_home:
                way: Way | None = self._lay(state, place, wants.takers[pile.end][0], 1)
            else:
                lowest = 1 + _find_last(pile, wants.wanted)
                if not (lowest or steps or pile.low):
                    return
                way = self._move_off(state, place, lowest)
            if not way:
                return
            step, state = way
            steps.append(step)
            if is_home or self._pauses:
                yield tuple(steps), state
        if steps and not (is_home or self._pauses):
            yield tuple(steps), state

    def _move_off(self, state: State, place: int, lowest: i64) -> Way | None:
        pile = state[place].cards
        end: i64 = state[place].size - 1
        head = max(state[place].low, lowest)
        takes = self._takes
        union: i64 = 0
        spaces: list[int] = []
        for to in self._columns:
            if not state[to].size:
                spaces.append(to)
            elif to != place:
                union |= takes[state[to].end]
        cells = [cell for cell in self._cells if not state[cell].size]
        room: i64 = len(cells) + 1 << len(spaces) * (self._opened == ALL)
        for at in range(max(head, end + 1 - room), end + 1):
            card: i64 = pile[at]
            if union >> card & 1:
                for to in self._columns:
                    if to != place and takes[state[to].end] >> card & 1:
                        return self._lay(state, place, to, end - at + 1)
        many = end - head + 1
        fits = many <= room >> (self._opened == ALL)
        if many > 1 and fits and spaces and head and self._opened >> pile[head] & 1:
            return self._lay(state, place, spaces[0], many)
        if cells:
            return self._lay(state, place, cells[0], 1)
        if spaces and end and self._opened >> pile[end] & 1:
            return self._lay(state, place, spaces[0], 1)
        return None

    # -- joins -----------------------------------------------------------------------------

    def _joins(self, state: State, wants: Wants) -> Iterator[Way]:
        """Lay runs and cards of cells on columns, and on an empty one.

        A run is split only if the card it uncovers can go home.
        """
        takes, lay = self._takes, self._lay
        union: i64 = 0
        takers: list[int] = []
        spaces: list[int] = []
        for to in self._columns:
            if not state[to].size:
                spaces.append(to)
            elif mask := takes[state[to].end]:
                takers.append(to)
                union |= mask
        cells = [cell for cell in self._cells if not state[cell].size]
        room: i64 = len(cells) + 1 << len(spaces) * (self._opened == ALL)
        for place in self._columns:
            if not (pile := state[place].cards):
                continue
            end: i64 = state[place].size - 1
            head = state[place].low
            for at in range(max(head, end + 1 - room), end + 1):
                card: i64 = pile[at]
                if union >> card & 1 and (at == head or wants.wanted >> pile[at - 1] & 1):
                    for to in takers:
                        if takes[state[to].end] >> card & 1 and to != place:
                            yield lay(state, place, to, end - at + 1)
            if spaces and head and self._opened >> pile[head] & 1:
                many = end - head + 1
                if many == 1 or many <= room >> (self._opened == ALL):
                    yield lay(state, place, spaces[0], many)
        for place in self._beside:
            if not (pile := state[place].cards):
                continue
            if union >> pile[-1] & 1:
                for to in takers:
                    if takes[state[to].end] >> pile[-1] & 1:
                        yield lay(state, place, to, 1)
            if spaces and self._opened >> pile[-1] & 1:
                yield lay(state, place, spaces[0], 1)


def _find_last(pile: Pile, wanted: i64) -> i64:
    """Return the place of the last face-up card of a pile that is wanted; -1 if there is none."""
    at = pile.size - 1 if pile.mask & wanted else -1
    while at >= 0:
        card: i64 = pile.cards[at]
        if card < DOWN and wanted >> card & 1:
            break
        at -= 1
    return at


def _take_one(way: Way) -> tuple[Dig, State]:
    step, after = way
    return (step,), after
