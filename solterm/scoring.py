"""KLONCAN's level and exception scoring (docs/rules.md, "The mark")."""

from typing import Final

_WIN: Final = {
    3: (1000, 900, 800, 700, 600, 500),
    2: (500, 450, 400, 350, 300, 250),
    1: (50,),
}
"""Points of a win by level and number of exceptions; the last number serves for all more."""

_FLOOR: Final = {3: 500, 2: 50, 1: 50}
"""The least a win is worth."""

_HALF_POINTS_A_CARD: Final = {
    3: (20, 18, 16, 14, 12, 10),
    2: (10, 8, 6, 4, 2, 1),
    1: (1,),
}
"""Half points for each card of a game that is not won, likewise."""

_PACK: Final = 52

_POINTS_A_MOVE: Final = 5
"""What a win loses for each move after the first exception."""


def score(
    *, level: int, exceptions: int, moves_after: int, cards: int, won: bool, whole: int = 52
) -> int:
    """The points of a game.

    ``level`` is the lowest one played at, ``exceptions`` those made at it, ``moves_after`` the
    moves since the first of them, ``cards`` those the player brought to the foundations, out of
    ``whole`` (52, or a partial score is scaled to it). The total is rounded down.

    >>> score(level=3, exceptions=1, moves_after=18, cards=52, won=True)
    810
    >>> score(level=2, exceptions=5, moves_after=5, cards=7, won=False)
    3
    """
    if won:
        points = _WIN[level][min(exceptions, len(_WIN[level]) - 1)]
        lost = _POINTS_A_MOVE * moves_after if exceptions else 0
        return max(points - lost, _FLOOR[level])
    rates = _HALF_POINTS_A_CARD[level]
    return cards * rates[min(exceptions, len(rates) - 1)] * _PACK // (2 * whole)
