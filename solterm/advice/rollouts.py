"""Hints by rollouts, for games in which each card of the stock is placed once and for all.

An arrangement says in which order the unseen cards come. After each of the player's choices a
fixed policy plays it to the end; like the player, the policy knows no card before it comes. The
hint is the choice with the best average result (Tesauro and Galperin, "On-line Policy Improvement
Using Monte-Carlo Search", NIPS 1996). All choices play the same arrangements, and those that fall
behind are dropped.
"""

from math import sqrt
from statistics import fmean, stdev

from solterm.advice.arranging import arrange
from solterm.advice.hindsight import Choice
from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.solver.forms.placing.policy import PlacingPolicy
from solterm.solver.poker import PokerPolicy
from solterm.solver.verdict import Effort

_FIRST = 16
"""The arrangements after which choices are dropped first; then again at each doubling."""
_MOST = 8192
"""The most arrangements to compare."""
_BEHIND = 2.0
"""How far a choice may fall behind, in standard errors of its difference from the best."""


Policy = PlacingPolicy | PokerPolicy
"""Lists the moves to compare, and plays a table to its end; higher results are better."""


def policy_of(rules: Rules) -> Policy | None:
    """Return the policy for a game; None if there is none."""
    return PlacingPolicy.of(rules) or PokerPolicy.of(rules)


def rank_by_rollouts(view: View, policy: Policy, effort: Effort) -> list[Choice]:
    """Return the player's choices, the most promising first.

    They count no wins, since the policy wins too seldom to tell anything by them. The list is empty
    if the unseen cards cannot be arranged, or if the time is too short to play one arrangement.
    """
    if not view.can_arrange:
        return []
    arrangements = arrange(view)
    table = next(arrangements)
    live = policy.choices(table)
    results: dict[Move, list[float]] = {move: [] for move in live}
    if len(live) < 2:
        return [Choice((move,)) for move in live]
    for tries in range(1, _MOST + 1):
        if effort.is_late:
            break
        for move in live:
            results[move].append(policy.play(view.rules.make(table, move)))
        effort.met += len(live)
        if tries >= _FIRST and tries & (tries - 1) == 0:
            live = _keep_up({move: results[move] for move in live})
        if len(live) < 2 or effort.is_spent:
            break
        table = next(arrangements)
    tried = [move for move in results if results[move]]
    tried.sort(key=lambda move: (len(results[move]), fmean(results[move])), reverse=True)
    return [Choice((move,), worth=fmean(results[move])) for move in tried]


def _keep_up(results: dict[Move, list[float]]) -> list[Move]:
    """Return the choices that may still prove the best."""
    best = max(results.values(), key=fmean)
    kept = []
    for move, each in results.items():
        behind = [most - result for most, result in zip(best, each, strict=True)]
        if fmean(behind) <= _BEHIND * stdev(behind) / sqrt(len(behind)):
            kept.append(move)
    return kept
