"""Golf matches and evenings at Reno: one game over many deals."""

from collections.abc import Callable

from solterm.contests.kinds import GOLF, HOLES, MATCH, RENO, RENO_GAME
from solterm.contests.series import Leg, Series

PAR = 4
"""Strokes a hole: 36 for nine holes and 72 for eighteen."""


def golf(deal: Callable[[], int], holes: int = 9) -> Series:
    """A new golf match; raises ``ValueError`` with a sentence for another number of holes."""
    if holes not in HOLES:
        raise ValueError(f"A golf match has {HOLES[0]} or {HOLES[1]} holes.")
    return Series(MATCH, "", tuple(Leg(GOLF, deal()) for _ in range(holes)))


def against_par(series: Series) -> int:
    """How many strokes over par a match stands, after the holes played; negative: under."""
    return series.total - PAR * series.played


def reno(deal: Callable[[], int]) -> Series:
    """A new evening at Reno: the first deal is paid for when it is played."""
    return Series(RENO, "", (Leg(RENO_GAME, deal()),))


def another_deal(series: Series, deal: Callable[[], int]) -> Series:
    """The evening with one deal more, once all are played."""
    if series.next is not None:
        return series
    return series.with_leg(len(series.legs), Leg(RENO_GAME, deal()))
