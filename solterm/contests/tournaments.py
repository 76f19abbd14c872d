"""Tournaments that a host's players have published for all.

A published tournament has a name, games and deals. Each player's turns stay in their own store, and
their results go to the board.
"""

from collections.abc import Iterator

from solterm.contests import contests, days
from solterm.contests.claims import parse_day
from solterm.contests.kinds import KINDS, TOURNAMENT, Naming
from solterm.contests.series import SeriesError
from solterm.contests.tournament import Tournament
from solterm.context import Context
from solterm.core.names import check_name
from solterm.core.refusal import Refusal
from solterm.store import backends, locations, players
from solterm.store.errors import SharedError, StoreError
from solterm.store.files import Unfit
from solterm.store.interface import SharedData
from solterm.store.store import Store


class NameTaken(StoreError):
    """The host has another tournament of that name."""


def publish(context: Context, tournament: Tournament) -> None:
    """Publish a tournament, if the host shares data; publishing it again has no effect.

    Raises ``NameTaken`` if another one has that name, and ``StoreError`` if it can't be written,
    and for guests.
    """
    shared = backends.find_shared_data(context)
    if shared is None:
        return
    players.refuse_guests(context)
    name = _file_name(tournament.name)
    try:
        if shared.add_tournament(name, tournament.without_turns().to_json()):
            return
    except SharedError as error:
        raise StoreError(
            f"Tournaments cannot be published in {shared.location} ({error}); ask who keeps it."
        ) from None
    if _read(shared, name) != tournament.without_turns():
        raise NameTaken(f"This host has a tournament {tournament.name} already.")


def list_published(context: Context) -> tuple[list[Tournament], list[str]]:
    """Return the published tournaments, and a sentence for each unreadable one."""
    found: list[Tournament] = []
    faults: list[str] = []
    shared = backends.find_shared_data(context)
    if shared is None:
        return [], []
    try:
        names = shared.tournaments()
    except SharedError as error:
        return [], [f"The tournaments in {shared.location} cannot be read ({error})."]
    for name in names:
        try:
            found.append(_read(shared, name))
        except StoreError as error:
            faults.append(str(error))
    return found, faults


def deals_of(store: Store, board: str) -> list[tuple[str, int]] | None:
    """Return the games and deals of the board of a day or a tournament.

    Return None for other boards and an unknown tournament.
    """
    word, _, name = board.partition(":")
    kind = KINDS.get(word)
    if kind is None or not kind.is_dealt_alike:
        return None
    if kind.named_by is Naming.DAY:
        return _deals_of_day(store.context, name)
    for each in _list_known(store):
        if isinstance(each, Tournament) and each.name.casefold() == name.casefold():
            return list(zip(each.games, each.deals, strict=True))
    return None


def _deals_of_day(context: Context, name: str) -> list[tuple[str, int]] | None:
    day = parse_day(name)
    if day is None:
        return None
    try:
        return [leg[:2] for leg in days.deal_of(context, day).legs]
    except StoreError:
        return []  # of a later day


def _list_known(store: Store) -> Iterator[object]:
    yield from list_published(store.context)[0]
    yield from (each.state for each in contests.list_contests(store, TOURNAMENT))


def _read(shared: SharedData, name: str) -> Tournament:
    try:
        found = Tournament.from_json(shared.read_tournament(name)).without_turns()
        if name != _file_name(found.name):
            raise SeriesError("It is the file of another tournament.")
        check_name(found.name)
    except SharedError as error:
        fault = f"It cannot be read ({error})."
    except Unfit as error:
        fault = f"It {error}."
    except Refusal as error:
        fault = str(error)
    else:
        return found
    raise StoreError(f"{name!a} in the shared tournaments is ignored. {fault}")


def _file_name(tournament: str) -> str:
    return f"{locations.file_name(tournament)}.json"
