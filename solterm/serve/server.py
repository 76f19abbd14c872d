"""The server: accepts connections, starts sessions and enforces limits."""

import asyncio
import fcntl
import os
import re
import socket
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import asyncssh

from solterm.hall.messages import Message
from solterm.serve import descriptors
from solterm.serve.access import Access, AccessError
from solterm.serve.account_queries import AccountQueries, NewcomerRefused
from solterm.serve.accounts import Player
from solterm.serve.admin import Admin
from solterm.serve.channel import Channel
from solterm.serve.figures import Figures
from solterm.serve.hall import Hall
from solterm.serve.limits import ADDRESS_FULL, FULL, TOO_MANY_NEW, TOO_MANY_SESSIONS, Limits
from solterm.serve.listener import Listener
from solterm.serve.log import Log
from solterm.serve.proxy import Proxies
from solterm.serve.session_env import SessionEnv
from solterm.serve.settings import LONGEST_NAME, HostSettings, SettingsError, read_settings
from solterm.serve.signals import mind_signals
from solterm.serve.supervisor import Supervisor
from solterm.serve.systemd import Systemd

_DATABASE_MODULES = (
    "solterm.store.postgres.engine",
    "solterm.store.postgres.rows",
)
"""Modules that sessions need when the data is in a database."""

GONE_ELSEWHERE = "You continued in another terminal."
SILENT = "Session ended after {minutes} minutes without a key."
SILENT_SOON = "This session ends in a minute unless you press a key."
GOING_DOWN = "The host is shutting down."

_WINDOW = 1 << 16
"""Bytes that a client may send ahead."""
_CHEAP_KEX = "-diffie-hellman-*,rsa*"
"""Excludes key exchanges that are cheap for a client and costly for the host."""

_NO_ACCOUNTS = "The host can't look up players right now: try again in a minute."

_REASONS = {
    _NO_ACCOUNTS: "database",
    TOO_MANY_NEW: "new players an hour",
    TOO_MANY_SESSIONS: "sessions a minute",
    FULL: "host full",
    ADDRESS_FULL: "address full",
}
"""The reasons for which sessions are refused, as the figures name them."""

_LOOK_SECONDS = 5
_WARNING_SECONDS = 60.0
_LAST_SECONDS, _LAST_SAVING_SECONDS = 4.3, 9.0
"""For sessions to end when the server stops; the second for those that store their last moves."""
_RESULTS_SECONDS = 0.5
"""For the accounts to store the last results."""


