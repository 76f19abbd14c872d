"""Tournaments of a host: published in the shared place, for players in sessions of their own.

A file holds the name, the games and the deals of a tournament, and nobody's turns; those stay with
each player, and the results go to the board.
"""

import re
from collections import Counter

from solterm.contests.kinds import TOURNAMENT
from solterm.contests.names import check_name
from solterm.contests.series import SeriesError
from solterm.contests.tournament import Tournament
from solterm.store import contests, place, shared
from solterm.store.errors import StoreError, show_path
from solterm.store.files import Folder, Unfit
from solterm.store.store import Store

_SUFFIX = ".json"
_FILE = re.compile(r"[^.].*\.json")
_LARGEST = 1 << 16
_MOST_OF_ONE = 100
"""Tournaments of one account that are looked at, the newest of them."""


class NameTaken(StoreError):
    """The host has another tournament of that name."""


def publish(tournament: Tournament) -> None:
    """Publish a tournament in the shared place, if there is one.

    Publishing it twice is once. Raises ``NameTaken`` when another one of that name is there, and
    ``StoreError`` when it cannot be written.
    """
    root = place.shared()
    if root is None:
        return
    name = f"{place.file_name(tournament.name)}{_SUFFIX}"
    try:
        if shared.keep(shared.TOURNAMENTS, name, tournament.published().to_json()):
            return
        with shared.open_folder(shared.TOURNAMENTS) as folder:
            there = _read(folder, name)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(
            f"Tournaments cannot be published in {show_path(root)} ({reason}); ask who keeps it."
        ) from None
    if there != tournament.published():
        raise NameTaken(f"This host has a tournament {tournament.name} already.")


def list_published() -> tuple[list[Tournament], list[str]]:
    """The tournaments of the host, and a sentence for each file that is none."""
    found: list[Tournament] = []
    faults: list[str] = []
    root = place.shared()
    if root is None or not root.exists():
        return [], []
    try:
        with shared.open_folder(shared.TOURNAMENTS) as folder:
            for name in _names(folder):
                try:
                    found.append(_read(folder, name))
                except StoreError as error:
                    faults.append(str(error))
    except OSError as error:
        reason = error.strerror or error
        faults.append(f"The tournaments in {show_path(root)} cannot be read ({reason}).")
    return found, faults


def _names(folder: Folder) -> list[str]:
    """The files of tournaments, of each account the newest ones."""
    count: Counter[int] = Counter()
    names = []
    for each in sorted(folder.files(_FILE), key=lambda each: -each.moment):
        count[each.owner] += 1
        if count[each.owner] <= _MOST_OF_ONE:
            names.append(each.name)
    return sorted(names)


def _read(folder: Folder, name: str) -> Tournament:
    """A published tournament. Raises ``StoreError`` with the place and what is wrong with it."""
    try:
        found = Tournament.from_json(folder.read(name, _LARGEST)).published()
        if name != f"{place.file_name(found.name)}{_SUFFIX}":
            raise SeriesError("It is the file of another tournament.")
        check_name(found.name)
    except OSError as error:
        fault = f"It cannot be read ({error.strerror or error})."
    except Unfit as error:
        fault = f"It {error}."
    except ValueError as error:
        fault = str(error)
    else:
        return found
    raise StoreError(f"{name!a} in the shared tournaments is left out. {fault}")


def deals_of(store: Store, board: str) -> list[tuple[str, int]] | None:
    """The games and deals of a tournament's board; None for other boards, or an unknown one."""
    kind, _, name = board.partition(":")
    if kind != TOURNAMENT.id:
        return None
    for each in list_published()[0]:
        if each.name.casefold() == name.casefold():
            return list(zip(each.games, each.deals, strict=True))
    for contest in contests.list_contests(store, TOURNAMENT):
        state = contest.state
        if isinstance(state, Tournament) and state.name.casefold() == name.casefold():
            return list(zip(state.games, state.deals, strict=True))
    return None
