"""The deal of the day: a game and a number that follow from the date, the same for everyone."""

import hashlib
from datetime import date

from solterm.contests.kinds import DAILY
from solterm.contests.series import Leg, Series

_ADULT = (
    *("kloncan-klondike", "kloncan-canfield", "royale-pyramid", "royale-golf"),
    *("royale-klondike", "royale-canfield", "corners", "calculation"),
    *("three-shuffles-and-a-draw", "reno", "beleaguered-castle", "ultimate-canfield"),
    *("ultimate-four-seasons", "ultimate-golf", "kings-audience", "ultimate-klondike"),
    *("monte-carlo", "poker", "ultimate-pyramid", "agnes", "bakers-game", "bouquet"),
    *("bristol", "cabal", "demon", "smallware-four-seasons", "free-cell"),
    *("german-patience", "smallware-golf", "interregnum", "klondike-deal-3"),
    *("klondike-deal-1", "lady-of-the-manor", "matrimony", "miss-milligan", "scorpion"),
    *("propeller", "seven-devils", "sir-tommy", "strategy", "sultan", "fly"),
    *("will-o-wisp", "windmill", "farewell-to-kings"),
)
"""The possible games, in an order that must never change: all except the children's games."""

_DEALS = 32000


def daily(day: date) -> Series:
    """Return the deal of a day (UTC): one game, one try, played for its mark."""
    digest = hashlib.sha256(f"solterm {day.isoformat()}".encode()).digest()
    game = _ADULT[int.from_bytes(digest[:8]) % len(_ADULT)]
    number = 1 + int.from_bytes(digest[8:16]) % _DEALS
    return Series(DAILY, day.isoformat(), (Leg(game, number),))
