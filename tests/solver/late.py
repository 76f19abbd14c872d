"""Late positions of games, in which brute force can visit every position."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import catalogue
from solterm.solver import Limit, Verdict, solve
from solterm.solver.builders.kernel_layout import read
from solterm.solver.builders.pile_tree import State
from solterm.solver.kernel.kernel_space import KernelSpace
from solterm.solver.kernel.moves import Kernel
from tests.effort import THOROUGH

_QUICK = Limit(positions=600)
"""Enough for the easier deals."""


class Unproved(KernelSpace):
    """The space of the kernel without its proofs of loss."""

    def is_locked(self, kernel: Kernel) -> bool:
        return False


def is_served(rules: Rules) -> bool:
    """Return whether the kernel serves a rule set; to ask ``KernelSpace.of`` is slow."""
    return read(rules) is not None


def served_levels(first: int) -> dict[str, tuple[Game, int]]:
    """Return each game that the kernel serves with each level.

    The usual run has one level of every fourth game, from the first or second one on.
    """
    return {
        f"{game.id}-{level}": (game, level)
        for number, game in enumerate(catalogue().values())
        for level in LEVELS
        if (THOROUGH or (number % 4 == first and level == LEVELS[number % len(LEVELS)]))
        and is_served(game.rules(level))
    }


def at_levels(game_ids: Iterable[str]) -> dict[str, tuple[str, int]]:
    """Return games with each level, or in the usual run with one level in turn."""
    return {
        f"{game_id}-{level}": (game_id, level)
        for number, game_id in enumerate(game_ids)
        for level in (LEVELS if THOROUGH else (LEVELS[number % len(LEVELS)],))
    }


def dealt(game: Game, deal: int) -> Table:
    """Return the table of a deal."""
    return game.deal(deal).table


def table_of(rules: Rules, state: State) -> Table:
    """Return the table of a state of the kernel."""
    *piles, counters = (tuple(pile.cards) for pile in state)
    if "s" in rules.index:
        stock = rules.index["s"]
        piles[stock] = tuple(card | DOWN for card in reversed(piles[stock]))
    passes, spent, *digits = counters
    deal = int(bytes(digits)) if rules.game.shuffles else 0
    return Table(tuple(piles), passes, spent, deal)


def is_won_by(rules: Rules, table: Table, moves: Iterable[Move]) -> bool:
    """Return whether moves win the game, and check that each is legal."""
    for move in moves:
        assert move in rules.legal_moves(table), move
        table = rules.make(table, move)
    return rules.is_won(table)


@cache
def quick_win(game: Game, level: int, deals: int = 3) -> tuple[int, Verdict] | None:
    """Find one of the first deals with a quick win. Return it with its verdict, or None."""
    rules = game.rules(level)
    for deal in range(1, deals + 1):
        verdict = solve(rules, dealt(game, deal), _QUICK)
        if verdict.moves and str(verdict.finding) == "won":
            return deal, verdict
    return None


def near_wins(game: Game, level: int, chance: Random) -> Iterator[list[Table]]:
    """Yield positions on and near the line of a won game, latest first."""
    rules = game.rules(level)
    if (won := quick_win(game, level)) is None:
        return
    deal, verdict = won
    tables = [dealt(game, deal)]
    for move in verdict.moves:
        tables.append(rules.make(tables[-1], move))
    for moves_off in (0, 2):
        yield [_wander(rules, table, chance, moves_off) for table in tables[-3:-24:-6]]


def _wander(rules: Rules, table: Table, chance: Random, moves: int) -> Table:
    """Return a table after some random moves."""
    for _ in range(moves):
        if not (legal := list(rules.legal_moves(table))):
            break
        table = rules.make(table, chance.choice(legal))
    return table


def ends(game: Game, level: int, deal: int, chance: Random) -> list[Table]:
    """Return the last positions of a mostly random game, latest first."""
    rules = game.rules(level)
    table = dealt(game, deal)
    tables = [table]
    for _ in range(250):
        moves = list(rules.legal_moves(table))
        if not moves:
            break
        leading = [move for move in moves if rules.makes_progress(table, move)]
        table = rules.make(table, chance.choice(leading or moves))
        tables.append(table)
    return tables[-1:-13:-3]
