"""The score a player is told: the one of the game's source, or else the mark."""

from solterm.contests.mark import mark
from solterm.core.play.play import Play


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
