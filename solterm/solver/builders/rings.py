"""Positions that are lost since cards wait for one another in a ring: where columns become suits.

Where a card can only be laid on the next higher one of its suit, and empty columns take Kings
alone, each card that does not lie there already must be laid there some time, just once; and each
King that is not the first of its column must come to an empty one. A card can be laid when it lies
face up and the next higher one is bare: whatever lies on that must have been laid elsewhere before.
So it is known what waits for what. Cards that could be laid in some order, if nothing else hindered
them, are taken off; if any are left, they wait for one another, and the game is lost. (Cards of the
stock are taken to be free, and to cover nothing.)
"""

from collections.abc import Callable

from solterm.core import cards
from solterm.core.cards import CODES, DOWN, KING
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.goals import Suits
from solterm.core.vocabulary.spaces import Only
from solterm.solver.builders.layout import Layout
from solterm.solver.builders.states import State


def make_ringed(layout: Layout) -> Callable[[State], bool] | None:
    """Tells states in which cards wait for one another; None where they are laid otherwise."""
    game = layout.game
    if not (isinstance(layout.goal, Suits) and game.packs == 1 and len(game.groups) <= 2):
        return None
    if layout.action is not None and not isinstance(layout.action, DealRow):
        return None
    groups = [group for group in game.groups if group.kind == "t"]
    if len(groups) != 1 or not groups[0].build or not isinstance(groups[0].space, Only):
        return None
    takes = groups[0].build.takes
    for card in cards.pack():
        if takes[card] & ~(1 << (card - 1) if card & 15 > 1 else 0):
            return None
        if card & 15 < KING and groups[0].space.cards >> card & 1:
            return None
    columns = layout.column_span

    def is_ringed(state: State) -> bool:
        """Is it proved that the columns cannot all become suits?"""
        covers = [0] * CODES  # for each card the one that lies on it
        hidden = [0] * CODES  # for each card face down the same
        left: list[int] = []  # the cards that must be laid elsewhere
        first_ones: set[int] = set()  # those of them that are the first of a column
        has_space = False
        for pile in state[columns]:
            if not pile:
                has_space = True
                continue
            below = 0
            for code in pile:
                card, under = code & ~DOWN, below & ~DOWN
                if under:
                    covers[under] = card
                    if below & DOWN:
                        hidden[under] = card
                    if below != card + 1:
                        left.append(card)
                elif card & 15 != KING:
                    left.append(card)
                    first_ones.add(card)
                below = code
        is_waiting = bytearray(CODES)
        for card in left:
            is_waiting[card] = 1
        while left:
            still = []
            for card in left:
                is_king = card & 15 == KING
                one, other = hidden[card], 0 if is_king else covers[card + 1]
                if is_waiting[one] or is_waiting[other] or (is_king and not has_space):
                    still.append(card)
                else:
                    is_waiting[card] = 0
                    has_space = has_space or card in first_ones
            if len(still) == len(left):
                return True
            left = still
        return False

    return is_ringed
