"""The deal of the day: a game and a number that follow from the date, the same for everyone.

On a host they also follow from a secret, so that nobody knows a deal before its day. Each day has a
key: the digest of the key of the day after it. So a key tells the deals of its day and of earlier
days, whose results a session proves, but of no later one.
"""

import hashlib
from datetime import date
from typing import NamedTuple

from solterm.contests.kinds import DAILY
from solterm.contests.series import Leg, Series
from solterm.core.deals import EVERYDAY_LAST, MICROSOFT_LAST

_OLD_COLLECTIONS = (
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
_CLASSICS = (
    *("spider", "spiderette", "simple-simon", "mrs-mop", "wasp", "yukon", "russian-solitaire"),
    *("alaska", "australian-patience", "gypsy", "forty-thieves", "josephine"),
    *("forty-and-eight", "lucas", "rank-and-file", "easthaven", "westcliff", "whitehead"),
    *("double-klondike", "agnes-bernauer", "storehouse", "duchess", "eagle-wing", "eight-off"),
    *("seahaven-towers", "penguin", "forecell", "double-free-cell", "streets-and-alleys"),
    *("fortress", "bakers-dozen", "king-albert", "raglan", "bisley", "brigade"),
    *("la-belle-lucie", "trefoil", "shamrocks", "cruel", "tri-peaks", "black-hole"),
    *("fourteen-out", "nestor", "aces-up", "accordion", "montana", "osmosis"),
    *("grandfathers-clock", "crescent", "terrace", "carpet"),
)
_GAMES = {date(2026, 12, 1): _OLD_COLLECTIONS + _CLASSICS, date.min: _OLD_COLLECTIONS}
"""The possible games from a day on, in an order that must never change, so that every day keeps its
deal. All but the children's games and Clock, which plays itself."""

FIRST_HIDDEN, _LAST_HIDDEN = MICROSOFT_LAST + 1, 10**15
"""Numbers of hidden deals: too many to try them all, and exact in any JSON reader."""

_LAST_DAY = date(2200, 1, 1)
"""The day whose key is the digest of the secret. It must never change."""


class DayKey(NamedTuple):
    """The key of a day."""

    day: date
    key: str
    since: date
    """The first day with a key; the deals of earlier days follow from the date alone."""

    @classmethod
    def of(cls, secret: str, day: date, since: date) -> "DayKey":
        """Return the key of a day on a host with a secret."""
        return cls(day, _hash(f"solterm days {secret}", 1 + (_LAST_DAY - day).days), since)

    @classmethod
    def parse(cls, text: str) -> "DayKey":
        """Return the key that a text stands for; raises ``ValueError``."""
        day, key, since = text.split(" ")
        return cls(date.fromisoformat(day), key, date.fromisoformat(since))

    def __str__(self) -> str:
        return f"{self.day} {self.key} {self.since}"

    def of_day(self, day: date) -> str:
        """Return the key of this day or an earlier one; raises ``ValueError`` for a later one."""
        if day > self.day:
            raise ValueError(f"The key of {self.day} does not tell the deal of {day}.")
        return _hash(self.key, (self.day - day).days)


def _hash(text: str, times: int) -> str:
    for _ in range(times):
        text = hashlib.sha256(text.encode()).hexdigest()
    return text


def daily(day: date, key: DayKey | None = None, *, is_for_guests: bool = False) -> Series:
    """Return the deal of a day (UTC): one game, one try, played for its mark.

    Guests of a host have another deal than the players with an account, or they could play it first
    as a guest and then for the board. Raises ``ValueError`` for a day after that of the key.
    """
    is_hidden = key is not None and day >= key.since
    salt = f" {key.of_day(day)}" if key and is_hidden else ""
    salt += " guests" if is_for_guests else ""
    digest = hashlib.sha256(f"solterm {day.isoformat()}{salt}".encode()).digest()
    games = next(games for since, games in _GAMES.items() if day >= since)
    game = games[int.from_bytes(digest[:8]) % len(games)]
    number = hidden_number(digest[8:16]) if is_hidden else _everyday_number(digest[8:16])
    return Series(DAILY, day.isoformat(), (Leg(game, number),))


def hidden_number(chance: bytes) -> int:
    """Return a deal number that nobody finds by trying all of them, from eight random bytes."""
    return FIRST_HIDDEN + int.from_bytes(chance) % (_LAST_HIDDEN + 1 - FIRST_HIDDEN)


def _everyday_number(chance: bytes) -> int:
    return 1 + int.from_bytes(chance) % EVERYDAY_LAST
