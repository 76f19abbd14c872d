"""Hints in games of points: look one card ahead.

The promise of a position (``Goal.promise``) averages over the cards to come, but it does not know
where the player will place them. So the search follows each of the best placements by the best
placement of the next card, for a sample of next cards.
"""

from collections.abc import Iterator

from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.arranging import arrange
from solterm.solver.hindsight import Choice, Effort

_PLACES = 5
"""The placements to compare, those with the highest promise."""
_CARDS = 40
"""The most next cards to try."""


def can_look_ahead(view: View) -> bool:
    """Whether the game rates its positions."""
    return view.rules.goal.promise(view.table.piles, view.rules.index) is not None


def rank_by_promise(view: View, effort: Effort) -> list[Choice]:
    """Return the placements, the one with the highest promise over the next cards first."""
    rules, arrangements = view.rules, arrange(view)
    first = next(arrangements)
    moves = sorted(rules.generate(first), key=lambda move: _promise(rules, rules.make(first, move)))
    best = moves[-_PLACES:][::-1]
    choices = {move: Choice((move,)) for move in best}
    for _ in range(_CARDS if len(best) > 1 else 0):
        table = next(arrangements)
        results = []
        for move in best:
            if effort.is_late:
                break
            after = rules.make(table, move)
            results.append(max(_list_promises(rules, after), default=_promise(rules, after)))
            effort.met += 1
        else:
            for move, worth in zip(best, results, strict=True):
                choice = choices[move]
                choices[move] = choice._replace(tries=choice.tries + 1, worth=choice.worth + worth)
            if not effort.is_spent:
                continue
        break
    return sorted(choices.values(), key=lambda choice: choice.worth, reverse=True)


def _list_promises(rules: Rules, table: Table) -> Iterator[float]:
    """Generate the promise of each move."""
    for move in rules.generate(table):
        yield _promise(rules, rules.make(table, move))


def _promise(rules: Rules, table: Table) -> float:
    return rules.goal.promise(table.piles, rules.index) or 0.0
