"""Looking on at a game while somebody else plays it."""

import time
from functools import partial

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.hall.messages import Leave, Message, Visitor, Watch
from solterm.sessions import leaving
from solterm.sessions.news import name_player, tame
from solterm.sessions.spoilers import find_spoiler
from solterm.sessions.watching import Watching
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import Timer
from solterm.tui.screens.shown import ShowingScreen

_MOMENT = 0.03
"""Seconds for which a long game is played again before keys are looked at."""


class WatchScreen(ShowingScreen):
    """Somebody's game as they see it, move by move."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__()
        self.visitor = visitor
        self.name = name_player(visitor.player)
        self._timer: Timer | None = None
        """Until what was heard is played."""

    def on_mount(self) -> None:
        """Ask to look on."""
        self.watching = Watching(self.name, partial(find_spoiler, self.solterm.store))
        self.solterm.say_host(Watch(self.visitor.session))

    @property
    def shown_play(self) -> Play | None:
        return self.watching.play

    @property
    def shown_move(self) -> Move | None:
        return self.watching.last.move if self.watching.last else None

    # -- what is heard ---------------------------------------------------------------------

    def hear(self, message: Message) -> bool:
        """Take it; what comes at once is played and painted once."""
        if not self.watching.hear(message):
            return False
        if self._timer is None:
            self._timer = self.stage.after(0, self._catch_up)
        return True

    def _catch_up(self) -> None:
        """Play for a moment what was heard, and go on later; at the end show it."""
        until = time.monotonic() + _MOMENT
        with self.saying_trouble():
            while self.watching.go_on() and time.monotonic() < until:
                pass
        is_behind = self.watching.is_behind
        self._timer = self.stage.after(0, self._catch_up) if is_behind else None
        if not is_behind and self.is_current:
            self.repaint()

    # -- what is seen ----------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        play = self.watching.play
        if play:
            self.paint_play(canvas, play, f" - {self.name}")
        else:
            canvas.centre(canvas.height // 2 - 1, self._tell_wait()[: canvas.width], Role.MESSAGE)
        chrome.paint_message(canvas, self.notice or self._tell_last())
        rules = "   ? Rules" if play else ""
        chrome.paint_footer(canvas, f"ESC Back{rules}   You look on at {self.name}.")

    def _tell_wait(self) -> str:
        """Why there is no game to be seen."""
        if self.watching.ended:
            return "There is nothing to be seen."
        if not self.watching.is_heard:
            return f"Waiting for {self.name} ..."
        return f"{self.name} is choosing a game."

    def _tell_last(self) -> str:
        """What happened last, or why nothing more does."""
        last = self.watching.last
        return tame(self.watching.trouble) or (last.words if last else "")

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        if self.answer_prompt(key, character):
            return
        self.notice = ""
        play = self.watching.play
        if key == "escape":
            self.solterm.say_host(Leave())
            self.close_me()
        elif self.is_key(key, "quit"):
            self.prompt = self.solterm.ask_to_quit(leaving.tell_games(self.solterm.store))
        elif character == "?" and play:
            self.solterm.show_rules(play.game)
        elif key == "ctrl+l":
            self.solterm.picture_lost()
