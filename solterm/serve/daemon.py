"""The process of a host: its lock, signals, entrances and service manager, from start to end.

SIGTERM and SIGINT end it, SIGHUP makes it reload its settings. SIGHUP also arrives when the host's
terminal closes. Then the host ends, unless it runs under nohup.
"""

import asyncio
import os
import signal
import socket
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import asyncssh

from solterm.core.phrases import count
from solterm.serve.admin import Admin
from solterm.serve.limits import raise_file_limit
from solterm.serve.sandbox import find_protection
from solterm.serve.server import Server
from solterm.serve.ssh_entrance import Listener

if TYPE_CHECKING:
    from solterm.serve.web.entrance import WebEntrance

_SOON = 0.5
"""Seconds; the kernel sends SIGHUP shortly before it removes the terminal."""


async def serve(
    server: Server,
    host_key: asyncssh.SSHKey,
    host: str,
    port: int,
    opened: Callable[[int, int], None],
    metrics: socket.socket | None = None,
    web: tuple[str, int] | None = None,
) -> None:
    """Serve until a signal ends it; call ``opened`` with the ports once it listens.

    ``metrics`` is a socket on which to serve the figures, ``web`` the address for browsers.
    Raises ``OSError`` or ``Refusal``.
    """
    raise_file_limit()
    asyncio.get_running_loop().set_exception_handler(lambda _, error: _note(server, error))
    listener, admin, systemd = Listener(server, host_key), Admin(server), Systemd()
    _mind_signals(server, listener)
    await server.start()
    at = server.ssh_port = await listener.open(host, port)
    entrance = _make_web_entrance(server) if web else None
    web_at = await entrance.open(*web) if entrance and web else 0
    if web and not server.settings.web_proxies:
        server.web_site = f"http://{_name_host(web[0])}:{web_at}"
    await admin.open(server.data)
    answering = await _serve_metrics(server, metrics) if metrics else None
    tasks = [asyncio.create_task(_watch(server, systemd))]
    if server.database:
        tasks.append(asyncio.create_task(_connect_hosts(server, server.database)))
    server.log.tell("sandbox", **find_protection().fields)
    try:
        opened(at, web_at)
        systemd.tell("READY=1")
        await server.done.wait()
    finally:
        systemd.tell("STOPPING=1")
        for task in tasks:
            task.cancel()
        admin.close()
        if answering:
            answering.close()
        listener.close()
        if entrance:
            entrance.close()
        await server.stop()
        if entrance:
            await entrance.stop()
        await asyncio.gather(*tasks, asyncio.sleep(0), return_exceptions=True)


def _name_host(host: str) -> str:
    """Return the name under which others find a host that listens on an address.

    >>> _name_host("127.0.0.1"), _name_host("::1")
    ('127.0.0.1', '[::1]')
    """
    if host in ("", "0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


async def _serve_metrics(server: Server, listening: socket.socket) -> asyncio.Server:
    # Imported here: it needs prometheus-client.
    from solterm.serve.metrics import Metrics

    return await Metrics(server).serve(listening)


def _make_web_entrance(server: Server) -> "WebEntrance":
    # Imported here: it needs aiohttp.
    from solterm.serve.web.assets import Assets
    from solterm.serve.web.entrance import WebEntrance

    return WebEntrance(server, Assets())


async def _connect_hosts(server: Server, database: str) -> None:
    # Imported here: it needs what only hosts with a database have.
    from solterm.serve.relay import connect_hosts

    await connect_hosts(server.hall, database, lambda what: server.log.tell("others", what=what))


async def _watch(server: Server, systemd: "Systemd") -> None:
    while True:
        await asyncio.sleep(1)
        server.tick()
        players = server.count_players()
        systemd.report(f"{count(players, 'players')}")


def _note(server: Server, context: dict[str, Any]) -> None:
    """Log an unexpected error of a callback; everyone else plays on."""
    server.log.tell_error(context.get("message", ""), context.get("exception"))


def _mind_signals(server: Server, listener: Listener) -> None:
    """Handle signals in the running event loop."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.done.set)
    stays = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    began_in_terminal = not stays and _has_terminal()

    def look_for_terminal() -> bool:
        if began_in_terminal and not _has_terminal() and not server.done.is_set():
            server.log.tell("hangup", what="the terminal of the host is gone")
            server.done.set()
        return server.done.is_set()

    def hear_hangup() -> None:
        if not look_for_terminal():
            if server.reload():
                listener.update()
            loop.call_later(_SOON, look_for_terminal)

    loop.add_signal_handler(signal.SIGHUP, hear_hangup)


def _has_terminal() -> bool:
    """Return whether this process has a controlling terminal that still exists."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


class Systemd:
    """The service manager that started this host, if any (``sd_notify``).

    It names a datagram socket in ``NOTIFY_SOCKET``. Without that variable nothing is sent.
    """

    def __init__(self, environment: MutableMapping[str, str] = os.environ) -> None:
        """Take the variables of the protocol away, so that child processes don't get them."""
        self._socket = environment.pop("NOTIFY_SOCKET", "")
        if self._socket.startswith("@"):  # an abstract name
            self._socket = f"\0{self._socket[1:]}"
        watched = environment.pop("WATCHDOG_PID", str(os.getpid()))
        has_watchdog = "WATCHDOG_USEC" in environment
        environment.pop("WATCHDOG_USEC", None)
        self._is_watched = has_watchdog and watched == str(os.getpid())
        self._status = ""

    def tell(self, *states: str) -> None:
        """Send states, such as ``READY=1``. Never blocks; errors are ignored."""
        if self._socket and states:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto("\n".join(states).encode(), self._socket)

    def report(self, status: str) -> None:
        """Send a changed status, and a sign of life if there is a watchdog.

        Call this every second from the event loop; a watchdog must allow two or more.
        """
        states = ["WATCHDOG=1"] if self._is_watched else []
        if status != self._status:
            self._status = status
            states.append(f"STATUS={status}")
        self.tell(*states)
