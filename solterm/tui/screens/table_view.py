"""A table to look at: the base of watching and of replays."""

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore
from solterm.tui.screens.base_screen import Page
from solterm.tui.table import painter
from solterm.tui.table.cursor import find_pile
from solterm.tui.table.layout import BARS, layout, room_for
from solterm.tui.table.painter import TableMarks
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.key_bar import KeyBar
from solterm.tui.widgets.lines import MessageLine, StatusLine


class TableView(Page[None]):
    """Shows a game that the player does not play here."""

    AUTO_FOCUS = None
    BINDINGS = [
        Binding("f2,2", "help", "Help", show=False),
        Binding("question_mark", "rules", "Rules", key_display="?"),
    ]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.card_table = CardTable(id="table")

    def title_text(self) -> str:
        return self.title or ""

    @property
    def shown_play(self) -> Play | None:
        """The game on the screen, if there is one."""
        raise NotImplementedError

    @property
    def shown_move(self) -> Move | None:
        """The last move, for the cursor."""
        raise NotImplementedError

    @property
    def points(self) -> OwnScore | None:
        """The points to show in place of the game's score; None to show the score."""
        return None

    def compose(self) -> ComposeResult:
        yield StatusLine()
        yield self.card_table
        yield MessageLine()
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_play()

    def on_resize(self, event: events.Resize) -> None:
        self.show_play()

    def on_screen_resume(self) -> None:
        self.show_play()

    def required_size(self) -> tuple[int, int] | None:
        width, height = self.app.size
        play = self.shown_play
        if play and layout(play, width, height - BARS) is None:
            return room_for(play.game.at_level(play.level), width, height)
        return super().required_size()

    def show_play(self) -> None:
        if not self.is_mounted or not self.card_table.size:
            return
        canvas, cursor = self.card_table.canvas(), None
        play = self.shown_play
        if play:
            geometry = layout(play, *self.card_table.size, self.skin.left_handed)
            if geometry is None:
                return
            view = TableMarks(find_pile(play, self.shown_move))
            painter.paint_table(canvas, play, view, geometry)
            cursor = painter.cursor_cell(play, view, geometry)
            self.query_one(StatusLine).tell(play, play.score_by(self.points), self.status_extra())
        else:
            self.query_one(StatusLine).update("")
        self.card_table.show(canvas, cursor)
        self.show_notice()

    def status_extra(self) -> str:
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.shown_play is not None if action == "rules" else True

    def action_rules(self) -> None:
        if self.shown_play:
            self.doors.show_rules(self.shown_play.game)
