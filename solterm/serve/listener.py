"""The listening sockets: accept connections, and refuse at once what the limits forbid.

A connection that is refused here costs next to nothing: asyncssh never hears of it.
"""

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import asyncssh

from solterm.serve.entrance import Entrance
from solterm.serve.limits import plain_address

if TYPE_CHECKING:
    from solterm.serve.server import Server

_BACKLOG = 100
_AT_ONCE = 20
"""Connections accepted before the event loop has another turn."""


class Listener:
    """Accepts a host's connections."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._sockets: list[socket.socket] = []
        self._options: asyncssh.SSHServerConnectionOptions | None = None
        self._starting: set[asyncio.Task[None]] = set()

    async def open(self, host: str, port: int, **options: Any) -> int:
        """Listen, with options of asyncssh; return the port. Raises ``OSError``."""
        self._options = await asyncssh.SSHServerConnectionOptions.construct(**options)
        self._sockets = _bind(host, port)
        for each in self._sockets:
            each.setblocking(False)
            self._loop.add_reader(each, self._accept, each)
        return int(self._sockets[0].getsockname()[1])

    def update(self, **options: Any) -> None:
        """Change options of asyncssh for all connections from now on."""
        if self._options:
            self._options.update(**options)

    def close(self) -> None:
        """Listen no more; connections that are open stay open."""
        for each in self._sockets:
            self._loop.remove_reader(each)
            each.close()
        self._sockets.clear()

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                connected, address = listening.accept()
            except OSError:  # nobody is there any more
                return
            self._receive(connected, plain_address(str(address[0])))

    def _receive(self, connected: socket.socket, address: str) -> None:
        """Start ssh on a connection, unless its address has to wait."""
        refusal = self._server.limits.knock(address)
        if refusal is None:
            self._server.count_refused("too many connections")
            connected.close()
            return
        task = self._loop.create_task(self._start(connected, address, refusal))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self, connected: socket.socket, address: str, refusal: str) -> None:
        """Speak ssh until somebody has logged in; what comes after is the connection's business."""
        entrance = Entrance(self._server, address, refusal)
        try:
            await asyncssh.run_server(
                connected, options=self._options, config=None, server_factory=lambda: entrance
            )
        except Exception as error:  # of asyncssh there are many; the entrance has logged them
            if not entrance.is_made:
                self._server.log.tell("error", what=repr(error), address=address)
        finally:
            if not entrance.is_made:
                connected.close()


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
