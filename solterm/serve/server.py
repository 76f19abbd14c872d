"""The server: speaks ssh with everybody, has sessions begun, minds the limits; it plays nothing."""

import asyncio
import fcntl
import os
import re
import resource
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import asyncssh

from solterm.hall.messages import Message
from solterm.serve.account_queries import AccountQueries, NewcomerRefused
from solterm.serve.accounts import Player
from solterm.serve.admin import Admin
from solterm.serve.entrance import Entrance
from solterm.serve.foreman import Foreman
from solterm.serve.gate import Gate, GateError
from solterm.serve.hall import Hall
from solterm.serve.limits import Limits
from solterm.serve.lodgings import Lodgings
from solterm.serve.log import Log
from solterm.serve.settings import HostSettings, SettingsError, read_settings
from solterm.serve.signals import mind_signals
from solterm.serve.visit import Visit

_DATABASE_MODULES = (
    "solterm.store.postgres.engine",
    "solterm.store.postgres.settings_store",
    "solterm.store.postgres.board_store",
    "solterm.store.postgres.tournaments",
)
"""What sessions need whose data is in a database."""
_LONGEST_NAME = 20
"""Characters of a host's name, as players see it."""

GONE_ELSEWHERE = "You went on in another terminal."
SILENT = "Nothing was typed for {minutes} minutes, and the session has ended. Your game waits."
SILENT_SOON = "Nothing was typed for long: the session ends in a minute. Any key keeps it."
GOING_DOWN = "The host is going down. Your game waits for you."

_WINDOW = 1 << 16
"""Bytes that a client may send before they are typed."""
_CHEAP_KEX = "-diffie-hellman-*,rsa*"
"""Without those ways to exchange keys that take a stranger nothing to ask for and us long to do."""

_NO_REGISTER = "The host cannot look up its players at this moment: come again in a minute."

_LOOK_SECONDS = 5
_WARNING_SECONDS = 60.0
_LAST_SECONDS = 4.3
"""For all sessions to end when the server does."""
_RESULTS_SECONDS = 0.5
"""For the register to take the last results."""


