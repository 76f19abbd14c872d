"""Compare a win with the player's own games: time, best, streak and place."""

from solterm.core.vocabulary.goals import OwnScore
from solterm.games import find_known
from solterm.sessions.figures import duration, streak
from solterm.store import statistics
from solterm.store.entries import Result
from solterm.store.kept import KeptPlay
from solterm.store.store import Store


def tell_win(store: Store, kept: KeptPlay) -> str:
    """Return a line for a won game: ``Time 3:20   Best 1000   Streak 3 won   Place 1 of 17``.

    Best, streak and place are those of the same game at the same level, this one counted. The line
    is empty for two players, or if the game is not stored.
    """
    play = kept.play
    if kept.play_id is None or not play.tally.won or play.rules.duel(play.table):
        return ""
    mine = store.result(kept.play_id)
    found = [each for each in statistics.figures_of(store, play.game.id) if _fits(each.level, mine)]
    if mine is None or not found:
        return ""
    best, all_won = found[0].best_told, [each for each in store.results() if _is_kin(each, mine)]
    place = 1 + sum(_is_better(each, mine) for each in all_won)
    parts = [
        f"Time {duration(mine.seconds)}",
        f"Best {best}",
        f"Streak {streak(found[0].streak)}",
        f"Place {place} of {len(all_won)}",
    ]
    return "   ".join(parts)


def _fits(level: int, mine: Result | None) -> bool:
    return mine is not None and level == mine.level


def _is_kin(other: Result, mine: Result) -> bool:
    return (other.game, other.level) == (mine.game, mine.level)


def _is_better(other: Result, mine: Result) -> bool:
    """Whether another result of the same game is better."""
    game = find_known(mine.game)
    own: OwnScore | None = game.own_score if game else None
    if own is None or other.own is None or mine.own is None:
        return other.score > mine.score
    return other.own < mine.own if own.lower_is_better else other.own > mine.own
