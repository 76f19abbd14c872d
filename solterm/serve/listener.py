"""The SSH entrance: its host key, and the connections it accepts or refuses.

A refusal here costs next to nothing, since asyncssh never sees the connection.
"""

import asyncio
import socket
from pathlib import Path

import asyncssh

from solterm.core.refusal import Refusal
from solterm.serve.acceptor import Acceptor
from solterm.serve.access import Address
from solterm.serve.connection import Connection
from solterm.serve.server import Server
from solterm.store import files, locations
from solterm.store.errors import show_path
from solterm.store.files import Folder

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


class KeyTrouble(Refusal):
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
        self._options: asyncssh.SSHServerConnectionOptions | None = None
        self._acceptor = Acceptor(server, self._welcome)

    async def open(self, host: str, port: int) -> int:
        """Listen; return the port. Raises ``CannotListen``."""
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
