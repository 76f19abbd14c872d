"""Deals that can be won, and how difficult they are.

Difficulty is measured: by how many positions the search met until it had a way to win. What is many
in one game is few in another, so that deals are compared with others of their game: of three that
were found one after the other, that which took fewest is called easy, that which took most hard.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.core.game import Game
from solterm.solver.hands import Hands
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit

DIFFICULTIES = ("easy", "middling", "hard")
_SECONDS = 2.0
"""For each deal; one that takes longer is passed over."""


class Found(NamedTuple):
    """A deal that can be won."""

    deal: int
    positions: int
    """How many the search met until it had a way to win."""


def seek(
    game: Game,
    level: int,
    count: int,
    tell: Callable[[int, int], object] = lambda found, looked: None,
    is_stopped: Callable[[], bool] = lambda: False,
    deals: Iterator[int] | None = None,
) -> Sequence[Found]:
    """So many deals that can be won; fewer where it is stopped.

    ``tell`` is told how many were found among how many. Without ``deals`` they are any.
    Raises ``ValueError`` with a sentence for a game that is played for points.
    """
    found: list[Found] = []
    rules = game.rules(level)
    if Hands.of(rules, game.opening(game.shuffle(1), 1)):
        raise ValueError(f"{game.name} is played for points: there is nothing to be won.")
    for looked, deal in enumerate(deals or iter(random_deal, 0), 1):
        if len(found) == count or is_stopped():
            break
        table = game.opening(game.shuffle(deal), deal)
        verdict = solve(rules, table, Limit(seconds=_SECONDS, is_stopped=is_stopped))
        if verdict.finding is Finding.WON:
            found.append(Found(deal, verdict.positions))
        tell(len(found), looked)
    return found


def rank(found: Sequence[Found]) -> dict[str, int]:
    """The deals of three by their difficulty.

    >>> rank([Found(11, 900), Found(12, 40), Found(13, 7000)])
    {'easy': 12, 'middling': 11, 'hard': 13}
    """
    ranked = sorted(found, key=lambda each: (each.positions, each.deal))
    return {name: each.deal for name, each in zip(DIFFICULTIES, ranked, strict=True)}


def seek_by(
    difficulty: str,
    game: Game,
    level: int,
    tell: Callable[[int, int], object] = lambda found, looked: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> dict[str, int]:
    """Deals that can be won, by their difficulty; none where it is stopped.

    One called ``any`` where that is all that is asked for, else one of each.
    """
    if difficulty not in DIFFICULTIES:
        alone = seek(game, level, 1, tell, is_stopped)
        return {"any": alone[0].deal} if alone else {}
    found = seek(game, level, len(DIFFICULTIES), tell, is_stopped)
    return rank(found) if len(found) == len(DIFFICULTIES) else {}


def tell_seeking(found: int, looked: int) -> str:
    """How far it is."""
    return f"{looked} deal{'s' * (looked != 1)} looked at, {found} that can be won"
