"""What the solver found out about the first deals of each game, and the odds that follow from it.

``scripts/winnable`` writes the findings to ``solterm/games/findings.csv``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import zip_longest
from math import sqrt
from pkgutil import get_data
from typing import NamedTuple, Self

from solterm.core.game import Game
from solterm.core.levels import LEVELS

_SURE = 1.959964
"""The standard deviations of a 95% interval."""

_CLOSE = 0.03
"""Bounds this close print as one number."""

_VAGUE = 0.8
"""Bounds this far apart say nothing to a player."""


class Odds(NamedTuple):
    """The outcome of some deals for a player who sees all cards."""

    deals: int
    won: int
    lost: int
    """Proved to be lost; the rest is undecided."""

    @classmethod
    def tally(cls, findings: Iterable[str]) -> Self:
        """Return the odds that the findings of some deals come to.

        >>> from solterm import Odds
        >>> Odds.tally(["won", "won", "lost", "undecided"])
        Odds(deals=4, won=2, lost=1)
        """
        found = Counter(findings)
        return cls(found.total(), found["won"], found["lost"])

    @classmethod
    def of_letters(cls, letters: str) -> Self:
        """Return the odds that the letters of ``find_letters`` come to."""
        won, lost = letters.count("W"), letters.count("L")
        return cls(won + lost + letters.count("?"), won, lost)

    @property
    def least(self) -> float:
        """The lower bound of the share of winnable deals (95%), if all undecided ones are lost."""
        return wilson(self.won, self.deals)[0]

    @property
    def most(self) -> float:
        """The upper bound of that share, if all undecided deals can be won."""
        return wilson(self.deals - self.lost, self.deals)[1]

    @property
    def undecided(self) -> int:
        """The number of deals on which the solver ran out of time."""
        return self.deals - self.won - self.lost


def wilson(cases: int, of: int) -> tuple[float, float]:
    """Return the bounds of a share's 95% interval (Wilson's).

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
def _read() -> Mapping[tuple[str, int, int], str]:
    """Return the findings by game, version and level."""
    text = get_data("solterm.games", "findings.csv") or b""
    rows = (line.split(",") for line in text.decode("ascii").splitlines()[1:])
    return {(game, int(version), int(level)): letters for game, version, level, letters in rows}


def find_letters(game: Game, level: int) -> str:
    """Return what the solver found out about deals 1, 2, 3 and so on, a letter for each.

    W is won, L lost, ? undecided, - not searched. Findings under other rules of the game don't
    count.
    """
    return _read().get((game.id, game.version, level), "")


def list_wins(game: Game, level: int) -> list[int]:
    """Return the deals that the solver has won at this level or a stricter one.

    >>> from solterm.games import find
    >>> list_wins(find("scorpion"), 3)
    [5, 63]
    """
    found = zip_longest(*(find_letters(game, each) for each in LEVELS if each >= level))
    return [deal for deal, letters in enumerate(found, 1) if "W" in letters]


def is_won(game: Game, level: int, deal: int) -> bool:
    """Return whether the solver has won a deal at this level or a stricter one.

    >>> from solterm.games import find
    >>> is_won(find("scorpion"), 3, 5), is_won(find("scorpion"), 3, 6)
    (True, False)
    """
    return "W" in [find_letters(game, each)[deal - 1 : deal] for each in LEVELS if each >= level]


def bound(found: Mapping[int, Odds]) -> dict[int, tuple[float, float]]:
    """Return the bounds of the share of winnable deals at the levels where some deal was decided.

    A deal that can be won stays so at easier levels, which forbid less.

    >>> {level: round(least, 2) for level, (least, _) in
    ...     bound({3: Odds(100, 90, 5), 2: Odds(50, 12, 0)}).items()}
    {3: 0.83, 2: 0.83}
    """
    bounds = {}
    for level in (level for level, each in found.items() if each.won or each.lost):
        least = max(each.least for other, each in found.items() if other >= level)
        most = min(each.most for other, each in found.items() if other <= level)
        bounds[level] = least, max(least, most)
    return bounds


def odds(game: Game, level: int = 3) -> tuple[float, float] | None:
    """Return the bounds of the share of winnable deals; None if too little is known."""
    found = {each: Odds.of_letters(find_letters(game, each)) for each in LEVELS}
    least, most = bound(found).get(level, (0.0, 1.0))
    return None if most - least > _VAGUE else (least, most)


def tell_odds(game: Game, level: int = 3) -> str:
    """Return the odds in words; empty if too little is known."""
    bounds = odds(game, level)
    return f"{tell_share(*bounds)} of deals can be won" if bounds else ""


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
