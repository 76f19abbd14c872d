"""The solver process that runs alongside a player's program.

There is at most one. It starts with the first question, at the lowest priority, and ends after a
while without questions. It also ends with this process, because it reads a pipe whose other end no
one else holds. Line mode waits for its answers with ``wait``, the screen with ``answer``.

The session of a host may start no processes once it is confined. It forks a process before, which
starts its worker.
"""

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from solterm.advice import pipe
from solterm.advice.knowledge import Asked, Knowledge
from solterm.advice.pipe import Answer, AskHint, AskLost, AskVerdict, Judged, Question, Traced
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.installed import isolated

if TYPE_CHECKING:
    from asyncio import Event

OFF = "This host has turned the solver off."
STOPPED = "The search was stopped. Nothing has changed."
"""The sentence after a search that the player stopped."""
REPLACED = "Another question has taken its place."
"""The failure of a question asked before the last one."""

CANNOT_START = "The search can't be started now."
"""The failure of a question for which the system starts no process."""
TOO_LONG = "It took too long."
"""The failure of a question after its time limit."""
LAMP = 10.0
"""Seconds of processor time that the lamp spends on a position."""
EACH, IN_ALL = 5.0, 60.0
"""Seconds of processor time to find where a game was lost: for one position, and for all."""

NICE = 19
"""How much lower a worker's priority is: the player's own process comes first."""

_AT_ONCE = 1 << 16


Learn = Callable[[Any], object]
"""Called with each partial answer to a question, and with its answer."""


class SearchNews(NamedTuple):
    """The news of the last question."""

    told: str = ""
    """Its progress."""
    answer: Any = None
    """The kind of answer that the question names."""
    failed: str = ""
    """Why there will be no answer."""


class SearchFailed(Refusal):
    """A question has no answer; the message is a sentence for the player."""


class _Process(NamedTuple):
    """A worker's process, and our ends of its pipes."""

    number: int
    """Its process id; 0 if another process has started it."""
    questions: int
    said: int


class _Starter:
    """Starts and kills the worker: this process itself, or the one that ``fork_starter`` made."""

    def __init__(self) -> None:
        self.line: socket.socket | None = None

    def start(self, questions: int, said: int) -> int:
        """Start a worker on its ends of two pipes; return its process id. Raises ``OSError``."""
        if self.line:
            socket.send_fds(self.line, [_START], [questions, said])
            return 0
        # It lowers its priority before it loads anything.
        child = isolated("solterm.advice.worker", nice=NICE)
        return os.posix_spawn(
            child.arguments[0],
            child.arguments,
            child.environment,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, questions, 0),
                (os.POSIX_SPAWN_DUP2, said, 1),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setpgroup=0,  # keeps Ctrl+C and the like from reaching it
        )

    def kill(self, number: int) -> None:
        with contextlib.suppress(OSError):
            if number:
                os.kill(number, signal.SIGKILL)
            elif self.line:
                self.line.send(_STOP)


_starter = _Starter()
_START, _STOP = b"start", b"stop"


