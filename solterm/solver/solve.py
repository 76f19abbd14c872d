"""The one question: can a position be won?"""

from collections import deque
from time import monotonic

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.verdict import ANY, Finding, Limit, Verdict


def solve(rules: Rules, table: Table, limit: Limit = ANY) -> Verdict:
    """Whether a position can be won, and how, as far as a search within a limit finds out.

    >>> from solterm import find
    >>> game = find("royale-pyramid")
    >>> solve(game.rules(level=1), game.opening(game.shuffle(3)), Limit(positions=10)).finding
    <Finding.UNDECIDED: 'undecided'>
    """
    ends = None if limit.seconds is None else monotonic() + limit.seconds
    met = {table}
    queue: deque[tuple[Table, tuple[Move, ...]]] = deque([(table, ())])
    while queue:
        here, moves = queue.popleft()
        if rules.is_won(here):
            return Verdict(Finding.WON, moves, len(met))
        if limit.positions is not None and len(met) >= limit.positions:
            return Verdict(Finding.UNDECIDED, positions=len(met), ended_by="positions")
        if ends is not None and monotonic() > ends:
            return Verdict(Finding.UNDECIDED, positions=len(met), ended_by="seconds")
        for move in rules.legal_moves(here):
            after = rules.make(here, move)
            if after not in met:
                met.add(after)
                queue.append((after, (*moves, move)))
    return Verdict(Finding.LOST, positions=len(met))
