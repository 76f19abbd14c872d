"""The mark: the score of a play by its levels and exceptions."""

from solterm.core.play.play import Play
from solterm.scoring import score


def mark(play: Play) -> int:
    """Return the mark of a play as it stands, in points.

    This is KLONCAN's table for the play's counts. A partial score is ``floor(per_card * cards * 52
    / N)``, where N is the score of the whole game: the cards in play, or the points needed to win
    (docs/rules.md, "The mark").
    """
    return score(**play.tally._asdict(), whole=play.game.goal.whole(play.game.in_play))
