"""A search the player waits for: a box tells how far it is, and ESC ends it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solterm.core.play import record
from solterm.sessions.workers import HOPELESS, OFF, is_off
from solterm.tui.boxes.box import Answer, Box
from solterm.tui.boxes.questions import wrap
from solterm.tui.screens.painted import PaintedScreen, Timer

if TYPE_CHECKING:
    from solterm.tui.table.sitting import Sitting

_LISTENING = 0.2
"""Seconds between two looks for an answer."""
EACH, IN_ALL = 5.0, 60.0
"""Seconds for a position, and for all of a game."""


class SearchBox(Box):
    """What is sought, how far that is, and how it is ended."""

    def __init__(self, title: str, stop: Answer) -> None:
        self.title = title
        self.told = ""
        self._stop = stop

    def lines(self, width: int) -> list[str]:
        return [*wrap(self.title, width), *wrap(self.told or "It has begun.", width), "ESC - Stop"]

    def press(self, key: str, character: str | None) -> Answer | None:
        return self._stop if key == "escape" else None


class Search:
    """One question to the worker, while its player waits for the answer."""

    def __init__(
        self, screen: PaintedScreen, title: str, then: Callable[[dict[str, Any]], object]
    ) -> None:
        """``then`` takes the answer."""
        self._screen = screen
        self._then = then
        self._box = SearchBox(title, self._stop)
        self._number = 0
        self._timer: Timer | None = None

    def begin(self, task: str, **given: Any) -> None:
        """Ask as a worker is asked, and open the box; where the solver is off, say so."""
        if is_off():
            self._screen.notice = OFF
            return
        self._screen.open_box(self._box)
        self._number = self._screen.solterm.worker.ask(task, **given)
        self._timer = self._screen.stage.every(_LISTENING, self._listen)

    def _stop(self) -> None:
        """ESC: what is known already is an answer, too."""
        self._end()
        worker = self._screen.solterm.worker
        heard = worker.hear(self._number)
        known = None if heard.failed else heard.answer or worker.known
        worker.drop(self._number)
        if known:
            self._answer(known)
        else:
            self._screen.notice = "The search is stopped."

    def _answer(self, answer: dict[str, Any]) -> None:
        with self._screen.saying_trouble():
            self._then(answer)

    def _end(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        self._screen.close_box(self._box)

    def _listen(self) -> None:
        """What is there to be told?"""
        screen = self._screen
        if not screen.is_current:
            self._end()
            screen.solterm.worker.drop(self._number)
            return
        heard = screen.solterm.worker.hear(self._number)
        if heard.told:
            self._box.told = heard.told
        if heard.failed:
            self._end()
            screen.notice = heard.failed
        elif heard.answer is not None:
            self._end()
            self._answer(heard.answer)
        if heard.told or heard.failed or heard.answer is not None:
            screen.show_outcome()


def go_back(screen: PaintedScreen, sitting: "Sitting") -> None:
    """Take a game back to the last position from which it can be won, if there is one."""
    play = sitting.play
    if play.terms or not play.can_undo:
        sitting.attempt("undo")  # the play says why not
        return
    title = "Seeking the last position that can still be won ..."
    search = Search(screen, title, lambda answer: _take_back(sitting, answer))
    search.begin("back", record=record.write(play), each=EACH, seconds=IN_ALL)


def _take_back(sitting: "Sitting", answer: dict[str, Any]) -> None:
    """Undo as many actions as the worker has found."""
    undos = answer["undos"]
    if answer["is_hopeless"]:
        sitting.say(HOPELESS)
    elif undos < 0:
        sitting.say("No such position is known.")
    elif undos == 0:
        sitting.say("It can still be won from here.")
    elif all(sitting.attempt("undo") for _ in range(undos)):
        sitting.say(tell_back(undos, answer["unknown"], sitting.key("redo")))


def tell_back(undos: int, unknown: int, redo: str) -> str:
    """What was taken back, and what is not known of it."""
    back = f"{undos} action{'s' * (undos != 1)} back: from here it can be won."
    if unknown == undos:
        return f"{back} Of what came later that is not known. {redo} goes forth."
    return f"{back} {redo} goes forth."


def find_lost(screen: PaintedScreen, text: str, then: Callable[[dict[str, Any]], object]) -> None:
    """Find out where the game of a record was lost."""
    search = Search(screen, "Seeking the move by which it was lost ...", then)
    search.begin("analyse", record=text, each=EACH, seconds=IN_ALL)
