"""Keep players from watching deals that they may still play for a board."""

from collections.abc import Iterator

from solterm.contests.daily import daily
from solterm.contests.kinds import DAILY, TOURNAMENT
from solterm.contests.series import Series
from solterm.contests.tournament import Tournament
from solterm.sessions.waiting import today
from solterm.store import contests
from solterm.store.errors import StoreError
from solterm.store.store import Store
from solterm.store.tournaments import list_published

_DAY = "This is the deal of the day: play it yourself first, then look."
_CUP = "This is a deal of the tournament {}: play it yourself first, then look."


def find_spoiler(store: Store, game: str, deal: int) -> str:
    """Return a sentence on why a player may not watch a deal, or "".

    Everyone gets the same deal of the day and the same tournament deals, so watching one first
    would be unfair.
    """
    try:
        return next(_find(store, (game, deal)), "")
    except StoreError as error:
        return str(error)


def _find(store: Store, wanted: tuple[str, int]) -> Iterator[str]:
    """Yield a sentence for each contest in which the player has yet to play a deal."""
    begun = contests.list_contests(store, DAILY)
    new = [] if any(each.name == today().isoformat() for each in begun) else [daily(today())]
    left = [each.series for each in begun if each.open and each.series]
    if any(wanted in _left(each) for each in (*new, *left)):
        yield _DAY
    cups = [each.state for each in contests.list_contests(store, TOURNAMENT)]
    own = [each for each in cups if isinstance(each, Tournament)]
    for cup in (*own, *list_published()[0]):
        if wanted in zip(cup.games, cup.deals, strict=True) and not _has_played(own, wanted):
            yield _CUP.format(cup.name)


def _left(series: Series) -> list[tuple[str, int]]:
    """Return the deals the player has not played yet."""
    return [(leg.game, leg.deal) for leg in series.legs if leg.points is None]


def _has_played(cups: list[Tournament], wanted: tuple[str, int]) -> bool:
    """Return whether the player has finished a deal in a tournament."""
    legs = [leg for cup in cups for turn in cup.turns for leg in turn.series.legs]
    return any((leg.game, leg.deal) == wanted and leg.points is not None for leg in legs)
