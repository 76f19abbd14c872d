"""All data of a host, in its folder or in a database: copied, backed up, checked and deleted.

``copy`` copies accounts, players, boards and tournaments between files and a database, compares
every row, and may be repeated after an interruption.
"""

import fcntl
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

from solterm.contests.boards import Boards
from solterm.context import Context
from solterm.core.phrases import count
from solterm.serve import accounts, host_settings
from solterm.serve.account_tables import CONTESTS, HOST_FILE, open_database
from solterm.serve.accounts import open_file
from solterm.serve.nicknames import is_unwanted
from solterm.store import (
    backends,
    backup,
    database,
    inspection,
    locations,
    players,
    settings,
    sharedfolder,
)
from solterm.store.backends import PlayerFolder
from solterm.store.backup import Scope, await_tick, draft_folder
from solterm.store.errors import StoreError
from solterm.store.interface import Engine, PlayerData, board_of, digest_of, profile_of
from solterm.store.postgres.player_rows import PlayerRows, SharedRows
from solterm.store.postgres.tables import OWN
from solterm.store.schema import STORE, FileLayout, in_memory
from solterm.store.sharedfolder import (
    BOARDS,
    NAMES,
    TOURNAMENTS,
    SharedFolder,
    prepare,
    read_names,
    write_names,
)
from solterm.store.sqlite import SqliteFile
from solterm.store.store import Store

SHARED = "shared"
"""The folder with the boards and tournaments, in the host's folder."""

GUESTS = "guests"
"""The folder of the guests' folders, in the host's folder."""

_NO_OWNER = "moved"
"""The owner of shared data whose player is unknown; it looks like no player's id."""

_LARGEST = 1 << 30
_PAPERS = (settings.FILE, players.FILE)
_RESULT_FILE = re.compile(r"[0-9a-f]{16}-([0-9a-f]{64})\.txt")

_KEY = "host_key"
_LOCK_SECONDS = 30.0

HOST = Scope(
    "solterm host backup 1",
    (accounts.FILE, _KEY, host_settings.FILE, locations.PLAYERS, SHARED),
    re.compile(
        rf"{re.escape(accounts.FILE)}|{_KEY}|{re.escape(host_settings.FILE)}"
        rf"|{SHARED}/(?:{BOARDS}/[^/]+\.txt|{TOURNAMENTS}/[^/]+\.json|{re.escape(NAMES)})"
        rf"|{locations.PLAYERS}/[^/]+/(?:{backup.OWN_NAMES})"
    ),
    {accounts.FILE: HOST_FILE, database.FILE: STORE},
    1 << 40,
)
"""What a backup of a host has."""

Rows = dict[str, list[tuple[Any, ...]]]
"""The rows of tables, sorted."""


class SharedText(NamedTuple):
    """A result or tournament that players share."""

    name: str
    """The digest of a result, the file name of a tournament."""
    text: str
    owner: str = ""
    """The player's id, where the database knows it."""


class CopyCounts(NamedTuple):
    """What was copied and compared."""

    players: int = 0
    games: int = 0
    events: int = 0
    results: int = 0
    tournaments: int = 0

    def tell(self) -> str:
        on_boards = f"{count(self.results, 'results')} on boards"
        named = ("players", "games", "events")
        counted = [count(getattr(self, name), name) for name in named]
        return ", ".join([*counted, on_boards, count(self.tournaments, "tournaments")])


class HostData(NamedTuple):
    """Where a host's data is."""

    folder: Path
    database: str = ""
    """The address of its database; empty if all is in the folder."""
    keys: Mapping[str, str] | None = None
    """If the address is for sessions: a key for each player whose data may be read."""

    def context(self, player: str) -> Context:
        """Return the context of a player's session, or of a guest's by ``guest_id``."""
        if is_guest(player):
            return Context(folder=self.folder / player, is_guest=True)
        return Context(
            player=player,
            folder=self.folder,
            shared=self.folder / SHARED,
            database=self.database,
            database_key=(self.keys or {}).get(player, ""),
        )

    @contextmanager
    def open_accounts(self) -> Iterator[Engine]:
        with _closing(
            open_database(self.database) if self.database else open_file(self.folder)
        ) as engine:
            yield engine

    @contextmanager
    def open_store(self, player: str) -> Iterator[Engine]:
        """Open the games of a player; a missing file is created."""
        if self.database:
            name = locations.file_name(player)
            engine: Engine = backends.connect(self.database, name)
        else:
            home = locations.home(self.context(player))
            locations.create(self.context(player), home)
            engine = SqliteFile(home / database.FILE, f"The file of {player}")
        with _closing(engine):
            engine.open()
            yield engine

    def has_games(self, player: str) -> bool:
        """Whether there may be games; then ``open_store`` creates no file."""
        context = self.context(player)
        return context.is_in_database or (locations.home(context) / database.FILE).exists()

    def list_players(self) -> list[str]:
        """Return the ids of all players with an account."""
        with self.open_accounts() as accounts:
            return [str(id) for (id,) in accounts.read("SELECT id FROM player ORDER BY id")]


