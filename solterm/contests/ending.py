"""What a finished game came to, as it is told: the score of its own source first, then the mark."""

from typing import NamedTuple

from solterm.contests.mark import mark
from solterm.contests.score import score
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore


class Figure(NamedTuple):
    """A number with its name."""

    name: str
    value: int
    note: str = ""
    """What is to be known of it: ``low is better``."""


def headline(play: Play) -> str:
    """How it ended, in a sentence."""
    duel = play.rules.duel(play.table)
    if not play.tally.won:
        return play.ending or "Game over."
    return duel.result if duel else "You have won!"


def figures(play: Play, instead: OwnScore | None = None) -> list[Figure]:
    """The scores of a play as it stands, the one of its source first and the mark beside it.

    Where two play, each of them has cards, and there is nothing that one of them has scored.
    """
    own, points = instead if instead is not None else play.game.own_score, mark(play)
    if duel := play.rules.duel(play.table):
        players = [Figure(f"Player {k}", cards) for k, cards in enumerate(duel.scores, 1)]
        return [*players, Figure("Mark of the game", points)]
    if own is None:
        return [Figure("Your score", points)]
    return [Figure(f"Your {own.unit}", score(play, instead), better(own)), Figure("Mark", points)]


def better(own: OwnScore | None) -> str:
    """Which numbers are the better ones, where it is the low ones."""
    return "low is better" if own and own.lower_is_better else ""


def own_score(play: Play) -> int | None:
    """The score of a play's source, as statistics and boards keep it beside the mark.

    None where the source has none, and where two play: what they scored is nobody's record.
    """
    alone = play.rules.duel(play.table) is None
    return score(play) if play.game.own_score and alone else None
