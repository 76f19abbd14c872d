"""The SSH entrance: the host key, connections, who logs in with which key, and their channels.

Any key is let in unless the host has a list of keys; its fingerprint says who the player is. A
client without a key is a guest. Clients first ask for the method "none": only the login name
``guest`` gets in that way, since others may have keys to offer. A client that has offered all its
keys gets a ``keyboard-interactive`` login with no questions, which every client answers by itself.
A refusal before that costs next to nothing, since asyncssh never sees the connection.

Channels use asyncssh's callbacks, not its ``process_factory``. That one queues every change of the
window's size, and every signal, without a limit and behind the input that waits; it also accepts
any subsystem and any number of variables.
"""

import asyncio
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh

from solterm.core.refusal import Refusal
from solterm.serve.acceptor import Acceptor
from solterm.serve.access import Address
from solterm.serve.hosted_session import Caller, HostedSession, Request
from solterm.serve.limits import SILENT, STALLED, Throttle
from solterm.serve.orders import Face
from solterm.serve.server import Server
from solterm.serve.session_env import ZONE_NAME
from solterm.store import files, locations
from solterm.store.errors import show_path
from solterm.store.files import Folder

GUEST = "guest"
"""The login name that needs no key."""

_MOST_TRIES = 30
"""Keys and other methods that a client may try."""
_MOST_CHANNELS = 10
_LONGEST_BUFFER = 1 << 14
"""Bytes that wait for a client; more would only be stale pictures."""

_REFUSED_SECONDS = 2.5
"""How long a refused client has to fetch the reason."""

_TOO_MANY_TRIES = "Too many keys offered: name one with ssh -i FILE."

_FACES: Mapping[str, Face] = {
    "": "lines",
    "lines": "lines",
    "--plain": "lines",
    "json": "json",
    "--json": "json",
}
"""The commands a client may send."""

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@+-]{0,63}")
"""The values a session gets for the client's language and terminal; no paths."""
_LOCALE = re.compile(r"LANG|LC_[A-Z]{1,20}")
_MOST_VARIABLES = 16


class SshConnection(asyncssh.SSHServer):
    """A connection, from the moment it is accepted."""

    def __init__(self, server: Server, address: Address, refusal: str = "") -> None:
        """Count a connection from an address; with a ``refusal``, reject all logins."""
        self.address = address
        self.is_made = False
        """Whether asyncssh has taken the connection over."""
        self.starting: asyncio.Task[None] | None = None
        """The task that hands it over."""
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._user = ""
        self._key = ""
        """The key that is being proved, or was."""
        self._why = ""
        """Why the last key that was offered is not let in."""
        self._refusal = refusal
        self._tries = 0
        self._caller: Caller | None = None
        self._channels: set[_Channel] = set()
        self._sessions: set[_Channel] = set()
        """The channels that wait for a session or have one."""
        self._timer: asyncio.TimerHandle | None = None
        self._conn: asyncssh.SSHServerConnection
        self._throttle: Throttle | None = None
        self.is_full = False
        """Whether output of all channels waits for the client to read it."""
        self._count_pending()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn, self.is_made = conn, True
        transport: asyncio.Transport = getattr(conn, "_transport")  # noqa: B009 (asyncssh's own)
        rate = self._server.settings.commands_a_second
        self._throttle = Throttle(transport, conn, rate, self._loop)
        # asyncssh keeps all output that a client does not read; the sessions have to wait.
        setattr(conn, "pause_writing", lambda: self._mark_full(True))  # noqa: B010
        setattr(conn, "resume_writing", lambda: self._mark_full(False))  # noqa: B010
        self._server.connections.add(self)
        if self._refusal:
            self._timer = self._loop.call_later(_REFUSED_SECONDS, conn.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.limits.pending.discard(self)
        self._stop_timer()
        if self.is_made:
            self._server.connections.discard(self)
        if self.is_made and not self._caller and not self._refusal:
            self._server.log.tell("gone", what=exc or "", address=self.address)

    @property
    def patience(self) -> float:
        return STALLED if self._throttle and self._throttle.has_heard else SILENT

    def disconnect(self, sentence: str) -> None:
        self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, sentence)

    def drop(self) -> None:
        """Close the connection to make room for another one."""
        self._server.figures.refuse("pending connections", address=self.address)
        if self.is_made:
            self._conn.abort()
        elif self.starting:
            self.starting.cancel()

    def _count_pending(self) -> None:
        """Count this connection as one without a session."""
        if dropped := self._server.limits.pending.add(self, self.address):
            dropped.drop()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # -- logging in ------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        if self._refusal:  # clients show no reason that comes earlier
            self._server.figures.refuse("logins a minute", self._refusal, address=self.address)
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._refusal)
        self._count_try()
        self._user, self._key = username, ""
        return username != GUEST or bool(self._refuse_guest())

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Also called for keys that are only offered. No other message comes between this call for
        # the key that is then proved and the end of the login, so the last key seen is that one.
        self._count_try()
        self._key = key.get_fingerprint()
        if why := self._server.access.refusal(self._key, self.address):
            self._why = f"{why} It is {self._key}."
            self._key = ""
        return bool(self._key)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]] | bool:
        self._count_try()
        self._key = ""
        if why := self._refuse_guest():
            self._server.figures.refuse("no key admitted", why, address=self.address, user=username)
            self._conn.send_auth_banner(f"{self._why or why}\n")
            return False
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        self._key = ""
        return not self._refuse_guest()

    def _refuse_guest(self) -> str:
        return self._server.access.refusal(None, self.address)

    def auth_completed(self) -> None:
        self._caller = Caller(self.address, self._user, self._key)
        self._server.log.tell("login", **self._caller.told)
        self._wait_for_session()

    def _count_try(self) -> None:
        self._tries += 1
        if self._tries > _MOST_TRIES:
            raise asyncssh.PermissionDenied(_TOO_MANY_TRIES)

    # -- sessions; asyncssh refuses all other requests ---------------------------------------

    def session_requested(self) -> asyncssh.SSHServerSession[bytes]:
        assert self._caller, "asyncssh opens channels after the login"
        if len(self._channels) >= _MOST_CHANNELS:
            refused = asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED
            raise asyncssh.ChannelOpenError(refused, "Too many sessions on one connection.")
        channel = _Channel(self._server, self._caller, self)
        self._channels.add(channel)
        return channel

    def begin_session(self, channel: "_Channel") -> None:
        """A channel asks for a session."""
        self._stop_timer()
        self._server.limits.pending.discard(self)
        self._sessions.add(channel)

    def end_session(self, channel: "_Channel") -> None:
        """A session ended, or was refused; its channel may still be open."""
        self._sessions.discard(channel)
        if not self._sessions and self in self._server.connections:
            self._count_pending()
            self._wait_for_session()

    def close_channel(self, channel: "_Channel") -> None:
        self._channels.discard(channel)

    def _mark_full(self, is_full: bool) -> None:
        """Make the sessions wait while the client does not read their output."""
        self.is_full = is_full
        for each in self._channels:
            each.pace_output()

    def _wait_for_session(self) -> None:
        """Hang up unless the client asks for a session soon."""
        self._stop_timer()
        self._timer = self._loop.call_later(
            self._server.settings.login_seconds, self.disconnect, "No session was requested."
        )


