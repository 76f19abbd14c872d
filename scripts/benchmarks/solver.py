"""How many deals the solver decides, and how fast.

It searches each of the deals 1 to N at level 3 for 5 seconds of processor time. A row has the share
of decided deals (won or lost), the target for it, and the number of deals decided per second.
"""

import os
from collections.abc import Iterator
from time import process_time

from scripts.benchmarks.report import Row, progress
from solterm.core.game import Game
from solterm.games import catalogue
from solterm.solver import Finding, Limit, Verdict, solve

DEALS = int(os.environ.get("SOLTERM_BENCH_DEALS", "10"))
SECONDS = 5.0

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
"""The percentage of deals to decide."""


def measure() -> Iterator[Row]:
    """Measure each game."""
    games = catalogue()
    for number, game in enumerate(games.values(), 1):
        progress(f"solver: {game.id}, game {number} of {len(games)}")
        yield _decided(game)


def _solve(game: Game, deal: int) -> Verdict:
    begun = process_time()
    limit = Limit(is_stopped=lambda: process_time() - begun > SECONDS)
    return solve(game.rules(3), game.deal(deal).table, limit)


def _decided(game: Game) -> Row:
    begun = process_time()
    found = [_solve(game, deal).finding for deal in range(1, DEALS + 1)]
    passed = process_time() - begun
    decided = len(found) - found.count(Finding.UNDECIDED)
    share, target = 100 * decided / len(found), TARGETS.get(game.id)
    told = f"{share:3.0f} % ({found.count(Finding.WON)} won), {decided / passed:.1f} deals/s"
    if target is None:
        return Row(f"{game.id}, decided", told)
    return Row(f"{game.id}, decided", told, budget=f">= {target} %", ok=share >= target)
