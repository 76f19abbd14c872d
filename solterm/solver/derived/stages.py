"""Stages of long games: how much of the stock is gone, and how often it was.

A card returns to the stock only when the waste is turned over, and passes are counted. So a game
with limited passes never returns to an earlier stage. Cards never return to a reserve that takes
none either. Stages prove nothing; they say which positions a search should compare.
"""

from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.actions import DealRow, Gather, Rotate, TurnStock, TurnToSlot
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING

PASS = 1000
"""The stages of one pass: more than there are cards."""


def is_long(game: Declaration) -> bool:
    """Whether a search should compare positions stage by stage.

    With two packs or more it should if the stock is dealt a limited number of times. With one pack
    it should if columns take any suit, or are places for single cards, since then there are many
    moves and few dead ends; a reserve that only gives cards does for a stock. If the game
    reshuffles, each of its deals is a stage.
    """
    if game.shuffles:
        return True
    action = game.group("s").action if "s" in game.index else None
    if action is None:
        has_stages = bool(reserves_of(game))
    elif isinstance(action, TurnStock):
        has_stages = action.passes is not None
    else:
        has_stages = isinstance(action, DealRow | Gather | Rotate | TurnToSlot)
    builds = [BuilderGroup.of(group).build for group in game.groups if group.kind == "t"]
    take_any_suit = bool(builds) and all(build and build.match is Match.ANY for build in builds)
    return has_stages and (game.packs > 1 or take_any_suit or has_places(game))


def is_fed(game: Declaration) -> bool:
    """Whether the stock deals rows of two packs or more onto the columns.

    Each row covers the order made so far, so the best positions of all are always early ones. It
    pays to compare a position only with those of its stage.

    >>> from solterm import find
    >>> is_fed(find("miss-milligan")), is_fed(find("sultan"))
    (True, False)
    """
    action = game.group("s").action if "s" in game.index else None
    return game.packs > 1 and isinstance(action, DealRow) and "t1" in action.piles


def has_places(game: Declaration) -> bool:
    """Whether all columns are places for a single card, and for any.

    >>> from solterm import find
    >>> has_places(find("propeller")), has_places(find("bristol"))
    (True, False)
    """
    columns = [BuilderGroup.of(group) for group in game.groups if group.kind == "t"]
    return bool(columns) and all(not each.build and each.space == ANY_CARD for each in columns)


def reserves_of(game: Declaration) -> tuple[int, ...]:
    """Return the places of reserves that take no cards and so only shrink."""
    return tuple(
        place
        for name, place in game.index.items()
        if name[0] == "r" and (group := BuilderGroup.of(game.group(name))).space == NOTHING
        if not group.build
    )
