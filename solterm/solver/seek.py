"""Search for a deal that can be won."""

from collections.abc import Callable, Sequence

from solterm.chance import random_deal
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.refusal import Refusal
from solterm.solver.poker import PokerSearch
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit

_SECONDS = 2.0
"""The time for each deal; the search skips a deal that takes longer."""


def seek(
    game: Game,
    level: int,
    tell: Callable[[int], object] = lambda tried: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[int, Sequence[Move]] | None:
    """Try random deals, and return the first that can be won, and how; None if stopped.

    ``tell`` gets the number of deals tried. Raises ``Refusal`` with a sentence for a game that
    is played for points.
    """
    rules = game.rules(level)
    if PokerSearch.of(rules, game.deal(1).table):
        raise Refusal(f"{game.name} is played for points, so no deal is won or lost.")
    tried = 0
    while not is_stopped():
        deal = random_deal()
        verdict = solve(rules, game.deal(deal).table, Limit(_SECONDS, is_stopped=is_stopped))
        if verdict.finding is Finding.WON:
            return deal, verdict.moves
        tried += 1
        tell(tried)
    return None
