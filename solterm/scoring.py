"""KLONCAN's level and exception scoring (docs/rules.md, "The mark")."""

from typing import Final, NamedTuple

_WIN: Final = {
    3: (1000, 900, 800, 700, 600, 500),
    2: (500, 450, 400, 350, 300, 250),
    1: (50,),
}
"""Points for a win by level and number of exceptions; the last value holds for more of them."""

_FLOOR: Final = {3: 500, 2: 50, 1: 50}
"""The fewest points for a win, by level."""

_HALF_POINTS_A_CARD: Final = {
    3: (20, 18, 16, 14, 12, 10),
    2: (10, 8, 6, 4, 2, 1),
    1: (1,),
}
"""Half points for each card home in a lost game, by level and number of exceptions."""

_PACK: Final = 52

_POINTS_A_MOVE: Final = 5
"""Points that each move after the first exception takes from a win."""


def score(
    *, level: int, exceptions: int, moves_after: int, cards: int, won: bool, whole: int = 52
) -> int:
    """Return the points for a game, rounded down.

    ``level`` is the lowest level of the game, ``exceptions`` the number made at that level, and
    ``moves_after`` the number of moves since the first of them. ``cards`` is the number of cards
    that the player brought home, out of ``whole``; with another ``whole`` than 52, the points of a
    lost game are scaled to 52 cards.

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


class Stakes(NamedTuple):
    """The points for a win at this moment, and the losses that threaten them."""

    win: int
    exception: int
    """Points that the next exception takes away."""
    move: int
    """Points that each further move takes away."""
    move_after: int
    """Points that each move after the next exception would take away."""


def stakes(*, level: int, exceptions: int, moves_after: int) -> Stakes:
    """Return the stakes of a game with these counts; see ``score``.

    >>> stakes(level=3, exceptions=0, moves_after=0)
    Stakes(win=1000, exception=100, move=0, move_after=5)
    >>> stakes(level=3, exceptions=5, moves_after=40)
    Stakes(win=500, exception=0, move=0, move_after=0)
    """

    def win(more_exceptions: int = 0, more_moves: int = 0) -> int:
        counted = exceptions + more_exceptions
        after = moves_after + more_moves
        return score(level=level, exceptions=counted, moves_after=after, cards=_PACK, won=True)

    now, then = win(), win(more_exceptions=1)
    return Stakes(now, now - then, now - win(more_moves=1), then - win(1, 1))
