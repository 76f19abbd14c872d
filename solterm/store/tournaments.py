"""Tournaments of a host: published in the shared place, for players in sessions of their own.

A file holds the name, the games and the deals of a tournament, and nobody's turns; those stay with
each player, and the results go to the board.
"""

import os
from pathlib import Path
from urllib.parse import quote

from solterm.contests.series import SeriesError
from solterm.contests.tournament import Tournament
from solterm.store import contests
from solterm.store.boards import SHARED
from solterm.store.errors import StoreError, shown
from solterm.store.store import Store

_FOLDER = "tournaments"
_SUFFIX = ".json"
_OPEN_TO_ALL = 0o1777
_LARGEST = 1 << 16


def publish(tournament: Tournament) -> None:
    """Publish a tournament in the shared place, if there is one and none of that name is there.

    Raises ``StoreError`` when it cannot be written.
    """
    folder = _folder()
    if folder is None:
        return
    path = folder / f"{quote(tournament.name.casefold(), safe='- ')}{_SUFFIX}"
    draft = folder / f".{path.name}.{os.getpid()}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(_OPEN_TO_ALL)
        try:
            with draft.open("x", encoding="utf-8") as file:
                file.write(tournament.published().to_json())
                file.flush()
                os.fsync(file.fileno())
            draft.chmod(0o644)
            os.link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except FileExistsError:
        raise StoreError(f"This host has a tournament {tournament.name} already.") from None
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"{shown(folder)} cannot be written ({reason}).") from None


def published() -> tuple[list[Tournament], list[str]]:
    """The tournaments of the host, and a sentence for each file that is none."""
    folder = _folder()
    found, faults = [], []
    for path in sorted(folder.glob(f"*{_SUFFIX}")) if folder and folder.is_dir() else ():
        try:
            if not path.is_file() or path.stat().st_size > _LARGEST:
                raise SeriesError("It is no tournament.")
            found.append(Tournament.from_json(path.read_text(encoding="utf-8")).published())
        except SeriesError as error:
            faults.append(f"{shown(path)}: {error}")
        except (OSError, UnicodeDecodeError):
            faults.append(f"{shown(path)} cannot be read.")
    return found, faults


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


def _folder() -> Path | None:
    chosen = os.environ.get(SHARED)
    return Path(chosen).absolute() / _FOLDER if chosen else None
