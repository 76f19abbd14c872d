"""The result of a finished game in words: the score of its source first, then the mark."""

from typing import NamedTuple

from solterm.core.phrases import count
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore
from solterm.scoring import stakes


class Figure(NamedTuple):
    """A number with a name."""

    name: str
    value: int
    note: str = ""
    """A remark, such as ``low is better``."""
    most: int | None = None
    """The mark of a perfect game at this level; None for other numbers."""


def headline(play: Play) -> str:
    """Return whether a play is won, and why it is not, as a sentence."""
    duel = play.rules.duel(play.table)
    if play.tally.won:
        return duel.result if duel else "You have won!"
    if play.ending:
        return play.ending
    if duel:
        return f"Not finished: {duel.standing}."
    idle = "no useful move left" if play.is_idle else "ended with moves left"
    why = "no moves left" if play.outcome else idle
    # Figures name the cards of games with a score of their own, which may count others.
    scored = "" if play.game.own_score else f", {play.game.goal.words(play.cards_home)}"
    return f"Not won: {why}{scored}."


def count_uncounted(play: Play) -> int:
    """Return how many cards that are home the mark leaves out, as they went there by themselves."""
    return 0 if play.tally.won else max(0, play.cards_home - play.tally.cards)


def tell_uncounted(play: Play) -> str:
    """Return how many cards the mark leaves out, and why; "" if it counts all that are home."""
    left_out = count_uncounted(play)
    if not left_out:
        return ""
    score = "scores" if left_out == 1 else "score"
    sent = f"{count(left_out, 'cards')} sent home by F10 or automatic play"
    return f"{sent} {score} nothing without a win."


def figures(play: Play, instead: OwnScore | None = None) -> list[Figure]:
    """Return the scores of a play: that of its source first, then the mark.

    With two players, return the cards of each and the mark of the game.
    """
    own, points = instead if instead is not None else play.game.own_score, play.mark
    if duel := play.rules.duel(play.table):
        players = [Figure(f"Player {k}", cards) for k, cards in enumerate(duel.scores, 1)]
        return [*players, Figure("Mark of the game", points)]
    if own is None:
        return [Figure("Your score", points)]
    most = stakes(level=play.tally.level, exceptions=0, moves_after=0).win
    name = own.label or f"Your {own.unit}"
    score = Figure(name, play.score_by(instead), better(own))
    return [score, Figure("Mark", points, most=most)]


def better(own: OwnScore | None) -> str:
    """Return the remark on scores that are better when low; else ""."""
    return "low is better" if own and own.lower_is_better else ""
