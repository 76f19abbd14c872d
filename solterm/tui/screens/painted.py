"""The base of all screens: one picture of cells, painted anew after every key.

A screen keeps its state in plain attributes, paints it on a canvas when asked, and leaves it to
the wire to send the terminal only what differs.
"""

from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, cast

from solterm.core.play.record import RecordError
from solterm.store import place
from solterm.store.errors import StoreError
from solterm.tui.boxes.box import Box
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role

if TYPE_CHECKING:
    from solterm.hall.messages import Message
    from solterm.tui.app import SoltermApp
    from solterm.tui.screens.bridge import Bridge


class Timer(Protocol):
    """Something that will be done later."""

    def stop(self) -> None:
        """Never do it again."""


class Click(NamedTuple):
    """A button of the mouse on a cell of the screen."""

    x: int
    y: int
    times: int = 1
    """The second of two clicks at once is 2."""


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


class PaintedScreen:
    """A screen that paints itself on a canvas and takes keys one at a time."""

    is_table: ClassVar[bool] = False
    """Does the player sit at a game there?"""
    bridge: "Bridge"

    def __init__(self, notice: str = "") -> None:
        self.notice = notice
        """What the message row says."""
        self.prompt: Box | None = None
        """The box that asks something, while one does."""
        self._leaving = False
        """Was it asked, in a window that is too small, whether to quit?"""

    @property
    def solterm(self) -> "SoltermApp":
        """The program."""
        return cast("SoltermApp", self.bridge.app)

    app = solterm
    stage = solterm

    @property
    def is_current(self) -> bool:
        """Is it the one that is seen?"""
        return self.bridge.is_current

    @property
    def is_asking(self) -> bool:
        """Is a box open?"""
        return self.prompt is not None

    def hear(self, message: "Message") -> bool:
        """Act on what the host says, if that was asked for here; was it?"""
        return False

    def on_mount(self) -> None:
        """It is shown for the first time, and painted when this is done."""

    def on_screen_resume(self) -> None:
        """Back from another screen; it is painted when this is done."""

    def on_screen_suspend(self) -> None:
        """Another screen is laid over it."""

    def repaint(self) -> None:
        """Paint the present state."""
        width, height = self.stage.size
        settings = self.solterm.settings
        canvas = Canvas(width, height, self.solterm.glyphs, settings.left_handed)
        if need := self.lacking():
            self._ask_for_room(canvas, need)
        else:
            self._leaving = False
            try:
                self.paint(canvas)
                if self.prompt:
                    self.prompt.paint(canvas)
                if self.solterm.hall.bulletin and self.notice in ("", self.solterm.hall.bulletin):
                    chrome.paint_bulletin(canvas, self.solterm.hall.bulletin)
            except (StoreError, OSError) as error:
                chrome.paint_message(canvas, trouble(error))
        cursor = self.selection() or (width - 1, height - 1)
        self.bridge.show_canvas(canvas, cursor)

    def paint(self, canvas: Canvas) -> None:
        """Paint this screen's state."""
        raise NotImplementedError

    def lacking(self) -> tuple[int, int] | None:
        """The columns and rows it needs, where the window is too small; else None."""
        width, height = self.app.size
        return chrome.ROOM if width < chrome.ROOM[0] or height < chrome.ROOM[1] else None

    def selection(self) -> tuple[int, int] | None:
        """Where the terminal's own cursor belongs; screen readers follow it."""
        return None

    def press(self, key: str, character: str | None) -> None:
        """Act on a key, by its name and the character it types."""
        raise NotImplementedError

    def answer_prompt(self, key: str, character: str | None) -> bool:
        """Hand a key to the box that asks something; does one?"""
        prompt = self.prompt
        if prompt and (answer := prompt.press(key, character)):
            if self.prompt is prompt:  # it may have asked something else
                self.prompt = None
            answer()
        return prompt is not None

    def open_box(self, box: Box) -> None:
        """Lay a box over it that takes the keys."""
        self.prompt = box

    def close_box(self, box: Box) -> None:
        """Take that box away, if it is still there."""
        if self.prompt is box:
            self.prompt = None

    def is_key(self, key: str, command: str) -> bool:
        """Is it one that the player has given a command of the table, as ``quit``?"""
        return key in self.solterm.find_own(command).keys

    def name_key(self, command: str) -> str:
        """How the player calls the key of a command."""
        from solterm.tui.keys.offers import key_name

        return key_name(self.solterm.find_own(command))

    def saying_trouble(self) -> _Saying:
        """While it lasts, a file that cannot be read or written is said, and play goes on."""
        return _Saying(self)

    def take_key(self, key: str, character: str | None) -> None:
        """Every key comes here."""
        with self.saying_trouble():
            if self.lacking():
                self._press_unseen(key)
            else:
                self.press(key, character)
        self.show_outcome()

    def _press_unseen(self, key: str) -> None:
        """In a window that is too small there is a way out, and no other key does a thing."""
        quits = self.is_key(key, "quit")
        if self._leaving and quits:
            self.app.exit(0)
        elif quits or key == "escape":
            self._leaving = not self._leaving

    def close_me(self) -> None:
        """Go back to the screen under this one, unless that is done already."""
        if self.app.screen_stack[2:] and self.is_current:
            self.app.pop_screen()

    def on_mouse_down(self, at: Click) -> None:
        """A click or a drag begins."""

    def on_mouse_up(self, at: Click) -> None:
        """A click or a drag ends."""

    def on_click(self, at: Click) -> None:
        """A click is done; the mouse was let go of on any cell."""

    def roll(self, key: str) -> None:
        """One notch of the wheel; what scrolls takes it for an arrow key."""

    def show_outcome(self) -> None:
        """Show what came of a key or a click."""
        self.notice = self.solterm.take_complaint() or self.notice
        if self.is_current:
            self.repaint()

    def _ask_for_room(self, canvas: Canvas, need: tuple[int, int]) -> None:
        quit = f"{self.name_key('quit')}: quit"
        kept = "" if place.is_guest() else "All is kept."
        lines = ["More room, please:", f"at least {need[0]}x{need[1]} cells.", kept, quit]
        if self._leaving:
            lines = [f"Quit? {kept}", quit, "ESC: go on"]
        for y, line in enumerate(lines, max(0, (canvas.height - len(lines)) // 2)):
            canvas.centre(y, line[: canvas.width], Role.MESSAGE)
