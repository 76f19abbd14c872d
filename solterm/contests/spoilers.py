"""Keep players from watching or rehearsing deals that they may still play for a board."""

from collections.abc import Iterator

from solterm.contests import contests, days
from solterm.contests.contest import Contest
from solterm.contests.days import today
from solterm.contests.kinds import KINDS, Kind
from solterm.contests.tournaments import list_published
from solterm.context import Context
from solterm.store.errors import StoreError
from solterm.store.store import Store

_FOR_ACCOUNTS = "This is the deal of the day of players with an account: log in with a key."


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
    for kind in _dealt_alike():
        tries: dict[str, list[Contest]] = {}
        for each in contests.list_contests(store, kind):
            tries.setdefault(each.name.casefold(), []).append(each)
        begun = [each for own in tries.values() for each in own]
        for contest in (*begun, *_offered(store.context, kind)):
            own = tries.get(contest.name.casefold(), [])
            if wanted in contest.deals and _is_ahead(store.context, kind, own, wanted):
                yield kind.spoiler.format(contest.name)
    if _is_for_accounts(store.context, wanted):
        yield _FOR_ACCOUNTS


def _dealt_alike() -> list[Kind]:
    return [kind for kind in KINDS.values() if kind.is_dealt_alike]


def _offered(context: Context, kind: Kind) -> list[Contest]:
    """Return the contests of a kind that every player of this host may begin."""
    if not kind.calendar:  # only the host knows the deals of races to come
        return [each for each in list_published(context)[0] if each.kind is kind]
    try:
        return [days.deal_to_play(context, today(), kind)]
    except StoreError:
        return []  # this session can't play it


def _is_ahead(context: Context, kind: Kind, own: list[Contest], wanted: tuple[str, int]) -> bool:
    """Return whether the player has yet to play a deal in a contest with these tries."""
    most = kind.most_tries(context.is_on_host)
    calendar = kind.calendar
    is_over = calendar and any(each.name != calendar.name_of(today()) for each in own)
    if not is_over and len(own) < most:
        return True
    if most:
        own = [each for each in own if each.open]
        return bool(own) and not any(_is_played(each, wanted) for each in own)
    return not any(_is_played(each, wanted) for each in own)


def _is_for_accounts(context: Context, wanted: tuple[str, int]) -> bool:
    """Return whether the player is a guest, and a deal is today's for players with an account."""
    dated = [kind for kind in KINDS.values() if kind.calendar] if context.is_guest else []
    try:
        return any(wanted in days.deal_of(context, today(), kind).deals for kind in dated)
    except StoreError:
        return False


def _is_played(contest: Contest, wanted: tuple[str, int]) -> bool:
    played = (each for each in contest.games if each.points is not None)
    return any((each.game, each.deal) == wanted for each in played)
