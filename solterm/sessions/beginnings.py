"""Contests under way, and those that can be begun."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.contests import titles
from solterm.contests.daily import daily
from solterm.contests.kinds import (
    CONTESTS,
    DAILY,
    MATCH,
    MIX,
    MOST_GAMES,
    RENO,
    TOUR,
    TOURNAMENT,
    BoardName,
)
from solterm.contests.names import check_name
from solterm.contests.series import Series
from solterm.contests.tournament import Tournament
from solterm.contests.tours import mixed_sheet, tour
from solterm.sessions import legs
from solterm.sessions.waiting import today
from solterm.store import contests, place, players
from solterm.store.boards import Boards, Entry
from solterm.store.contests import Contest
from solterm.store.errors import StoreError
from solterm.store.store import Store
from solterm.store.tournaments import NameTaken, list_published, publish

_MOST_A_DAY = 10
"""Tournaments a day in which a player of a host has a part, before one more can be begun."""


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


class Offer(NamedTuple):
    """A contest that can be begun, as a page of them has it."""

    id: str
    name: str
    takes: str
    """About how long."""
    about: str
    """What it is, in a sentence or two."""
    board: str = ""
    """The board it goes to; empty where each one has its own."""


OFFERS = (
    Offer(
        *("daily", "The deal of the day", "10 minutes"),
        "One game and one deal a day, the same for everybody. You have one try at it.",
        DAILY.id,
    ),
    Offer(
        *("tour", "Aunt Anne's tour", "an hour"),
        "The eight games of Solitaire Royale in a row; every card brought home is a point.",
        str(BoardName(TOUR)),
    ),
    Offer(
        *("own tour", "A tour of your own", "5 min a game"),
        "Two to twelve games in a row. You pick them with Space, in the order you like.",
    ),
    Offer(
        *("mixed", "A mixed score sheet", "40 minutes"),
        "Six games that you pick with Space, or row by row; the better try of a row stays.",
        str(BoardName(MIX)),
    ),
    Offer(
        *("golf 9", "Golf over nine holes", "20 minutes"),
        "Nine deals of Golf, counted in strokes. Par is 4 a hole, and fewer are better.",
        str(BoardName(MATCH, "9")),
    ),
    Offer(
        *("golf 18", "Golf over eighteen holes", "40 minutes"),
        "Eighteen deals of Golf, counted in strokes. Par is 4 a hole, and fewer are better.",
        str(BoardName(MATCH, "18")),
    ),
    Offer(
        *("reno", "An evening at Reno", "5 min a deal"),
        "You buy the pack for $52, every card brought home pays, and you stop when you like.",
        str(BoardName(RENO)),
    ),
    Offer(
        *("tournament", "A tournament of your games", "5 min a game"),
        "The same deals for every player of this host. You pick its games with Space.",
    ),
    Offer(
        *("tournament tour", "A tournament of the tour", "an hour"),
        "The same deals of the tour of eight for every player of this host.",
    ),
)
"""The contests that can be begun."""


class BestOf(NamedTuple):
    """The best results of a board, as far as they are proved."""

    own: Entry | None
    """The best one of this player."""
    host: Entry | None
    """The best one of all."""


def board_of(offer: Offer) -> str:
    """The board of a contest that can be begun, the day's for the deal of the day; "" for none."""
    return f"{offer.board}:{today().isoformat()}" if offer.board == DAILY.id else offer.board


def best_of(boards: Boards, offer: Offer) -> BestOf:
    """Where the player and the host stand in a kind of contest. Raises ``StoreError``."""
    board = board_of(offer)
    entries = boards.top(board, 1000, wait=False) if board else []
    me = players.profile() if entries else ""
    own = next((each for each in entries if each.profile == me), None)
    return BestOf(own, next(iter(entries), None))


def read_best(boards: Boards, offer: Offer) -> Iterator[BestOf]:
    """Yield where they stand, first by the results proved so far, at last by all of them.

    Proving the others takes a step for each value in between, which a screen can spread.
    """
    yield (known := best_of(boards, offer))
    if board := board_of(offer):
        for _ in boards.prove_rest(board):
            yield known
        yield best_of(boards, offer)


def under_way(store: Store) -> list[Contest]:
    """The contests that are gone on with, kind by kind, the one touched last first."""
    return [
        each for kind in CONTESTS for each in contests.list_contests(store, kind, only_open=True)
    ]


def describe(contest: Contest) -> tuple[str, str, str]:
    """A contest as a list has it: what it is called, how it stands, the day it was touched."""
    series, state = contest.series, contest.state
    stands = ""
    if isinstance(state, Tournament) and series is None:
        stands = f"{len(state.turns)} played"
    elif series is not None:
        total = legs.unit(series).tell(series.total)
        stands = f"{series.played} of {len(series.legs)} played, {total}"
    day = contest.touched.partition("T")[0]
    return titles.title(legs.series_of(contest)), stands, day


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
        raise Tried(str(titles.board_of(legs.series_of(found))))
    return Begun(found)


def begin_tour(store: Store, name: str, games: Sequence[str]) -> Begun:
    """A tour of the player's own, of games by their ids.

    Raises ``ValueError`` with a sentence for a name that is none, or too many games.
    """
    return begin(store, tour(random_deal, games, check_name(name)))


def begin_mixed(store: Store, games: Sequence[str] = ()) -> Begun:
    """A mixed sheet with the first of its games chosen, or none yet."""
    sheet = mixed_sheet(random_deal)
    for row, game_id in enumerate(games):
        sheet = sheet.with_leg(row, sheet.legs[row]._replace(game=game_id))
    return begin(store, sheet)


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
    if not 0 < len(games) <= MOST_GAMES:
        raise ValueError(f"A tournament has 1 to {MOST_GAMES} games.")
    _refuse_flood(store)
    state = Tournament.begin(check_tournament(store, name), games, random_deal)
    notice = ""
    try:
        publish(state)
    except NameTaken as error:
        raise ValueError(f"{error} Choose another name.") from None
    except StoreError as error:
        notice = str(error)
    return Begun(join(store, state), notice)


def _refuse_flood(store: Store) -> None:
    """Raise ``ValueError`` for somebody who fills the list of a host, which others read, too."""
    day = str(today())
    lately = [each for each in contests.list_contests(store, TOURNAMENT) if each.touched >= day]
    if place.nickname() and len(lately) >= _MOST_A_DAY:
        raise ValueError("You have had tournaments enough today: begin another one tomorrow.")


def join(store: Store, tournament: Tournament) -> Contest:
    """Take part in a tournament of this host."""
    return contests.begin(store, tournament.next_turn())
