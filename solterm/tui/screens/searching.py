"""A search that the player waits for. The dialog shows its progress, and Esc stops it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.timer import Timer

from solterm.sessions.workers import OFF, is_off
from solterm.tui.screens.dialogs import Answer, Dialog

if TYPE_CHECKING:
    from solterm.sessions.workers import Worker
    from solterm.tui.screens.base import BaseScreen

_LISTENING = 0.2
"""Seconds between two looks for an answer."""
EACH, IN_ALL = 5.0, 60.0
"""Seconds for one position, and for a whole game."""
Told = dict[str, Any] | str
"""The result of a search: an answer, or else a sentence with the reason."""


class SearchDialog(Dialog[Told]):
    """Asks the worker a question and returns its answer."""

    def __init__(self, title: str, task: str, **given: Any) -> None:
        """``task`` and ``given`` are the arguments of ``Worker.ask``."""
        super().__init__(
            f"{title}\nSearching ...",
            [Answer[Told](("escape",), "Esc", "Stop", "The search was stopped.")],
        )
        self._title = title
        self._asked = task
        self._given = given
        self._number = 0
        self._timer: Timer | None = None

    @property
    def _worker(self) -> "Worker":
        return self.solterm.search.worker

    def on_mount(self) -> None:
        self._number = self._worker.ask(self._asked, **self._given)
        self._timer = self.set_interval(_LISTENING, self._listen)

    def on_unmount(self) -> None:
        self._worker.drop(self._number)

    def dismiss(self, result: Told | None = None) -> Any:
        # Esc returns what the worker knows by then.
        if self._timer:
            self._timer.stop()
        if isinstance(result, str):
            heard = self._worker.hear(self._number)
            known = None if heard.failed else heard.answer or self._worker.known
            result = known or result
        return super().dismiss(result)

    def _listen(self) -> None:
        heard = self._worker.hear(self._number)
        if heard.failed:
            super().dismiss(heard.failed)
        elif heard.answer is not None:
            super().dismiss(heard.answer)
        elif heard.told:
            self.say(f"{self._title}\n{heard.told}")


def search(
    app: App[Any],
    title: str,
    then: Callable[[dict[str, Any]], object],
    otherwise: Callable[[str], object],
    task: str,
    **given: Any,
) -> None:
    """Ask the worker while the player waits; ``otherwise`` takes the sentence of a failure."""

    def tell(told: Told | None) -> None:
        if isinstance(told, str):
            otherwise(told)
        elif told is not None:
            then(told)

    if is_off():
        otherwise(OFF)
    else:
        app.push_screen(SearchDialog(title, task, **given), tell)


def tell_back(undos: int, unknown: int, redo: str) -> str:
    """Say how many actions were undone, and whether later positions are unknown."""
    back = f"Back {undos} action{'s' * (undos != 1)}: winnable from here."
    if unknown == undos:
        return f"{back} Whether it was winnable later is unknown. {redo} steps forward."
    return f"{back} {redo} steps forward."


def find_lost(
    screen: "BaseScreen[Any]", text: str, then: Callable[[dict[str, Any]], object]
) -> None:
    """Find the move that lost a recorded game."""

    def say(sentence: str) -> None:
        screen.notice = sentence

    title = "Looking for the move that lost it"
    search(screen.app, title, then, say, "analyse", record=text, each=EACH, seconds=IN_ALL)
