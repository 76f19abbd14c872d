"""The host's signals: SIGTERM and SIGINT end it, SIGHUP makes it reload its settings.

SIGHUP also arrives when the host's terminal closes. Then the host ends, unless it runs under nohup.
"""

import asyncio
import os
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solterm.serve.server import Server

_SOON = 0.5
"""Seconds; the kernel sends SIGHUP shortly before it removes the terminal."""


def mind_signals(server: "Server") -> None:
    """Handle signals in the running event loop."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.done.set)
    stays = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    began_in_terminal = not stays and has_terminal()

    def look_for_terminal() -> bool:
        if began_in_terminal and not has_terminal() and not server.done.is_set():
            server.log.tell("hangup", what="the terminal of the host is gone")
            server.done.set()
        return server.done.is_set()

    def hear_hangup() -> None:
        if not look_for_terminal():
            server.reload()
            loop.call_later(_SOON, look_for_terminal)

    loop.add_signal_handler(signal.SIGHUP, hear_hangup)


def has_terminal() -> bool:
    """Return whether this process has a controlling terminal that still exists."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
