"""The worker: a process that searches while its player goes on playing.

Questions come on its standard input, a line of JSON each, and what it says goes to its standard
output in the same way. The newest question is worked on; an older one is dropped at once. Where its
input ends, however its parent did, it ends too, in the middle of a search; it writes no file. It
ends as well when nothing was asked for a while, and the next question begins another.

A question is ``{"id": 7, "task": "judge", ...}``, or without a task, to have the one before
dropped. What is said of it has its ``id``, and ``told`` (how far it is), ``known`` (what would be
answered as yet), ``answer`` or ``failed``.
"""

import contextlib
import json
import os
from collections.abc import Callable, Mapping
from threading import Condition, Thread
from typing import Any, NoReturn

from solterm.solver.tasks import TASKS

_IDLE = 60.0
"""Seconds after which a worker that nobody asks anything ends."""
_QUESTIONS, _SAID = 0, 1
"""The descriptors of the two pipes."""
_ENOUGH = 64 << 20
"""Bytes; a worker that has taken more ends after its answer, and the next question begins one."""


class _Desk:
    """Where questions come in; only the newest lies there."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._newest: Mapping[str, Any] | None = None
        self._number = 0

    def listen(self) -> NoReturn:
        """Take questions until nobody is left to ask any; then the process ends."""
        with contextlib.suppress(OSError, ValueError), os.fdopen(_QUESTIONS, "rb") as questions:
            for line in questions:
                with self._changed:
                    self._newest = json.loads(line)
                    self._number += 1
                    self._changed.notify()
        os._exit(0)

    def take(self) -> tuple[Mapping[str, Any], Callable[[], bool]]:
        """The newest question, once there is one, and whether another has come since.

        Where none comes, the process ends.
        """
        with self._changed:
            while self._newest is None:
                if not self._changed.wait(_IDLE) and self._newest is None:
                    os._exit(0)
            question, self._newest = self._newest, None
            number = self._number
        return question, lambda: self._number != number


def main() -> NoReturn:
    """Answer until nobody is left to ask."""
    desk = _Desk()
    Thread(target=desk.listen, daemon=True).start()
    while True:
        question, is_dropped = desk.take()
        if "task" in question:
            _answer(question, is_dropped)
            if _bytes_taken() > _ENOUGH and not is_dropped():
                os._exit(0)


def _answer(question: Mapping[str, Any], is_dropped: Callable[[], bool]) -> None:
    """Work on a question; nothing is said of one that was dropped."""

    def say(what: str, words: object) -> None:
        if not is_dropped():
            _say({"id": question["id"], what: words})

    def tell(told: str | Mapping[str, Any]) -> None:
        say("told" if isinstance(told, str) else "known", told)

    try:
        task = TASKS[question["task"]]
        answer = task(question, tell, is_dropped)
    except (ValueError, KeyError, MemoryError) as error:
        say("failed", str(error) or type(error).__name__)
    else:
        say("answer", answer)


def _say(said: Mapping[str, object]) -> None:
    """Write a line to the parent; where nobody reads any more, end."""
    line = json.dumps(said).encode() + b"\n"
    try:
        while line:
            line = line[os.write(_SAID, line) :]
    except OSError:
        os._exit(0)


def _bytes_taken() -> int:
    """The most memory this process has had."""
    import resource
    import sys

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10
