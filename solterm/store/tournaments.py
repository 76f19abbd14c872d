"""Tournaments of a host: published in the shared place, for players in sessions of their own.

A file holds the name, the games and the deals of a tournament, and nobody's turns; those stay with
each player, and the results go to the board.
"""

from pathlib import Path

from solterm.contests.names import check_name
from solterm.contests.series import SeriesError
from solterm.contests.tournament import Tournament
from solterm.store import contests, files, place
from solterm.store.errors import StoreError, shown
from solterm.store.store import Store

_FOLDER = "tournaments"
_SUFFIX = ".json"
_LARGEST = 1 << 16


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
    text = tournament.published().to_json()
    try:
        folder = files.make_open(root, _FOLDER)
        path = folder / f"{place.file_name(tournament.name)}{_SUFFIX}"
        if files.put(path, text):
            return
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(
            f"Tournaments cannot be published in {shown(root)} ({reason}); ask who keeps it."
        ) from None
    if _read(path) != tournament.published():
        raise NameTaken(f"This host has a tournament {tournament.name} already.")


def published() -> tuple[list[Tournament], list[str]]:
    """The tournaments of the host, and a sentence for each file that is none."""
    found: list[Tournament] = []
    faults: list[str] = []
    for path in _paths(faults):
        try:
            found.append(_read(path))
        except StoreError as error:
            faults.append(str(error))
    return found, faults


def _paths(faults: list[str]) -> list[Path]:
    root = place.shared()
    if root is None:
        return []
    try:
        there = sorted((root / _FOLDER).iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        reason = error.strerror or error
        faults.append(f"The tournaments in {shown(root)} cannot be read ({reason}).")
        return []
    return [path for path in there if path.suffix == _SUFFIX and path.name[0] != "."]


def _read(path: Path) -> Tournament:
    """A published tournament. Raises ``StoreError`` with the place and what is wrong with it."""
    try:
        found = Tournament.from_json(files.read(path, _LARGEST)).published()
        if path.name != f"{place.file_name(found.name)}{_SUFFIX}":
            raise SeriesError("It is the file of another tournament.")
        check_name(found.name)
    except (StoreError, ValueError) as error:
        raise StoreError(f"{shown(path)} is left out. {error}") from None
    return found


def deals_of(store: Store, board: str) -> list[tuple[str, int]] | None:
    """The games and deals of a tournament's board; None for other boards, or an unknown one."""
    kind, _, name = board.partition(":")
    if kind != "tournament":
        return None
    for each in published()[0]:
        if each.name.casefold() == name.casefold():
            return list(zip(each.games, each.deals, strict=True))
    for contest in contests.listed(store, kind):
        state = contest.state
        if isinstance(state, Tournament) and state.name.casefold() == name.casefold():
            return list(zip(state.games, state.deals, strict=True))
    return None
