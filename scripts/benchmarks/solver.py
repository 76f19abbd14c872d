"""How many deals the solver decides, how fast, and what each derivation saves.

decided  Deals 1 to N at level 3, each searched for 5 seconds of the processor: the share won or
         lost, beside the share that is to be reached, and how many are decided a second. The peer
         of Free Cell is fc-solve, where it is installed.
saved    Lost positions, so early in games played at random that the rules alone lead to about 2000
         more: how many of these each derivation leaves to be looked at. Told is what saves some.
"""

import os
import subprocess
from collections.abc import Iterator
from random import Random
from shutil import which
from time import perf_counter, process_time

from scripts.benchmarks.report import Row, progress
from solterm.core.game import Game
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import catalogue
from solterm.solver import Finding, Limit, Verdict, solve
from solterm.solver.plain import NONE, Derivations, Plain

DEALS = int(os.environ.get("SOLTERM_BENCH_DEALS", "10"))
SECONDS = 5.0
SAMPLE = 3
"""How many games tell what a derivation saves."""
POSITIONS = 2000

TARGETS = {
    **dict.fromkeys(("free-cell",), 100),
    **dict.fromkeys(("bakers-game", "beleaguered-castle"), 99),
    **dict.fromkeys(("demon", "ultimate-canfield", "scorpion"), 97),
    **dict.fromkeys(("royale-golf", "ultimate-golf", "smallware-golf"), 97),
    **dict.fromkeys(("royale-pyramid", "ultimate-pyramid"), 97),
    **dict.fromkeys(("will-o-wisp", "agnes"), 95),
    **dict.fromkeys(("klondike-deal-1",), 92),
    **dict.fromkeys(("klondike-deal-3", "ultimate-klondike"), 88),
    **dict.fromkeys(("kloncan-klondike", "kloncan-canfield", "royale-klondike"), 85),
    **dict.fromkeys(("bristol", "bouquet", "corners", "calculation", "sir-tommy", "reno"), 85),
    **dict.fromkeys(("ultimate-four-seasons", "smallware-four-seasons"), 85),
    **dict.fromkeys(("cabal", "interregnum", "lady-of-the-manor", "matrimony"), 60),
    **dict.fromkeys(("miss-milligan", "propeller", "seven-devils", "strategy", "sultan"), 60),
    **dict.fromkeys(("fly", "windmill"), 60),
}
"""The percentage of deals that is to be decided."""


def measure() -> Iterator[Row]:
    """Rows of all games, then what is saved."""
    for game in catalogue().values():
        yield _decided(game)
    if peer := _fc_solve():
        yield Row("free-cell, fc-solve", f"{peer:.1f} deals/s")
    else:
        yield Row("free-cell, fc-solve", "is not installed")
    for game in catalogue().values():
        yield from _saved(game)


def _solve(game: Game, deal: int) -> Verdict:
    begun = process_time()
    limit = Limit(is_stopped=lambda: process_time() - begun > SECONDS)
    return solve(game.rules(3), game.opening(game.shuffle(deal), deal), limit)


def _decided(game: Game) -> Row:
    progress(f"solver: {game.id}")
    begun = process_time()
    found = [_solve(game, deal).finding for deal in range(1, DEALS + 1)]
    passed = process_time() - begun
    decided = len(found) - found.count(Finding.UNDECIDED)
    share, target = 100 * decided / len(found), TARGETS.get(game.id)
    told = f"{share:3.0f} % ({found.count(Finding.WON)} won), {decided / passed:.1f} deals/s"
    if target is None:
        return Row(f"{game.id}, decided", told)
    return Row(f"{game.id}, decided", told, budget=f">= {target} %", ok=share >= target)


def _fc_solve() -> float | None:
    """How many deals of Free Cell fc-solve decides a second, where it is installed.

    It is started anew for each deal, which is a good part of its time.
    """
    program, maker = which("fc-solve"), which("make-microsoft-freecell-board")
    if not (program and maker):
        return None
    passed = 0.0
    for deal in range(1, DEALS + 1):
        board = subprocess.run([maker, str(deal)], capture_output=True, check=True).stdout
        begun = perf_counter()
        subprocess.run([program, "-l", "lg"], input=board, capture_output=True, timeout=60)
        passed += perf_counter() - begun
    return DEALS / passed


def _saved(game: Game) -> Iterator[Row]:
    """How many positions each derivation leaves of those that the rules alone lead to."""
    progress(f"solver: what is saved in {game.id}")
    rules = game.rules(3)
    lost = [found for seed in range(SAMPLE) if (found := _late(rules, seed))]
    alone = sum(verdict.positions for _, verdict in lost)
    for name in Derivations._fields:
        space = Plain(rules, NONE._replace(**{name: True}))
        left = sum(solve(rules, table, space=space).positions for table, _ in lost)
        if left != alone:
            yield Row(f"{game.id}, {name}", f"{left / alone:.0%} of {alone} positions")


def _late(rules: Rules, seed: int) -> tuple[Table, Verdict] | None:
    """The earliest position of a random game of which all that follows can be looked at.

    It is a lost one: of those that can be won only a part is looked at.
    """
    chance, game = Random(seed), rules.game
    tables = [game.opening(game.shuffle(seed + 1), seed + 1)]
    for _ in range(200):
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
