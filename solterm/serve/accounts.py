"""The accounts of a host: its players, with their keys, names, codes and recent results.

The fingerprint of a public key identifies a player; the host trusts no other claim of a client. The
accounts are in SQLite, in a file next to the players' data, or in PostgreSQL; their SQL is what
both share. Every change is one transaction. If two run at once, on any host, the second waits.
"""

import hmac
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from solterm.context import Context
from solterm.core.names import skeleton
from solterm.core.phrases import suggest
from solterm.core.refusal import Refusal
from solterm.hall.messages import Result
from solterm.serve.account_tables import HOST_FILE, open_database
from solterm.serve.nicknames import check_nickname, propose
from solterm.store import backends, locations
from solterm.store.errors import show_path
from solterm.store.interface import Engine, Statements
from solterm.store.patience import Patience
from solterm.store.sqlite import SqliteFile

MOST_RESULTS = 500
"""Results in the list of recent ones."""
_LONGEST_TEXT = 200
_HIGHEST_MARK = 10**9

FILE = "host.db"
"""The file's name in the host's data folder."""

_OLD_NAME = timedelta(days=30)
"""How long an old name stays its player's."""
_MOST_OLD_NAMES = 5
"""Old names a player keeps; the limit stops players from collecting names by renaming."""

CODE_HOLDS = timedelta(minutes=10)
_WRONG_COUNTS = timedelta(hours=1)
_MOST_WRONG = 5
"""Wrong codes a key may try while they count."""
_MOST_CODES = 1000
"""Valid codes at once."""
_MOST_KEYS = 20
"""Keys of a player."""

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of codes; I, L and O look like other characters."""
_HALF = 4
"""Letters of a code before and after its hyphen."""

_MOST_LISTED = 1000
"""Players in one list."""
_BY_TEXT = (
    "SELECT id, name, begun, seen, (SELECT count(*) FROM login_key WHERE player = player.id)"
    " FROM player WHERE lower(name) LIKE ? OR id = ?"
    " OR id IN (SELECT player FROM login_key WHERE fingerprint = ?)"
    " OR id IN (SELECT player FROM nickname WHERE skeleton = ?)"
    " ORDER BY seen DESC, begun DESC LIMIT ?"
)

_RESULT = "player, game, level, deal, purpose, won, mark, moment, board"


class Player(NamedTuple):
    """A player with an account."""

    id: str
    """Sixteen hexadecimal digits, drawn by the host: the name of the player's folder."""
    name: str
    """The nickname, which is ASCII and looks like no other on this host."""


class Listed(NamedTuple):
    """A player with what the accounts know."""

    id: str
    name: str
    begun: str
    """When the player first came: ISO 8601 in UTC."""
    seen: str
    """The day of the last login."""
    keys: int
    """How many keys log in as this player."""


def check_result(result: Result) -> None:
    """Raise ``Refusal`` for a result that is larger than any play's."""
    texts = (
        *(result.player, result.game, result.deal, result.purpose),
        *(result.moment, result.board),
    )
    if max(map(len, texts)) > _LONGEST_TEXT or abs(result.mark) > _HIGHEST_MARK:
        raise Refusal("A result is larger than any play's.")