class _Channel(asyncssh.SSHServerSession[bytes]):
    """A channel: what its client requests and types, and the ``SessionClient`` of its session."""

    def __init__(self, server: Server, caller: Caller, connection: SshConnection) -> None:
        self._server = server
        self._caller = caller
        self._connection = connection
        self._command: str | None = None
        self._term: str | None = None
        self._size = (80, 24)
        self._session: HostedSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_full = False
        """Whether output waits for the client's window."""

    # -- the client's requests -------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        self._variables = Variables()
        setattr(chan, "_env", self._variables)  # noqa: B010 (asyncssh would keep any)
        chan.set_write_buffer_limits(high=_LONGEST_BUFFER)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self._term = terminal_of(term_type)
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        told = self._caller.told
        self._server.figures.refuse("not offered", "subsystem", name=subsystem, **told)
        return False

    def session_started(self) -> None:
        self._connection.begin_session(self)
        refusal = ""
        face: Face = "lines"
        try:
            face = face_of(self._command, self._term is not None)
        except Refusal as error:
            self._server.figures.refuse("not offered", "command", **self._caller.told)
            refusal = str(error)
        request = Request(face, self._term, self._size, self._variables.as_text())
        self._session = self._server.make_session(self._caller, request, self)
        self._task = asyncio.create_task(self._server.run(self._session, refusal))
        self._task.add_done_callback(lambda _: self._connection.end_session(self))

    # -- to the session ----------------------------------------------------------------------

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._session:
            self._session.take_input(data)

    def eof_received(self) -> bool:
        if self._session:
            self._session.end_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._session:
            self._session.resize(width, height)

    def pause_writing(self) -> None:
        self._is_full = True
        self.pace_output()

    def resume_writing(self) -> None:
        self._is_full = False
        self.pace_output()

    def pace_output(self) -> None:
        """Make the session wait while its output does."""
        if self._session and (self._is_full or self._connection.is_full):
            self._session.pause_output()
        elif self._session:
            self._session.resume_output()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.close_channel(self)
        if self._session:
            self._session.lose_client()

    # -- from the session (``SessionClient``) ------------------------------------------------

    def write(self, data: bytes) -> None:
        with suppress(OSError):
            self._chan.write(data)

    def write_error(self, data: bytes) -> None:
        with suppress(OSError):
            self._chan.write_stderr(data)

    def pause_input(self) -> None:
        self._chan.pause_reading()

    def resume_input(self) -> None:
        self._chan.resume_reading()

    def close(self, status: int) -> None:
        with suppress(OSError):
            self._chan.exit(status)

    def is_closing(self) -> bool:
        return self._chan.is_closing()


# -- requests ----------------------------------------------------------------------------------


