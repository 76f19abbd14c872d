"""The foreman: keeps a template running, and has it fork the sessions that are wanted."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple, Protocol

from solterm.installed import import_folders
from solterm.serve.log import Log
from solterm.serve.orders import Order, Report, Unreadable, receive_report, send

_ISOLATED = ("-I", "-X", "utf8")
"""Neither the current directory nor a variable of the environment says where modules are."""
_PROGRAM = """
import sys
sys.path += [each for each in {path!r} if each not in sys.path]
from solterm.serve.template import main
main()
"""
_TRIES = 2
"""How often a session is ordered whose template dies over it."""
_STABLE_SECONDS = 5.0
"""A template that lived so long died of something that need not happen again."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a template is started again: twice as many after each failure."""
_ORDER_SECONDS = 20.0
"""How long an order waits for its session to begin."""


class Customer(Protocol):
    """Who ordered a session."""

    def begin(self, number: int, process: int) -> None:
        """It runs: the number of its process, and a file that stands for it, to be closed."""

    def end(self, status: int | None) -> None:
        """It has ended: its exit status, negative for a signal; None when it never began."""


class _Wanted(NamedTuple):
    """A session that has not begun."""

    order: Order
    files: list[int]
    customer: Customer
    tries: int = 0
    is_sent: bool = False


class Foreman:
    """Has sessions forked. When the template dies there is a new one; sessions do not mind."""

    def __init__(self, log: Log, also: Sequence[str] = ()) -> None:
        """Nothing runs yet: see ``start``; ``also`` are modules that these sessions need too."""
        self._log = log
        self._also = also
        self._line: socket.socket | None = None
        self._template: subprocess.Popen[bytes] | None = None
        self._ready: asyncio.Event = asyncio.Event()
        self._wanted: dict[str, _Wanted] = {}
        self._running: dict[str, Customer] = {}
        self._born = 0.0
        self._failures = 0
        """Templates in a row that died soon, or could not be started."""
        self._has_begun = self._is_closed = False

    @property
    def number(self) -> int:
        """The template's process; 0 when there is none."""
        return self._template.pid if self._template else 0

    async def start(self) -> None:
        """Start a template, and wait until it can fork."""
        self._open()
        await self._ready.wait()
        if not self._line:
            raise OSError("no session could be begun here, see above")

    def order(self, order: Order, files: list[int], customer: Customer) -> None:
        """Have a session forked, at once or when there is a template. The files are taken over."""
        self._wanted[order.session] = _Wanted(order, files, customer)
        asyncio.get_running_loop().call_later(_ORDER_SECONDS, self._give_up, order.session)
        self._send()

    def close(self) -> None:
        """Let the template end; nothing is ordered any more."""
        self._is_closed = True
        self._let_go()
        for session in list(self._wanted):
            self._give_up(session)

    def _start(self) -> None:
        """Start a template, now or after a while if that fails."""
        if self._is_closed:
            return
        try:
            self._open()
        except OSError as error:
            self._log.tell("error", what="no template can be started", error=error)
            self._failures += 1
            self._start_in(self._pause())

    def _start_in(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._start)

    def _pause(self) -> float:
        """Return how many seconds to wait before the next template."""
        if not self._failures:
            return 0
        return min(_FIRST_PAUSE * 2.0 ** min(self._failures - 1, 10), _LONGEST_PAUSE)

    def _open(self) -> None:
        """Start a template. Raises ``OSError``."""
        self._ready.clear()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        program = _PROGRAM.format(path=import_folders())
        keep = {name: os.environ[name] for name in ("PATH", "TZ") if name in os.environ}
        try:
            with theirs:
                self._template = subprocess.Popen(
                    [sys.executable, *_ISOLATED, "-c", program, str(theirs.fileno()), *self._also],
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env={**keep, "SOLTERM_HOME": os.devnull},
                    start_new_session=True,
                )
        except OSError:
            ours.close()
            raise
        self._line, self._born = ours, monotonic()
        asyncio.get_running_loop().add_reader(ours.fileno(), self._hear)

    def _send(self) -> None:
        """Hand on what is ordered, as fast as the template takes it."""
        if not (self._line and self._ready.is_set()):
            return
        loop = asyncio.get_running_loop()
        loop.remove_writer(self._line.fileno())
        for session, wanted in list(self._wanted.items()):
            if wanted.is_sent:
                continue
            try:
                send(self._line, wanted.order, wanted.files)
            except BlockingIOError:
                loop.add_writer(self._line.fileno(), self._send)
                return
            except ConnectionError:
                return  # it is gone, which is heard at once
            except OSError:
                self._give_up(session)
            else:
                self._wanted[session] = wanted._replace(tries=wanted.tries + 1, is_sent=True)

    def _give_up(self, session: str) -> None:
        """Begin a session no more, unless it has begun."""
        if wanted := self._wanted.pop(session, None):
            _close(wanted.files)
            wanted.customer.end(None)

    def _hear(self) -> None:
        assert self._line, "it is heard"
        try:
            report, files, is_cut_off = receive_report(self._line)
        except (BlockingIOError, InterruptedError, Unreadable):
            return
        except OSError:
            report, files, is_cut_off = None, [], False
        if report is None:
            self._replace()
        else:
            self._take(report, files, is_cut_off)
        _close(files)

    def _take(self, report: Report, files: list[int], is_cut_off: bool) -> None:
        if report.event == "ready":
            self._has_begun = True
            self._ready.set()
            self._send()
        elif report.event == "failed" or is_cut_off:
            # Of a session that began without its file here, the end is that its line is closed.
            self._log.tell("error", what="a session could not begin", session=report.session)
            self._give_up(report.session)
        elif report.event == "began" and report.session in self._wanted:
            wanted = self._wanted.pop(report.session)
            _close(wanted.files)
            self._running[report.session] = wanted.customer
            wanted.customer.begin(report.number, files.pop())
        elif report.event == "ended" and report.session in self._running:
            self._running.pop(report.session).end(report.number)

    def _replace(self) -> None:
        """The template is gone: have another, which takes over what was ordered."""
        self._let_go()
        if not self._has_begun:
            self._is_closed = True
            self._ready.set()  # there is nothing to wait for
        self._running.clear()  # their ends are seen by the files that stand for them
        for session, wanted in list(self._wanted.items()):
            self._wanted[session] = wanted._replace(is_sent=False)
            if wanted.tries >= _TRIES:
                self._give_up(session)
        if not self._is_closed:
            self._log.tell("error", what="the template has died, another takes its place")
            lived = monotonic() - self._born
            self._failures = 0 if lived >= _STABLE_SECONDS else self._failures + 1
            self._start_in(self._pause())

    def _let_go(self) -> None:
        self._ready.clear()
        if self._line:
            asyncio.get_running_loop().remove_reader(self._line.fileno())
            asyncio.get_running_loop().remove_writer(self._line.fileno())
            self._line.close()
            self._line = None
        if self._template:
            self._template.kill()  # forks are no children of its death
            self._template.wait()
            self._template = None


def _close(files: list[int]) -> None:
    for each in files:
        os.close(each)