class Accounts:
    """The players of a host.

    Every method raises ``StoreError`` when the database fails, and ``Refusal`` with a sentence
    for the player when it refuses. Changes are on disk when a method returns. Use it from one
    thread.
    """

    def __init__(
        self, engine: Engine, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.engine = engine
        self._read = engine.read
        self.now = now
        self.find_unwanted: Callable[[], Sequence[str]] = tuple
        """Returns the words that no name may contain."""

    # -- players ---------------------------------------------------------------------------

    def find(self, fingerprint: str) -> Player | None:
        """Return the player of a key, or None for an unknown key."""
        rows = self._read(
            "SELECT player.id, player.name FROM login_key"
            " JOIN player ON player.id = login_key.player WHERE login_key.fingerprint = ?",
            fingerprint,
        )
        return Player(*rows[0]) if rows else None

    def log_in(self, fingerprint: str) -> Player | None:
        """Return the player of a key as ``find`` does, and note the day."""
        if found := self.find(fingerprint):
            day = self.now().date().isoformat()
            if not self._read("SELECT 1 FROM player WHERE id = ? AND seen = ?", found.id, day):
                with self.engine.transaction() as transaction:
                    transaction.execute("UPDATE player SET seen = ? WHERE id = ?", (day, found.id))
        return found

    def enrol(self, fingerprint: str, wish: str) -> Player:
        """Return the player of a key, created if it is new, with a name close to the wish.

        The wish is a login name and may be any text.
        """
        with self.engine.transaction() as transaction:
            known = self.find(fingerprint)  # two logins at once make one player
            if known:
                return known
            name = propose(wish, lambda each: self._holder(each) is None, self.find_unwanted())
            player = Player(secrets.token_hex(8), name)
            now = stamp(self.now())
            transaction.execute(
                "INSERT INTO player (id, name, begun, seen) VALUES (?, ?, ?, ?)",
                (*player, now, now[:10]),
            )
            _hold(transaction, player)
            _link(transaction, fingerprint, player.id, now)
        return player

    def rename(self, player: str, name: str) -> Player:
        """Rename a player, given by id; raises ``Refusal``.

        The old name stays reserved for a while.
        """
        with self.engine.transaction() as transaction:
            rows = self._read("SELECT name FROM player WHERE id = ?", player)
            if not rows:
                raise Refusal("This host no longer knows this player.")
            if rows[0][0] == name.strip():
                return Player(player, rows[0][0])  # may be one that players can't choose: player-7
            called = Player(player, check_nickname(name, self.find_unwanted()))
            if self._holder(called.name) not in (None, player):
                raise Refusal(
                    "Another player has this name or one that looks like it, or had it lately:"
                    " choose another."
                )
            transaction.execute(
                "UPDATE nickname SET dropped = ? WHERE player = ? AND dropped = ''",
                (stamp(self.now()), player),
            )
            _hold(transaction, called)
            transaction.execute("UPDATE player SET name = ? WHERE id = ?", (called.name, player))
            transaction.execute(
                "UPDATE recent_result SET player = ? WHERE player = ?", (called.name, rows[0][0])
            )
            transaction.execute("UPDATE racer SET name = ? WHERE player = ?", (called.name, player))
            transaction.execute(
                "UPDATE race SET called = ? WHERE wanted = ?", (called.name, player)
            )
            transaction.execute(
                "INSERT INTO renamed_player (player, name) VALUES (?, ?)"
                " ON CONFLICT (player) DO UPDATE SET name = excluded.name",
                called,
            )
            old = self._read(
                "SELECT skeleton FROM nickname WHERE player = ? AND dropped <> ''"
                " ORDER BY dropped DESC, skeleton",
                player,
            )
            for (each,) in old[_MOST_OLD_NAMES:]:
                transaction.execute("DELETE FROM nickname WHERE skeleton = ?", (each,))
        return called

    def list_renamed(self) -> dict[str, str]:
        """Return the names of the players who have had another one, by id."""
        return dict(self._read("SELECT player, name FROM renamed_player"))

    def set_public(self, player: str, is_public: bool) -> None:
        """Note whether web pages may name a player, given by id."""
        change = int(is_public), player
        if self._read("SELECT 1 FROM player WHERE public <> ? AND id = ?", *change):
            with self.engine.transaction() as transaction:
                transaction.execute("UPDATE player SET public = ? WHERE id = ?", change)

    def list_public(self) -> dict[str, str]:
        """Return the names of the players whom web pages may name, by id."""
        return dict(self._read("SELECT id, name FROM player WHERE public = 1"))

    def _holder(self, name: str) -> str | None:
        """Return the id of the player with this name, or a similar one, now or recently."""
        rows = self._read(
            "SELECT player FROM nickname WHERE skeleton = ? AND (dropped = '' OR dropped > ?)",
            *(skeleton(name), stamp(self.now() - _OLD_NAME)),
        )
        return str(rows[0][0]) if rows else None

    # -- codes -----------------------------------------------------------------------------

    def make_code(self, player: str, holds: timedelta = CODE_HOLDS) -> str:
        """Issue a code that links one more key to a player; it replaces an earlier one.

        Raises ``Refusal`` for a player with the maximum number of keys.
        """
        code = "".join(secrets.choice(_LETTERS) for _ in range(2 * _HALF))
        now = self.now()
        with self.engine.transaction() as transaction:
            self._check_keys(player)
            transaction.execute(
                "DELETE FROM key_code WHERE expiry <= ? OR player = ?", (stamp(now), player)
            )
            ((count,),) = self._read("SELECT COUNT(*) FROM key_code")
            if count >= _MOST_CODES:
                raise Refusal("Too many codes are in use: try again in ten minutes.")
            transaction.execute(
                "INSERT INTO key_code (player, digest, expiry) VALUES (?, ?, ?)",
                (player, _digest(code), stamp(now + holds)),
            )
        return f"{code[:_HALF]}-{code[_HALF:]}"

    def use_code(self, fingerprint: str, code: str) -> Player:
        """Link a key to the player who got this code; raises ``Refusal``.

        Games played with that key before stay with its former player.
        """
        now = self.now()
        with self.engine.transaction() as transaction:
            since = stamp(now - _WRONG_COUNTS)
            transaction.execute("DELETE FROM wrong_code WHERE moment <= ?", (since,))
            ((wrong,),) = self._read(
                "SELECT COUNT(*) FROM wrong_code WHERE fingerprint = ?", fingerprint
            )
            if wrong >= _MOST_WRONG:
                raise Refusal(
                    f"{_MOST_WRONG} codes were wrong within an hour: try again in an hour."
                )
            meant = self._meant(code)
            if meant is None:
                transaction.execute(
                    "INSERT INTO wrong_code (fingerprint, moment) VALUES (?, ?)",
                    (fingerprint, stamp(now)),
                )
            else:
                known = self.find(fingerprint)
                if known == meant:
                    raise Refusal(
                        f"This key already belongs to {meant.name}: type the code where you"
                        " log in with the other key."
                    )
                self._check_keys(meant.id)
                _link(transaction, fingerprint, meant.id, stamp(now))
                transaction.execute("DELETE FROM key_code WHERE player = ?", (meant.id,))
                if known and not self._count_keys(known.id):
                    self._transfer_names(transaction, known, meant)
        # Not raised before: the wrong try would be rolled back with it.
        if meant is None:
            raise Refusal("Unknown code. A code works once, within ten minutes.")
        return meant

    def _meant(self, code: str) -> Player | None:
        # Compare every code in constant time, so the time taken says nothing about a guess.
        digest = _digest("".join(each for each in code.upper() if each not in "- ")[:100])
        found = ""
        out = self._read("SELECT player, digest FROM key_code WHERE expiry > ?", stamp(self.now()))
        for player, kept in out:
            if hmac.compare_digest(kept, digest):
                found = player
        rows = self._read("SELECT id, name FROM player WHERE id = ?", found)
        return Player(*rows[0]) if rows else None

    def _check_keys(self, player: str) -> None:
        """Raise ``Refusal`` for a player with the maximum number of keys."""
        if self._count_keys(player) >= _MOST_KEYS:
            raise Refusal(f"A player can have at most {_MOST_KEYS} keys.")

    def _count_keys(self, player: str) -> int:
        ((count,),) = self._read("SELECT COUNT(*) FROM login_key WHERE player = ?", player)
        return int(count)

    def _transfer_names(self, transaction: Statements, lost: Player, heir: Player) -> None:
        """Give the names of a player without keys to the player who took the last one."""
        transaction.execute(
            "UPDATE nickname SET player = ?, dropped = ? WHERE player = ? AND dropped = ''",
            (heir.id, stamp(self.now()), lost.id),
        )
        transaction.execute("DELETE FROM key_code WHERE player = ?", (lost.id,))

    # -- for the administrator -------------------------------------------------------------

    def search(self, text: str = "") -> list[Listed]:
        """Return players by part of a name, an old name, an id or a key; latest login first."""
        pattern = f"%{text.casefold()}%"
        rows = self._read(_BY_TEXT, pattern, text, text, skeleton(text), _MOST_LISTED)
        return [Listed(*row) for row in rows]

    def find_named(self, name: str) -> Player:
        """Return the player with a name or an id; raise ``Refusal`` for an unknown one."""
        rows = self._read(
            "SELECT id, name FROM player WHERE lower(name) = ? OR id = ?", name.casefold(), name
        )
        if not rows:
            near = suggest(name, [each.name for each in self.search()])
            more = f". {near}" if near else "; 'solterm host players' lists them."
            raise Refusal(f"No player is called {name[:40]!r}{more}")
        return Player(*rows[0])

    def forget_keys(self, player: str) -> int:
        """Forget all keys of a player, who then needs a code to log in; return how many."""
        number = self._count_keys(player)
        with self.engine.transaction() as transaction:
            transaction.execute("DELETE FROM login_key WHERE player = ?", (player,))
        return number

    # -- keys of sessions for the database ---------------------------------------------------

    def keep_session_keys(self, players: Mapping[str, str]) -> None:
        """Note the players of the sessions that run, by key; forget keys of yesterday."""
        with self.engine.transaction() as transaction:
            transaction.executemany(
                "INSERT INTO session_key (key, player) VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET seen = now()",
                players.items(),
            )
            transaction.execute("DELETE FROM session_key WHERE seen < now() - interval '1 day'")

    def drop_session_key(self, key: str) -> None:
        """Forget the key of a session that has ended."""
        with self.engine.transaction() as transaction:
            transaction.execute("DELETE FROM session_key WHERE key = ?", (key,))

    # -- evenings --------------------------------------------------------------------------

    def sign_up(self, player: str, evening: str, wanted: bool) -> None:
        """Sign a player up for an evening, or withdraw; forget those of earlier evenings."""
        with self.engine.transaction() as transaction:
            transaction.execute("DELETE FROM sign_up WHERE evening < ?", (evening,))
            transaction.execute(
                "DELETE FROM sign_up WHERE evening = ? AND player = ?", (evening, player)
            )
            if wanted:
                transaction.execute(
                    "INSERT INTO sign_up (evening, player) VALUES (?, ?)", (evening, player)
                )

    def signed_up(self, evening: str) -> set[str]:
        """Return the ids of the players who have signed up for an evening."""
        rows = self._read("SELECT player FROM sign_up WHERE evening = ?", evening)
        return {str(player) for (player,) in rows}

    def list_playing(self, board: str) -> list[str]:
        """Return the names of the players whose try at a contest has begun and not ended."""
        rows = self._read(
            "SELECT name FROM trial JOIN player ON player.id = trial.player"
            " WHERE board = ? AND ended = '' ORDER BY trial.begun",
            board,
        )
        return [str(name) for (name,) in rows]

    # -- results ---------------------------------------------------------------------------

    def enter_result(self, result: Result) -> None:
        """Add a result to the recent ones, and drop the oldest.

        Raises ``Refusal`` as ``check_result`` does.
        """
        check_result(result)
        values = (
            *(result.player, result.game, result.level, result.deal, result.purpose),
            *(int(result.won), result.mark, result.moment or stamp(self.now()), result.board),
        )
        with self.engine.transaction() as transaction:
            ((last,),) = self._read("SELECT COALESCE(MAX(number), 0) FROM recent_result")
            transaction.execute(
                f"INSERT INTO recent_result (number, {_RESULT})"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (last + 1, *values),
            )
            transaction.execute(
                "DELETE FROM recent_result WHERE number <= ?", (last + 1 - MOST_RESULTS,)
            )

    def results(self, count: int) -> list[Result]:
        """Return the recent results, newest first."""
        rows = self._read(
            f"SELECT {_RESULT} FROM recent_result ORDER BY number DESC LIMIT ?",
            max(0, min(count, MOST_RESULTS)),
        )
        return [
            Result(player, game, level, deal, purpose, bool(won), mark, moment, board)
            for player, game, level, deal, purpose, won, mark, moment, board in rows
        ]


def open_accounts(data: Path, database: str | None = None) -> Accounts:
    """Open the accounts of a host: in its data folder, or in a database that hosts share.

    Raises ``StoreError``.
    """
    if database is None:
        return Accounts(open_file(data))
    backends.check_address(database)
    return Accounts(open_database(database))


def open_file(data: Path) -> SqliteFile:
    """Open the accounts' file in a folder; both are created private when missing.

    Raises ``StoreError`` when it is damaged, foreign, of another version or not writable.
    """
    locations.create(Context(folder=data), data)
    path = data / FILE
    engine = SqliteFile(path, show_path(path), HOST_FILE, Patience(_tell))
    engine.open()
    for each in (path, data / f"{FILE}-journal"):
        locations.close(each)
    return engine


def _tell(sentence: str) -> None:
    print(f"solterm: {sentence}", file=sys.stderr, flush=True)


def _hold(transaction: Statements, player: Player) -> None:
    """Reserve a name for a player, whoever had it long ago."""
    transaction.execute(
        "INSERT INTO nickname (skeleton, player, dropped) VALUES (?, ?, '')"
        " ON CONFLICT (skeleton) DO UPDATE SET player = excluded.player, dropped = ''",
        (skeleton(player.name), player.id),
    )


def _link(transaction: Statements, fingerprint: str, player: str, now: str) -> None:
    transaction.execute(
        "INSERT INTO login_key (fingerprint, player, added) VALUES (?, ?, ?) ON CONFLICT"
        " (fingerprint) DO UPDATE SET player = excluded.player, added = excluded.added",
        (fingerprint, player, now),
    )


def _digest(code: str) -> str:
    return sha256(code.encode(errors="replace")).hexdigest()


def stamp(moment: datetime) -> str:
    """Return a moment as stored: texts of equal length, which sort by time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
