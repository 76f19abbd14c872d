"""The solver process of the App: one worker, stopped in scored games."""

from functools import cached_property

from solterm.advice.ask import Worker
from solterm.advice.knowledge import Knowledge
from solterm.context import Context


class BackgroundSearch:
    """Owns the worker."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def worker(self) -> Worker:
        """The process that searches while the player plays, started by the first question."""
        return Worker(self._context.is_solver_off)

    @property
    def knowledge(self) -> Knowledge:
        """What is known about positions, for all tables."""
        return self.worker.knowledge

    def halt(self) -> None:
        """Stop the worker before the program itself is suspended."""
        if "worker" in vars(self):
            self.worker.halt()

    def end(self) -> None:
        """End the worker, if there is one."""
        if "worker" in vars(self):
            self.worker.end()
