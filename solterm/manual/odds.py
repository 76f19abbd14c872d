"""How many deals of a rule-set can be won, as far as that was found out.

``odds.csv`` holds what the solver has found; ``scripts/winnable`` makes it, and docs/winnable.md.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import NamedTuple, Self

_SURE = 1.959964
"""How many standard deviations hold 95 of 100 cases."""

_CLOSE = 0.03
"""Bounds this near each other are told as one number."""


class Odds(NamedTuple):
    """What became of a number of deals, to a player who sees all cards."""

    deals: int
    won: int
    lost: int
    """Proved so. The rest is undecided."""

    @classmethod
    def tally(cls, findings: Iterable[str]) -> Self:
        """Return the odds that the findings of some deals come to.

        >>> Odds.tally(["won", "won", "lost", "undecided"])
        Odds(deals=4, won=2, lost=1)
        """
        found = Counter(findings)
        return cls(found.total(), found["won"], found["lost"])

    @property
    def least(self) -> float:
        """The share of all deals that can be won is hardly less: all undecided ones are lost."""
        return wilson(self.won, self.deals)[0]

    @property
    def most(self) -> float:
        """It is hardly more: all undecided ones can be won."""
        return wilson(self.deals - self.lost, self.deals)[1]

    @property
    def undecided(self) -> int:
        """Of how many deals the solver could not tell in its time."""
        return self.deals - self.won - self.lost


def wilson(cases: int, of: int) -> tuple[float, float]:
    """The bounds within which a share lies in 95 of 100 cases (Wilson's interval).

    >>> [round(bound, 3) for bound in wilson(82, 100)]
    [0.733, 0.883]
    """
    if not of:
        return 0.0, 1.0
    share, square = cases / of, _SURE**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _SURE / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    least = 0.0 if not cases else middle - half
    most = 1.0 if cases == of else middle + half
    return least, most


@cache
def known_odds() -> dict[tuple[str, int], Odds]:
    """What was found out, by the id of a game and a level."""
    import csv  # here: it costs the start of the program something, and few ask

    try:
        text = (files("solterm.games") / "odds.csv").read_text(encoding="utf-8")
    except OSError:
        return {}
    return {
        (row["game"], int(row["level"])): Odds(int(row["deals"]), int(row["won"]), int(row["lost"]))
        for row in csv.DictReader(text.splitlines())
    }


def odds(game_id: str, level: int = 3) -> tuple[float, float] | None:
    """The lowest and the highest share of deals that can be won; None where nobody has counted."""
    found = known_odds().get((game_id, level))
    return (found.least, found.most) if found and found.deals else None


def tell_odds(game_id: str, level: int = 3) -> str:
    """Return the odds in words; empty where nobody has counted.

    >>> tell_odds("bridge")
    ''
    """
    found = odds(game_id, level)
    return f"{tell_share(*found)} of deals can be won" if found else ""


def tell_share(least: float, most: float) -> str:
    """Return a share between two bounds: a single number where they are close.

    >>> tell_share(0.34, 0.85), tell_share(0.81, 0.83), tell_share(0.9985, 0.9999)
    ('34% to 85%', 'about 82%', 'about 99.9%')
    """
    if most - least > _CLOSE:
        return f"{100 * least:.0f}% to {100 * most:.0f}%"
    middle = 50 * (least + most)
    digits = 1 if 99 < middle < 99.95 or 0.05 < middle < 1 else 0
    return f"about {middle:.{digits}f}%"
