"""What each derivation saves a search, by rule-set.

Positions are sought in games played at random that are lost, and so early that the rules alone lead
to about 2000 more. All of these are looked at by a search with no derivation, with each of them
alone, with all, and in the compact form of the game where it has one. Told is the share that is
saved; a compact form may take several moves as one way.
"""

from collections.abc import Iterator
from random import Random

from scripts.benchmarks.report import Row, progress
from solterm.core.game import Game
from solterm.core.rules import Rules
from solterm.core.searches.space import AnySpace
from solterm.core.table import Table
from solterm.games import catalogue
from solterm.solver import Finding, Limit, Verdict, solve
from solterm.solver.forms.plain import ALL, NONE, Derivations, Plain
from solterm.solver.spaces import space_of

SAMPLE = 3
"""How many games tell what a derivation saves."""
POSITIONS = 2000
_LONGEST = 200
"""How many moves a game played at random may have."""


def measure() -> Iterator[Row]:
    """A row of each rule-set."""
    games = catalogue()
    for number, game in enumerate(games.values(), 1):
        progress(f"savings: {game.id}, game {number} of {len(games)}")
        yield _saved(game)


def _saved(game: Game) -> Row:
    """The share of positions that each derivation saves of those the rules alone lead to."""
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
    """The earliest position of a random game of which all that follows can be looked at.

    It is a lost one: of those that can be won only a part is looked at.
    """
    chance, game = Random(seed), rules.game
    tables = [game.deal(seed + 1).table]
    for _ in range(_LONGEST):
        if not (moves := list(rules.legal_moves(tables[-1]))):
            break
        leading = [move for move in moves if rules.leads_on(tables[-1], move)]
        tables.append(rules.make(tables[-1], chance.choice(leading or moves)))
    earliest = None
    for table in reversed(tables):
        verdict = solve(rules, table, Limit(positions=POSITIONS), Plain(rules, NONE))
        if verdict.finding is not Finding.LOST:
            break
        earliest = table, verdict
    return earliest
