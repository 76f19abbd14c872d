"""The score a player is told: the one of the game's source, or else the mark."""

from solterm.contests.mark import mark
from solterm.core.play.play import Play
from solterm.scoring import stakes


def score(play: Play) -> int:
    """The play's score as it stands, in the unit of its source (docs/rules.md, "Own scores")."""
    own, rules = play.game.own_score, play.rules
    if own is None:
        return mark(play)
    if own.is_moves:
        return play.moves
    return own.of(play.table.piles, rules.index, rules.count_scored(play.table))


def tell_score(play: Play) -> str:
    """The score as a sentence tells it, with the mark where that is another number."""
    own, points = play.game.own_score, mark(play)
    value = score(play)
    said = own.words(value) if own else str(value)
    return said if value == points else f"{said} (mark {points})"


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
