"""Tournaments that players have published for all.

A published tournament has a name, games and deals; a host keeps the deals to itself. Each player's
turns stay in their own store, and their results go to the board.
"""

import json
from collections.abc import Iterable, Iterator

from solterm.contests import contests, days
from solterm.contests.contest import Contest, ContestGame
from solterm.contests.kinds import KINDS, TOURNAMENT
from solterm.context import Context
from solterm.core import deals
from solterm.core.names import EVENING, check_name, skeleton, to_latin
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
    """Publish a tournament, if players share a folder; publishing it again has no effect.

    Raises ``NameTaken`` if another one has that name, and ``StoreError`` if it can't be written,
    and for guests.
    """
    if shared := backends.find_shared_data(context):
        players.refuse_guests(context)
        add(shared, tournament)


def add(shared: SharedData, tournament: Contest) -> None:
    """Add a tournament to what players share; a host's has no deals. Raises as ``publish`` does."""
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


def check_new_name(name: str, known: Iterable[str], is_on_host: bool) -> str:
    """Return the name of a new tournament in stored form.

    Raises ``Refusal`` if one of the known names looks like it, or if only a host gives it.
    """
    tidy = check_name(name)
    if is_on_host and not to_latin(tidy).isascii():
        raise Refusal("On a host, names of tournaments are in Latin letters.")
    if skeleton(tidy).startswith(skeleton(EVENING)):
        raise Refusal("Evenings are tournaments of the host; choose another name.")
    if alike := next((each for each in known if skeleton(each) == skeleton(tidy)), None):
        raise Refusal(f"There is a tournament {alike} already; choose another name.")
    return tidy


def list_published(context: Context) -> tuple[list[Contest], list[str]]:
    """Return the published tournaments, and a sentence for each unreadable one."""
    shared = backends.find_shared_data(context)
    return list_in(shared) if shared else ([], [])


def list_in(shared: SharedData) -> tuple[list[Contest], list[str]]:
    """Return the tournaments in what players share, as ``list_published`` does."""
    found: list[Contest] = []
    faults: list[str] = []
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
    """Return the games and deals of the board of a day or a tournament at home.

    Return None for other boards and an unknown tournament, and on a host, which compares them
    itself.
    """
    word, _, name = board.partition(":")
    kind = KINDS.get(word)
    if kind is None or store.context.is_on_host:
        return None
    if kind.calendar:
        day = kind.calendar.parse(name)
        return days.lay_out_of_day(kind, day).deals if day else None
    if not kind.is_published:
        return None
    wanted = name.casefold()
    return next((each.deals for each in _list_known(store) if each.name.casefold() == wanted), None)


def _list_known(store: Store) -> Iterator[Contest]:
    yield from list_published(store.context)[0]
    yield from contests.list_contests(store, TOURNAMENT)


def _write(tournament: Contest) -> str:
    games, numbers = zip(*tournament.deals, strict=True)
    form = {"v": _VERSION, "tournament": tournament.name, "games": games}
    return json.dumps(form | {"deals": numbers} if all(numbers) else form)


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
        name, ids = stored["tournament"], stored["games"]
        numbers = [deals.parse(str(each)) for each in stored.get("deals", ())] or [0] * len(ids)
        games = tuple(ContestGame(game, deal) for game, deal in zip(ids, numbers, strict=True))
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
