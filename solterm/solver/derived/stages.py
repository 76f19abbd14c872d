"""Long games in stages: how much of the stock is gone, and how often it was.

No card comes back to a stock but when it is turned over again, which is counted: so a game with so
many passes never comes to an earlier stage. Neither does any come back to a reserve that takes
none. It proves nothing, and cuts off nothing for good; it says where to compare positions with one
another.
"""

from solterm.core.game import Game
from solterm.core.vocabulary.actions import DealRow, Gather, TurnToSlot
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.policies import TurnStock
from solterm.core.vocabulary.spaces import NOTHING

PASS = 1000
"""The stages of a pass: more than there are cards."""


def is_long(game: Game) -> bool:
    """Are positions to be compared stage by stage?

    Where two packs or more are played, by a stock that is gone through so many times and no more.
    Where it is one pack, if columns take any suit: then there are many ways on and few dead ends.
    There the cards of a reserve do for a stock, if there is none.
    """
    action = game.group("s").action if "s" in game.index else None
    if action is None:
        has_stages = bool(reserves_of(game))
    elif isinstance(action, TurnStock):
        has_stages = action.passes is not None
    else:
        has_stages = isinstance(action, DealRow | Gather | TurnToSlot)
    return has_stages and (game.packs > 1 or takes_any_suit(game))


def is_fed(game: Game) -> bool:
    """Are rows of two packs or more dealt onto the columns?

    Each row covers all that was put in order, so that the best of all positions are always early
    ones: there it does not pay to compare a position with others than those of its stage.

    >>> from solterm import find
    >>> is_fed(find("miss-milligan")), is_fed(find("sultan"))
    (True, False)
    """
    action = game.group("s").action if "s" in game.index else None
    return game.packs > 1 and isinstance(action, DealRow) and "t1" in action.piles


def takes_any_suit(game: Game) -> bool:
    """Do the columns build down whatever the suits?

    >>> from solterm import find
    >>> takes_any_suit(find("bristol")), takes_any_suit(find("klondike-deal-3"))
    (True, False)
    """
    builds = [group.build for group in game.groups if group.kind == "t"]
    return bool(builds) and all(build and build.match is Match.ANY for build in builds)


def reserves_of(game: Game) -> tuple[int, ...]:
    """The places of reserves that take no card, so that each only becomes smaller."""
    return tuple(
        place
        for name, place in game.index.items()
        if name[0] == "r" and not game.group(name).build and game.group(name).space == NOTHING
    )
