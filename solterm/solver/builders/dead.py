"""Positions that are lost for sure, seen at once: cards that lie locked under one another.

The game is made easier until it can be played through in a moment: a card that was free once stays
free for good, takes cards although it may have gone home or be covered, and what is dealt covers
nothing. Every card of a talon is free, but for those that packets never bring up. Whatever cannot
be freed in that game cannot in the real one, since each real move is one there too; and if not
every card can go home, the game is lost.

Where what lies in sequence (or all that lies face up) only moves as one, two neighbours of it never
part but by the upper one going home: whatever it is laid on, they are lifted together again. So the
lower one is free no sooner than that. It counts where building turns the corner, too: a card laid
on one that goes home before it waits for others, and those may wait for cards below it.

Where a reserve fills all spaces while it lasts, in its order, spaces are counted. Each is made by
the first card of a column leaving; a card of the reserve laid there makes another if it can leave,
and takes one up for good if it can't. So of those that can't, no more come out than there are first
cards of columns that can leave; and what fills spaces after the reserve waits until it is through.
"""

from collections.abc import Callable, Sequence

from solterm.core.cards import ALL, CODES, DOWN
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import BaseRank, FirstFrom, Only, ReserveThen, Space
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import KEPT, TAKES_NOTHING, Layout
from solterm.solver.builders.packets import Packets
from solterm.solver.builders.states import State

_SUITS = tuple(0xFFFF << 16 * suit for suit in range(4))
_BIT = tuple(1 << (code & ~DOWN) for code in range(CODES))

Dig = tuple[int, int, int, int, int]
"""A card of a column, as it is dug up: its bit, what it takes, the mask of those cards from whose
place on it could be lifted, where the lowest of these lies, and from where on up to it no card lies
on one that goes home before it."""


class _Taken(dict[int, int]):
    """The mask of what some cards of one suit take, worked out when it is asked for."""

    def __init__(self, takes: Sequence[int]) -> None:
        self._takes = takes

    def __missing__(self, cards: int) -> int:
        low = cards & -cards
        rest = cards ^ low
        mask = self[cards] = self._takes[low.bit_length() - 1] | (self[rest] if rest else 0)
        return mask


class _Piles(dict[bytes, int]):
    """The mask of the cards of piles."""

    def __missing__(self, pile: bytes) -> int:
        if len(self) > KEPT:
            self.clear()
        mask = 0
        for code in pile:
            mask |= _BIT[code]
        self[pile] = mask
        return mask


class _Columns(dict[bytes, tuple[tuple[Dig, ...], int]]):
    """How columns are dug up, and the mask of what lies in them under others."""

    def __init__(self, lift: Lift, takes: Sequence[int], base: int) -> None:
        self._lift = lift
        self._base = base
        self._takes = takes

    def _lies_on(self, card: int, under: int) -> bool:
        """Is it lifted together with the one below it?"""
        if self._lift is Lift.WHOLE:
            return not (card | under) & DOWN
        return self._lift is not Lift.TOP and bool(self._takes[under] >> card & 1)

    def __missing__(self, pile: bytes) -> tuple[tuple[Dig, ...], int]:
        if len(self) > KEPT:
            self.clear()
        digs: list[Dig] = []
        head = unit = smooth = before = 0
        for at, code in enumerate(pile):
            bit = _BIT[code]
            if at and self._lies_on(code, pile[at - 1]):
                unit |= bit
            else:
                head, unit = at, bit
            height = ((code & 15) - 1 - self._base) % 13
            smooth = at if height > before else smooth
            before = height
            parts = _BIT[pile[head]] if self._lift in (Lift.WHOLE, Lift.CHAIN) else unit
            digs.append((bit, self._takes[code & ~DOWN], parts, head, smooth))
        made = self[pile] = tuple(digs), sum(dig[0] for dig in digs[:-1])
        return made


