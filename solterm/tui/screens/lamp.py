"""The lamp at the table: it is asked after each key, and lit once the answer is there.

The picture never waits for it. What is not known is asked of the worker after the picture was
painted, and a timer goes only while an answer is awaited.
"""

from typing import TYPE_CHECKING

from textual.timer import Timer

from solterm.tui.table.sitting import Sitting

if TYPE_CHECKING:
    from solterm.sessions.lamp import Lamp
    from solterm.sessions.workers import Worker
    from solterm.tui.screens.table import TableScreen

_LISTENING = 0.2
"""Seconds between two looks for an answer."""
_SOON = 0.1
"""Seconds after a picture was painted for another reason than a key."""


class LampView:
    """Says on the first row whether the game can still be won, for a player who wants that."""

    def __init__(self, sitting: Sitting, screen: "TableScreen") -> None:
        self._sitting = sitting
        self._screen = screen
        self._lamp: Lamp | None = None
        self._asked: object = None
        """The position that was asked about last."""
        self._number = 0
        """The question's number while an answer is awaited, 0 for none."""
        self._timer: Timer | None = None

    @property
    def _is_on(self) -> bool:
        sitting = self._sitting
        if not sitting.settings.lamp or not sitting.kept.is_free:
            return False
        if sitting.play.rules.is_won(sitting.play.table):
            return False
        # Imported here: the first table does not wait for what few players light.
        from solterm.sessions.workers import is_off

        return not is_off()

    def look(self) -> str:
        """What is to be said now: what is known, and ``?`` for what is not."""
        if not self._is_on:
            return ""
        if self._lamp is None:
            # Imported here: the first picture does not wait for it.
            from solterm.sessions.lamp import Lamp

            self._lamp = Lamp()
        words = self._lamp.words(self._sitting.play)
        return f"  {words}" if words else ""

    def tend_soon(self) -> None:
        """A picture is about to be painted: ask after that."""
        if self._sitting.settings.lamp:
            self._screen.set_timer(_SOON, self.tend)

    def tend(self) -> None:
        """A picture was painted: ask for what is not known, and let go of what was asked before."""
        play, lamp = self._sitting.play, self._lamp
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
        """Ask no more: the table is left, or the answer is of no use."""
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
            self._lamp.learn(self._sitting.play, heard.answer)
            self._screen.helper.learn(heard.answer)
        if heard.answer and self._screen.is_current:
            self._screen.show_table()
