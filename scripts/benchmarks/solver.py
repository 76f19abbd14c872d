"""How many deals the solver decides, how fast, and what each derivation saves.

decided  Deals 1 to N at level 3, each searched for 5 seconds of the processor: the share won or
         lost, beside the share that is to be reached, and how many are decided a second. The peer
         of Free Cell is fc-solve, where it is installed.
saved    Each rule-set's first deals are searched by the general space until so many positions were
         met by the search without any derivation; then with one of them alone. Told is how many
         positions it needs of those, where both came to the same end; a dash where it is not used.
"""

import os
import subprocess
from collections.abc import Iterator
from shutil import which
from time import perf_counter, process_time

from scripts.benchmarks.report import Row, progress
from solterm.core.game import Game
from solterm.games import catalogue
from solterm.solver import Finding, Limit, Verdict, solve
from solterm.solver.plain import NONE, Derivations, Plain

DEALS = int(os.environ.get("SOLTERM_BENCH_DEALS", "10"))
SECONDS = 5.0
SAMPLE = 3
"""How many deals tell what a derivation saves."""
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
    for name in Derivations._fields:
        for game in catalogue().values():
            if (share := _saved(game, NONE._replace(**{name: True}))) is not None:
                yield Row(f"{name}: {game.id}", f"{share:.0%} of the positions")


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


def _saved(game: Game, using: Derivations) -> float | None:
    """Of the positions that the rules alone need, the share with a derivation; None: unused."""
    progress(f"solver: {using} in {game.id}")
    alone = needed = 0
    for deal in range(1, SAMPLE + 1):
        rules, table = game.rules(3), game.opening(game.shuffle(deal), deal)
        without = solve(rules, table, Limit(positions=POSITIONS), Plain(rules, NONE))
        limit = Limit(positions=without.positions)
        saving = solve(rules, table, limit, Plain(rules, using))
        if without.finding is saving.finding is not Finding.UNDECIDED:
            alone += without.positions
            needed += saving.positions
    return needed / alone if alone and needed != alone else None
