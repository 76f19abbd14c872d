"""Golf matches and evenings at Reno: one game with many deals."""

from collections.abc import Callable

from solterm.contests.kinds import GOLF, HOLES, MATCH, RENO, RENO_GAME
from solterm.contests.series import Leg, Series
from solterm.core.refusal import Refusal


def golf(deal: Callable[[], int], holes: int = 9) -> Series:
    """Return a new golf match; raises ``Refusal`` for an invalid number of holes."""
    if holes not in HOLES:
        raise Refusal(f"A golf match has {HOLES[0]} or {HOLES[1]} holes.")
    return Series(MATCH, "", tuple(Leg(GOLF, deal()) for _ in range(holes)))


def reno(deal: Callable[[], int]) -> Series:
    """Return a new evening at Reno, with its first deal."""
    return Series(RENO, "", (Leg(RENO_GAME, deal()),))


def another_deal(series: Series, deal: Callable[[], int]) -> Series:
    """Return the evening with one more deal if all deals are played."""
    if series.next is not None:
        return series
    return series.with_leg(len(series.legs), Leg(RENO_GAME, deal()))
