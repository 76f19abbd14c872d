"""The worker: a process that searches while its player goes on playing.

It reads questions from its standard input, one line of JSON each, and writes its messages to
standard output in the same way. A new question replaces the current one at once. The worker ends
when its input does, whatever ended the parent, even during a search; it writes no files. It also
ends after a while without questions, and the next question starts another one.

A question is ``{"id": 7, "task": "judge", ...}``; without a task it only drops the one before. Each
message has the question's ``id``, and ``told`` (progress), ``known`` (a preliminary answer),
``answer`` or ``failed``.
"""

import contextlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Condition, Thread
from typing import Any, NoReturn

from solterm.advice.tasks import TASKS
from solterm.core.refusal import Refusal

_IDLE = 60.0
"""Seconds without a question after which the worker ends."""
_QUESTIONS, _SAID = 0, 1
"""The descriptors of the two pipes."""
_ENOUGH = 64 << 20
"""Bytes. A worker that has taken more than at its start ends after its answer; the next question
starts a new one."""


class _Desk:
    """Receives questions and keeps only the newest."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._newest: Mapping[str, Any] | None = None
        self._number = 0

    def listen(self) -> NoReturn:
        """Read questions until the input ends; then end the process."""
        with contextlib.suppress(OSError, ValueError), os.fdopen(_QUESTIONS, "rb") as questions:
            for line in questions:
                with self._changed:
                    self._newest = json.loads(line)
                    self._number += 1
                    self._changed.notify()
        os._exit(0)

    def take(self) -> tuple[Mapping[str, Any], Callable[[], bool]]:
        """Wait for the newest question; return it, and whether another has come since.

        If none comes in time, the process ends.
        """
        with self._changed:
            while self._newest is None:
                if not self._changed.wait(_IDLE) and self._newest is None:
                    os._exit(0)
            question, self._newest = self._newest, None
            number = self._number
        return question, lambda: self._number != number


def main() -> NoReturn:
    """Answer questions until the input ends."""
    most = _bytes_taken() + _ENOUGH
    desk = _Desk()
    Thread(target=desk.listen, daemon=True).start()
    while True:
        question, is_dropped = desk.take()
        if "task" in question:
            _answer(question, is_dropped)
            if _bytes_taken() > most and not is_dropped():
                os._exit(0)


def _answer(question: Mapping[str, Any], is_dropped: Callable[[], bool]) -> None:
    """Work on a question; once dropped, it gets no answer."""

    def say(what: str, words: object) -> None:
        if not is_dropped():
            _say({"id": question["id"], what: words})

    def tell(told: str | Mapping[str, Any]) -> None:
        say("told" if isinstance(told, str) else "known", told)

    try:
        task = TASKS[question["task"]]
        answer = task(question, tell, is_dropped)
    except (Refusal, MemoryError) as error:
        say("failed", str(error) or type(error).__name__)
    else:
        say("answer", answer)


def _say(said: Mapping[str, object]) -> None:
    """Write a line to the parent; end if it no longer reads."""
    line = json.dumps(said).encode() + b"\n"
    try:
        while line:
            line = line[os.write(_SAID, line) :]
    except OSError:
        os._exit(0)


def _bytes_taken() -> int:
    """Return the most memory that this process has had, in bytes.

    Linux counts the parent's memory too in ``ru_maxrss``, since a new process begins in it.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    import resource
    import sys

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10
