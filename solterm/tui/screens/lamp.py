"""The lamp: says at the table whether the game can still be won.

It asks the solver after each picture, and shows the answer when it comes.
"""

from typing import TYPE_CHECKING

from solterm.tui.screens.table_actions import TableActions
from solterm.tui.table.model import TableModel

if TYPE_CHECKING:
    from textual.worker import Worker

    from solterm.sessions.lamp import Lamp

_SOON = 0.1
"""Seconds from a picture to the question, if no key caused the picture."""


class WinnableIndicator:
    """Shows the lamp on the status line, in free games of players who want it."""

    def __init__(self, screen: TableActions) -> None:
        self._model: TableModel = screen.model
        self._screen = screen
        self._lamp: Lamp | None = None
        self._asked: object = None
        """The position of the last question."""
        self._asking: Worker[None] | None = None

    @property
    def is_on(self) -> bool:
        model = self._model
        if not model.settings.lamp or not model.kept.is_free:
            return False
        is_off = model.kept.store.context.is_solver_off
        return not (is_off or model.play.rules.is_won(model.play.table))

    def look(self) -> str:
        """Return the words for the status line; ``?`` while the answer is unknown."""
        if not self.is_on:
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
            or not self.is_on
            or lamp is None
            or lamp.is_needless
            or lamp.look(play)
        ):
            self.cancel()
            return
        here = play.table, play.level, play.armed, play.cheating
        if here == self._asked:
            return
        self.cancel()
        if not self._screen.solterm.search.worker.is_busy:  # else it has more urgent things to do
            self._asked = here
            self._asking = self._screen.run_worker(self._ask)

    async def _ask(self) -> None:
        from solterm.sessions.lamp import SECONDS, ask_about
        from solterm.sessions.workers import REPLACED, SearchFailed

        play, worker = self._model.play, self._screen.solterm.search.worker
        number = worker.ask("judge", seconds=SECONDS, **ask_about(play))
        try:
            answer = await worker.answer(number)
        except SearchFailed as failure:  # it is not asked again before the position changes
            if str(failure) == REPLACED:  # by a hint: the next key asks again
                self._asked = None
            return
        if self._lamp:
            self._lamp.learn(play, answer)
        self._screen.learn(answer)
        if self._screen.is_current:
            self._screen.show_table()

    def cancel(self) -> None:
        """Stop asking."""
        self._asked = None
        if self._asking:
            self._asking.cancel()
