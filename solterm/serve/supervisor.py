"""The supervisor: keeps a template process running and has it fork sessions.

Only a few sessions start at once; the others wait in a queue. So a crowd slows down only its own
starts, and none of them fails for lack of time.
"""

import asyncio
import os
import socket
import subprocess
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from solterm.installed import isolated
from solterm.serve.log import Log
from solterm.serve.orders import Order, SessionReport, Unreadable, receive, send

if TYPE_CHECKING:
    from solterm.serve.hosted_session import HostedSession

_MODULE = "solterm.serve.template"
"""The module of the template's process."""
_TRIES = 2
"""Templates that may die over one session before it fails."""
_STABLE_SECONDS = 5.0
"""A template that lived this long is replaced at once, not after a pause."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
"""Seconds before the next start; they double with each failure."""
_MOST_STARTING = 2 * (os.cpu_count() or 1)
"""Sessions that may start at once."""
_STARTING_SECONDS = 10.0
"""A session without output for so long no longer holds up the queue."""
_ANSWER_SECONDS = 20.0
"""A template that lets an order wait for so long is replaced."""
_PLACES_SECONDS = 1.0
"""How often players in the queue are told their place."""
_LOG_SECONDS = 60.0
"""How often the log tells the length of the queue."""


class _Wanted(NamedTuple):
    """A session that was ordered and has not begun."""

    order: Order
    files: list[int]
    owner: "HostedSession"
    tries: int = 0
    is_sent: bool = False


class Supervisor:
    """Starts sessions, and restarts a template that dies; running sessions live on."""

    def __init__(self, log: Log, also: Sequence[str] = ()) -> None:
        """Prepare; call ``start`` next. ``also`` names further modules that sessions need."""
        self._log = log
        self._also = also
        self._line: socket.socket | None = None
        self._template: subprocess.Popen[bytes] | None = None
        self._ready: asyncio.Event = asyncio.Event()
        self._wanted: dict[str, _Wanted] = {}
        self._running: dict[str, HostedSession] = {}
        self._starting: set[str] = set()
        """The sessions that were sent to the template and have shown nothing yet."""
        self._places: asyncio.TimerHandle | None = None
        self._logged = -_LOG_SECONDS
        self._born = 0.0
        self._failures = 0
        """Templates in a row that died soon, or could not be started."""
        self._has_begun = self._is_closed = False

    @property
    def number(self) -> int:
        """The template's process id; 0 while it restarts."""
        return self._template.pid if self._template else 0

    async def start(self) -> None:
        """Start the template and wait until it can fork. Raises ``OSError``."""
        self._open()
        await self._ready.wait()
        if not self._line:
            raise OSError("no session can be started here, see above")

    def order(self, order: Order, files: list[int], owner: "HostedSession") -> None:
        """Start a session, now or as soon as there is a template. Takes over the files."""
        self._wanted[order.session] = _Wanted(order, files, owner)
        self._send()

    def cancel(self, session: str) -> None:
        """Drop the order for a session that still waits in the queue."""
        if (wanted := self._wanted.get(session)) and not wanted.is_sent:
            self._give_up(session)

    def let_next_start(self, session: str) -> None:
        """Take note that a session has shown its first output, or never will."""
        if session in self._starting:
            self._starting.discard(session)
            self._send()

    @property
    def queue(self) -> list["HostedSession"]:
        """The owners of the sessions that wait to be started, in order."""
        return [each.owner for each in self._wanted.values() if not each.is_sent]

    def close(self) -> None:
        """End the template and accept no more orders."""
        self._is_closed = True
        if self._places:
            self._places.cancel()
        self._stop()
        for session in list(self._wanted):
            self._give_up(session)

    def _start(self) -> None:
        """Start the template; if that fails, try again later."""
        if self._is_closed:
            return
        try:
            self._open()
        except OSError as error:
            self._log.tell("error", what="the template cannot be started", error=error)
            self._failures += 1
            self._start_in(self._pause())

    def _start_in(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._start)

    def _pause(self) -> float:
        """Return the seconds to wait before the next start."""
        if not self._failures:
            return 0
        return min(_FIRST_PAUSE * 2.0 ** min(self._failures - 1, 10), _LONGEST_PAUSE)

    def _open(self) -> None:
        """Start the template. Raises ``OSError``."""
        self._ready.clear()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        try:
            with theirs:
                template = isolated(_MODULE, str(theirs.fileno()), *self._also)
                self._template = subprocess.Popen(
                    template.arguments,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env=template.environment,
                    start_new_session=True,
                )
        except OSError:
            ours.close()
            raise
        self._line, self._born = ours, monotonic()
        asyncio.get_running_loop().add_reader(ours.fileno(), self._hear)

    def _send(self) -> None:
        """Send orders to the template: as many as it takes and may start at once."""
        if self.queue and not self._places and not self._is_closed:
            self._places = asyncio.get_running_loop().call_later(_PLACES_SECONDS, self._tell_places)
        if not (self._line and self._ready.is_set()):
            return
        loop = asyncio.get_running_loop()
        loop.remove_writer(self._line.fileno())
        for session, wanted in list(self._wanted.items()):
            if wanted.is_sent:
                continue
            if len(self._starting) >= _MOST_STARTING:
                return
            try:
                send(self._line, wanted.order, wanted.files)
            except BlockingIOError:
                loop.add_writer(self._line.fileno(), self._send)
                return
            except ConnectionError:
                return  # the template died; _hear finds out at once
            except OSError:
                self._give_up(session)
            else:
                self._wanted[session] = wanted._replace(tries=wanted.tries + 1, is_sent=True)
                self._starting.add(session)
                loop.call_later(_ANSWER_SECONDS, self._check_answer, session, self._born)

    def _check_answer(self, session: str, born: float) -> None:
        """Replace the template if it has not answered an order."""
        if self._born == born and (wanted := self._wanted.get(session)) and wanted.is_sent:
            self._log.tell("error", what="the template does not answer")
            self._replace()

    def _tell_places(self) -> None:
        """Tell the players in the queue their place, and the log its length."""
        self._places = None
        waiting = self.queue
        for place, owner in enumerate(waiting):
            owner.wait(place + len(self._starting))
        if waiting and monotonic() - self._logged >= _LOG_SECONDS:
            self._logged = monotonic()
            self._log.tell("queue", waiting=len(waiting), starting=len(self._starting))
        self._send()

    def _give_up(self, session: str) -> None:
        """Drop the order for a session, unless it has begun."""
        if wanted := self._wanted.pop(session, None):
            _close(wanted.files)
            wanted.owner.end(None)
            self.let_next_start(session)

    def _hear(self) -> None:
        assert self._line, "only called for an open line"
        try:
            report, files, is_cut_off = receive(self._line, SessionReport)
        except (BlockingIOError, InterruptedError, Unreadable):
            return
        except OSError:
            report, files, is_cut_off = None, [], False
        if report is None:
            self._replace()
        else:
            self._take(report, files, is_cut_off)
        _close(files)

    def _take(self, report: SessionReport, files: list[int], is_cut_off: bool) -> None:
        if report.event == "ready":
            self._has_begun = True
            self._ready.set()
            self._send()
        elif report.event == "failed" or is_cut_off:
            # If it began and only its pidfd was lost, closing its terminal ends it.
            self._log.tell("error", what="a session could not begin", session=report.session)
            self._give_up(report.session)
        elif report.event == "began" and report.session in self._wanted:
            wanted = self._wanted.pop(report.session)
            _close(wanted.files)
            self._running[report.session] = wanted.owner
            asyncio.get_running_loop().call_later(
                _STARTING_SECONDS, self.let_next_start, report.session
            )
            wanted.owner.begin(report.number, files.pop())
        elif report.event == "ended" and report.session in self._running:
            self._running.pop(report.session).end(report.number)
            self.let_next_start(report.session)

    def _replace(self) -> None:
        """Replace a template that died; the next one gets the remaining orders."""
        self._stop()
        if not self._has_begun:
            self._is_closed = True
            self._ready.set()  # start() must not wait any longer
        self._running.clear()  # their pidfds tell when they end
        self._starting.clear()
        for session, wanted in list(self._wanted.items()):
            self._wanted[session] = wanted._replace(is_sent=False)
            if wanted.tries >= _TRIES:
                self._give_up(session)
        if not self._is_closed:
            self._log.tell("error", what="the template died and is started again")
            lived = monotonic() - self._born
            self._failures = 0 if lived >= _STABLE_SECONDS else self._failures + 1
            self._start_in(self._pause())

    def _stop(self) -> None:
        self._ready.clear()
        if self._line:
            asyncio.get_running_loop().remove_reader(self._line.fileno())
            asyncio.get_running_loop().remove_writer(self._line.fileno())
            self._line.close()
            self._line = None
        if self._template:
            self._template.kill()  # the sessions live on
            self._template.wait()
            self._template = None


def _close(files: list[int]) -> None:
    for each in files:
        os.close(each)
