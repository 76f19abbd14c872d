"""The deal of the day: its game follows from the date, and at home its number, too."""

from datetime import date, timedelta
from functools import cache
from pkgutil import get_data
from typing import NamedTuple

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

_YEAR = 366


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

    The rows of the file must never change.
    """
    text = (get_data("solterm.games", "daily.csv") or b"").decode("ascii")
    rows = (line.split(",") for line in text.splitlines()[1:])
    return {game: tuple(map(int, deals.split())) for game, deals in rows}


def is_known_winnable(game: str, deal: int) -> bool:
    """Return whether the solver has won a deal at level 3."""
    return deal in _winnable_deals().get(game, ())
