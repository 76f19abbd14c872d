"""Positions that are lost for sure, seen at once: cards that lie locked under one another.

The game is made easier until it can be played through in a moment: a card that was free once stays
free for good, takes cards although it may have gone home or be covered, every card of the talon is
free, and what is dealt covers nothing. Whatever cannot be freed in that game cannot in the real
one, since each real move is one there too; and if not every card can go home, the game is lost.
"""

from collections.abc import Callable, Iterator

from solterm.core.cards import ALL, CODES, DOWN
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING, Only
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import Layout
from solterm.solver.builders.states import State

_FACE = DOWN - 1


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
    faces = columns.build.takes if columns.build else (0,) * CODES
    takes = faces[:DOWN] * 2
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
        [suit << 4 | (base + height) % 13 + 1 for height in range(13)] + [DOWN]
        for base in range(13)
        for suit in range(4)
    ]

    def is_dead(state: State) -> bool:
        """Is it proved that not every card can go home?"""
        foundations = state[first:last]
        base = next((pile[0] & 15 for pile in foundations if pile), 1) - 1
        heights = list(homeward.wants(foundations).lowest)
        free = in_cells = 0
        taking = home = 0  # what free columns take, and what can go home
        locked: list[bytes] = []  # piles whose cards must still be freed, from the end
        for place, is_cell in squared:
            pile = state[place]
            if pile:
                free |= 1 << (pile[-1] & _FACE)
                if is_cell:
                    in_cells |= 1 << pile[-1]
                else:
                    locked.append(pile)
            elif is_cell:
                return False
        reserves = len(locked)
        for place in talon:
            for card in state[place]:
                free |= 1 << (card & _FACE)
        hosting = free if dealt_on else 0
        for pile in state[c0:c1]:
            if pile:
                free |= 1 << pile[-1]
                hosting |= 1 << pile[-1]
                locked.append(pile)
            else:
                if spaced == ALL:
                    return False
                taking |= spaced
        for card in _cards_of(hosting):
            taking |= takes[card]
        runs: list[tuple[int, int]] = []  # cards that are free once another leaves them
        again = True
        while again:
            again = False
            for suit in range(4):
                height, row = heights[suit], rows[base * 4 + suit]
                while free >> row[height] & 1:
                    home |= 1 << row[height]
                    height += 1
                heights[suit] = height
            if heights == _ALL_HOME:
                return False
            # Free cards that can be laid on a column take cards there.
            laid = free & ~hosting & taking
            if laid:
                hosting |= laid
                for card in _cards_of(laid):
                    taking |= takes[card]
                again = True
            if (taking | home) & in_cells:
                return False
            still: list[bytes] = []
            kept = 0
            for number, pile in enumerate(locked):
                is_column = number >= reserves
                while pile:
                    at = end = len(pile) - 1
                    card = pile[at] & _FACE
                    if not (taking | home) >> card & 1:
                        if singly or not is_column:
                            break
                        while at and faces[pile[at - 1]] >> card & 1:
                            at -= 1
                            card = pile[at]
                            if taking >> card & 1:
                                break
                        else:
                            break
                    again = True
                    runs += [(pile[k], pile[k + 1]) for k in range(at, end)]
                    pile = pile[:at]
                    if at:
                        under = pile[-1] & _FACE
                        free |= 1 << under
                        if is_column:
                            hosting |= 1 << under
                            taking |= takes[under]
                    elif is_column:
                        if spaced == ALL:
                            return False
                        taking |= spaced
                if pile:
                    still.append(pile)
                    kept += not is_column
            locked, reserves = still, kept
            for under, over in runs:
                if not free >> under & 1 and (home | taking) >> over & 1:
                    free |= 1 << under
                    hosting |= 1 << under
                    taking |= takes[under]
                    again = True
        return True

    return is_dead


_ALL_HOME = [13] * 4


def _cards_of(mask: int) -> Iterator[int]:
    """The cards of a mask."""
    while mask:
        low = mask & -mask
        mask ^= low
        yield low.bit_length() - 1
