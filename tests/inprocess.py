"""A worker without a process: it answers at once, within a limit of work instead of time."""

from typing import Any

from solterm.sessions.workers import Learn, SearchNews, Worker
from solterm.solver.tasks import TASKS


class InProcess(Worker):
    """Answers each question as it is asked; what it does is the same on every machine."""

    def __init__(self, positions: int = 300) -> None:
        super().__init__()
        self.positions = positions
        self.asked: list[dict[str, Any]] = []
        """The questions, in their order."""
        self._answer: dict[str, Any] | None = None

    def ask(
        self, task: str, *, learn: Learn | None = None, quietly: bool = False, **given: Any
    ) -> int:
        given = {"positions": self.positions, **given}
        if task == "hint":
            given["seconds"] = None
        self.asked.append({"task": task, **given})
        self._answer = dict(TASKS[task](given, lambda _: None, lambda: False))
        return len(self.asked)

    def hear(self, number: int) -> SearchNews:
        return SearchNews(answer=self._answer)

    def wait(self, number: int, seconds: float, drops: bool = True) -> SearchNews:
        return self.hear(number)

    def drop(self, number: int) -> None:
        self._answer = None
