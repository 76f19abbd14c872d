"""A game that another player plays now."""

import time

from textual.app import ComposeResult
from textual.binding import Binding

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore
from solterm.hall.messages import AskWho, Leave, Message, Visitor, Watch, Who
from solterm.hall.roll import MOST_ON_PAGE, place_of
from solterm.sessions.news import name_player, tame
from solterm.sessions.watching import Watching
from solterm.tui.look.wrapping import wrap
from solterm.tui.screens.table_view import TableView
from solterm.tui.widgets.lines import MiddleBox

_MOMENT = 0.03
"""Seconds of replaying a long game before keys are answered."""
_LOOK = 20.0
"""Seconds between two looks whether the player has moved."""
_WIDTH = 40
"""Columns of the box at most."""


class WatchScreen(TableView):
    """Shows another player's game as they see it, move by move."""

    BINDINGS = [
        Binding("right", "turn(1)", "Next player", tooltip="Watch the next player"),
        Binding("left", "turn(-1)", "Player before", show=False),
        Binding("s,S", "say_phrase", "Say", tooltip="Say one of a dozen phrases"),
    ]

    def __init__(self, visitor: Visitor) -> None:
        self.name_of_player = name_player(visitor.player)
        super().__init__(f"Watching {self.name_of_player}")
        self.visitor = visitor
        self._is_catching_up = False
        """Whether received moves are about to be played."""
        self._turn = 0
        """The way to the player to watch next; 0: stay."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield MiddleBox()

    def on_mount(self) -> None:
        self.watching = Watching(self.name_of_player)
        self.seat.host.say(Watch(self.visitor.session))
        self.set_interval(_LOOK, self.show_notice)

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
        if self._turn and isinstance(message, Who):
            self._watch_neighbour(message)
            return True
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

    def show_notice(self) -> None:
        super().show_notice()
        why, window = self.skin.glyphs.sentence(self._tell_standstill()), self.app.size
        for box in self.query(MiddleBox):
            box.show(wrap(why, min(_WIDTH, window.width - 4)), window)

    def _tell_standstill(self) -> str:
        """Return why no game goes on; "" while one does."""
        if trouble := tame(self.watching.trouble):
            return trouble
        if not self.watching.is_heard:
            return f"Waiting for {self.name_of_player} ..."
        return "" if self.watching.play else f"{self.name_of_player} is choosing a game."

    def tell(self) -> str:
        """Return the last move in words, while a game goes on."""
        if self._tell_standstill():
            return ""
        if rest := self.watching.rest:
            return rest
        last = self.watching.last
        return last.words if last else f"You are watching {self.name_of_player}."

    # -- other players ---------------------------------------------------------------------

    def action_turn(self, by: int) -> None:
        """Ask who is here, to watch the next player by name, or the one before."""
        self._turn = by
        self.seat.host.say(AskWho(count=MOST_ON_PAGE))

    def _watch_neighbour(self, told: Who) -> None:
        here = self.visitor.session
        shown = [
            each
            for each in told.visitors
            if each.session == here or (each.session != told.own and each.is_open and each.deal)
        ]
        # Watching someone changes their place in the list, so names alone decide.
        shown.sort(key=lambda each: place_of(each)[2:])
        at = next((at for at, each in enumerate(shown) if each.session == here), -1)
        by, self._turn = self._turn, 0
        if len(shown) > (at >= 0):
            self.app.switch_screen(WatchScreen(shown[(at + by) % len(shown)]))
        else:
            self.say_trouble("Nobody else plays with an open door now.")

    def action_back(self) -> None:
        self.seat.host.say(Leave())
        super().action_back()
