"""Keep players from watching or rehearsing deals that they may still play for a board."""

from collections.abc import Iterator

from solterm.contests.kinds import CONTESTS, DAILY, TOURNAMENT
from solterm.contests.purpose import Purpose
from solterm.contests.series import Series
from solterm.contests.tournament import Tournament
from solterm.context import Context
from solterm.store import contests, days
from solterm.store.days import today
from solterm.store.errors import StoreError
from solterm.store.store import Store
from solterm.store.tournaments import list_published

_OWN = "This is a deal of a contest that you play: end its game first."
_DAY = "This is the deal of the day: play it yourself first."
_FOR_ACCOUNTS = "This is the deal of the day of players with an account: log in with a key."
_CUP = "This is a deal of the tournament {}: play it yourself first."


def find_spoiler(store: Store, game: str, deal: int) -> str:
    """Return a sentence on why a player may not watch a deal, or "".

    Everyone gets the same deal of the day and the same tournament deals, so watching one first
    would be unfair.
    """
    try:
        return next(_find(store, (game, deal)), "")
    except StoreError as error:
        return str(error)


def list_hidden(store: Store) -> set[tuple[str, int]]:
    """Return the games and deals of the player's unfinished tries that others on the host share.

    Lists of the player's games hide their numbers until the try has ended.
    """
    if not store.context.is_on_host:
        return set()
    begun = [
        each.series
        for kind in CONTESTS
        if kind.is_dealt_alike
        for each in contests.list_contests(store, kind, only_open=True)
    ]
    return {dealt for series in begun if series for dealt in _left(series)}


def refuse_rehearsal(store: Store, game: str, deal: int) -> None:
    """On a host, raise ``StoreError`` for a free game with a deal of a contest.

    The player may have it once their own try has ended. At home the boards trust the players.
    """
    if not store.context.is_on_host:
        return
    wanted = game, deal
    if reason := next(_find(store, wanted), ""):
        raise StoreError(reason)
    for each in store.in_progress():
        if Purpose.parse(each.context).is_contest and (each.game, int(each.deal)) == wanted:
            raise StoreError(_OWN)


def _find(store: Store, wanted: tuple[str, int]) -> Iterator[str]:
    """Yield a sentence for each contest in which the player has yet to play a deal."""
    begun = contests.list_contests(store, DAILY)
    new = [] if any(each.name == today().isoformat() for each in begun) else _new_day(store.context)
    left = [each.series for each in begun if each.open and each.series]
    if any(wanted in _left(each) for each in (*new, *left)):
        yield _DAY
    if _is_for_accounts(store.context, wanted):
        yield _FOR_ACCOUNTS
    cups = contests.list_contests(store, TOURNAMENT)
    own = [each.state for each in cups if isinstance(each.state, Tournament)]
    over = {each.name.casefold() for each in cups if not each.open}
    for cup in (*own, *list_published(store.context)[0]):
        if cup.name.casefold() in over and TOURNAMENT.is_tried_once(store.context.is_on_host):
            continue
        if wanted in zip(cup.games, cup.deals, strict=True) and not _has_played(own, wanted):
            yield _CUP.format(cup.name)


def _new_day(context: Context) -> list[Series]:
    try:
        return [days.deal_to_play(context, today())]
    except StoreError:
        return []  # this session can't play it


def _is_for_accounts(context: Context, wanted: tuple[str, int]) -> bool:
    """Return whether the player is a guest, and a deal is today's for players with an account."""
    try:
        return context.is_guest and wanted == days.deal_of(context, today()).legs[0][:2]
    except StoreError:
        return False


def _left(series: Series) -> list[tuple[str, int]]:
    """Return the deals the player has not played yet."""
    return [(leg.game, leg.deal) for leg in series.legs if leg.points is None]


def _has_played(cups: list[Tournament], wanted: tuple[str, int]) -> bool:
    """Return whether the player has finished a deal in a tournament."""
    legs = [leg for cup in cups for turn in cup.turns for leg in turn.series.legs]
    return any((leg.game, leg.deal) == wanted and leg.points is not None for leg in legs)
