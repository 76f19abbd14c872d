"""The deal of the day: a game and a number from the date, the same for everyone and for ever."""

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
"""The games a day may bring, in an order that never changes: all but the children's."""

_DEALS = 32000
"""Numbers from 1 to here are dealt."""


def daily(day: date) -> Series:
    """The deal of a day (UTC): one game, one try, played for its mark."""
    digest = hashlib.sha256(f"solterm {day.isoformat()}".encode()).digest()
    game = _ADULT[int.from_bytes(digest[:8]) % len(_ADULT)]
    number = 1 + int.from_bytes(digest[8:16]) % _DEALS
    return Series(DAILY, day.isoformat(), (Leg(game, number),))