def guest_id(session: str) -> str:
    """Return what stands for a guest in place of a player's id: the folder, for the session."""
    return f"{GUESTS}/{session}"


def is_guest(player: str) -> bool:
    """Return whether an id is a guest's."""
    return player.startswith(guest_id(""))


@contextmanager
def _closing(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.disconnect()


# -- rows --------------------------------------------------------------------------------------


def _columns(layout: FileLayout) -> dict[str, list[str]]:
    """Return the columns of the tables, without the owner that only a database has."""
    with closing(in_memory(layout)) as blank:
        return {
            table: [str(row[1]) for row in blank.execute(f"PRAGMA table_info({table})")]
            for table in layout.tables
        }


def _read_rows(engine: Engine, layout: FileLayout) -> Rows:
    with engine.transaction():  # one state of all tables
        return {
            table: sorted(engine.read(f"SELECT {', '.join(names)} FROM {table}"), key=repr)
            for table, names in _columns(layout).items()
        }


def _write_rows(engine: Engine, layout: FileLayout, rows: Rows) -> None:
    """Replace all rows."""
    with engine.transaction() as transaction:
        for table, names in _columns(layout).items():
            transaction.execute(f"DELETE FROM {table}")
            places = ", ".join("?" * len(names))
            transaction.executemany(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", rows[table]
            )


# -- settings ----------------------------------------------------------------------------------


def _read_papers(data: HostData, engine: Engine, player: str) -> dict[str, str]:
    if data.database:
        return dict(engine.read("SELECT name, text FROM paper"))
    home, papers = PlayerFolder(data.context(player)), {}
    for name in _PAPERS:
        with suppress(FileNotFoundError):
            papers[name] = home.read(name, _LARGEST)
    return papers


def _write_papers(data: HostData, engine: Engine, player: str, papers: dict[str, str]) -> None:
    if data.database:
        with engine.transaction() as transaction:
            transaction.execute("DELETE FROM paper")
    target: PlayerData = PlayerRows(engine) if data.database else PlayerFolder(data.context(player))
    for name, text in papers.items():
        target.replace(name, text)


# -- what players share --------------------------------------------------------------------------


def read_results(data: HostData) -> list[SharedText]:
    """Return the results on the shared boards in the order in which they were entered."""
    return _read_shared(
        data, "SELECT digest, text, player FROM shared_result ORDER BY entered, digest", BOARDS
    )


def read_tournaments(data: HostData) -> list[SharedText]:
    """Return the published tournaments in their order."""
    return _read_shared(
        data, "SELECT file, text, player FROM tournament ORDER BY entered, file", TOURNAMENTS
    )


def _read_shared(data: HostData, query: str, folder: str) -> list[SharedText]:
    if data.database:
        with data.open_store(_NO_OWNER) as engine:
            return [SharedText(*row) for row in engine.read(query)]
    found = []
    with suppress(FileNotFoundError):
        found = sorted(
            (each.stat().st_ctime_ns, each.name, each)
            for each in (data.folder / SHARED / folder).iterdir()
            if each.is_file() and not each.name.startswith(".")
        )
    texts = []
    for _, name, path in found:
        digest = _RESULT_FILE.fullmatch(name)
        text = path.read_text(encoding="utf-8")
        if folder == TOURNAMENTS or (digest and digest_of(text) == digest[1]):
            texts.append(SharedText(digest[1] if digest else name, text))
    return texts


@contextmanager
def open_shared(data: HostData, owner: str) -> Iterator[Any]:
    """Open the shared data as a player, who owns what is added."""
    if not data.database:
        yield SharedFolder(data.folder / SHARED, "the folder")
        return
    with data.open_store(owner or _NO_OWNER) as engine:
        yield SharedRows(engine)


def make_board_store(data: HostData) -> Store:
    """Return a store in which the host reads boards; it remembers which results were proved."""
    context = data.context("")._replace(nickname="host", database="")
    return Store.memory("It only reads boards.", context)


@contextmanager
def open_boards(data: HostData, store: Store) -> Iterator[Boards]:
    """Open the boards as nobody's, to read them."""
    with open_shared(data, "") as shared:
        yield Boards(store, shared=shared)


def _write_shared(source: HostData, target: HostData) -> CopyCounts:
    results, tournaments = read_results(source), read_tournaments(source)
    there = {each.name for each in read_results(target)}
    if not target.database:
        prepare(target.context(""))
    for each in results:
        if each.name not in there:
            await_tick()
            with open_shared(target, each.owner or profile_of(each.text)) as shared:
                shared.add_result(board_of(each.text), each.text)
    for each in tournaments:
        with open_shared(target, each.owner) as shared:
            shared.add_tournament(each.name, each.text)
    _compare([each[:2] for each in results], [each[:2] for each in read_results(target)], "boards")
    copied = sorted(each[:2] for each in read_tournaments(target))
    _compare(sorted(each[:2] for each in tournaments), copied, "tournaments")
    return CopyCounts(results=len(results), tournaments=len(tournaments))


# -- copying -------------------------------------------------------------------------------------


def copy(source: HostData, target: HostData) -> CopyCounts:
    """Copy all data and compare every row with the original.

    A player whose data is there already is only compared. Raises ``StoreError`` if the target has
    other players, or if a copy differs.
    """
    if target.folder.exists() or target.database:
        _check_target(source, target)
    ids = source.list_players()
    total = CopyCounts(players=len(ids))
    for player in ids:
        rows = _copy_player(source, target, player)
        total = total._replace(
            games=total.games + len(rows.get("play", ())),
            events=total.events + len(rows.get("event", ())),
        )
    shared = _write_shared(source, target)
    # The accounts come last: an interrupted copy has no players who could log in.
    with source.open_accounts() as before, target.open_accounts() as after:
        rows = _read_rows(before, HOST_FILE)
        if _read_rows(after, HOST_FILE) != rows:
            _write_rows(after, HOST_FILE, rows)
        _compare(rows, _read_rows(after, HOST_FILE), "accounts")
    return total._replace(results=shared.results, tournaments=shared.tournaments)


def _check_target(source: HostData, target: HostData) -> None:
    if set(target.list_players()) - set(source.list_players()):
        raise StoreError("There are other players already: choose an empty place.")


def _copy_player(source: HostData, target: HostData, player: str) -> Rows:
    if not source.has_games(player):
        return {}
    with source.open_store(player) as before, target.open_store(player) as after:
        rows, papers = _read_rows(before, STORE), _read_papers(source, before, player)
        if _read_rows(after, STORE) != rows:
            _write_rows(after, STORE, rows)
        if _read_papers(target, after, player) != papers:
            _write_papers(target, after, player, papers)
        _compare(rows, _read_rows(after, STORE), f"games of {player}")
        _compare(papers, _read_papers(target, after, player), f"settings of {player}")
    return rows


def _compare(wanted: object, found: object, what: str) -> None:
    if wanted != found:
        raise StoreError(f"The copy of the {what} differs from the original; do it again.")


# -- backups -------------------------------------------------------------------------------------


def write_backup(source: HostData, file: Path) -> int:
    """Write all data of a host to a new file; the host may run. Returns the number of files in it.

    The file has the same form for a host with a database.
    """
    if not source.database:
        return backup.backup(source.folder, file, scope=HOST)
    with draft_folder(file.parent) as draft:
        copy(source, HostData(draft))
        for name in (_KEY, host_settings.FILE):
            with suppress(FileNotFoundError):
                shutil.copy(source.folder / name, draft / name)
        return backup.backup(draft, file, scope=HOST)


def restore_backup(file: Path, target: HostData) -> tuple[int, Path | None]:
    """Replace all data of a host, which must not run, by a backup.

    Returns the number of players, and the folder with the old data, if any. A database must have
    no players.
    """
    with backup.unpacked(target.folder, file, HOST) as fresh:
        found = HostData(fresh)
        number, scope = len(found.list_players()), HOST
        prepare(found.context(""))  # its folders are sticky
        if target.database:
            copy(found, target)
            scope = HOST._replace(tops=(_KEY, host_settings.FILE))
        return number, backup.exchange(fresh, target.folder, scope)


def lock(folder: Path) -> int:
    """Lock a host's folder; raise ``BlockingIOError`` if another process has it."""
    number = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(number)
        raise
    return number


@contextmanager
def locked(folder: Path, stop: Callable[[], object]) -> Iterator[None]:
    """Hold the lock of a host's folder, so that no host runs there; ``stop`` ends the present one.

    Raises ``StoreError`` if the host does not end.
    """
    stop()
    number, end = -1, time.monotonic() + _LOCK_SECONDS
    while number < 0:
        try:
            number = lock(folder)
        except BlockingIOError:
            if time.monotonic() > end:
                raise StoreError("The host does not end; stop it and try again.") from None
            time.sleep(0.2)
    try:
        yield
    finally:
        os.close(number)


# -- the check -----------------------------------------------------------------------------------


def find_faults(data: HostData, engine: Engine, unwanted: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each fault."""
    if damage := engine.find_damage():
        yield damage
    names = {id: str(name) for id, name in engine.read("SELECT id, name FROM player")}
    for player, name in names.items():
        if is_unwanted(name, unwanted):
            yield f"{name}: the host does not want this name; 'solterm host rename' changes it."
        if data.has_games(player):
            yield from (f"{name}: {fault}" for fault in _faults_of(data, player))
    if data.database:
        return
    if trouble := sharedfolder.trouble(data.context("")):
        yield trouble
    folder = data.folder / locations.PLAYERS
    for each in sorted(folder.iterdir()) if folder.exists() else ():
        if each.name not in names:
            yield f"{each} belongs to no player; remove it if you know why."


def _faults_of(data: HostData, player: str) -> Iterator[str]:
    try:
        store = Store.open(context=data.context(player))
    except StoreError as error:
        yield str(error)
        return
    try:
        yield from inspection.faults(store)
    except StoreError as error:
        yield str(error)
    finally:
        store.disconnect()


# -- deleting ------------------------------------------------------------------------------------


def delete_player(data: HostData, player: str) -> None:
    """Delete all data of a player; the sessions must have ended. It may be repeated.

    Published tournaments stay: they name nobody, and other players' results depend on them.
    """
    _delete_results(data, player)
    if data.database:
        with data.open_store(player) as engine, engine.transaction() as transaction:
            for table in OWN:
                transaction.execute(f"DELETE FROM {table}")
    else:
        rmtree(locations.home(data.context(player)), ignore_errors=True)
        names = read_names(data.folder / SHARED)
        if names.pop(player, ""):
            write_names(data.folder / SHARED, names)
    with data.open_accounts() as accounts, accounts.transaction() as transaction:
        of_player = "(SELECT fingerprint FROM login_key WHERE player = ?)"
        transaction.execute(f"DELETE FROM wrong_code WHERE fingerprint IN {of_player}", (player,))
        transaction.execute(
            "DELETE FROM recent_result WHERE player IN (SELECT name FROM player WHERE id = ?)",
            (player,),
        )
        transaction.execute("DELETE FROM ban WHERE subject = ?", (player,))
        transaction.execute(
            "UPDATE racer SET player = '-', name = '', pace = '', record = '' WHERE player = ?",
            (player,),
        )
        for table in ("login_key", "key_code", "nickname", *CONTESTS):
            transaction.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
        transaction.execute("DELETE FROM player WHERE id = ?", (player,))


def _delete_results(data: HostData, player: str) -> None:
    if data.database:
        with (
            _closing(backends.connect(data.database, "")) as engine,
            engine.transaction() as transaction,
        ):
            transaction.execute("DELETE FROM shared_result WHERE player = ?", (player,))
        return
    folder = data.folder / SHARED / BOARDS
    for each in read_results(data):
        if profile_of(each.text) == player:
            for path in folder.glob(f"*-{each.name}.txt"):
                path.unlink()