def face_of(command: str | None, has_terminal: bool) -> Face:
    """Return the interface for a request, with or without a command.

    Raises ``Refusal`` for an unknown command; the host never runs any.

    >>> face_of(None, True), face_of(None, False), face_of("json", False)
    ('screen', 'lines', 'json')
    >>> face_of("cat /etc/passwd", False)
    Traceback (most recent call last):
        ...
    solterm.core.refusal.Refusal: This host offers only card games. ...
    """
    if command is None:
        return "screen" if has_terminal else "lines"
    face = _FACES.get(command.strip())
    if face is None:
        raise Refusal(
            "This host offers only card games. The commands are: lines (line mode) and json (JSON"
            " lines)."
        )
    return face


def terminal_of(name: str | None) -> str:
    """Return a valid terminal type; ``dumb``, which gets line mode, for an invalid one."""
    return name if name and _WORD.fullmatch(name) else "dumb"


class Variables(dict[bytes, bytes]):
    """The variables a client sends, limited to those of its language.

    asyncssh stores every variable in a mapping, however many there are. This mapping ignores the
    others.
    """

    def __setitem__(self, name: bytes, value: bytes) -> None:
        try:
            key, word = name.decode("ascii"), value.decode("ascii")
        except (UnicodeDecodeError, AttributeError):
            return
        fits = ZONE_NAME if key == "TZ" else _WORD if _LOCALE.fullmatch(key) else None
        is_fit = fits and (not word or fits.fullmatch(word))
        if is_fit and (name in self or len(self) < _MOST_VARIABLES):
            super().__setitem__(name, value)

    def as_text(self) -> dict[str, str]:
        return {name.decode("ascii"): value.decode("ascii") for name, value in self.items()}


HOST_KEY = "host_key"
"""The key's name in the host's data folder; only its owner reads it."""
_LARGEST_KEY = 1 << 20
_KIND = "ssh-ed25519"

_WINDOW = 1 << 16
"""Bytes that a client may send ahead."""
_CHEAP_KEX = "-diffie-hellman-*,rsa*"
"""Excludes key exchanges that are cheap for a client and costly for the host."""
_KEEPALIVES = 3
"""Unanswered ones before a connection counts as dead."""


def read_host_key(data: Path) -> asyncssh.SSHKey:
    """Return the key by which clients recognise the host; generate it the first time.

    Raises ``Refusal``.
    """
    path = data / HOST_KEY
    try:
        with Folder.open(data) as folder:
            if not path.exists():
                drawn = asyncssh.generate_private_key(_KIND, comment="solterm")
                folder.put(HOST_KEY, drawn.export_private_key("openssh").decode("ascii"))
        key = asyncssh.import_private_key(files.read(path, _LARGEST_KEY))
    except files.Unfit as error:
        raise Refusal(f"{show_path(path)} {error}.") from None
    except (OSError, asyncssh.KeyImportError) as error:
        raise Refusal(f"Can't read {show_path(path)}: {error}.") from None
    locations.close(path)  # not before: this leaves other files and links alone
    return key


class Listener:
    """Accepts a host's SSH connections."""

    def __init__(self, server: Server, host_key: asyncssh.SSHKey) -> None:
        self._server = server
        self._host_key = host_key
        self._loop = asyncio.get_running_loop()
        self._options: asyncssh.SSHServerConnectionOptions | None = None
        self._acceptor = Acceptor(server, self._welcome)

    async def open(self, host: str, port: int) -> int:
        """Listen; return the port. Raises ``Refusal``."""
        self._options = await asyncssh.SSHServerConnectionOptions.construct(
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
        return self._acceptor.open(host, port)

    def close(self) -> None:
        """Listen no more; connections that are open stay open."""
        self._acceptor.close()

    def update(self) -> None:
        """Take the server's settings for all connections from now on."""
        if self._options:
            self._options.update(**self._times())

    def _times(self) -> dict[str, int]:
        """Return the time-outs as options of asyncssh."""
        settings = self._server.settings
        return {
            "login_timeout": settings.login_seconds,
            "keepalive_interval": max(1, settings.dead_line_seconds // (_KEEPALIVES + 1)),
            "keepalive_count_max": _KEEPALIVES,
        }

    def _welcome(self, connected: socket.socket, address: Address) -> None:
        """Start ssh on a connection, unless its address has to wait."""
        refusal = self._server.limits.admit_connection(address)
        if refusal is None:
            self._server.figures.refuse("too many connections", address=address)
            connected.close()
            return
        connection = SshConnection(self._server, address, refusal)
        task = self._loop.create_task(self._start(connected, connection))
        task.add_done_callback(lambda _: self._close_unused(connected, connection))
        connection.starting = task

    async def _start(self, connected: socket.socket, connection: SshConnection) -> None:
        """Speak ssh until somebody has logged in; what comes after is the connection's business."""
        try:
            await asyncssh.run_server(
                connected, options=self._options, config=None, server_factory=lambda: connection
            )
        except Exception as error:  # of asyncssh there are many; the connection has logged them
            if not connection.is_made:
                self._server.log.tell("error", what=repr(error), address=connection.address)

    def _close_unused(self, connected: socket.socket, connection: SshConnection) -> None:
        """Close a connection that asyncssh has not taken over."""
        if not connection.is_made:
            connected.close()
            connection.connection_lost(None)
