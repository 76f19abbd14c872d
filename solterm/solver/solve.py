"""The one question: can a position be won?"""

from collections import deque
from collections.abc import Hashable
from time import monotonic
from typing import Any

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.spaces import space_of
from solterm.solver.verdict import ANY, Finding, Limit, Verdict


def solve(rules: Rules, table: Table, limit: Limit = ANY) -> Verdict:
    """Whether a position can be won, and how, as far as a search within a limit finds out.

    >>> from solterm import find
    >>> game = find("royale-pyramid")
    >>> solve(game.rules(level=1), game.opening(game.shuffle(3)), Limit(positions=10)).finding
    <Finding.UNDECIDED: 'undecided'>
    """
    ends = None if limit.seconds is None else monotonic() + limit.seconds
    space = space_of(rules)
    start = space.start(table)
    met: set[Hashable] = {space.key(start)}
    queue: deque[tuple[Any, Any]] = deque([(start, None)])
    while queue:
        here, path = queue.popleft()
        if space.is_won(here):
            moves: list[Move] = []
            while path:
                path, state, step = path
                moves[:0] = space.moves(state, step)
            return Verdict(Finding.WON, tuple(moves), len(met))
        if limit.positions is not None and len(met) >= limit.positions:
            return Verdict(Finding.UNDECIDED, positions=len(met), ended_by="positions")
        if ends is not None and monotonic() > ends:
            return Verdict(Finding.UNDECIDED, positions=len(met), ended_by="seconds")
        for step, after in space.ways(here):
            if (key := space.key(after)) not in met and not space.is_dead(after):
                met.add(key)
                queue.append((after, (path, here, step)))
    if not space.is_whole:
        return Verdict(Finding.UNDECIDED, positions=len(met), ended_by="cut")
    return Verdict(Finding.LOST, positions=len(met))
