"""The base of all full screens: a message line, the keys at the bottom, and enough room."""

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.screen import Screen

from solterm.tui.table.layout import ROOM
from solterm.tui.trouble import Troubled
from solterm.tui.widgets.message_line import MessageLine

if TYPE_CHECKING:
    from solterm.hall.messages import Message
    from solterm.tui.app import SoltermApp

Result = TypeVar("Result")


class BaseScreen(Troubled, Screen[Result]):
    """A screen that fills the window."""

    is_table: ClassVar[bool] = False
    """Whether the player plays a game there."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "ask_to_quit", "Quit", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Redraw", show=False),
    ]

    # A `reactive` would repaint the whole screen at each sentence.
    notice: var[str] = var("", init=False, always_update=True)
    """What the message line says."""

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self.set_reactive(BaseScreen.notice, notice)

    @property
    def solterm(self) -> "SoltermApp":
        """The App."""
        return cast("SoltermApp", self.app)

    def hear(self, message: "Message") -> bool:
        """Act on a message of the host that this screen asked for; return whether it was one."""
        return False

    @property
    def takes_news(self) -> bool:
        """Whether there is room to say what others do."""
        return self.is_current

    def watchers_changed(self) -> None:
        """Show how many people watch, if the screen shows that."""

    def lacking(self) -> tuple[int, int] | None:
        """Return the columns and rows it needs, where the window is too small; else None."""
        width, height = self.app.size
        return ROOM if width < ROOM[0] or height < ROOM[1] else None

    def settings_changed(self) -> None:
        """Show what follows from the settings, while another screen may lie over this one."""

    def catch_up(self) -> None:
        """Show that the store has taken what was missing."""

    # -- what is said ----------------------------------------------------------------------

    def watch_notice(self) -> None:
        """Show the new sentence."""
        self.show_notice()

    def show_notice(self) -> None:
        """Show the sentence, or the host's notice where there is nothing else to say."""
        self.notice_line(self.solterm.take_complaint() or self.notice or self.solterm.hall.bulletin)

    def notice_line(self, sentence: str, is_boxed: bool = False) -> None:
        """Write a sentence in the message line, if the screen has one, or in a box over it."""
        for line in self.query(MessageLine):
            line.say(self.solterm.glyphs.sentence(sentence), is_boxed)

    def say(self, sentence: str) -> None:
        """Say something in the message line."""
        self.notice = sentence

    def say_trouble(self, sentence: str) -> None:
        """Beep and say what went wrong."""
        self.solterm.beep()
        self.notice = sentence

    # -- framework -------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Show what was to be said from the start."""
        self.set_class(self.solterm.glyphs.ascii, "-ascii")
        self.show_notice()

    def on_resize(self, event: events.Resize) -> None:
        """Ask for room where the window has become too small."""
        self.ask_for_room()

    def on_screen_resume(self) -> None:
        """Look again at what another screen may have changed."""
        self.show_notice()
        self.ask_for_room()

    def ask_for_room(self) -> None:
        """Cover a screen that cannot be shown with a notice, until there is room again."""
        if self.is_current and self.lacking():
            from solterm.tui.screens.room import RoomScreen

            self.app.push_screen(RoomScreen(self))

    async def on_key(self, event: events.Key) -> None:
        """A notice of the host's counts as read once somebody pressed a key after a while."""
        self.solterm.hall.key_pressed()

    def action_redraw(self) -> None:
        """Ctrl+L: paint everything anew."""
        self.solterm.picture_lost()

    def action_ask_to_quit(self) -> None:
        """Ctrl+C copies a selection; where nothing is selected it asks whether to quit."""
        if text := self.get_selected_text():
            self.app.copy_to_clipboard(text)
            self.clear_selection()
            self.notice = "Copied."
        else:
            self.solterm.ask_to_quit()
