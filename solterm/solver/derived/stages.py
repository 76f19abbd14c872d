"""Long games in stages: how much of the stock is gone, and how often it was.

No card comes back to a stock but when it is turned over again, which is counted: so a game with so
many passes never comes to an earlier stage. It proves nothing, and cuts off nothing for good; it
says where to compare positions with one another.
"""

from solterm.core.game import Game
from solterm.core.vocabulary.actions import DealRow, Gather, TurnToSlot
from solterm.core.vocabulary.policies import TurnStock

PASS = 1000
"""The stages of a pass: more than there are cards."""


def is_long(game: Game) -> bool:
    """Are two packs or more played, by a stock that is gone through so many times and no more?"""
    action = game.group("s").action if "s" in game.index else None
    if isinstance(action, TurnStock):
        return game.packs > 1 and action.passes is not None
    return game.packs > 1 and isinstance(action, DealRow | Gather | TurnToSlot)
