"""The player's results in each game, from one query, so that the first frame doesn't wait."""

from typing import NamedTuple

from solterm.games import find_known
from solterm.store.store import Store


class Standing(NamedTuple):
    """A summary of the finished games of one rule-set."""

    played: int
    won: int
    best: int
    """The best score of the game's own source, if it has one, or else the best mark."""
    touched: str
    """When the last of them ended: ISO 8601, UTC."""


def list_standings(store: Store) -> dict[str, Standing]:
    """Return the summary of each game with finished plays, ignoring forgotten ones."""
    found = {}
    for each in store.summaries():
        game, best = find_known(each.game), each.best
        if game and game.own_score and each.least_own is not None and each.most_own is not None:
            best = each.least_own if game.own_score.lower_is_better else each.most_own
        found[each.game] = Standing(each.played, each.won, best, each.touched)
    return found