def make_dead(layout: Layout, homeward: Homeward) -> Callable[[State], bool] | None:
    """Tells lost states of a rule-set; None where the easier game says nothing of it."""
    game = layout.game
    groups = {id(game.group(layout.ids[place])): place for place in layout.columns}
    goal = layout.goal
    if len(groups) != 1 or not homeward.in_suit or game.packs != 1:
        return None
    if not (isinstance(goal, Gathered) and goal.kind == "f" and goal.cards == 52):
        return None
    columns = game.group(layout.ids[layout.columns[0]])
    homes = [group for group in game.groups if group.kind == "f"]
    if columns.lift is Lift.ANY or any(group.lift is not Lift.NONE for group in homes):
        return None
    part_never = columns.lift in (Lift.WHOLE, Lift.CHAIN) and not columns.to.strip("ft")
    lift = columns.lift if part_never or columns.lift is Lift.TOP else Lift.RUN
    is_base_open = any(isinstance(group.space, BaseRank) for group in homes)
    takes = columns.build.takes if columns.build else TAKES_NOTHING
    opened = _opened(columns.space, "t")
    stock = layout.stock if layout.stock is not None else -1
    opened_beside = ALL if layout.refill else opened
    first_one = -1 if opened else _find_first(layout)
    for kind in "rwsh" if first_one < 0 else "wsh":
        opened_beside |= _opened(columns.space, kind)
    action = layout.action
    packets = None
    if isinstance(action, TurnStock) and action.passes is None and action.count > 1:
        assert layout.waste is not None
        packets = Packets(layout.waste, stock, action.count)
    cells = frozenset(p for target in layout.targets for p in target.places) - {*layout.columns}
    row = layout.action if isinstance(layout.action, DealRow) else None
    dealt_on = bool(row and "t1" in row.piles)
    buried = bool(row and row.passes == 1)  # are wastes never turned over?
    squared = tuple(
        (place, place in cells)
        for place, name in enumerate(layout.ids)
        if name[0] == "r" or (buried and name[0] == "w")
    )
    first, last = layout.span(layout.foundations)
    c0, c1 = layout.span(layout.columns)
    rises = [_make_rises(base) for base in range(13)]
    columns_of = [_Columns(lift, takes, base) for base in range(13)]
    masks, taken = _Piles(), _Taken(takes)

    def is_dead(state: State) -> bool:
        """Is it proved that not every card can go home?"""
        foundations = state[first:last]
        base = gone = covered = in_cells = hosting = 0
        for pile in foundations:
            if pile:
                gone |= masks[pile]
                base = (pile[0] & 15) - 1
        if is_base_open and not gone:
            return False
        rise, columns_dug = rises[base], columns_of[base]
        taking = beside = 0  # what free columns take from columns, and from other piles
        spaces = 0  # how many columns could be emptied
        locked: list[bytes] = []  # piles beside the columns that still lock cards
        queue = state[first_one] if first_one >= 0 else b""  # it fills spaces before all others
        if len(queue) > 1:
            covered |= masks[queue[:-1]]
        for place, is_cell in squared:
            if place == first_one:
                continue
            pile = state[place]
            if is_cell:
                if not pile:
                    if not part_never:
                        return False
                    taking = ALL
                else:
                    in_cells |= _BIT[pile[-1]]
            if len(pile) > 1:
                covered |= masks[pile[:-1]]
                if not is_cell:
                    locked.append(pile)
        digging: list[tuple[tuple[Dig, ...], int]] = []  # columns of which not all is free
        for pile in state[c0:c1]:
            if pile:
                digs, under = columns_dug[pile]
                covered |= under
                at = len(pile) - 1
                bit, takes_now, _, _, _ = digs[at]
                hosting |= bit
                taking |= takes_now
                digging.append((digs, at))
            else:
                taking |= opened
                spaces += 1
        below: tuple[int, ...] = ()  # places of the talon that do not come up
        if packets:
            talon, below, under_others = packets.lay_out(state)
            covered |= under_others
        free = ALL & ~covered
        if dealt_on:
            hosting = free & ~gone
            for card in state[stock]:
                taking |= takes[card]
        runs: list[tuple[int, int, int]] = []  # cards that are free once another leaves them
        mark = (0, 0, 0, 0, 0)
        is_smooth = True  # does none of those runs turn the corner?
        while True:
            home = rise(free)
            if home == ALL or (taking == ALL and not part_never):
                return False
            left_over = spaces
            to_spaces = 0  # cards of the queue that may be laid there
            for at in range(len(queue) - 1, -1, -1):
                if spaces:
                    to_spaces |= _BIT[queue[at]]
                if not (taking | home) & _BIT[queue[at]]:
                    left_over -= 1
                    if left_over < 0:
                        break
                if at:
                    free |= _BIT[queue[at - 1]]
            if left_over > 0:
                beside |= opened_beside
            # Free cards that can be laid on a column take cards there.
            while laid := free & ~(hosting | gone) & (taking | beside | to_spaces):
                hosting |= laid
                for suit in _SUITS:
                    if laid & suit:
                        taking |= taken[laid & suit]
            if below:
                assert packets
                closed = packets.open(talon, below, taking | home | beside)
                if len(closed) < len(below):
                    below = closed
                    free |= under_others
                    for at in below:
                        free &= ~talon[at]
            if (free, taking, beside, home, spaces) == mark:
                return True
            mark = (free, taking, beside, home, spaces)
            can = taking | home
            if can & in_cells:
                if not part_never:
                    return False
                taking = beside = ALL
            if locked:
                still = []
                for pile in locked:
                    while len(pile) > 1 and (can | beside) & _BIT[pile[-1]]:
                        pile = pile[:-1]
                        free |= _BIT[pile[-1]]
                    if len(pile) > 1:
                        still.append(pile)
                locked = still
            left = []
            is_stuck = bool(below or locked or left_over < 0)
            for digs, at in digging:
                bit, _, parts, head, smooth = digs[at]
                while True:
                    if home & bit or (taking & bit and (head == at or not part_never)):
                        at -= 1
                    elif taking & parts:
                        end = at
                        if part_never:
                            at = head
                        while not taking & digs[at][0]:
                            at -= 1
                        runs += [(digs[k][0], digs[k][1], digs[k + 1][0]) for k in range(at, end)]
                        is_smooth = is_smooth and smooth <= at
                        at -= 1
                    else:
                        left.append((digs, at))
                        is_stuck = is_stuck or smooth > 0
                        break
                    if at < 0:
                        taking |= opened
                        spaces += 1
                        break
                    bit, takes_now, parts, head, smooth = digs[at]
                    free |= bit
                    hosting |= bit
                    taking |= takes_now
            digging = left
            if is_smooth and not is_stuck:
                return False  # by height, all can go home: none waits for one that lies below it
            for under, takes_now, over in runs:
                if not free & under and (home if part_never else home | taking) & over:
                    free |= under
                    hosting |= under
                    taking |= takes_now

    if not isinstance(action, TurnStock):
        return is_dead
    known: dict[tuple[bytes, ...], bool] = {}
    places = [place for place, _ in squared]
    if packets:
        places += [place for place in (layout.waste, layout.stock) if place is not None]

    def is_known_dead(state: State) -> bool:
        """The same, asked once where only the order of columns differs, or of other talons."""
        beside = [state[place] for place in places]
        told = (*sorted(state[c0:c1]), *state[first:last], *beside)
        dead = known.get(told)
        if dead is None:
            if len(known) > KEPT:
                known.clear()
            dead = known[told] = is_dead(state)
        return dead

    return is_known_dead


