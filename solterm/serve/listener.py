"""The SSH entrance: its host key, and the sockets that accept or refuse connections.

A refusal here costs next to nothing, since asyncssh never sees the connection.
"""

import asyncio
import errno
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh

from solterm.serve.access import BadHeader, plain_address, read_proxied_address
from solterm.serve.connection import Connection
from solterm.serve.server import Server
from solterm.store import files, locations
from solterm.store.errors import show_path
from solterm.store.files import Folder

HOST_KEY = "host_key"
"""The key's name in the host's data folder; only its owner reads it."""
_LARGEST_KEY = 1 << 20
_KIND = "ssh-ed25519"

_BACKLOG = 100
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_MOST_PROXIED = 100
_PAUSE_SECONDS = 1.0
"""Without a descriptor even to refuse a connection with."""
_AT_ONCE = 20
"""Connections accepted before the event loop has another turn."""
_WINDOW = 1 << 16
"""Bytes that a client may send ahead."""
_CHEAP_KEX = "-diffie-hellman-*,rsa*"
"""Excludes key exchanges that are cheap for a client and costly for the host."""
_KEEPALIVES = 3
"""Unanswered ones before a connection counts as dead."""


class KeyTrouble(Exception):
    """The host key is unusable; the message says why."""


def read_host_key(data: Path) -> asyncssh.SSHKey:
    """Return the key by which clients recognise the host; generate it the first time.

    Raises ``KeyTrouble``.
    """
    path = data / HOST_KEY
    try:
        with Folder.open(data) as folder:
            if not path.exists():
                drawn = asyncssh.generate_private_key(_KIND, comment="solterm")
                folder.put(HOST_KEY, drawn.export_private_key("openssh").decode("ascii"))
        key = asyncssh.import_private_key(files.read(path, _LARGEST_KEY))
    except files.Unfit as error:
        raise KeyTrouble(f"{show_path(path)} {error}.") from None
    except (OSError, asyncssh.KeyImportError) as error:
        raise KeyTrouble(f"Can't read {show_path(path)}: {error}.") from None
    locations.close(path)  # not before: this leaves other files and links alone
    return key


class Listener:
    """Accepts a host's SSH connections."""

    def __init__(self, server: Server, host_key: asyncssh.SSHKey) -> None:
        self._server = server
        self._host_key = host_key
        self._loop = asyncio.get_running_loop()
        self._sockets: list[socket.socket] = []
        self._options: asyncssh.SSHServerConnectionOptions | None = None
        self._proxied: set[asyncio.Task[None]] = set()
        """Connections whose proxies have not said yet whose they are."""
        self._spare = _open_spare()
        """A spare descriptor; without any other, it serves to accept a connection and close it."""

    async def open(self, host: str, port: int) -> int:
        """Listen; return the port. Raises ``OSError``."""
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
        self._sockets = _bind(host, port)
        for each in self._sockets:
            each.setblocking(False)
            self._loop.add_reader(each, self._accept, each)
        return int(self._sockets[0].getsockname()[1])

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

    def close(self) -> None:
        """Listen no more; connections that are open stay open."""
        for each in self._sockets:
            self._loop.remove_reader(each)
            each.close()
        self._sockets.clear()
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                connected, address = listening.accept()
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    self._turn_away(listening, error)
                return  # else the client has gone
            self._receive(connected, plain_address(str(address[0])))

    def _receive(self, connected: socket.socket, address: str) -> None:
        """Start ssh on a connection; from a proxy, once it has said whose it is."""
        if address not in self._server.proxies:
            self._welcome(connected, address)
            return
        connected.setblocking(False)
        if len(self._proxied) >= _MOST_PROXIED:
            self._server.figures.count_refused("too many connections without a proxy's header")
            connected.close()
            return
        task = self._loop.create_task(self._receive_proxied(connected, address))
        self._proxied.add(task)
        task.add_done_callback(self._proxied.discard)

    async def _receive_proxied(self, connected: socket.socket, proxy: str) -> None:
        try:
            address = await read_proxied_address(connected)
        except BadHeader as error:
            self._server.figures.refuse("proxy header", error, address=proxy)
            connected.close()
        except TimeoutError:
            self._server.figures.count_refused("proxies that sent no header")
            connected.close()
        except OSError:  # closed again, as balancers do that look whether somebody listens
            connected.close()
        else:
            if address:
                self._welcome(connected, plain_address(address))
            else:
                connected.close()

    def _turn_away(self, listening: socket.socket, error: OSError) -> None:
        """Close the connection that cannot be accepted: it would be reported again and again."""
        self._server.log.tell("error", what="no connection can be accepted", error=error)
        with suppress(OSError):
            os.close(self._spare)
            self._spare = -1
            connected, _ = listening.accept()
            connected.close()
        with suppress(OSError):
            self._spare = self._spare if self._spare >= 0 else _open_spare()
        if self._spare < 0:
            self._loop.remove_reader(listening)
            self._loop.call_later(_PAUSE_SECONDS, self._go_on, listening)

    def _go_on(self, listening: socket.socket) -> None:
        with suppress(OSError):
            self._spare = self._spare if self._spare >= 0 else _open_spare()
        if listening.fileno() >= 0:
            self._loop.add_reader(listening, self._accept, listening)

    def _welcome(self, connected: socket.socket, address: str) -> None:
        """Start ssh on a connection, unless its address has to wait."""
        refusal = self._server.limits.admit_connection(address)
        if refusal is None:
            self._server.figures.count_refused("too many connections")
            connected.close()
            return
        connection = Connection(self._server, address, refusal)
        task = self._loop.create_task(self._start(connected, connection))
        task.add_done_callback(lambda _: self._close_unused(connected, connection))
        connection.starting = task

    async def _start(self, connected: socket.socket, connection: Connection) -> None:
        """Speak ssh until somebody has logged in; what comes after is the connection's business."""
        try:
            await asyncssh.run_server(
                connected, options=self._options, config=None, server_factory=lambda: connection
            )
        except Exception as error:  # of asyncssh there are many; the connection has logged them
            if not connection.is_made:
                self._server.log.tell("error", what=repr(error), address=connection.address)

    def _close_unused(self, connected: socket.socket, connection: Connection) -> None:
        """Close a connection that asyncssh has not taken over."""
        if not connection.is_made:
            connected.close()
            connection.connection_lost(None)


def _open_spare() -> int:
    return os.open(os.devnull, os.O_RDONLY)


def _bind(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at all addresses of a name, or without one at all there are."""
    if not host:
        if socket.has_dualstack_ipv6():
            options: dict[str, Any] = {"family": socket.AF_INET6, "dualstack_ipv6": True}
            return [socket.create_server(("", port), backlog=_BACKLOG, **options)]
        return [socket.create_server(("", port), backlog=_BACKLOG)]
    opened: list[socket.socket] = []
    try:
        for family, _, _, _, address in dict.fromkeys(_resolve(host, port)):
            at = (address[0], opened[0].getsockname()[1] if opened else port, *address[2:])
            opened.append(socket.create_server(at, family=family, backlog=_BACKLOG))
    except OSError:
        for each in opened:
            each.close()
        raise
    return opened


def _resolve(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