class Server:
    """A host: its settings, its limits, everybody who is in."""

    def __init__(
        self,
        data: Path,
        host_key: asyncssh.SSHKey,
        log: Log,
        gate: Gate,
        *,
        database: str | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """A host with its data in a folder. Raises ``SettingsError`` or ``StoreError``."""
        self.settings: HostSettings = read_settings(data)
        self.limits = Limits(self.settings, now)
        self.log = log
        self.now = now
        self.gate = gate
        self.lines: set[asyncssh.SSHServerConnection] = set()
        """The lines that are open."""
        self.unanswered = 0
        """Lines that were closed without a word since the log told of such."""
        self.visits: dict[str, Visit] = {}
        """Sessions under way, by their ids."""
        self.players: dict[str, Player | None] = {}
        """Who plays in each; None for a guest."""
        self.done = asyncio.Event()
        """Is the server to end?"""
        self._data = data
        self._database = database
        self._host_key = host_key
        self._queries = AccountQueries(data, database, self.limits)
        self.hall = Hall(_name_host() if database else "", _moment, self._queries)
        self.hall.on_rename = self._rename
        self.hall.outbox.load(data)
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._lodgings = Lodgings(data, database)
        self._tasks: list[asyncio.Task[None]] = []
        """What goes on beside the sessions."""
        self._foreman = Foreman(log, _DATABASE_MODULES if database else ())
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
        """The process of which sessions are forks; 0 while there is none."""
        return self._foreman.number

    # -- from start to end -----------------------------------------------------------------

    async def start(self, host: str, port: int) -> int:
        """Open the door; the port it is at. Raises ``OSError``."""
        self._lodgings.clear()
        await self._foreman.start()
        opened = await self.listen(host, port)
        await self._admin.open(self._data)
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
        """Let people come to the door; the port it is at."""
        self._acceptor = await asyncssh.listen(
            host,
            port,
            server_factory=lambda: Entrance(self),
            server_host_keys=[self._host_key],
            server_version="solterm",
            encoding=None,
            window=_WINDOW,
            line_editor=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            compression_algs=["none"],  # a packet could unfold to any size
            kex_algs=_CHEAP_KEX,
            config=None,
            tcp_keepalive=True,
            **self._times(),
        )
        return int(self._acceptor.get_port())

    def leave_the_door(self) -> None:
        """Let nobody come any more."""
        if self._acceptor:
            self._acceptor.close()

    def _times(self) -> dict[str, int]:
        """How long is waited for lines, as asyncssh has it."""
        times = 3
        return {
            "login_timeout": self.settings.login_seconds,
            "keepalive_interval": max(1, self.settings.dead_line_seconds // (times + 1)),
            "keepalive_count_max": times,
        }

    def reload(self) -> str:
        """Read the settings again, and begin the log's file anew; a sentence of what came of it."""
        try:
            self.log.reopen()
            self.gate.reload()
            self.settings = self.limits.settings = read_settings(self._data)
        except (SettingsError, GateError, OSError) as error:
            self.log.tell("error", what=error)
            return str(error)
        if self._acceptor:
            self._acceptor.update(**self._times())
        for fault in self.gate.faults:
            self.log.tell("error", what=fault)
        self.log.tell("reloaded")
        return "The settings have been read again."

    async def stop(self) -> None:
        """Close the door and end all sessions in order, within five seconds."""
        for task in self._tasks:
            task.cancel()
        self._admin.close()
        self.leave_the_door()
        for visit in list(self.visits.values()):
            visit.finish(GOING_DOWN)
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_SECONDS):
                while self.visits:
                    await asyncio.sleep(0.02)
        for line in list(self.lines):
            line.disconnect(asyncssh.DISC_BY_APPLICATION, GOING_DOWN)
        self._foreman.close()
        await self._send_last_results()
        self._queries.close()
        await asyncio.gather(*self._tasks, asyncio.sleep(0), return_exceptions=True)

    async def _send_last_results(self) -> None:
        """Give the register a moment for the results it has not got; keep what it doesn't take."""
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

    async def admit(self, visit: Visit) -> str:
        """Give a session a seat and a player; or why not, in a sentence."""
        caller = visit.caller
        player = None
        try:
            if caller.key:
                player = await self._queries.find_player(caller.key, caller.user, caller.address)
            refusal = ""
        except NewcomerRefused as error:
            refusal = str(error)
        except Exception as error:  # a register on another machine may be away
            self.log.tell("error", what=repr(error), **caller.told)
            refusal = _NO_REGISTER
        if self.done.is_set():
            return GOING_DOWN
        if player:
            self._make_room(player)
        if refusal := refusal or self.limits.sit(caller.address):
            self.log.tell("refused", what=refusal, **caller.told)
            return refusal
        visit.name = player.name if player else "guest"
        self.visits[visit.id] = visit
        self.players[visit.id] = player
        return ""

    def _make_room(self, player: Player) -> None:
        """End the sessions of a player that rested longest, if there are too many for one more.

        So nobody is ever locked out by sessions of their own at lines that are dead.
        """
        own = [
            self.visits[session]
            for session, each in self.players.items()
            if each and each.id == player.id and not self.visits[session].reason
        ]
        own.sort(key=lambda visit: visit.touched)
        for visit in own[: len(own) + 1 - self.settings.sessions_of_a_player]:
            visit.finish(GONE_ELSEWHERE)

    # -- sessions --------------------------------------------------------------------------

    def order(self, visit: Visit, environment: dict[str, str], files: list[int]) -> None:
        """Have a session begun that was admitted."""
        player = self.players[visit.id]
        self.log.tell(
            "begin", session=visit.id, player=visit.name, face=visit.face, **visit.caller.told
        )
        self.hall.enter(visit.id, player, visit.tell, visit.caller.key)
        order = self._lodgings.order(visit.id, player, visit.face, environment, self.settings)
        self._foreman.order(order, files, visit)

    def hear(self, visit: Visit, message: Message) -> None:
        """A session says something."""
        self.hall.hear(visit.id, message)

    def _rename(self, session: str, name: str) -> None:
        if session in self.visits:
            self.visits[session].name = name

    def forget(self, visit: Visit, status: int | None) -> None:
        """A session has ended."""
        if self.visits.pop(visit.id, None) is None:
            return
        self.hall.leave(visit.id)
        self.limits.rise(visit.caller.address)
        self._lodgings.leave(visit.id, self.players.pop(visit.id))
        self.log.tell(
            "end",
            session=visit.id,
            player=visit.name,
            reason=visit.reason,
            status="unknown" if status is None else status,
            seconds=round(self.now() - visit.since),
        )

    def note_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something failed that nobody foresaw; whoever it was about, all others play on."""
        error = context.get("exception")
        where = traceback.extract_tb(error.__traceback__)[-1:] if error else []
        at = "".join(f"{Path(each.filename).name}:{each.lineno}" for each in where)
        self.log.tell("error", what=context.get("message", ""), error=repr(error), at=at)

    async def _watch_the_silent(self) -> None:
        for second in count(1):
            await asyncio.sleep(1)
            self.hall.settle()
            if second % _LOOK_SECONDS:
                continue
            if self.unanswered:  # of a flood the log tells in one line, not in as many
                self.log.tell("refused", what="too many lines", count=self.unanswered)
                self.unanswered = 0
            self.end_the_silent()

    def end_the_silent(self) -> None:
        """End the sessions in which nothing was typed for too long; warn a minute before."""
        patience = self.settings.idle_minutes * 60
        for visit in list(self.visits.values()):
            silence = self.now() - visit.touched
            if silence >= patience:
                visit.finish(SILENT.format(minutes=self.settings.idle_minutes))
            elif silence >= patience - _WARNING_SECONDS and not visit.is_warned:
                visit.warn(SILENT_SOON)


def lock(data: Path) -> int:
    """Make sure that nobody else serves a folder; raises ``BlockingIOError`` otherwise."""
    number = os.open(data / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return number


async def serve(server: Server, host: str, port: int, opened: Callable[[int], None]) -> None:
    """Serve until a signal ends it. ``opened`` is told the port as soon as somebody may come."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a session takes half a dozen
    asyncio.get_running_loop().set_exception_handler(server.note_error)
    mind_signals(server)
    at = await server.start(host, port)
    try:
        opened(at)
        await server.done.wait()
    finally:
        await server.stop()


def _name_host() -> str:
    """What this host is called among several."""
    named = re.sub(r"[^A-Za-z0-9_.-]", "", socket.gethostname().partition(".")[0])
    return named[:_LONGEST_NAME] or "host"


def _moment() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
