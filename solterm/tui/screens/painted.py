"""The base of all screens: one picture of cells, painted anew after every key.

A screen keeps its state in plain attributes, paints it on a canvas when asked, and leaves it to
the wire to send the terminal only what differs.
"""

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from solterm.core.play.record import RecordError
from solterm.store.errors import StoreError
from solterm.tui.keys.commands import QUIT_KEYS
from solterm.tui.look.canvas import Canvas, Role, Row
from solterm.tui.table import chrome
from solterm.tui.table.room import ROOM

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp


class Picture(Widget):
    """Rows of cells, shown as they are. A row that did not change keeps its strip."""

    DEFAULT_CSS = "Picture { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []
        self._strips: list[Strip] = []
        self._palette: tuple[Style, ...] = ()

    def show(self, rows: list[Row], palette: tuple[Style, ...]) -> None:
        """Show these rows in this palette."""
        old = self._rows if palette is self._palette else []
        kept = [k < len(old) and old[k] == row for k, row in enumerate(rows)]
        if len(rows) == len(old) and all(kept):
            return
        self._strips = [
            self._strips[k] if kept[k] else _strip(row, palette) for k, row in enumerate(rows)
        ]
        self._rows = rows
        self._palette = palette
        width = len(rows[0][0]) if rows else 0
        self.refresh(*(Region(0, y, width, 1) for y, same in enumerate(kept) if not same))

    def render_line(self, y: int) -> Strip:
        """Textual asks for a row."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)


def _strip(row: Row, palette: tuple[Style, ...]) -> Strip:
    chars, roles = row
    segments = []
    start = 0
    for place in range(1, len(chars) + 1):
        if place == len(chars) or roles[place] != roles[start]:
            segments.append(Segment(chars[start:place], palette[roles[start]]))
            start = place
    return Strip(segments, len(chars))


_Handler = Callable[..., None]


def _guarded(handler: _Handler) -> _Handler:
    """A handler of a screen whose trouble with the player's files is said, and no more."""

    @functools.wraps(handler)
    def guarded(screen: "PaintedScreen", *event: events.Event) -> None:
        with screen.saying_trouble():
            handler(screen, *event)

    return guarded


class _Saying:
    """While it lasts, a file that cannot be read or written is said on a screen."""

    def __init__(self, screen: "PaintedScreen") -> None:
        self._screen = screen

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> bool:
        if sentence := trouble(error):
            self._screen.notice = sentence
            self._screen.solterm.beep()
        return bool(sentence)


def trouble(error: BaseException | None) -> str:
    """The sentence for what a player's files or the system may do to us; else empty."""
    if isinstance(error, StoreError | RecordError):
        return str(error)
    if isinstance(error, OSError):
        return f"The system refuses that: {error.strerror or error}."
    return ""


class PaintedScreen(Screen[None]):
    """A screen that paints itself on a canvas and takes keys one at a time."""

    DEFAULT_CSS = "PaintedScreen { overflow: hidden; }"

    def __init_subclass__(cls, **more: Any) -> None:
        """No screen has to think of it: what its handlers cannot read or write is said."""
        super().__init_subclass__(**more)
        for name, handler in list(vars(cls).items()):
            if name.startswith("on_") and not inspect.iscoroutinefunction(handler):
                setattr(cls, name, _guarded(handler))

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self.notice = notice
        """What the message row says."""
        self._leaving = False
        """Was it asked, in a window that is too small, whether to quit?"""

    @property
    def solterm(self) -> "SoltermApp":
        """The app, by its own type."""
        return cast("SoltermApp", self.app)

    def compose(self) -> ComposeResult:
        """One picture and nothing else."""
        yield Picture()

    def on_mount(self) -> None:
        """First picture."""
        self.repaint()

    def on_screen_resume(self) -> None:
        """Back from another screen."""
        self.repaint()

    def on_resize(self) -> None:
        """A picture of the new size."""
        self.repaint()

    def repaint(self) -> None:
        """Paint the present state."""
        width, height = self.app.size
        mirrored = self.solterm.settings.left_handed
        canvas = Canvas(width, height, self.solterm.glyphs, mirrored)
        if need := self.lacking():
            self._ask_for_room(canvas, need)
        else:
            self._leaving = False
            try:
                self.paint(canvas)
            except (StoreError, OSError) as error:
                chrome.paint_message(canvas, trouble(error))
        cursor = self.selection()
        self.app.cursor_position = Offset(*(cursor or (width - 1, height - 1)))
        for picture in self.query(Picture):
            picture.show(canvas.rows(), self.solterm.palette)

    def paint(self, canvas: Canvas) -> None:
        """Paint this screen's state."""
        raise NotImplementedError

    def lacking(self) -> tuple[int, int] | None:
        """The columns and rows it needs, where the window is too small; else None."""
        width, height = self.app.size
        return ROOM if width < ROOM[0] or height < ROOM[1] else None

    def selection(self) -> tuple[int, int] | None:
        """Where the terminal's own cursor belongs; screen readers follow it."""
        return None

    def press(self, key: str, character: str | None) -> None:
        """Act on a key, by its Textual name and the character it types."""
        raise NotImplementedError

    def saying_trouble(self) -> _Saying:
        """While it lasts, a file that cannot be read or written is said, and play goes on."""
        return _Saying(self)

    def take_key(self, key: str, character: str | None) -> None:
        """Every key comes here, from the app; nothing is left to Textual's own bindings."""
        with self.saying_trouble():
            if self.lacking():
                self._press_unseen(key)
            else:
                self.press(key, character)
        self.shown()

    def _press_unseen(self, key: str) -> None:
        """In a window that is too small there is a way out, and no other key does a thing."""
        quits = key in QUIT_KEYS
        if self._leaving and quits:
            self.app.exit(0)
        elif quits or key == "escape":
            self._leaving = not self._leaving

    def close_me(self) -> None:
        """Go back to the screen under this one, unless that is done already."""
        if self.app.screen_stack[1:] and self.app.screen is self:
            self.app.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """A click belongs to the screen it was aimed at: if that is gone, it is for nobody."""
        if isinstance(event, events.MouseEvent) and self.app.screen_stack[-1:] != [self]:
            event.stop()
            return
        await super().on_event(event)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes on in what can be scrolled."""
        event.stop()
        self.roll("down")
        self.shown()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes back."""
        event.stop()
        self.roll("up")
        self.shown()

    def roll(self, key: str) -> None:
        """One notch of the wheel; what scrolls takes it for an arrow key."""

    def shown(self) -> None:
        """Show what came of a key or a click."""
        self.notice = self.solterm.take_complaint() or self.notice
        if self.is_current:
            self.repaint()

    def _ask_for_room(self, canvas: Canvas, need: tuple[int, int]) -> None:
        lines = [f"at least {need[0]}x{need[1]} cells.", "All is kept.", "Q: quit"]
        lines = ["More room, please:", *lines]
        if self._leaving:
            lines = ["Quit? All is kept.", "Q: quit", "ESC: go on"]
        for y, line in enumerate(lines, max(0, (canvas.height - len(lines)) // 2)):
            canvas.centred(y, line[: canvas.width], Role.MESSAGE)
