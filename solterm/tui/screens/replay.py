"""A recorded game on the table, forwards and backwards, or playing slowly by itself."""

from collections.abc import Sequence
from typing import Any

from solterm.core.move import Move
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.replay import Replay
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.painted import Timer
from solterm.tui.screens.shown import ShowingScreen

_SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds from step to step, when it plays by itself: slower and faster."""
_USUAL = 2
"""Which of the speeds is the first."""
_LOST = "<- lost by this"
_LOST_BY_NOW = "<- lost by now"
_HARDER = "<- made it much harder"
_LEAP = 10
_KEYS = "Left/Right Step  PgUp/PgDn {}  Home/End  Space {}  + - Speed  L Lost  C Copy  ESC Back"
_SHORT_KEYS = "Left/Right PgUp/PgDn Home/End  Space {}  +- Speed  L Lost  C Copy  ESC Back"
_SHORTEST_KEYS = "Left/Right Home/End  Space {}  + -  L  C  ESC Back"


class ReplayScreen(ShowingScreen):
    """Shows where a game stood after each of its steps."""

    def __init__(self, title: str, replay: Replay) -> None:
        super().__init__()
        self.title = title
        self.replay = replay
        self.step = 0
        self.marks: dict[int, str] = {}
        """What is said of single steps, once they were looked for: by which it was lost first."""
        self._found = ""
        """What was found out about the game, once it was."""
        self._speed = _USUAL
        self._timer: Timer | None = None

    @property
    def play(self) -> Play:
        """The game as it stood then."""
        return self.replay.at(self.step)

    @property
    def shown_play(self) -> Play:
        return self.play

    @property
    def shown_move(self) -> Move | None:
        return self.replay.move(self.step)

    def paint(self, canvas: Canvas) -> None:
        words = self.replay.words(self.step)
        self.paint_play(canvas, self.play)
        where = f"{self.step}/{len(self.replay)}"
        told = "   ".join([f"{where}  {words}", *filter(None, [self.marks.get(self.step)])])
        chrome.paint_message(canvas, self.notice or told)
        chrome.paint_footer(canvas, self._footer(canvas.width - 2))

    def _footer(self, width: int) -> str:
        verb = "Stops" if self._timer else "Plays"
        every = (_KEYS.format(_LEAP, verb), _SHORT_KEYS.format(verb), _SHORTEST_KEYS.format(verb))
        return next((keys for keys in every if len(keys) <= width), every[-1])

    def press(self, key: str, character: str | None) -> None:
        if self.answer_prompt(key, character):
            return
        self.notice = ""
        if character in ("+", "-"):
            self._change_speed(1 if character == "+" else -1)
            return
        plays = self._timer is not None
        self._stop()
        leaps = {"left": -1, "right": 1, "pageup": -_LEAP, "pagedown": _LEAP}
        leaps |= {"up": -1, "down": 1, "enter": 1}
        ends = {"home": 0, "end": len(self.replay)}
        if key in leaps:
            self._go(self.step + leaps[key])
        elif key in ends:
            self._go(ends[key])
        elif key == "space" and not plays:
            if self.step == len(self.replay):
                self._go(0)
            self._start()
        elif key == "escape":
            self._leave()
        elif character in ("l", "L"):
            self._show_lost()
        elif character in ("c", "C"):
            self.notice = self.solterm.copy_line(self.replay.at(len(self.replay)))
        elif character == "?":
            self.solterm.show_rules(self.play.game)
        elif key == "ctrl+l":
            self.solterm.picture_lost()

    def _show_lost(self) -> None:
        """L: go from one marked step to the next; look for them first."""
        from solterm.tui.screens.searching import find_lost

        if self.marks:
            self._go(next_mark(list(self.marks), self.step))
        elif self._found:
            self.notice = self._found
        else:
            find_lost(self, record.write(self.replay.at(len(self.replay))), self._mark_steps)

    def _mark_steps(self, answer: dict[str, Any]) -> None:
        """It is known now, or is not to be known."""
        if by := answer["lost_by"]:
            self.marks[by["step"]] = _LOST
        elif between := answer["between"]:
            self.marks[between[-1]["step"]] = _LOST_BY_NOW
        for harder in answer["harder"]:
            self.marks[harder["step"]] = _HARDER
        if self.marks:
            self._go(next(iter(self.marks)))
        self.notice = self._found = answer["text"]

    def _go(self, step: int) -> None:
        self.step = max(0, min(len(self.replay), step))

    def _start(self) -> None:
        self._timer = self.stage.every(_SPEEDS[self._speed], self._tick)

    def _change_speed(self, by: int) -> None:
        """Faster or slower, and on it plays."""
        self._speed = max(0, min(len(_SPEEDS) - 1, self._speed + by))
        if self._timer:
            self._stop()
            self._start()
        self.notice = f"{_SPEEDS[self._speed]:g} seconds a step."

    def _leave(self) -> None:
        """Back to the screen under this one; where there is none, out of the program."""
        if self.stage.screen_stack[1:]:
            self.close_me()
        else:
            self.app.exit(0)

    def _tick(self) -> None:
        """One step on; at the end, and under another screen, it stops."""
        self._go(self.step + 1)
        if self.step == len(self.replay) or not self.is_current:
            self._stop()
        if self.is_current:
            self.repaint()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def on_screen_suspend(self) -> None:
        """Another screen lies over it."""
        self._stop()

    def roll(self, key: str) -> None:
        """The wheel goes forwards and backwards."""
        self.press("right" if key == "down" else "left", None)


def next_mark(marks: Sequence[int], step: int) -> int:
    """The mark to go to from a step: the next of them, in their order, from one; else the first.

    >>> next_mark([60, 4, 12], 60), next_mark([60, 4, 12], 12), next_mark([60, 4, 12], 7)
    (4, 60, 60)
    """
    return marks[(marks.index(step) + 1) % len(marks)] if step in marks else marks[0]
