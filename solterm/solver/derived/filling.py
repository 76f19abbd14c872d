"""Empty columns that only the reserve may fill: the search fills them at once.

While the reserve has cards, no other card may go to an empty column; and a card of the reserve that
lies there can still go wherever it could before. Take a winning line that waits to fill a space. A
move of that card from the reserve can be made from the column instead: this empties the column, and
both lines reach the same position. If the line fills the space in the end, the card is already
there. Until then the waiting line has one place less and sees one card of the reserve less. So
waiting never helps.
"""

from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.actions import TurnStock, TurnToSlot
from solterm.core.vocabulary.spaces import FirstFrom, ReserveThen, Space


def find_filling(game: Declaration) -> str:
    """Return the reserve that alone may fill empty columns while it lasts; empty if none does.

    >>> from solterm import find
    >>> find_filling(find("kloncan-canfield")), find_filling(find("klondike-deal-3"))
    ('r', '')
    """
    groups = [BuilderGroup.of(group) for group in game.groups]
    columns = [group for group in groups if group.kind == "t"]
    acting = (group.action for group in groups if group.action)
    if len(columns) != 1 or not all(
        isinstance(action, TurnStock | TurnToSlot) for action in acting
    ):
        return ""
    name = find_first_source(columns[0].space)
    if not name or name not in game.index or game.consequences:
        return ""
    reserve = BuilderGroup.of(game.group(name))
    others = [group for group in groups if group is not reserve]
    goes_as_far = set(reserve.destinations) <= set(columns[0].goes_to)
    takes_cards = reserve.build or any(name[0] in group.destinations for group in others)
    return name if goes_as_far and reserve.count == 1 and not takes_cards else ""


def find_first_source(space: Space) -> str:
    """Return the pile that alone may fill a space while it has cards; empty if any may."""
    if isinstance(space, FirstFrom):
        return space.order[0]
    return space.reserve if isinstance(space, ReserveThen) else ""
