"""Tournaments that a host's players have published for all.

A published tournament has a name, games and deals. Each player's turns stay in their own store, and
their results go to the board.
"""

import json
from collections.abc import Iterator
from datetime import date

from solterm.contests import contests, days
from solterm.contests.contest import Contest, ContestGame
from solterm.contests.kinds import KINDS, TOURNAMENT, Kind
from solterm.context import Context
from solterm.core import deals
from solterm.core.names import check_name
from solterm.core.refusal import Refusal
from solterm.store import backends, locations, players
from solterm.store.errors import SharedError, StoreError
from solterm.store.files import Unfit
from solterm.store.interface import SharedData
from solterm.store.store import Store

_VERSION = 1
"""The version of the published form."""


class NameTaken(StoreError):
    """The host has another tournament of that name."""


def publish(context: Context, tournament: Contest) -> None:
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
        if shared.add_tournament(name, _write(tournament)):
            return
    except SharedError as error:
        raise StoreError(
            f"Tournaments cannot be published in {shared.location} ({error}); ask who keeps it."
        ) from None
    there = _read(shared, name)
    if (there.name, there.deals) != (tournament.name, tournament.deals):
        raise NameTaken(f"This host has a tournament {tournament.name} already.")


def list_published(context: Context) -> tuple[list[Contest], list[str]]:
    """Return the published tournaments, and a sentence for each unreadable one."""
    found: list[Contest] = []
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
    if kind.calendar:
        return _deals_of_day(store.context, kind, kind.calendar.parse(name))
    wanted = name.casefold()
    return next((each.deals for each in _list_known(store) if each.name.casefold() == wanted), None)


def _deals_of_day(context: Context, kind: Kind, day: date | None) -> list[tuple[str, int]] | None:
    if day is None:
        return None
    try:
        return days.deal_of(context, day, kind).deals
    except StoreError:
        return []  # of a later day


def _list_known(store: Store) -> Iterator[Contest]:
    yield from list_published(store.context)[0]
    yield from contests.list_contests(store, TOURNAMENT)


def _write(tournament: Contest) -> str:
    games, numbers = zip(*tournament.deals, strict=True)
    form = {"v": _VERSION, "tournament": tournament.name, "games": games, "deals": numbers}
    return json.dumps(form)


def _parse(text: str) -> Contest:
    """Return the tournament of a published form; raises ``Refusal`` for anything else."""
    damaged = Refusal("It is damaged: it is not a tournament.")
    try:
        stored = dict(json.loads(text))
        version = stored["v"]
    except (KeyError, TypeError, ValueError, RecursionError):
        raise damaged from None
    if version != _VERSION:
        raise Refusal(f"It has form {version!a}; this solterm reads form {_VERSION}.")
    try:
        name, pairs = stored["tournament"], zip(stored["games"], stored["deals"], strict=True)
        games = tuple(ContestGame(game, deals.parse(str(deal))) for game, deal in pairs)
    except (KeyError, TypeError, ValueError, Refusal):
        raise damaged from None
    if not (isinstance(name, str) and games and all(isinstance(each.game, str) for each in games)):
        raise damaged
    return Contest(TOURNAMENT, name, games)


def _read(shared: SharedData, name: str) -> Contest:
    try:
        found = _parse(shared.read_tournament(name))
        if name != _file_name(found.name):
            raise Refusal("It is the file of another tournament.")
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
