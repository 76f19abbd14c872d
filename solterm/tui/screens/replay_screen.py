"""A replay: a recorded game step by step, forwards and backwards, or by itself."""

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widgets import ProgressBar

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.play.replay import Replay
from solterm.games import find
from solterm.sessions.news import tame
from solterm.tui.look.canvas import Role
from solterm.tui.screens.search_dialog import SearchResult, find_lost
from solterm.tui.screens.table_view import TableView
from solterm.tui.svg import draw_table
from solterm.tui.table.animation import Tempo

_LOST = "<- lost by this"
_LOST_BY_NOW = "<- lost by now"
_LEAP = 10
_BAR = 20
"""Columns of the progress bar, to the right of the message."""


class ReplayScreen(TableView):
    """Shows the game after each of its steps."""

    DEFAULT_CSS = """
    ReplayScreen > ProgressBar {
        layer: overlay;
        position: absolute;
        width: 20;
        height: 1;
        & > Bar {
            width: 20;
            & > .bar--bar, & > .bar--complete { color: $label-ink; background: $table-paper; }
        }
    }
    """

    BINDINGS = [
        Binding(
            "right,down,enter",
            "go(1)",
            "Step",
            key_display="Arrows",
            tooltip="Go a step back or on",
        ),
        Binding("left,up", "go(-1)", show=False),
        Binding("space", "play", "Play", tooltip="Play the steps by themselves"),
        Binding("space", "stop", "Stop", tooltip="Stop at this step"),
        Binding("l,L", "lost", "Where lost", tooltip="Find the move that lost the game"),
        Binding("c,C", "copy", "Copy", tooltip="Copy the result and the record, for a chat"),
        Binding("plus", "change_speed(1)", "Speed", key_display="+-", tooltip="Faster, slower"),
        Binding("minus", "change_speed(-1)", show=False),
        Binding("p,P", "picture", "Picture", tooltip="Write the table to a file, as a picture"),
        Binding(
            "pagedown",
            f"go({_LEAP})",
            f"{_LEAP} steps",
            key_display="PgUp PgDn",
            tooltip="Leap back or on",
        ),
        Binding("pageup", f"go(-{_LEAP})", show=False),
        Binding("home", "go_to_start", "Ends", key_display="Home End", tooltip="The deal, the end"),
        Binding("end", "go_to_end", show=False),
    ]

    def __init__(self, title: str, played: Record, *, is_found: bool = False) -> None:
        """Raises ``RecordError`` if the record does not replay.

        ``is_found`` means that the solver found its way to win; moves to and fro are left out.
        """
        super().__init__(title)
        self.replay = Replay(played, find, only_moves=is_found)
        self._player = tame(played.tags.get("Player", ""))
        self._is_found = is_found
        self._is_won = self.replay.at(len(self.replay)).tally.won
        self.step = 0
        self._mark: tuple[int, str] | None = None
        """The step that lost the game, and what to say there."""
        self._found = ""
        """The result of the analysis."""
        self._pace = Tempo()
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        bar = ProgressBar(max(1, len(self.replay)), show_percentage=False, show_eta=False)
        bar.can_focus = False
        yield bar

    @property
    def play(self) -> Play:
        """The game after the present step."""
        return self.replay.at(self.step)

    @property
    def shown_play(self) -> Play:
        return self.play

    @property
    def shown_move(self) -> Move | None:
        return self.replay.move(self.step)

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    # -- showing ---------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "lost":
            return not self._is_won
        if action in ("play", "stop"):
            return self.is_playing is (action == "stop")
        return super().check_action(action, parameters)

    def on_resize(self, event: events.Resize) -> None:
        bar = self.query_one(ProgressBar)
        bar.styles.offset = (event.size.width - _BAR - 1, event.size.height - 2)

    def status_extra(self) -> str:
        return f" - {self._player}" if self._player else ""

    def tell(self) -> str:
        step, mark = self._mark or (-1, "")
        told = f"{self.step}/{len(self.replay)}  {self.replay.words(self.step)}"
        if step == self.step:
            return f"{told}   {mark}"
        return (
            told if self.step or self.is_playing else f"{told}   Space plays it, the arrows step."
        )

    def notice_line(self, sentence: str) -> None:
        super().notice_line(sentence)
        # The part to come is drawn in the colour of the paper.
        shows = not self.skin.glyphs.ascii and self.skin.palette[Role.TABLE].paper is not None
        for bar in self.query(ProgressBar):
            bar.display = shows and len(sentence) + _BAR + 4 <= self.app.size.width
            bar.update(progress=self.step)

    def take_key(self, event: events.Key) -> bool:
        if event.key not in ("plus", "minus", "space"):
            self.action_stop()
        return False

    # -- steps -----------------------------------------------------------------------------

    def _show_step(self, step: int) -> None:
        self.step = max(0, min(len(self.replay), step))
        self.show_play()

    def action_go(self, steps: int) -> None:
        self._show_step(self.step + steps)

    def action_go_to_start(self) -> None:
        self._show_step(0)

    def action_go_to_end(self) -> None:
        self._show_step(len(self.replay))

    def on_mouse_scroll_down(self) -> None:
        # The wheel steps through the game.
        self.action_stop()
        self.action_go(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_stop()
        self.action_go(-1)

    # -- playing by itself -----------------------------------------------------------------

    def action_play(self) -> None:
        self._start()
        self._show_step(0 if self.step == len(self.replay) else self.step)

    def action_change_speed(self, by: int) -> None:
        told = self._pace.change(by)
        if self.is_playing:
            self.action_stop()
            self._start()
        self.notice = told

    def _start(self) -> None:
        self._timer = self.set_interval(self._pace.seconds, self._tick)
        self.refresh_bindings()

    def action_stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
            self.refresh_bindings()

    def _tick(self) -> None:
        if not self.is_current:
            self.action_stop()
            return
        with self.telling_trouble():
            self._show_step(self.step + 1)
        if self.step == len(self.replay):
            self.action_stop()

    def on_screen_suspend(self) -> None:
        self.action_stop()

    # -- what lost it ----------------------------------------------------------------------

    def action_lost(self) -> None:
        if self._mark:
            self._show_step(self._mark[0])
        elif self._found:
            self.notice = self._found
        else:
            find_lost(self.solterm, self.replay.whole(), self._mark_step)

    def _mark_step(self, result: SearchResult) -> None:
        answer = result.answer.told
        if result.is_stopped:  # another L goes on with the search
            self.notice = f"The search was stopped. {answer['text']}"
            return
        if by := answer["lost_by"]:
            self._mark = self.replay.step_after(by["step"]), _LOST
        elif between := answer["between"]:
            self._mark = self.replay.step_after(between[-1]["step"]), _LOST_BY_NOW
        if self._mark:
            self._show_step(self._mark[0])
        self._found = answer["text"]
        self.notice = self._found

    # -- ways ------------------------------------------------------------------------------

    def action_copy(self) -> None:
        self.doors.copy_game(self.replay.whole(), is_found=self._is_found)

    def action_picture(self) -> None:
        play = self.play
        proposed = f"~/{play.game.id}-{play.deal}.svg"
        picture = draw_table(self.solterm.settings, self.title_text(), self.replay, self.step)
        question = "Draw this table into which file (SVG)?"
        self.ask_for_file(question, proposed, picture, what="picture")

    def action_back(self) -> None:
        if self.is_covering:
            self.dismiss()
        else:
            self.app.exit(0)
