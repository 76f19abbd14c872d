"""Tournaments of a host: published in the shared place, for players in sessions of their own.

A file, or a row of the hosts' database, holds the name, the games and the deals of a tournament,
and nobody's turns; those stay with each player, and the results go to the board.
"""

import re
from collections import Counter
from typing import Protocol

from solterm.contests.kinds import TOURNAMENT
from solterm.contests.names import check_name
from solterm.contests.series import SeriesError
from solterm.contests.tournament import Tournament
from solterm.store import contests, engines, place, players, sharedfolder
from solterm.store.errors import StoreError, show_path
from solterm.store.files import Unfit
from solterm.store.store import Store

_SUFFIX = ".json"
_FILE = re.compile(r"[^.].*\.json")
_LARGEST = 1 << 16
MOST_OF_ONE = 100
"""Tournaments of one account that are looked at, the newest of them."""


class NameTaken(StoreError):
    """The host has another tournament of that name."""


class Noticeboard(Protocol):
    """Where the tournaments of a host are published; what hinders raises ``OSError``."""

    @property
    def called(self) -> str:
        """The place, in a sentence for the player."""

    def names(self) -> list[str]:
        """The names of the files, or what they would be called; of each account the newest."""

    def read(self, name: str) -> str:
        """The text of a file; raises ``Unfit`` too."""

    def put(self, name: str, text: str) -> bool:
        """Put a file there, for all to read, unless there is one of that name; was it put?"""


class _Files:
    """Tournaments that are files of the shared place."""

    @property
    def called(self) -> str:
        return show_path(place.find_shared())

    def names(self) -> list[str]:
        root = place.find_shared()
        if root is None or not root.exists():
            return []
        count: Counter[int] = Counter()
        names = []
        with sharedfolder.open_folder(sharedfolder.TOURNAMENTS) as folder:
            for each in sorted(folder.files(_FILE), key=lambda each: -each.moment):
                count[each.owner] += 1
                if count[each.owner] <= MOST_OF_ONE:
                    names.append(each.name)
        return sorted(names)

    def read(self, name: str) -> str:
        with sharedfolder.open_folder(sharedfolder.TOURNAMENTS) as folder:
            return folder.read(name, _LARGEST)

    def put(self, name: str, text: str) -> bool:
        return sharedfolder.keep(sharedfolder.TOURNAMENTS, name, text)


def _find() -> Noticeboard | None:
    """Where this host publishes; None where nothing is shared."""
    engine = engines.find_shared()
    if engine is None:
        return _Files() if place.find_shared() else None
    from solterm.store.postgres.tournaments import Rows

    return Rows(engine)


def publish(tournament: Tournament) -> None:
    """Publish a tournament in the shared place, if there is one.

    Publishing it twice is once. Raises ``NameTaken`` when another one of that name is there, and
    ``StoreError`` when it cannot be written, and for guests.
    """
    published = _find()
    if published is None:
        return
    players.refuse_guests()
    name = f"{place.file_name(tournament.name)}{_SUFFIX}"
    try:
        if published.put(name, tournament.without_turns().to_json()):
            return
        there = _read(published, name)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(
            f"Tournaments cannot be published in {published.called} ({reason}); ask who keeps it."
        ) from None
    if there != tournament.without_turns():
        raise NameTaken(f"This host has a tournament {tournament.name} already.")


def list_published() -> tuple[list[Tournament], list[str]]:
    """The tournaments of the host, and a sentence for each file that is none."""
    found: list[Tournament] = []
    faults: list[str] = []
    published = _find()
    if published is None:
        return [], []
    try:
        for name in published.names():
            try:
                found.append(_read(published, name))
            except StoreError as error:
                faults.append(str(error))
    except OSError as error:
        reason = error.strerror or error
        faults.append(f"The tournaments in {published.called} cannot be read ({reason}).")
    return found, faults


def _read(published: Noticeboard, name: str) -> Tournament:
    """A published tournament. Raises ``StoreError`` with the place and what is wrong with it."""
    try:
        found = Tournament.from_json(published.read(name)).without_turns()
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
