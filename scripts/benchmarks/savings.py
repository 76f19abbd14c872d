"""How many positions each derivation saves a search, by rule set.

Random games provide lost positions from which the rules lead to about 2000 others. Searches without
derivations, with each alone, with all of them, and in the game's compact form visit those. A row
has the shares of positions saved. A compact form may combine several moves in one step, so its
positions are fewer anyway.
"""

from collections.abc import Iterator
from random import Random

from scripts.benchmarks.report import Row, progress
from solterm.core.game import Game
from solterm.core.rules import Rules
from solterm.core.searches.search_space import AnySpace
from solterm.core.table import Table
from solterm.games import catalogue
from solterm.solver import Finding, Limit, Verdict, solve
from solterm.solver.forms.plain import ALL, NONE, Derivations, Plain
from solterm.solver.space_choice import space_of

SAMPLE = 3
"""How many random games to play for each rule set."""
POSITIONS = 2000
_LONGEST = 200
"""The most moves in a random game."""


def measure() -> Iterator[Row]:
    """Measure each rule set."""
    games = catalogue()
    for number, game in enumerate(games.values(), 1):
        progress(f"savings: {game.id}, game {number} of {len(games)}")
        yield _saved(game)


def _saved(game: Game) -> Row:
    """Return the shares of positions that the derivations save."""
    rules = game.rules(3)
    lost = [found for seed in range(SAMPLE) if (found := _late(rules, seed))]
    alone = sum(verdict.positions for _, verdict in lost)
    if not alone:
        return Row(f"{game.id}, saved", "no lost position is small enough")

    def saved(space: AnySpace) -> float:
        return 1 - sum(solve(rules, table, space=space).positions for table, _ in lost) / alone

    told = []
    for name in Derivations._fields:
        if share := saved(Plain(rules, NONE._replace(**{name: True}))):
            told.append(f"{name} {share:.0%}")
    told.append(f"all {saved(Plain(rules, ALL)):.0%}")
    if not isinstance(form := space_of(rules), Plain):
        told.append(f"{type(form).__name__} {saved(form):.0%}")
    return Row(f"{game.id}, saved", f"{', '.join(told)} of {alone}")


def _late(rules: Rules, seed: int) -> tuple[Table, Verdict] | None:
    """Return the earliest lost position of a random game whose search ends, and its verdict.

    Won positions don't count: their search ends early.
    """
    chance, game = Random(seed), rules.game
    tables = [game.deal(seed + 1).table]
    for _ in range(_LONGEST):
        if not (moves := list(rules.legal_moves(tables[-1]))):
            break
        leading = [move for move in moves if rules.makes_progress(tables[-1], move)]
        tables.append(rules.make(tables[-1], chance.choice(leading or moves)))
    earliest = None
    for table in reversed(tables):
        verdict = solve(rules, table, Limit(positions=POSITIONS), Plain(rules, NONE))
        if verdict.finding is not Finding.LOST:
            break
        earliest = table, verdict
    return earliest
