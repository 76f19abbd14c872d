"""Keep players from watching or rehearsing deals that they may still play for a board."""

from collections.abc import Iterator

from solterm.contests import contests, days
from solterm.contests.contests import Contest
from solterm.contests.days import today
from solterm.contests.kinds import CONTESTS, RACE, Kind, Naming
from solterm.contests.series import Series
from solterm.contests.tournament import Tournament
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
        tries = _list_tries(store, kind)
        begun = [each.latest for own in tries.values() for each in own]
        for series in (*begun, *_offered(store.context, kind)):
            own = tries.get(series.name.casefold(), [])
            if _is_dealt(series, wanted) and _is_ahead(store.context, kind, own, wanted):
                yield kind.spoiler.format(series.name)
    if _is_for_accounts(store.context, wanted):
        yield _FOR_ACCOUNTS


def _dealt_alike() -> list[Kind]:
    return [kind for kind in CONTESTS if kind.is_dealt_alike]


def _list_tries(store: Store, kind: Kind) -> dict[str, list[Contest]]:
    """Return the contests of a kind that the player has begun, by name in lower case."""
    tries: dict[str, list[Contest]] = {}
    for each in contests.list_contests(store, kind):
        tries.setdefault(each.name.casefold(), []).append(each)
    return tries


def _offered(context: Context, kind: Kind) -> list[Series]:
    """Return the contests of a kind that every player of this host may begin."""
    if kind is RACE:
        return []  # only the host knows the deals of those to come
    if kind.named_by is not Naming.DAY:
        return [each.latest for each in list_published(context)[0]]
    try:
        return [days.deal_to_play(context, today())]
    except StoreError:
        return []  # this session can't play it


def _is_ahead(context: Context, kind: Kind, own: list[Contest], wanted: tuple[str, int]) -> bool:
    """Return whether the player has yet to play a deal in a contest with these tries."""
    most = kind.most_tries(context.is_on_host)
    is_over = kind.named_by is Naming.DAY and any(each.name != str(today()) for each in own)
    if not is_over and sum(each.tries for each in own) < most:
        return True
    if most:
        under_way = [each.latest for each in own if each.open]
        return bool(under_way) and not any(_is_played(each, wanted) for each in under_way)
    return not any(_is_played(series, wanted) for each in own for series in _turns(each))


def _turns(contest: Contest) -> list[Series]:
    state = contest.state
    return [turn.series for turn in state.turns] if isinstance(state, Tournament) else [state]


def _is_for_accounts(context: Context, wanted: tuple[str, int]) -> bool:
    """Return whether the player is a guest, and a deal is today's for players with an account."""
    try:
        return context.is_guest and _is_dealt(days.deal_of(context, today()), wanted)
    except StoreError:
        return False


def _is_dealt(series: Series, wanted: tuple[str, int]) -> bool:
    return any((leg.game, leg.deal) == wanted for leg in series.legs)


def _is_played(series: Series, wanted: tuple[str, int]) -> bool:
    return any((leg.game, leg.deal) == wanted and leg.points is not None for leg in series.legs)
