"""Available cards that stay where they are until another card goes on top of them.

A card of a stock turned singly with unlimited passes is always available, and so is one that has a
place of the reserve to itself. No card ever covers it, and it hinders none while it stays. So a
line need not play it to a column earlier than the card that goes on top of it there.

Proof: take a winning line that plays it earlier. Until the next card comes, no other card goes
where it lies, since it is the end of that column. A move of the column's end with it on top also
moves the end without it. If it moves on or goes home, it can do so from its own place. So it can
move later, just before the next card comes; if none comes, it need not move at all.

The two cards, or a row of such cards with the card on the last of them, make one step: a bridge.
"""

from solterm.core.vocabulary.actions import DealRow
from solterm.solver.builders.kernel_layout import Layout


def waiting_places(layout: Layout) -> frozenset[int]:
    """Return the places whose cards are always available and serve no purpose where they are."""
    if layout.refill or layout.is_limited or isinstance(layout.action, DealRow):
        return frozenset()
    if not layout.is_even or layout.column.space.by_source:
        return frozenset()
    places = set()
    if layout.is_endless and layout.packet == 1:
        places.add(layout.waste)
    for place in layout.reserves:
        group = layout.game.group(layout.ids[place])
        if group.count > 1 and not group.goes_to.strip("ft"):
            places.add(place)
    return frozenset(places)
