"""A game that another player plays now."""

import time
from functools import partial

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore
from solterm.hall.messages import Leave, Message, Visitor, Watch
from solterm.sessions.news import name_player, tame
from solterm.sessions.watching import Watching
from solterm.store.spoilers import find_spoiler
from solterm.tui.screens.table_view import TableView

_MOMENT = 0.03
"""Seconds of replaying a long game before keys are answered."""


class WatchScreen(TableView):
    """Shows another player's game as they see it, move by move."""

    def __init__(self, visitor: Visitor) -> None:
        self.name_of_player = name_player(visitor.player)
        super().__init__(f"Watching {self.name_of_player}")
        self.visitor = visitor
        self._is_catching_up = False
        """Whether received moves are about to be played."""

    def on_mount(self) -> None:
        find = partial(find_spoiler, self.solterm.store)
        self.watching = Watching(self.name_of_player, find)
        self.solterm.hall.say(Watch(self.visitor.session))

    @property
    def shown_play(self) -> Play | None:
        return self.watching.shown

    @property
    def points(self) -> OwnScore | None:
        return self.watching.points

    @property
    def shown_move(self) -> Move | None:
        return self.watching.last.move if self.watching.last else None

    # -- messages from the host ------------------------------------------------------------

    def take_host_message(self, message: Message) -> bool:
        # Moves that arrive together make one picture.
        if not self.watching.hear(message):
            return False
        if not self._is_catching_up:
            self._is_catching_up = True
            self.call_later(self._catch_up)
        return True

    def _catch_up(self) -> None:
        # A long game is replayed in pieces, so that keys are answered.
        until = time.monotonic() + _MOMENT
        with self.telling_trouble():
            while self.watching.go_on() and time.monotonic() < until:
                pass
        self._is_catching_up = self.watching.is_behind
        if self._is_catching_up:
            self.call_later(self._catch_up)
        elif self.is_current:
            self.ask_for_room()
            self.show_play()
            self.refresh_bindings()

    # -- showing ---------------------------------------------------------------------------

    def status_extra(self) -> str:
        return f" - {self.name_of_player}"

    def tell(self) -> str:
        """Return the last move in words, or the reason for the wait."""
        if trouble := tame(self.watching.trouble):
            return trouble
        if not self.watching.is_heard:
            return f"Waiting for {self.name_of_player} ..."
        if self.watching.play is None:
            which = "the next" if self.watching.shown else "a"
            return f"{self.name_of_player} is choosing {which} game."
        last = self.watching.last
        return last.words if last else f"You are watching {self.name_of_player}."

    def action_back(self) -> None:
        self.solterm.hall.say(Leave())
        super().action_back()
