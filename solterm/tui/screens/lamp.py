"""The lamp: says at the table whether the game can still be won.

It never delays a picture. After each one it asks the solver, and listens until the answer comes.
"""

from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from solterm.sessions.lamp import Lamp
    from solterm.sessions.workers import Worker
    from solterm.tui.screens.table import TableScreen

_LISTENING = 0.2
"""Seconds between two looks for an answer."""
_SOON = 0.1
"""Seconds from a picture to the question, if no key caused the picture."""


class LampView:
    """Shows the lamp on the status line, in free games of players who want it."""

    def __init__(self, screen: "TableScreen") -> None:
        self._model = screen.model
        self._screen = screen
        self._lamp: Lamp | None = None
        self._asked: object = None
        """The position of the last question."""
        self._number = 0
        """The number of the open question, or 0."""
        self._timer: Timer | None = None

    @property
    def _is_on(self) -> bool:
        model = self._model
        if not model.settings.lamp or not model.kept.is_free:
            return False
        if model.play.rules.is_won(model.play.table):
            return False
        # Imported here: few players use the lamp, and the first table need not wait for it.
        from solterm.sessions.workers import is_off

        return not is_off()

    def look(self) -> str:
        """Return the words for the status line; ``?`` while the answer is unknown."""
        if not self._is_on:
            return ""
        if self._lamp is None:
            # Imported here: the first picture does not wait for it.
            from solterm.sessions.lamp import Lamp

            self._lamp = Lamp()
        words = self._lamp.words(self._model.play)
        return f"  {words}" if words else ""

    def tend_soon(self) -> None:
        """Ask shortly, once the next picture is painted."""
        if self._model.settings.lamp:
            self._screen.set_timer(_SOON, self.tend)

    def tend(self) -> None:
        """Ask about the present position, unless the lamp knows the answer."""
        play, lamp = self._model.play, self._lamp
        if (
            not self._screen.is_current
            or not self._is_on
            or lamp is None
            or lamp.is_needless
            or lamp.look(play)
        ):
            self.let_go()
            return
        here = play.table, play.level, play.armed, play.cheating
        if here == self._asked:
            return
        self.let_go()
        worker = self._worker
        if not worker.is_busy:  # else it has more urgent things to do
            from solterm.sessions.lamp import SECONDS, ask_about

            self._asked = here
            self._number = worker.ask("judge", seconds=SECONDS, **ask_about(play))
            self._timer = self._screen.set_interval(_LISTENING, self._listen)

    @property
    def _worker(self) -> "Worker":
        return self._screen.solterm.search.worker

    def let_go(self) -> None:
        self._asked = None
        self._stop_listening()
        if self._number:
            self._worker.drop(self._number)
            self._number = 0

    def _stop_listening(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _listen(self) -> None:
        if not self._screen.is_attached:
            self.let_go()
            return
        heard = self._worker.hear(self._number)
        if heard.failed:  # it is not asked again before the position changes
            from solterm.sessions.workers import REPLACED

            self._stop_listening()
            self._number = 0
            if heard.failed == REPLACED:  # by a hint: the next key asks again
                self._asked = None
        if heard.answer is not None and self._lamp:
            self._stop_listening()
            self._number = 0
            self._lamp.learn(self._model.play, heard.answer)
            self._screen.learn(heard.answer)
        if heard.answer and self._screen.is_current:
            self._screen.show_table()
