"""Games whose score counts the moves of a win."""

from solterm.core.cards import DOWN
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.verdict import Finding, Verdict


def tell_skill(rules: Rules, table: Table, verdict: Verdict) -> Verdict:
    """Return a verdict with the number of moves of a win, where a game's own score counts them.

    In Concentration each face-down card must be turned, and a move turns one. Any win takes at
    least as many moves as there are such cards.
    """
    score = rules.game.own_score
    if verdict.finding is not Finding.WON or score is None or not score.is_moves:
        return verdict
    hidden = sum(1 for pile in table.piles for card in pile if card & DOWN)
    moves = len(verdict.moves)
    return verdict._replace(best=moves, is_best=moves == hidden)
