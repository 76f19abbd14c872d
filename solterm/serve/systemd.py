"""Messages to systemd: the host is ready, stops, is alive, and how many play (``sd_notify``).

systemd names a datagram socket in ``NOTIFY_SOCKET``. Without that variable nothing is sent.
"""

import os
import socket
from collections.abc import MutableMapping
from contextlib import suppress


class Systemd:
    """The service manager that started this host, if any."""

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
