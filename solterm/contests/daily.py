"""The deal of the day: a game and a number that follow from the date, the same for everyone.

On a host the number also follows from a secret, so that nobody knows a deal before its day. Each
day has a key: the digest of the key of the day after it. So a key tells the deals of its day and of
earlier days, whose results a session proves, but of no later one.
"""

import hashlib
from datetime import date, timedelta
from functools import cache
from pkgutil import get_data
from typing import NamedTuple

from solterm.core.refusal import Refusal

_FIRST_WEEK = date(2026, 11, 30)
"""The Monday of the week that begins with the first game of each list. The days before it have the
last ones."""


class Weekday(NamedTuple):
    """The games of one day of the week."""

    about: str
    """What they have in common: ``an easy game``."""
    games: tuple[str, ...]


WEEK = (
    Weekday(
        "an easy game",
        (
            *("klondike-deal-1", "eight-off", "tri-peaks", "westcliff", "carpet", "penguin"),
            *("kings-audience", "brigade", "wasp", "grandfathers-clock", "sir-tommy", "strategy"),
        ),
    ),
    Weekday(
        "a short game of pairs, a pyramid or golf",
        (
            *("monte-carlo", "royale-golf", "fourteen-out", "aces-up", "royale-pyramid"),
            *("smallware-golf", "nestor", "osmosis", "ultimate-pyramid", "black-hole"),
            *("ultimate-golf", "accordion"),
        ),
    ),
    Weekday(
        "Klondike or Yukon and their kin",
        (
            *("klondike-deal-3", "yukon", "whitehead", "kloncan-klondike", "alaska"),
            *("agnes-bernauer", "royale-klondike", "australian-patience", "easthaven"),
            *("ultimate-klondike", "russian-solitaire"),
        ),
    ),
    Weekday(
        "a game with all cards in view",
        (
            *("free-cell", "beleaguered-castle", "bakers-dozen", "seahaven-towers", "raglan"),
            *("bisley", "bakers-game", "king-albert", "bouquet", "forecell"),
            *("streets-and-alleys", "fortress"),
        ),
    ),
    Weekday(
        "a Canfield, or a game like no other",
        (
            *("demon", "calculation", "kloncan-canfield", "corners", "eagle-wing", "poker"),
            *("royale-canfield", "propeller", "storehouse", "ultimate-four-seasons", "bristol"),
            *("ultimate-canfield", "smallware-four-seasons", "duchess"),
        ),
    ),
    Weekday(
        "a spider or fans",
        (
            *("simple-simon", "la-belle-lucie", "will-o-wisp", "cruel", "spiderette"),
            *("trefoil", "montana", "three-shuffles-and-a-draw", "shamrocks"),
        ),
    ),
    Weekday(
        "a long game of two packs",
        (
            *("miss-milligan", "forty-and-eight", "gypsy", "double-klondike", "windmill"),
            *("josephine", "sultan", "double-free-cell", "rank-and-file", "interregnum"),
            *("forty-thieves", "cabal", "lucas", "lady-of-the-manor", "terrace", "fly"),
            *("matrimony",),
        ),
    ),
)
"""The games of the days, from Monday to Sunday.

A game returns as soon as all others of its day of the week have come, so these lists must never
change: other lists need a day from which they hold. They leave out the children's games, Clock,
which plays itself, and games of which the solver had won fewer than seven deals.
"""

_LAST_DAY = date(2200, 1, 1)
"""The day whose key is the digest of the secret. It must never change."""

_YEAR = 366


class DayKey(NamedTuple):
    """The key of a day."""

    day: date
    key: str

    @classmethod
    def of(cls, secret: str, day: date) -> "DayKey":
        """Return the key of a day on a host with a secret."""
        return cls(day, _hash(f"solterm days {secret}", 1 + (_LAST_DAY - day).days))

    @classmethod
    def parse(cls, text: str) -> "DayKey":
        """Return the key that a text stands for; raises ``Refusal``."""
        day, key = text.split(" ")
        return cls(date.fromisoformat(day), key)

    def __str__(self) -> str:
        return f"{self.day} {self.key}"

    def of_day(self, day: date) -> str:
        """Return the key of this day or an earlier one; raises ``Refusal`` for a later one."""
        if day > self.day:
            raise Refusal(f"The key of {self.day} does not tell the deal of {day}.")
        return _hash(self.key, (self.day - day).days)


def _hash(text: str, times: int) -> str:
    for _ in range(times):
        text = hashlib.sha256(text.encode()).hexdigest()
    return text


def parse_day(text: str) -> date | None:
    """Return the day of a text like 2026-11-21; None for any other form."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def game_of(day: date) -> str:
    """Return the game of a day. On hosts, too, it follows from the date alone."""
    games = WEEK[day.weekday()].games
    return games[_week(day) % len(games)]


def _week(day: date) -> int:
    """Return how many weeks after the first week a day is."""
    return (day - _FIRST_WEEK).days // 7


def number_of(day: date) -> int:
    """Return the winnable deal of a day at home: another one each time that its game comes."""
    deals = _winnable_deals()[game_of(day)]
    return deals[_week(day) // len(WEEK[day.weekday()].games) % len(deals)]


def list_deals(game: str, since: date) -> set[int]:
    """Return the deals that the days of a year give a game for a player without a host."""
    days = (since + timedelta(number) for number in range(_YEAR))
    return {number_of(day) for day in days if game_of(day) == game}


@cache
def _winnable_deals() -> dict[str, tuple[int, ...]]:
    """Return winnable deals of each game in ``WEEK``, at level 3, in the order of the days.

    ``scripts/daily.py`` adds games to the file; its rows must never change.
    """
    text = (get_data("solterm.games", "daily.csv") or b"").decode("ascii")
    rows = (line.split(",") for line in text.splitlines()[1:])
    return {game: tuple(map(int, deals.split())) for game, deals in rows}


def is_known_winnable(game: str, deal: int) -> bool:
    """Return whether the solver has won a deal at level 3."""
    return deal in _winnable_deals().get(game, ())
