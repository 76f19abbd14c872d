"""The score a player is told: the one of the game's source, or else the mark."""

from solterm.contests.mark import mark
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore
from solterm.scoring import stakes


def score(play: Play, instead: OwnScore | None = None) -> int:
    """Return the score as it stands, in the unit of the source (docs/rules.md, "Own scores").

    ``instead`` is counted in place of the source's own: the points of a tour.
    """
    own, rules = instead if instead is not None else play.game.own_score, play.rules
    if own is None:
        return mark(play)
    if own.is_moves:
        return play.moves
    return own.of(play.table.piles, rules.index, rules.count_scored(play.table))


def tell_score(play: Play, instead: OwnScore | None = None) -> str:
    """Tell the score for a sentence, with the mark where that is another number."""
    own, points = instead if instead is not None else play.game.own_score, mark(play)
    value = score(play, instead)
    said = own.words(value) if own else str(value)
    return said if value == points else f"{said} (mark {points})"


def tell_worth(play: Play) -> str:
    """Say what a win is worth by now; nothing in a game whose source has a score of its own."""
    level, exceptions, moves_after, _, won = play.tally
    if play.game.own_score or won or play.rules.duel(play.table):
        return ""
    now = stakes(level=level, exceptions=exceptions, moves_after=moves_after)
    return f"a win is now worth {now.win}"


def tell_stakes(play: Play) -> list[str]:
    """What is at stake, a sentence each; none in a game that is won, is played by two, or
    has a score of its source's own."""
    level, exceptions, moves_after, _, won = play.tally
    if play.game.own_score or won or play.rules.duel(play.table):
        return []
    if play.level < level:
        level, exceptions, moves_after = play.level, 0, 0
        first = f"From the next move on a win is worth {{}}, at level {level}."
    else:
        first = "A win is worth {} now."
    now = stakes(level=level, exceptions=exceptions, moves_after=moves_after)
    told = [first.format(now.win)]
    if now.move:
        told.append(f"Each further move costs {now.move}.")
    if play.level == level and level in play.game.exceptions:
        after = f", each move after it {now.move_after}" if now.move_after > now.move else ""
        cost = f"costs {now.exception}" if now.exception else "costs nothing"
        told.append(f"The next exception {cost}{after}.")
    return told