class Server:
    """A host: its settings, its limits, and who is on it."""

    def __init__(
        self,
        data: Path,
        host_key: asyncssh.SSHKey,
        log: Log,
        access: Access,
        *,
        database: str | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare a host with its data in a folder. Raises ``SettingsError`` or ``StoreError``."""
        self.log = log
        self.figures = Figures()
        self.systemd = Systemd()
        self.limit_warning = ""
        """A sentence if the limit of open files is too low for the settings; mostly empty."""
        self.settings: HostSettings = self._read_settings(data)
        self.limits = Limits(self.settings, now)
        self.now = now
        self.access = access
        self.metrics: socket.socket | None = None
        """The socket on which to serve the figures, if the administrator wants them."""
        self.connections: set[asyncssh.SSHServerConnection] = set()
        self._refused: Counter[str] = Counter()
        """Connections refused since the last log line about them, by reason."""
        self.channels: dict[str, Channel] = {}
        """The running sessions' channels, by id."""
        self.players: dict[str, Player | None] = {}
        """Each session's player; None for a guest."""
        self.done = asyncio.Event()
        """Set when the server is to end."""
        self._data = data
        self._database = database
        self._host_key = host_key
        self._queries = AccountQueries(data, database, self.limits)
        name = (self.settings.name or _name_machine()) if database else ""
        self.hall = Hall(name, _moment, self._queries)
        self.hall.on_rename = self._rename
        self.hall.outbox.load(data)
        self._listener: Listener | None = None
        self._metrics: asyncio.Server | None = None
        self._session_env = SessionEnv(data, database, self._queries.day_secret)
        self._tasks: list[asyncio.Task[None]] = []
        self._supervisor = Supervisor(log, _DATABASE_MODULES if database else ())
        self._admin = Admin(self)
        self.warning = self._find_shortage()
        """A sentence for the administrator, or empty."""

    def _find_shortage(self) -> str:
        if not self._database:
            return ""
        from solterm.serve.hostdatabase import find_shortage

        warning = find_shortage(self._database, self.settings.sessions)
        if warning:
            self.log.tell("error", what=warning)
        return warning

    @property
    def template(self) -> int:
        """The template's process id; 0 while it restarts."""
        return self._supervisor.number

    # -- from start to end -----------------------------------------------------------------

    async def start(self, host: str, port: int) -> int:
        """Start serving; return the port. Raises ``OSError``."""
        self._session_env.clear()
        await self._supervisor.start()
        opened = await self.listen(host, port)
        await self._admin.open(self._data)
        if self.metrics:
            # Imported here: it needs prometheus-client.
            from solterm.serve.metrics import Metrics

            self._metrics = await Metrics(self).serve(self.metrics)
        self._tasks.append(asyncio.create_task(self._watch_the_silent()))
        if self._database:
            # Imported here: it needs what only hosts with a database have.
            from solterm.serve.relay.transport import connect_hosts

            def tell(what: str) -> None:
                self.log.tell("others", what=what)

            joining = connect_hosts(self.hall, self._database, tell)
            self._tasks.append(asyncio.create_task(joining))
        return opened

    async def listen(self, host: str, port: int) -> int:
        """Accept connections; return the port. Raises ``OSError``."""
        self._listener = Listener(self)
        return await self._listener.open(
            host,
            port,
            server_host_keys=[self._host_key],
            server_version="solterm",
            encoding=None,
            window=_WINDOW,
            line_editor=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            compression_algs=["none"],  # a small packet could expand to any size
            kex_algs=_CHEAP_KEX,
            config=None,
            tcp_keepalive=True,
            **self._times(),
        )

    def stop_listening(self) -> None:
        """Accept no more connections."""
        if self._listener:
            self._listener.close()

    def _times(self) -> dict[str, int]:
        """Return the time-outs as options of asyncssh."""
        times = 3
        return {
            "login_timeout": self.settings.login_seconds,
            "keepalive_interval": max(1, self.settings.dead_line_seconds // (times + 1)),
            "keepalive_count_max": times,
        }

    def refuse(self, reason: str, what: object, **told: object) -> None:
        """Log a refusal, and count it under a reason."""
        self.figures.refused[reason] += 1
        self.log.tell("refused", what=what, **told)

    def count_refused(self, why: str) -> None:
        """Count a connection closed without an answer; the log sums them up every few seconds."""
        self.figures.refused[why] += 1
        self._refused[why] += 1

    def count_players(self) -> int:
        """Return the number of players with a session; each guest counts."""
        players = self.players.values()
        return len({each.id for each in players if each}) + sum(not each for each in players)

    @property
    def queued(self) -> int:
        """The number of sessions that wait to be started."""
        return len(self._supervisor.queue)

    def count_unsaved(self) -> int:
        """Return the number of sessions with moves that are not stored yet."""
        return sum(channel.is_unsaved for channel in self.channels.values())

    def count_sessions(self) -> Counter[str]:
        return Counter(channel.face for channel in self.channels.values())

    @property
    def database_errors(self) -> int:
        """The queries that the accounts' database has failed."""
        return self._queries.failures

    def reload(self) -> str:
        """Read the settings and keys again, and reopen the log; return a sentence about it."""
        try:
            self.log.reopen()
            self.access.reload()
            self.settings = self.limits.settings = self._read_settings(self._data)
        except (SettingsError, AccessError, OSError) as error:
            self.log.tell("error", what=error)
            return str(error)
        if self._listener:
            self._listener.update(**self._times())
        for fault in self.access.faults:
            self.log.tell("error", what=fault)
        self.log.tell("reloaded")
        return "The settings have been read again."

    def _read_settings(self, data: Path) -> HostSettings:
        """Read the settings, lowered to fit the limit of open files.

        Raises ``SettingsError``.
        """
        settings, most = read_settings(data), descriptors.find_limit()
        fitting = descriptors.fit(settings, most)
        self.proxies = Proxies(settings.proxies)
        self.limit_warning = ""
        if fitting != settings:
            self.limit_warning = (
                f"The limit of {most} open files allows {fitting.sessions} sessions instead of"
                f" {settings.sessions}, and {fitting.pending_connections} connections without one."
                " Raise it with LimitNOFILE in systemd, or with ulimit -n."
            )
            self.log.tell("limited", what=self.limit_warning)
        return fitting

    async def stop(self) -> None:
        """Close the door and end all sessions in order, within five seconds.

        Sessions that can't store their last moves have five more.
        """
        for task in self._tasks:
            task.cancel()
        self._admin.close()
        if self._metrics:
            self._metrics.close()
        self.stop_listening()
        for channel in list(self.channels.values()):
            channel.finish(GOING_DOWN)
        await self._wait_for_sessions()
        for line in list(self.connections):
            line.disconnect(asyncssh.DISC_BY_APPLICATION, GOING_DOWN)
        self._supervisor.close()
        await self._send_last_results()
        self._queries.close()
        await asyncio.gather(*self._tasks, asyncio.sleep(0), return_exceptions=True)

    async def _wait_for_sessions(self) -> None:
        began = monotonic()
        while any(
            monotonic() - began < (_LAST_SAVING_SECONDS if channel.is_saving else _LAST_SECONDS)
            for channel in self.channels.values()
        ):
            await asyncio.sleep(0.02)
        for channel in self.channels.values():
            channel.kill()

    async def _send_last_results(self) -> None:
        """Give the accounts a moment to store pending results; save the others in a file."""
        self.hall.outbox.send(at_once=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(_RESULTS_SECONDS):
                while self.hall.outbox:
                    await asyncio.sleep(0.02)
        try:
            self.hall.outbox.save(self._data)
        except OSError as error:
            self.log.tell("error", what=error)

    # -- who gets in -----------------------------------------------------------------------

    async def admit(self, channel: Channel) -> str:
        """Admit a session and find its player; return why not, or empty."""
        caller = channel.caller
        player = None
        try:
            if caller.key:
                player = await self._queries.find_player(caller.key, caller.user, caller.address)
            refusal = ""
        except NewcomerRefused as error:
            refusal = str(error)
        except Exception as error:  # the database may be unreachable
            self.log.tell("error", what=repr(error), **caller.told)
            refusal = _NO_ACCOUNTS
        if self.done.is_set():
            return GOING_DOWN
        if player:
            self._make_room(player)
        if refusal := refusal or self.limits.take_slot(caller.address):
            self.refuse(_REASONS[refusal], refusal, **caller.told)
            return refusal
        channel.name = player.name if player else "guest"
        self.channels[channel.id] = channel
        self.players[channel.id] = player
        return ""

    def _make_room(self, player: Player) -> None:
        """End a player's longest idle sessions, to make room for one more.

        So dead connections never lock players out.
        """
        own = [
            self.channels[session]
            for session, each in self.players.items()
            if each and each.id == player.id and not self.channels[session].reason
        ]
        own.sort(key=lambda channel: channel.touched)
        for channel in own[: len(own) + 1 - self.settings.sessions_of_a_player]:
            channel.finish(GONE_ELSEWHERE, "")

    # -- sessions --------------------------------------------------------------------------

    def order(self, channel: Channel, environment: dict[str, str], files: list[int]) -> None:
        """Start a session that was admitted."""
        player = self.players[channel.id]
        self.figures.started += 1
        self.log.tell(
            "begin",
            session=channel.id,
            player=channel.name,
            face=channel.face,
            **channel.caller.told,
        )
        self.hall.enter(channel.id, player, channel.tell, channel.caller.key)
        order = self._session_env.order(
            channel.id, player, channel.face, environment, self.settings
        )
        self._supervisor.order(order, files, channel)

    def cancel(self, channel: Channel) -> None:
        """Drop a session that still waits to be started."""
        self._supervisor.cancel(channel.id)

    def note_start(self, channel: Channel) -> None:
        """Start the next session, since this one has shown its first output."""
        self._supervisor.let_next_start(channel.id)

    def hear(self, channel: Channel, message: Message) -> None:
        self.hall.hear(channel.id, message)

    def _rename(self, session: str, name: str) -> None:
        if session in self.channels:
            self.channels[session].name = name

    def forget(self, channel: Channel, status: int | None) -> None:
        """Forget a session that has ended."""
        if self.channels.pop(channel.id, None) is None:
            return
        self.hall.leave(channel.id)
        self.limits.free_slot(channel.caller.address)
        self.figures.ended[channel.how_it_ended] += 1
        self._session_env.clean_up(channel.id, self.players.pop(channel.id))
        self.log.tell(
            "end",
            session=channel.id,
            player=channel.name,
            reason=channel.reason,
            status="unknown" if status is None else status,
            seconds=round(self.now() - channel.since),
        )

    def note_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an unexpected error of a callback; everyone else plays on."""
        error = context.get("exception")
        where = traceback.extract_tb(error.__traceback__)[-1:] if error else []
        at = "".join(f"{Path(each.filename).name}:{each.lineno}" for each in where)
        self.log.tell("error", what=context.get("message", ""), error=repr(error), at=at)

    async def _watch_the_silent(self) -> None:
        for second in count(1):
            await asyncio.sleep(1)
            self.hall.settle()
            players = self.count_players()
            self.systemd.report(f"{players} player{'s' * (players != 1)}")
            if second % _LOOK_SECONDS:
                continue
            self.log.tell_of_repeats()
            for why, number in self._refused.items():  # one line for a whole flood
                self.log.tell("refused", what=why, count=number)
            self._refused.clear()
            self.end_the_silent()

    def end_the_silent(self) -> None:
        """End sessions that are idle too long; warn a minute before."""
        patience = self.settings.idle_minutes * 60
        for channel in list(self.channels.values()):
            silence = self.now() - channel.touched
            if silence >= patience:
                channel.finish(SILENT.format(minutes=self.settings.idle_minutes))
            elif silence >= patience - _WARNING_SECONDS and not channel.is_warned:
                channel.warn(SILENT_SOON)


def lock(data: Path) -> int:
    """Lock a data folder; raise ``BlockingIOError`` if another host has it."""
    number = os.open(data / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return number


async def serve(server: Server, host: str, port: int, opened: Callable[[int], None]) -> None:
    """Serve until a signal ends it; call ``opened`` with the port once it listens."""
    descriptors.raise_limit()
    asyncio.get_running_loop().set_exception_handler(server.note_error)
    mind_signals(server)
    at = await server.start(host, port)
    try:
        opened(at)
        server.systemd.tell("READY=1")
        await server.done.wait()
    finally:
        server.systemd.tell("STOPPING=1")
        await server.stop()


def _name_machine() -> str:
    """Return the machine's name in the form of a host's."""
    named = re.sub(r"[^A-Za-z0-9_.-]", "", socket.gethostname().partition(".")[0])
    return named[:LONGEST_NAME] or "host"


def _moment() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
