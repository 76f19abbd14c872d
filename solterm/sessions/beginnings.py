"""Contests under way, and those that can be begun."""

from typing import NamedTuple

from solterm.chance import random_deal
from solterm.contests import naming
from solterm.contests.daily import daily
from solterm.contests.kinds import CONTESTS, TOURNAMENT
from solterm.contests.names import check_name
from solterm.contests.series import Series
from solterm.contests.tournament import Tournament
from solterm.contests.tours import tour
from solterm.games import find_by_name
from solterm.sessions import legs
from solterm.sessions.waiting import today
from solterm.store import contests
from solterm.store.contests import Contest
from solterm.store.errors import StoreError
from solterm.store.store import Store
from solterm.store.tournaments import NameTaken, list_published, publish


class Tried(ValueError):
    """The player has had the one try of today; the board of the day is in ``board``."""

    def __init__(self, board: str) -> None:
        super().__init__("You have had your try of today.")
        self.board = board


class Begun(NamedTuple):
    """A contest that can be played now."""

    contest: Contest
    notice: str = ""
    """What went wrong beside it, in a sentence."""


def under_way(store: Store) -> list[Contest]:
    """The contests that are gone on with, kind by kind, the one touched last first."""
    return [
        each for kind in CONTESTS for each in contests.list_contests(store, kind, only_open=True)
    ]


def describe(contest: Contest) -> tuple[str, str]:
    """A contest as a list has it: what it is called, and how it stands."""
    series, state = contest.series, contest.state
    stands = ""
    if isinstance(state, Tournament) and series is None:
        stands = f"{len(state.turns)} played"
    elif series is not None:
        total = f"{series.total} {legs.unit(series).name}"
        stands = f"{series.played} of {len(series.legs)} played, {total}"
    day = contest.touched.partition("T")[0]
    return naming.title(legs.series_of(contest)), f"{stands}, {day}"


def of_the_host(store: Store) -> tuple[list[Tournament], list[str]]:
    """The tournaments of this host that are not begun here, and what is wrong with any."""
    found, faults = list_published()
    known = {each.name.casefold() for each in under_way(store)}
    return [each for each in found if each.name.casefold() not in known], faults


def begin(store: Store, series: Series) -> Begun:
    """Begin a contest."""
    return Begun(contests.begin(store, series))


def begin_daily(store: Store) -> Begun:
    """Today's deal, by the clock of UTC: one try, which is gone on with. Raises ``Tried``."""
    found = contests.begin(store, daily(today()))
    if not found.open:
        raise Tried(str(naming.board_of(legs.series_of(found))))
    return Begun(found)


def begin_tour(store: Store, name: str, games: str) -> Begun:
    """A tour of the player's own, of games named one after the other with commas between.

    Raises ``ValueError`` with a sentence for a name or a game that is none.
    """
    wanted = [find_by_name(each).id for each in games.split(",") if each.strip()]
    return begin(store, tour(random_deal, wanted, check_name(name)))


def check_tournament(store: Store, name: str) -> str:
    """The name of a new tournament as it is kept; ``ValueError`` for one that cannot be had."""
    tidy = check_name(name)
    known = contests.list_contests(store, TOURNAMENT)
    if any(each.name.casefold() == tidy.casefold() for each in known):
        raise ValueError(f"There is a tournament {tidy} already; choose another name.")
    return tidy


def begin_tournament(store: Store, name: str, games: tuple[str, ...]) -> Begun:
    """A tournament of these games, published on this host.

    Raises ``ValueError`` with a sentence when it cannot have that name.
    """
    state = Tournament.begin(check_tournament(store, name), games, random_deal)
    notice = ""
    try:
        publish(state)
    except NameTaken as error:
        raise ValueError(f"{error} Choose another name.") from None
    except StoreError as error:
        notice = str(error)
    return Begun(join(store, state), notice)


def join(store: Store, tournament: Tournament) -> Contest:
    """Take part in a tournament of this host."""
    return contests.begin(store, tournament.next_turn())
