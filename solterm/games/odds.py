"""How often the deals of a game can be won, as far as that was counted.

The counts stand in ``winnable.csv`` beside this module: of how many deals of a game at a level it
is known that they can be won, that they cannot, and of how many neither was found out.
"""

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

FILE = "winnable.csv"
"""The counts: ``game,level,deals,won,lost,undecided``, a line for each game and level."""


def odds(game_id: str, level: int = 3) -> tuple[float, float] | None:
    """The lowest and the highest share of deals that can be won; None where nobody has counted.

    What was not decided counts as lost in the lowest share and as won in the highest.
    """
    return _load().get((game_id, level))


def tell_odds(game_id: str, level: int = 3) -> str:
    """The odds in words; empty where nobody has counted.

    >>> tell_odds("bridge")
    ''
    """
    found = odds(game_id, level)
    if found is None:
        return ""
    low, high = (round(100 * share) for share in found)
    share = f"{low} to {high}" if low < high else f"{low}"
    return f"{share} of 100 deals can be won"


@cache
def _load() -> dict[tuple[str, int], tuple[float, float]]:
    """The shares by game and level; none where the file was not shipped."""
    try:
        text = (files("solterm.games") / FILE).read_text(encoding="utf-8")
    except OSError:
        return {}
    return dict(_read(text))


def _read(text: str) -> Iterator[tuple[tuple[str, int], tuple[float, float]]]:
    for row in csv.DictReader(text.splitlines()):
        deals, won, undecided = (int(row[name]) for name in ("deals", "won", "undecided"))
        if deals:
            yield (row["game"], int(row["level"])), (won / deals, (won + undecided) / deals)
