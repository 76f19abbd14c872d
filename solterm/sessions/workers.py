"""The process that searches for a player, beside the one that plays.

There is at most one. It begins with the first question, has the lowest priority, and ends when
nothing was asked for a while, or with this process, however that ends: it reads a pipe of which
nobody else holds the other end. Nothing here ever waits for it.
"""

import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from solterm.installed import import_folders

SWITCH = "SOLTERM_SOLVER"
"""The variable with which a host turns all searching off."""
OFF = "This host has turned the solver off."
HOPELESS = "This deal can't be won at this level."
"""What is said to those who would go back to where it could be won."""
REPLACED = "Another question has taken its place."
"""What is said of a question that was asked before the last one."""

TOO_LONG = "It took too long."
"""What is said of a question whose answer was not waited for any longer."""

_PROGRAM = """
import os, sys
try:
    os.nice(19)
except OSError:
    pass
os.chdir("/")
sys.path += {path!r}
from solterm.solver.worker import main
main()
"""
"""It has the lowest priority before it loads anything."""
_ALONE = ("-I", "-S", "-B")
"""It looks at no variable of Python, no place for packages but ours, and writes no file."""
_AT_ONCE = 1 << 16


def is_off() -> bool:
    """Has the host turned the solver off?"""
    return os.environ.get(SWITCH, "").lower() in ("off", "0", "no")


Learn = Callable[[dict[str, Any]], object]
"""Takes what is known of a question's answer as yet."""


class SearchNews(NamedTuple):
    """What a worker has said about the question asked last."""

    told: str = ""
    """How far it is."""
    answer: dict[str, Any] | None = None
    failed: str = ""
    """Why there will be no answer."""


class _Process(NamedTuple):
    """A worker's process, and our ends of the pipes to it."""

    number: int
    questions: int
    said: int


class Worker:
    """Somebody to ask what takes a while; a new question drops the one before.

    What nobody waits for is asked quietly: it does not count where somebody looks whether the
    worker is free.
    """

    def __init__(self) -> None:
        self._process: _Process | None = None
        self._question: dict[str, Any] = {}
        self._number = 0
        self._unread = b""
        self._tries = 0
        self._is_quiet = False
        self._learn: Learn | None = None
        self.known: dict[str, Any] | None = None
        """What would be answered to the question asked last, as far as it was heard of."""

    @property
    def is_busy(self) -> bool:
        """Is it still to be heard of the question asked last, and does somebody wait for it?"""
        return bool(self._question) and not self._is_quiet

    @property
    def process_number(self) -> int | None:
        """The number of its process, while it has one."""
        return self._process.number if self._process else None

    def ask(
        self, task: str, *, learn: Learn | None = None, quietly: bool = False, **given: object
    ) -> int:
        """Ask a task of ``solterm.solver.tasks``, with what it takes; the question's number.

        ``learn`` takes what is known of it, whenever that is heard, and its answer; it is heard a
        last time when another question takes its place.
        """
        self._hear_out()
        self._number += 1
        self._question = {"id": self._number, "task": task, **given}
        self._learn, self._is_quiet = learn, quietly
        self._tries = 0
        self.known = None
        self._send(self._question)
        return self._number

    def drop(self, number: int) -> None:
        """Have a question dropped, unless another has taken its place; no more is heard of it."""
        self._hear_out()
        if number != self._number or not self._question:
            return
        self._question = {}
        self._number += 1
        if self._process:
            self._send({"id": self._number})

    def hear(self, number: int) -> SearchNews:
        """What it has said of a question since it was heard last; it is not waited for."""
        if number != self._number or not self._question:
            return SearchNews(failed=REPLACED)
        heard = SearchNews()
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
                    self._question = {}
                    return SearchNews(failed="The search broke off.")
                self._send(self._question)
                break
            *lines, self._unread = (self._unread + found).split(b"\n")
            for line in lines:
                heard = self._take(json.loads(line), heard)
        return heard

    def wait(self, number: int, seconds: float, drops: bool = True) -> SearchNews:
        """The answer to a question, for which it is waited so long.

        It is dropped after that, unless it is to be waited for again: then nothing was heard.
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

    def _hear_out(self) -> None:
        """Hear what is to be learned of the question asked last, before it is no more."""
        if self._learn:
            self.hear(self._number)

    def _take(self, said: dict[str, Any], heard: SearchNews) -> SearchNews:
        """What is known after a line."""
        if said["id"] != self._number:
            return heard
        if self._learn and ("known" in said or "answer" in said):
            self._learn(said["known"] if "known" in said else said["answer"])
        if "known" in said:
            self.known = said["known"]
            return heard
        if "told" in said:
            return heard._replace(told=said["told"])
        self._question = {}
        return heard._replace(answer=said.get("answer"), failed=said.get("failed", ""))

    # -- the process -----------------------------------------------------------------------

    def _send(self, question: dict[str, Any]) -> None:
        line = json.dumps(question).encode() + b"\n"
        for _ in range(2):
            if self._process is None:
                self._begin()
            if self._process and self._write(self._process, line):
                return
            self.end_process()
        self._question = {}

    @staticmethod
    def _write(process: _Process, line: bytes) -> bool:
        """Write a line whole, or say that it could not be."""
        try:
            return os.write(process.questions, line) == len(line)
        except OSError:
            return False

    def _begin(self) -> None:
        """Begin a process; where that cannot be, nothing will be heard."""
        theirs_in, questions = os.pipe()
        said, theirs_out = os.pipe()
        os.set_blocking(questions, False)
        os.set_blocking(said, False)
        nowhere = (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
        pipes = [(os.POSIX_SPAWN_DUP2, theirs_in, 0), (os.POSIX_SPAWN_DUP2, theirs_out, 1)]
        program = _PROGRAM.format(path=import_folders())
        try:
            number = os.posix_spawn(
                sys.executable,
                [sys.executable, *_ALONE, "-c", program],
                os.environ,
                file_actions=[*pipes, nowhere],
                setpgroup=0,  # keys that interrupt the player's program are not for it
            )
        except (OSError, ValueError):
            os.close(questions)
            os.close(said)
        else:
            self._process = _Process(number, questions, said)
            self._unread = b""
        finally:
            os.close(theirs_in)
            os.close(theirs_out)

    def end_process(self) -> None:
        """End the process at once, wherever it is."""
        process, self._process = self._process, None
        if process is None:
            return
        os.close(process.questions)
        os.close(process.said)
        with contextlib.suppress(OSError):
            os.kill(process.number, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.waitpid(process.number, 0)

    def halt(self) -> None:
        """End the process, as the player's own is about to be stopped; a signal may call for it.

        When that goes on, another process begins with the question.
        """
        if process := self._process:
            self._tries = 0
            with contextlib.suppress(OSError):
                os.kill(process.number, signal.SIGKILL)

    def end(self) -> None:
        """Drop what was asked, and end the process."""
        self._hear_out()
        self._question = {}
        self.end_process()
