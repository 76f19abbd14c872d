"""The template: a process that has loaded everything a session needs, and forks to start one.

So a session begins in milliseconds and shares unchanged memory with the others. The template has no
threads, opens no files and never sees players' data. It ends with the server; sessions outlive it.
"""

import ctypes
import gc
import importlib
import os
import pkgutil
import select
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress

from solterm.advice import worker  # noqa: F401  so that all workers share it
from solterm.games import catalogue
from solterm.serve import sandbox, session_process
from solterm.serve.orders import Order, SessionReport, Unreadable, receive, send

_LOADED = ("solterm.tui", "solterm.plain", "solterm.sessions", "solterm.hall", "solterm.games")
"""Packages whose modules are all loaded."""
_SET_CHILD_SUBREAPER = 36
_LEAST_IMMORTAL = 1 << 30
"""The smallest count of references that marks an immortal object; nothing has so many."""


def main() -> None:
    """Fork sessions as ordered on the socket whose number is the first argument.

    The other arguments are further modules that sessions of this host need.
    """
    server = socket.socket(fileno=int(sys.argv[1]))
    os.umask(0o077)
    # What a session leaves behind becomes our child, and we reap it, also in a container.
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    load(sys.argv[2:])
    with suppress(ConnectionError):  # the server was killed
        Template(server).run()


def load(also: Sequence[str] = ()) -> None:
    """Load everything that sessions need; freeze it, so garbage collection leaves it shared."""
    for module in also:
        importlib.import_module(module)
    for room in _LOADED:
        package = importlib.import_module(room)
        for each in pkgutil.walk_packages(package.__path__, f"{room}."):
            importlib.import_module(each.name)
    catalogue()
    session_process.rehearse()
    sandbox.find_protection()
    sandbox.list_program_files()
    gc.collect()
    make_immortal()
    gc.freeze()


def make_immortal() -> None:
    """Have no session count the references to what is loaded: each count copies a page.

    From Python 3.12 on, objects with the count of ``None`` are neither counted nor freed. It is the
    first word of an object; where it is not, ``None`` has a small number there.
    """
    count = ctypes.c_uint32.from_address
    of_none = count(id(None)).value
    if of_none < _LEAST_IMMORTAL:
        return
    for each in gc.get_objects():
        count(id(each)).value = of_none
        for part in gc.get_referents(each):
            count(id(part)).value = of_none


class Template:
    """Forks sessions and reports how they end."""

    def __init__(self, server: socket.socket) -> None:
        """Take orders from a server, over a socket."""
        self._server = server
        self._sessions: dict[int, str] = {}
        """Session ids by process id."""

    def run(self) -> None:
        """Fork sessions until the server is gone."""
        ended, woken = os.pipe()
        for each in (ended, woken):
            os.set_blocking(each, False)
        signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
        before = signal.signal(signal.SIGCHLD, lambda *_: None)
        try:
            self._serve(ended)
        finally:
            signal.signal(signal.SIGCHLD, before)
            signal.set_wakeup_fd(-1)
            os.close(ended)
            os.close(woken)

    def _serve(self, ended: int) -> None:
        """Fork what is ordered and report what ends; ``ended`` becomes readable on SIGCHLD."""
        send(self._server, SessionReport("", "ready"), [])
        heard: list[socket.socket | int] = [self._server, ended]
        while True:
            readable, _, _ = select.select(heard, [], [])
            if ended in readable:
                with suppress(BlockingIOError):
                    while os.read(ended, 4096):
                        pass
            self._reap()
            if self._server in readable and not self._begin():
                return

    def _begin(self) -> bool:
        """Fork the next session; return False when the server is gone."""
        try:
            order, files, is_cut_off = receive(self._server, Order)
        except Unreadable:
            return True  # the server gives up on an order without an answer
        if order is None:
            return False
        begun = None if is_cut_off else self._fork(order, files)
        for each in files:
            os.close(each)
        if begun:
            number, process = begun
            send(self._server, SessionReport(order.session, "began", number), [process])
            os.close(process)
        else:
            send(self._server, SessionReport(order.session, "failed"), [])
        return True

    def _fork(self, order: Order, files: list[int]) -> tuple[int, int] | None:
        """Return a new session's process id and pidfd; None on failure."""
        number = 0
        try:
            number = os.fork()
            if number == 0:
                session_process.run(order, files)
            process = os.pidfd_open(number)  # safe: it is not reaped yet
        except OSError:  # out of memory, processes or descriptors
            if number:
                os.kill(number, signal.SIGKILL)
            return None
        self._sessions[number] = order.session
        return number, process

    def _reap(self) -> None:
        """Reap and report the sessions that have ended."""
        while True:
            try:
                number, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if number == 0:
                return
            if session := self._sessions.pop(number, ""):
                report = SessionReport(session, "ended", os.waitstatus_to_exitcode(status))
                send(self._server, report, [])
