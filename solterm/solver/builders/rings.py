"""A proof of loss where columns become suits: cards that wait for one another in a ring.

A card goes only on the next higher one of its suit, and empty columns take only Kings. So each card
that is not there already must move there once, and each King that is not the first of its column
must reach an empty one. A card can move if it is face up and the next higher card is bare, so any
other card on the latter must leave first. That says which card waits for which. The proof removes
cards in any order in which these conditions alone let them move. The remaining cards wait for one
another, and the game is lost. (Cards of the stock count as free, and cover no card.)
"""

from collections.abc import Callable

from solterm.core import cards
from solterm.core.cards import CODES, DOWN, KING
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.spaces import Only
from solterm.solver.builders.kernel_layout import Layout, State


def make_ringed(layout: Layout) -> Callable[[State], bool] | None:
    """Return a test for states with a ring; None for games with other rules."""
    game = layout.game
    if layout.needed or game.packs != 1 or len(game.groups) > 2:
        return None
    if layout.action is not None and not isinstance(layout.action, DealRow):
        return None
    groups = [BuilderGroup.of(group) for group in game.groups if group.kind == "t"]
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
        covers = [0] * CODES  # the card on each card
        hidden = [0] * CODES  # the same for face-down cards
        left: list[int] = []  # cards that must move elsewhere
        first_ones: set[int] = set()  # of these, the first ones of columns
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
