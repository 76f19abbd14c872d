"""The score in words: that of the game's source, or else the mark."""

from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore
from solterm.scoring import Stakes, stakes


def tell_score(play: Play, instead: OwnScore | None = None) -> str:
    """Return the score in words, with the mark if it differs."""
    own, points = instead if instead is not None else play.game.own_score, play.mark
    value = play.score_by(instead)
    said = own.words(value) if own else str(value)
    return said if value == points else f"{said} (mark {points})"


def tell_worth(play: Play) -> str:
    """Return what a win is worth now; "" for a game whose source has a score."""
    level, exceptions, moves_after, _, won = play.tally
    if play.game.own_score or won or play.rules.duel(play.table):
        return ""
    now = stakes(level=level, exceptions=exceptions, moves_after=moves_after)
    return f"a win is now worth {now.win}"


def tell_level(play: Play, change: str = "") -> str:
    """Return the level after a change, and that exceptions will count anew at a lower one.

    ``change`` says what the level changes, as a sentence.
    """
    told = f"You play at level {play.level} now{f': {change}' if change else '.'}"
    if not any(play.game.levels.values()):
        told += " The rules of this game are the same at every level."
    if play.tally.exceptions and play.level < play.tally.level:
        told += " From the next move on exceptions count from 0."
    return told


def tell_stakes(play: Play) -> list[str]:
    """Return sentences on the value of a win and the cost of moves and exceptions.

    Empty if the game is won, is played by two, or has a score by its source.
    """
    now = stakes_of(play)
    if now is None:
        return []
    if play.level < play.tally.level:
        told = [f"From the next move on a win is worth {now.win}, at level {play.level}."]
    else:
        told = [f"A win is now worth {now.win}."]
    if now.move:
        told.append(f"Since your first exception each move costs {now.move}.")
    if play.level <= play.tally.level and play.level in play.game.exceptions:
        cost = f"costs {now.exception}" if now.exception else "costs nothing"
        after = f", and each move after it costs {now.move_after}"
        told.append(f"The next exception {cost}{after if now.move_after > now.move else ''}.")
    return told


def stakes_of(play: Play) -> Stakes | None:
    """Return what is at stake from the next move on.

    None if the game is won, is played by two, or has a score by its source.
    """
    level, exceptions, moves_after, _, won = play.tally
    if play.game.own_score or won or play.rules.duel(play.table):
        return None
    if play.level < level:
        level, exceptions, moves_after = play.level, 0, 0
    return stakes(level=level, exceptions=exceptions, moves_after=moves_after)
