"""Listens for connections, of any entrance, and passes them on with the client's address.

A connection from one of the settings' ``proxies`` begins with a header that names the client.
"""

import asyncio
import errno
import os
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from solterm.core.refusal import Refusal
from solterm.serve.access import Address, BadHeader, read_proxied_address
from solterm.serve.server import Server

_BACKLOG = 512
"""Connections that the kernel keeps while none is accepted."""
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_MOST_PROXIED = 100
_PAUSE_SECONDS = 1.0
"""Without a descriptor even to refuse a connection with."""
_MOMENT_SECONDS = 0.1
"""Between two looks for places for the connections that wait."""
_AT_ONCE = 20
"""Connections accepted before the event loop has another turn."""
_SOCKET_BUFFER = 1 << 16
"""Bytes that the kernel buffers in each direction; it would buffer megabytes."""


class Acceptor:
    """The sockets of an entrance."""

    def __init__(self, server: Server, welcome: Callable[[socket.socket, Address], None]) -> None:
        """Pass each connection, with its client's address, to ``welcome``."""
        self._server = server
        self._welcome = welcome
        self._loop = asyncio.get_running_loop()
        self._sockets: list[socket.socket] = []
        self._proxied: set[asyncio.Task[None]] = set()
        """Connections whose proxies have not said yet whose they are."""
        self._waiting: list[tuple[socket.socket, Address]] = []
        """Connections for which there was no place yet, oldest first."""
        self._is_crowded = False
        """Whether they wait for any place, rather than for one of their address."""
        self._look: asyncio.TimerHandle | None = None
        self._spare = _open_spare()
        """A spare descriptor; without any other, it serves to accept a connection and close it."""

    def open(self, host: str, port: int) -> int:
        """Listen; return the port. Raises ``Refusal``."""
        try:
            self._sockets = _bind(host, port)
        except OSError as error:
            where = f"{host or 'every address'}, port {port}"
            raise Refusal(f"Cannot listen on {where}: {error.strerror or error}.") from None
        for each in self._sockets:
            each.setblocking(False)
            self._loop.add_reader(each, self._accept, each)
        return int(self._sockets[0].getsockname()[1])

    def close(self) -> None:
        """Listen no more; connections that are open stay open."""
        for each in self._sockets:
            self._loop.remove_reader(each)
            each.close()
        self._sockets.clear()
        if self._look:
            self._look.cancel()
        for connected, _ in self._waiting:
            connected.close()
        self._waiting.clear()
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            if self._is_queue_full and not self._shorten_queue():
                self._rest(listening, _MOMENT_SECONDS)
                return
            try:
                connected, address = listening.accept()
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    self._turn_away(listening, error)
                return  # else the client has gone
            for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                connected.setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)
            self._receive(connected, Address(str(address[0])))

    def _receive(self, connected: socket.socket, address: Address) -> None:
        """Pass a connection on; from a proxy, once it has said whose it is."""
        if address not in self._server.proxies:
            self._admit(connected, address)
            return
        connected.setblocking(False)
        if len(self._proxied) >= _MOST_PROXIED:
            reason = "too many connections without a proxy's header"
            self._server.figures.refuse(reason, address=address)
            connected.close()
            return
        task = self._loop.create_task(self._receive_proxied(connected, address))
        self._proxied.add(task)
        task.add_done_callback(self._proxied.discard)

    async def _receive_proxied(self, connected: socket.socket, proxy: Address) -> None:
        try:
            address = await read_proxied_address(connected)
        except BadHeader as error:
            self._server.figures.refuse("proxy header", error, address=proxy)
            connected.close()
        except TimeoutError:
            self._server.figures.refuse("proxies that sent no header", address=proxy)
            connected.close()
        except OSError:  # closed again, as balancers do that look whether somebody listens
            connected.close()
        else:
            if address:
                self._admit(connected, address)
            else:
                connected.close()

    def _admit(self, connected: socket.socket, address: Address) -> None:
        """Pass a connection on as soon as there is a place for it, after those that wait."""
        if not self._is_crowded and self._server.limits.pending.has_room(address):
            self._welcome(connected, address)
            return
        self._waiting.append((connected, address))
        if not self._look:
            self._look = self._loop.call_later(_MOMENT_SECONDS, self._fill_places)

    @property
    def _is_queue_full(self) -> bool:
        return len(self._waiting) >= self._server.settings.pending_connections

    def _shorten_queue(self) -> bool:
        """Close the last connection of the address that has most in the queue, if too many."""
        sources = [address.source for _, address in self._waiting]
        source, count = Counter(sources).most_common(1)[0]
        if count <= self._server.settings.pending_connections_of_an_address:
            return False
        connected, address = self._waiting.pop(len(sources) - 1 - sources[::-1].index(source))
        self._server.figures.refuse("pending connections", address=address)
        connected.close()
        return True

    def _fill_places(self) -> None:
        """Pass on the connections that wait and have a place; look again soon for the others."""
        self._look = None
        pending, settings = self._server.limits.pending, self._server.settings
        waiting, self._waiting = self._waiting, []
        for connected, address in waiting:
            if pending.has_room(address):
                self._welcome(connected, address)
            else:
                self._waiting.append((connected, address))
        self._is_crowded = bool(self._waiting) and len(pending) >= settings.pending_connections
        if self._waiting:
            self._look = self._loop.call_later(_MOMENT_SECONDS, self._fill_places)

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
            self._rest(listening, _PAUSE_SECONDS)

    def _rest(self, listening: socket.socket, seconds: float) -> None:
        """Accept no connection for a while."""
        self._loop.remove_reader(listening)
        self._loop.call_later(seconds, self._go_on, listening)

    def _go_on(self, listening: socket.socket) -> None:
        with suppress(OSError):
            self._spare = self._spare if self._spare >= 0 else _open_spare()
        if listening.fileno() >= 0:
            self._loop.add_reader(listening, self._accept, listening)


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
