"""Tours: the eight games of Aunt Anne's tour, and tours of a player's own making."""

from collections.abc import Callable, Sequence

from solterm.contests.series import EIGHT, Leg, Series
from solterm.contests.sheet import ROWS

LEAST, MOST = 2, 12
"""Games a tour of one's own may have."""


def tour(deal: Callable[[], int], games: Sequence[str] = EIGHT, name: str = "") -> Series:
    """A new tour; ``deal`` draws the number of each game.

    Raises ``ValueError`` with a sentence for fewer or more games than a tour has.
    """
    if not LEAST <= len(games) <= MOST:
        raise ValueError(f"A tour has {LEAST} to {MOST} games.")
    return Series("tour", name, tuple(Leg(game, deal()) for game in games))


def mixed_sheet(deal: Callable[[], int]) -> Series:
    """A new score sheet whose six games are chosen one by one."""
    return Series("mix", "", tuple(Leg("", deal()) for _ in range(ROWS)))


def board_of(series: Series) -> str:
    """The board a series goes to: ``tour``, ``tour:NAME``, ``match:9``, ``daily:2026-11-21``."""
    if series.kind == "match":
        return f"match:{len(series.legs)}"
    return f"{series.kind}:{series.name}" if series.name else series.kind
