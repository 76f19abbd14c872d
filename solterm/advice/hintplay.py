"""Games played by hints alone, to measure how good hints are."""

from collections.abc import Callable
from typing import Any

from solterm.advice.hinting import Hints
from solterm.advice.workers import Learn, SearchNews
from solterm.core.play.play import Play

_MOST = 5000
"""A limit no game reaches."""
_GUESSES = 30
"""The most hints to follow in a game that no search favours."""


class Direct:
    """Runs the worker's tasks in this process, with a limit on processor time or work."""

    is_off: bool = False

    def __init__(
        self,
        seconds: float | None = None,
        positions: int | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.seconds = seconds
        self.positions = positions
        self.asked: list[str] = []
        """The names of the tasks so far."""
        self._is_stopped = is_stopped
        self._answer: dict[str, Any] | None = None

    def awaits(self, number: int) -> bool:
        return False  # it answers at once

    def ask(self, task: str, *, learn: Learn | None = None, **given: Any) -> int:
        """Run a task at once."""
        from solterm.advice.tasks import TASKS

        limits = {"seconds": self.seconds, "positions": self.positions}
        self.asked.append(task)
        self._answer = dict(TASKS[task]({**given, **limits}, lambda _: None, self._is_stopped))
        if learn:
            learn(self._answer)
        return len(self.asked)

    async def answer(self, number: int) -> dict[str, Any]:
        """Return the answer to the last question."""
        return self._answer or {}

    def wait(self, number: int, seconds: float) -> SearchNews:
        """Return the answer to the last question."""
        return SearchNews(answer=self._answer)

    def drop(self, number: int) -> None:
        self._answer = None


def play_by_hints(play: Play, hints: Hints, most: int = _MOST) -> int:
    """Make the moves that hints suggest until hints run out. Return their number."""
    guesses = 0
    for count in range(most):
        hint = hints.ask(play).wait()
        guesses += hint.is_guess
        if hint.move is None or guesses > _GUESSES:
            return count
        play.push(hint.move)
    return most
