"""The mark: what one play is worth by its levels and exceptions."""

from solterm.core.play import Play
from solterm.scoring import score


def mark(play: Play) -> int:
    """The level and exception score of a play as it stands, in points (``rules.md`` B1).

    It is KLONCAN's table read with the play's own counts. Other pack sizes scale a partial score
    to ``floor(per_card * cards * 52 / N)`` (``rules.md`` section C); that scaling comes here, and
    nowhere else, with the first game of another size.
    """
    return score(**play.tally._asdict())