def _opened(space: Space, kind: str) -> int:
    """The cards that some empty column may ever take from piles of a kind."""
    if isinstance(space, Only):
        return space.cards
    if isinstance(space, FirstFrom):
        return ALL if kind in space.order else 0
    if isinstance(space, ReserveThen):
        return ALL if kind == space.reserve else space.cards if kind in space.kinds else 0
    return ALL


def _find_first(layout: Layout) -> int:
    """The place of the reserve whose cards fill all spaces while it lasts; -1 where none does."""
    space = layout.game.group(layout.ids[layout.columns[0]]).space
    name = ""
    if isinstance(space, FirstFrom):
        name = space.order[0]
    elif isinstance(space, ReserveThen):
        name = space.reserve
    place = layout.index_of.get(name, -1) if name[:1] == "r" else -1
    if place < 0 or layout.refill[:1] not in ((), (place,)):
        return -1
    taking = {each for target in layout.targets for each in target.places}
    return -1 if place in taking else place


def _make_rises(base: int) -> Callable[[int], int]:
    """Tells which of some cards go home if they are free, all suits at a stroke.

    A suit is a field of bits; it is turned until the base is its lowest bit, to which one is added:
    that clears the bits which stand in a row from there, and no others below the next.
    """
    low = sum(1 << 16 * suit + 1 for suit in range(4))
    over = sum((1 << base) - 1 << 16 * suit + 1 for suit in range(4))
    back = 13 - base
    mid = sum((1 << back) - 1 << 16 * suit + 1 for suit in range(4))
    top = ALL & ~mid

    def rises(free: int) -> int:
        row = (free >> base) & mid | (free & over) << back
        row &= ~(row + low)
        return (row & mid) << base | (row & top) >> back

    return rises
