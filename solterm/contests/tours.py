"""Tours: the eight games of Aunt Anne's tour, or games that a player chooses."""

from collections.abc import Callable, Sequence

from solterm.contests.kinds import EIGHT, MIX, MOST_GAMES, TOUR
from solterm.contests.series import Leg, Series
from solterm.core.refusal import Refusal

LEAST = 2


def tour(deal: Callable[[], int], games: Sequence[str] = EIGHT, name: str = "") -> Series:
    """Return a new tour; ``deal`` draws the number of each game.

    Raises ``Refusal`` for too few or too many games.
    """
    if not LEAST <= len(games) <= MOST_GAMES:
        raise Refusal(f"A tour has {LEAST} to {MOST_GAMES} games.")
    return Series(TOUR, name, tuple(Leg(game, deal()) for game in games))


def mixed_sheet(deal: Callable[[], int]) -> Series:
    """Return a new score sheet whose games are chosen one by one."""
    return Series(MIX, "", tuple(Leg("", deal()) for _ in range(MIX.rows)))
