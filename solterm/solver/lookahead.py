"""Hints in games of points: one card is looked ahead, over the cards that may come next.

A goal that tells what a position promises (``Goal.promise``) already counts with the cards to come,
but not with where they are then placed. So each of the best placements is followed by the best
placement of the next card, for many cards that may be the next.
"""

from collections.abc import Iterator

from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.arranging import arrange
from solterm.solver.hindsight import Choice, Effort

_PLACES = 5
"""How many placements are compared: the others promise less at once."""
_CARDS = 40
"""How many next cards are tried at most."""


def can_look_ahead(view: View) -> bool:
    """Whether the game tells what its positions promise."""
    return view.rules.goal.promise(view.table.piles, view.rules.index) is not None


def rank_by_promise(view: View, effort: Effort) -> list[Choice]:
    """Return the placements, the one that promises most over the next cards first."""
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
    """Generate what each move promises."""
    for move in rules.generate(table):
        yield _promise(rules, rules.make(table, move))


def _promise(rules: Rules, table: Table) -> float:
    return rules.goal.promise(table.piles, rules.index) or 0.0
