"""The mark: what one play is worth by its levels and exceptions."""

from solterm.core.play.play import Play
from solterm.scoring import score


def mark(play: Play) -> int:
    """The level and exception score of a play as it stands, in points.

    It is KLONCAN's table read with the play's own counts. A partial score is
    ``floor(per_card * cards * 52 / N)``, where N is what the whole game would score: the cards in
    play, or the points that win (docs/rules.md, "The mark").
    """
    return score(**play.tally._asdict(), whole=play.game.goal.whole(play.game.in_play))
