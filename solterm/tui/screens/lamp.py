"""The lamp: says at the table whether the game can still be won.

It asks the solver after each picture, and shows the answer when it comes. Until then it shows the
last answer, dimmed, and counts the seconds of the search. Esc stops the search.
"""

from time import monotonic
from typing import TYPE_CHECKING

from textual.timer import Timer
from textual.worker import Worker

from solterm.advice.ask import LAMP, REPLACED, SearchFailed
from solterm.core.play.play import Play

if TYPE_CHECKING:
    from solterm.tui.screens.table_screen import TableScreen

_WORDS = {"won": "can win ", "lost": "lost ", "": ""}
"""The words for findings, with room for a ``?``, which is anything else; empty: no play wins."""
_SOON = 0.1
"""Seconds from a picture to the question, if no key caused the picture."""


class WinnableIndicator:
    """Shows the lamp on the status line, in free games of players who want it."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._seat = screen.seat
        self._last: tuple[Play | None, str] = None, ""
        """The game of the last answer, and its words."""
        self._asked: object = None
        """The position of the last question."""
        self._asking: Worker[None] | None = None
        self._question = 0
        """The number of the last question."""
        self._begun = 0.0
        """When it asked."""
        self._timer: Timer | None = None

    def look(self) -> tuple[str, str]:
        """Return the words for the status line, and those of them to dim.

        While the answer is unknown, they are the last answer with ``?``, or ``?`` alone.
        """
        if not self._seat.is_lit:
            return "", ""
        play = self._seat.play
        finding = self._seat.knowledge.finding(play)
        if finding is None:
            words = old = f"{self._last[1] if self._last[0] is play else ''}?"
        else:
            words, old = _WORDS.get(finding, "?"), ""
            self._last = play, words.rstrip(" ?")
        if self._timer and (seconds := int(monotonic() - self._begun)):
            words += f" {seconds} s (Esc)"
        return f"  {words}" if words else "", old

    def tend_soon(self) -> None:
        """Ask shortly, once the next picture is painted."""
        if self._seat.settings.lamp:
            self._screen.set_timer(_SOON, self.tend)

    def tend(self) -> None:
        """Ask about the present position, unless the lamp knows the answer."""
        is_needed = self._screen.is_current and self._seat.is_lit
        if not is_needed or self._seat.knowledge.finding(self._seat.play) is not None:
            self.cancel()
            return
        play = self._seat.play
        here = play.table, play.level, play.armed, play.cheating
        if here == self._asked:
            return
        self.cancel()
        if not self._seat.worker.is_busy:  # else it has more urgent things to do
            self._asked = here
            self._question = self._seat.judge(LAMP)
            self._asking = self._screen.run_worker(self._wait)
            self._begun = monotonic()
            self._timer = self._screen.set_interval(1.0, self._screen.show_status)

    async def _wait(self) -> None:
        try:
            await self._seat.worker.answer(self._question)
            self._stop_counting()
        except SearchFailed as failure:  # it is not asked again before the position changes
            if str(failure) == REPLACED:  # by a hint: the next key asks again
                self._asked = None
            self._stop_counting()
            return
        if self._screen.is_current:
            self._screen.show_table()

    def cancel(self) -> None:
        """Stop asking."""
        self._asked = None
        self._end_search()

    def stop(self) -> bool:
        """Stop a search for the player, and ask no more about this position.

        Returns whether there was one.
        """
        is_searching = self._timer is not None
        self._last = None, ""
        self._end_search()
        return is_searching

    def _end_search(self) -> None:
        self._stop_counting()
        if self._asking:
            self._asking.cancel()
            # The coroutine would drop it too, but only after the next question.
            self._seat.worker.drop(self._question)

    def _stop_counting(self) -> None:
        timer, self._timer = self._timer, None
        if timer:
            timer.stop()
