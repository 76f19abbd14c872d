"""The player's results in each game, from one query, so that the first frame doesn't wait."""

from typing import NamedTuple

from solterm.core.options import parse
from solterm.games import find_known
from solterm.store.store import Store


class Standing(NamedTuple):
    """A summary of the finished games of one rule-set, or of one of its variants."""

    played: int
    won: int
    helped: int
    """The wins with hints, cheats, or peeks that the rules do not grant."""
    best: int
    """The best score of the game's own source, if it has one, or else the best mark."""
    touched: str
    """When the last of them ended: ISO 8601, UTC."""


def list_standings(store: Store) -> dict[tuple[str, str], Standing]:
    """Return the summaries of the games with finished plays, ignoring forgotten ones.

    They go by the game's id and the words for a variant: ``("spider", "one suit")``.
    """
    found: dict[tuple[str, str], Standing] = {}
    for each in store.summaries():
        game, best, better = find_known(each.game), each.best, max
        if game and game.own_score and each.least_own is not None and each.most_own is not None:
            better = min if game.own_score.lower_is_better else max
            best = better(each.least_own, each.most_own)
        variant = game.variant(parse(each.options)) if game else ""
        helped = each.helped + (0 if game and game.peek_when_scored else each.peeked)
        standing = Standing(each.played, each.won, helped, best, each.touched)
        if known := found.get((each.game, variant)):
            standing = Standing(
                played=known.played + each.played,
                won=known.won + each.won,
                helped=known.helped + helped,
                best=better(known.best, best),
                touched=max(known.touched, each.touched),
            )
        found[each.game, variant] = standing
    return found
