"""Games in which it is not enough to win: in how few moves?"""

from solterm.core.cards import DOWN
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.verdict import Finding, Verdict


def tell_skill(rules: Rules, table: Table, verdict: Verdict) -> Verdict:
    """A verdict that tells how many moves a win takes, where a game's own score counts them.

    In Concentration each card that lies face down must be turned, and a move turns one. A win in
    as many moves cannot be bettered.
    """
    score = rules.game.own_score
    if verdict.finding is not Finding.WON or score is None or not score.is_moves:
        return verdict
    hidden = sum(1 for pile in table.piles for card in pile if card & DOWN)
    moves = len(verdict.moves)
    return verdict._replace(best=moves, is_best=moves == hidden)