def fork_starter(confine: Callable[[], object]) -> None:
    """Fork a process that starts one worker at a time for this one, and ends with it.

    ``confine`` is called in each worker. Raises ``OSError``.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        try:
            ours.close()
            _start_workers(theirs, confine)
        finally:
            os._exit(0)
    theirs.close()
    _starter.line = ours


def _start_workers(line: socket.socket, confine: Callable[[], object]) -> None:
    os.setsid()  # no signal of the terminal reaches it
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(line.fileno()):
        os.dup2(nowhere, number)
    os.closerange(line.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
    worker = 0
    while True:
        asked, files, *_ = socket.recv_fds(line, len(_START), 2)
        if worker:
            os.kill(worker, signal.SIGKILL)
            os.waitpid(worker, 0)
            worker = 0
        if not asked:
            return
        if asked == _START and len(files) == 2:
            worker = os.fork()
            if worker == 0:
                _work(line, files, confine)
        for each in files:
            os.close(each)


def _work(line: socket.socket, files: list[int], confine: Callable[[], object]) -> NoReturn:
    from solterm.advice import worker  # a program without a host needs it in its worker alone

    for number, each in enumerate(files):
        os.dup2(each, number)
        os.close(each)
    line.close()
    os.nice(NICE)
    confine()
    worker.main()


class Worker:
    """Runs long tasks in another process. A new question drops the one before."""

    def __init__(self, is_off: bool) -> None:
        self.is_off = is_off
        """Whether the host has turned off all searching: ask nothing then."""
        self.knowledge = Knowledge()
        """What its answers told; it learns from each before anyone else hears of it."""
        self.known: Answer | None = None
        """The latest partial answer to the last question."""
        self._process: _Process | None = None
        self._number = 0
        """The number of the last question."""
        self._question: Question | None = None
        """The last question; None once it has ended."""
        self._learn: Learn | None = None
        self._news = SearchNews()
        self._unread = b""
        self._tries = 0
        """How many processes have broken off its search."""
        self._changed: Event | None = None
        """Set as soon as there may be news, while a coroutine waits for them."""

    @property
    def is_busy(self) -> bool:
        """Whether a player waits for the answer to the last question."""
        return self.awaits(self._number)

    def awaits(self, number: int) -> bool:
        """Return whether there will be an answer to a question."""
        self.hear(self._number)
        return number == self._number and self._question is not None

    @property
    def process_number(self) -> int | None:
        return self._process.number if self._process else None

    # -- questions -------------------------------------------------------------------------

    def ask(self, question: Question, learn: Learn | None = None) -> int:
        """Ask a question. Return its number.

        ``learn`` gets each partial answer on arrival, and the answer. It is last called when
        another question replaces this one. If no process can be started, the question fails.
        """
        self._begin(question, learn)
        self.known = None
        self._send(question)
        return self._number

    def judge(self, play: Play, seconds: float) -> int:
        """Ask whether the current position can be won."""
        asked = Asked.of(play)

        def learn(found: Judged) -> None:
            self.knowledge.learn_verdict(asked, found)

        position = str(play.reveal())
        return self.ask(AskVerdict(position, play.armed, play.cheating, seconds), learn)

    def find_lost(self, play: Play) -> int:
        """Ask where a game was lost, and from where it can be won."""
        if known := self.knowledge.find_traced(play):
            return self._answer_at_once(known)
        tables, rules, events = (*play.passed, play.table), play.rules, tuple(play.events)

        def learn(found: Traced) -> None:
            self.knowledge.learn_turn(rules, tables, events, found)

        lost = self.knowledge.lost_places(play)
        return self.ask(AskLost(record.write(play), lost, EACH, IN_ALL), learn)

    def _answer_at_once(self, found: Answer) -> int:
        """Take the place of the last question with one that has its answer already."""
        self.drop(self._number)
        self._begin(None)
        self._news = SearchNews(answer=found)
        return self._number

    def drop(self, number: int) -> None:
        """Drop a question, unless another one has replaced it."""
        if not self.awaits(number):
            return
        self._begin(None)
        if self._process:
            self._send(None)

    def _begin(self, question: Question | None, learn: Learn | None = None) -> None:
        """Replace the last question, after ``learn`` got what is still unread."""
        if self._question:
            self.hear(self._number)
        self._number += 1
        self._question, self._learn = question, learn
        self._news, self._tries = SearchNews(), 0
        self._wake()

    # -- answers ---------------------------------------------------------------------------

    def hear(self, number: int) -> SearchNews:
        """Return the news of a question since the last call, without waiting.

        If its process has ended, another one starts, but only once.
        """
        while self._process and self._question:
            try:
                found = os.read(self._process.said, _AT_ONCE)
            except BlockingIOError:
                break
            except OSError:
                found = b""
            if not found:
                self.end_process()
                self._tries += 1
                if self._tries > 1:
                    self._end_question(failed="The search broke off.")
                else:
                    self._send(self._question)
                break
            *lines, self._unread = (self._unread + found).split(b"\n")
            for line in lines:
                self._take(pipe.read(line))
        if number != self._number:
            return SearchNews(failed=REPLACED)
        heard, self._news = self._news, self._news._replace(told="")
        return heard

    def wait(self, number: int, seconds: float, drops: bool = True) -> SearchNews:
        """Wait for the answer to a question.

        After ``seconds`` it is dropped; if ``drops`` is false, it stays and the news is empty.
        """
        from select import select
        from time import monotonic

        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            heard = self.hear(number)
            if heard.answer is not None or heard.failed:
                return heard
            if self._process:
                select([self._process.said], [], [], left)
        if not drops:
            return SearchNews()
        self.drop(number)
        return SearchNews(failed=TOO_LONG)

    async def answer(
        self,
        number: int,
        tell: Callable[[str], object] = lambda told: None,
        drops: bool = True,
    ) -> Any:
        """Wait for the answer to a question, on the event loop.

        ``tell`` gets its progress. A coroutine that stops waiting drops the question, unless
        ``drops`` is false. Raises ``SearchFailed`` if there will be no answer.
        """
        try:
            while True:
                heard = self.hear(number)
                if heard.failed:
                    raise SearchFailed(heard.failed)
                if heard.answer is not None:
                    return heard.answer
                if heard.told:
                    tell(heard.told)
                else:
                    await self.change()
        finally:
            if drops:
                self.drop(number)

    async def change(self) -> None:
        """Wait until the process has said something, or a question has begun or ended."""
        import asyncio  # which line mode does not need

        if self._changed is None:
            self._changed = asyncio.Event()
            if self._process:
                asyncio.get_running_loop().add_reader(self._process.said, self._wake)
        await self._changed.wait()

    def _wake(self) -> None:
        changed, self._changed = self._changed, None
        if changed:
            from asyncio import get_running_loop

            changed.set()
            if self._process:
                get_running_loop().remove_reader(self._process.said)

    def _take(self, said: Mapping[str, Any]) -> None:
        if said["id"] != self._number:
            return
        found = said.get("known", said.get("answer"))
        if self._learn and found is not None:
            self._learn(found)
        if "known" in said:
            self.known = found
        elif "told" in said:
            self._news = self._news._replace(told=said["told"])
        else:
            self._end_question(found, said.get("failed", ""))

    def _end_question(self, answer: Answer | None = None, failed: str = "") -> None:
        self._question, self._news = None, SearchNews(answer=answer, failed=failed)
        self._wake()

    # -- the process -----------------------------------------------------------------------

    def _send(self, question: Question | None) -> None:
        """Send the last question, or drop it in the process; start a process if there is none."""
        asked = {"asked": question} if question else {}
        line = pipe.write({"id": self._number, **asked})
        for _ in range(2):
            self._process = self._process or self._start()
            if self._process is None:
                break
            with contextlib.suppress(OSError):
                if os.write(self._process.questions, line) == len(line):
                    return
            self.end_process()
        self._end_question(failed=CANNOT_START)

    def _start(self) -> _Process | None:
        """Start a process; return None if the system refuses."""
        ends: list[int] = []
        try:
            for _ in range(2):
                ends += os.pipe()
            theirs_in, questions, said, theirs_out = ends
            os.set_blocking(questions, False)
            os.set_blocking(said, False)
            process = _Process(_starter.start(theirs_in, theirs_out), questions, said)
        except (OSError, ValueError):
            for end in ends:
                os.close(end)
            return None
        os.close(theirs_in)
        os.close(theirs_out)
        self._unread = b""
        return process

    def end_process(self) -> None:
        """End the process at once, whatever it is doing."""
        self._wake()
        process, self._process = self._process, None
        if process is None:
            return
        os.close(process.questions)
        os.close(process.said)
        _starter.kill(process.number)
        if process.number:
            with contextlib.suppress(OSError):
                os.waitpid(process.number, 0)

    def halt(self) -> None:
        """End the process before the player's own is stopped; safe to call from a signal handler.

        When the player's process continues, a new one starts with the same question. A process that
        is just starting may stay: it has no question yet, and waits.
        """
        if process := self._process:
            self._tries = 0
            _starter.kill(process.number)

    def end(self) -> None:
        """Drop the question and end the process."""
        self.hear(self._number)
        self._question = None
        self.end_process()


class Direct(Worker):
    """Answers questions in this process, with a limit on processor time or work for hints."""

    def __init__(
        self,
        seconds: float | None = None,
        positions: int | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(is_off=False)
        self.seconds = seconds
        self.positions = positions
        self.asked: list[Question] = []
        """The questions so far."""
        self._is_stopped = is_stopped

    def ask(self, question: Question, learn: Learn | None = None) -> int:
        """Answer a question at once."""
        from solterm.advice.worker import answer  # the solver, which few programs load

        if isinstance(question, AskHint):
            question = question._replace(seconds=self.seconds, positions=self.positions)
        self.asked.append(question)
        found = answer(question, lambda _: None, self._is_stopped)
        if learn:
            learn(found)
        return self._answer_at_once(found)
