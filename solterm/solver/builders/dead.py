"""Positions that are lost for sure, seen at once: cards that lie locked under one another.

The game is made easier until it can be played through in a moment: a card that was free once stays
free for good, takes cards although it may have gone home or be covered, every card of the talon is
free, and what is dealt covers nothing. Whatever cannot be freed in that game cannot in the real
one, since each real move is one there too; and if not every card can go home, the game is lost.
"""

from collections.abc import Callable

from solterm.core.cards import ALL, CODES, DOWN
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import NOTHING, Only
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import KEPT, TAKES_NOTHING, Layout
from solterm.solver.builders.states import State


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
    if columns.lift is Lift.ANY or any(
        g.kind == "f" and g.lift is not Lift.NONE for g in game.groups
    ):
        return None
    if columns.space is not NOTHING and columns.build and columns.build.wrap:
        return None  # hardly anything is ever locked there
    takes_up = columns.build.takes if columns.build else TAKES_NOTHING
    takes = takes_up[:DOWN] * 2
    bits = [1 << (code & ~DOWN) for code in range(CODES)]
    stock = layout.stock if layout.stock is not None else -1
    singly = columns.lift is Lift.TOP
    spaced = columns.space.cards if isinstance(columns.space, Only) else ALL
    cells = frozenset(p for target in layout.targets for p in target.places) - {*layout.columns}
    row = layout.action if isinstance(layout.action, DealRow) else None
    dealt_on = bool(row and "t1" in row.piles)
    buried = bool(row and row.passes == 1)  # are wastes never turned over?
    squared = tuple(
        (place, place in cells)
        for place, name in enumerate(layout.ids)
        if name[0] == "r" or (buried and name[0] == "w")
    )
    talon = tuple(
        place
        for place, name in enumerate(layout.ids)
        if name[0] in "sh" or (not buried and name[0] == "w")
    )
    first, last = layout.span(layout.foundations)
    c0, c1 = layout.span(layout.columns)
    rows = [
        [1 << (suit << 4 | (base + height) % 13 + 1) for height in range(13)] + [0]
        for base in range(13)
        for suit in range(4)
    ]

    def is_dead(state: State) -> bool:
        """Is it proved that not every card can go home?"""
        foundations = state[first:last]
        base = next((pile[0] & 15 for pile in foundations if pile), 1) - 1
        heights = list(homeward.wants(foundations).lowest)
        free = in_cells = 0
        for pile in foundations:
            for card in pile:
                free |= 1 << card
        gone = free
        locked: list[bytes] = []  # piles beside the columns that still lock cards
        for place, is_cell in squared:
            pile = state[place]
            if pile:
                free |= bits[pile[-1]]
                if is_cell:
                    in_cells |= bits[pile[-1]]
                elif len(pile) > 1:
                    locked.append(pile)
            elif is_cell:
                return False
        for place in talon:
            for card in state[place]:
                free |= bits[card]
        hosting = free & ~gone if dealt_on else 0
        taking = home = 0  # what free columns take, and what can go home
        columns: list[bytes] = []  # those of which not every card is free
        for pile in state[c0:c1]:
            if pile:
                free |= bits[pile[-1]]
                hosting |= bits[pile[-1]]
                taking |= takes[pile[-1]]
                columns.append(pile)
            elif spaced == ALL:
                return False
            else:
                taking |= spaced
        if dealt_on:
            for card in state[stock]:
                taking |= takes[card]
        runs: list[tuple[int, int]] = []  # cards that are free once another leaves them
        mark = (0, 0, 0)
        while mark != (free, taking, home):
            mark = (free, taking, home)
            if free == ALL:
                return False
            for suit in range(4):
                height, row = heights[suit], rows[base * 4 + suit]
                if free & row[height]:
                    while free & row[height]:
                        home |= row[height]
                        height += 1
                    heights[suit] = height
            # Free cards that can be laid on a column take cards there.
            laid = free & ~hosting & ~gone & taking
            hosting |= laid
            while laid:
                low = laid & -laid
                laid ^= low
                taking |= takes[low.bit_length() - 1]
            can = taking | home
            if can & in_cells:
                return False
            if locked:
                still = []
                for pile in locked:
                    while len(pile) > 1 and can & bits[pile[-1]]:
                        pile = pile[:-1]
                        free |= bits[pile[-1]]
                    if len(pile) > 1:
                        still.append(pile)
                locked = still
            still = []
            for pile in columns:
                at = end = len(pile) - 1
                while True:
                    if not can & bits[pile[at]]:  # the end card stays; and those it lies on?
                        if singly:
                            break
                        while at and takes_up[pile[at - 1]] & bits[pile[at]]:
                            at -= 1
                            if taking & bits[pile[at]]:
                                break
                        else:
                            break
                        runs += [(pile[k], pile[k + 1]) for k in range(at, end)]
                    if not at:
                        if spaced == ALL:
                            return False
                        taking |= spaced
                        end = -1
                        break
                    at = end = at - 1
                    under = pile[at]
                    free |= bits[under]
                    hosting |= bits[under]
                    taking |= takes[under]
                    can |= taking
                if end >= 0:
                    still.append(pile[: end + 1])
            columns = still
            for below, above in runs:
                if not free & bits[below] and (home | taking) & bits[above]:
                    free |= bits[below]
                    hosting |= bits[below]
                    taking |= takes[below]
        return True

    if not isinstance(layout.action, TurnStock) or squared:
        return is_dead
    known: dict[tuple[bytes, ...], bool] = {}

    def is_known_dead(state: State) -> bool:
        """The same, asked once where only the order of the talon differs, which plays no part."""
        told = (*sorted(state[c0:c1]), *state[first:last])
        dead = known.get(told)
        if dead is None:
            if len(known) > KEPT:
                known.clear()
            dead = known[told] = is_dead(state)
        return dead

    return is_known_dead
