"""The solver process of the App: one worker, stopped in scored games; and the lines it found."""

from collections.abc import Sequence
from functools import cached_property

from solterm.advice.hinting import Hints
from solterm.advice.lines import Lines
from solterm.advice.workers import Worker
from solterm.context import Context
from solterm.core.play.play import Play


class BackgroundSearch:
    """Owns the worker."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def worker(self) -> Worker:
        """The process that searches while the player plays, started by the first question."""
        return Worker(self._context.is_solver_off)

    @cached_property
    def lines(self) -> Lines:
        """The winning lines found, for the hints of all tables."""
        return Lines()

    def follow(self, play: Play, moves: Sequence[str]) -> None:
        """Let hints follow a winning line that the player asked for."""
        Hints(self.worker, self.lines).follow(play, moves)

    def halt(self) -> None:
        """Stop the worker before the program itself is suspended."""
        if "worker" in vars(self):
            self.worker.halt()

    def end(self) -> None:
        """End the worker, if there is one."""
        if "worker" in vars(self):
            self.worker.end()
