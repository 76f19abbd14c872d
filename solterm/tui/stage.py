"""The stage all screens stand on: one is seen, takes the keys, and lies over those before it.

It knows no framework: a picture comes out, keys and the mouse go in, and whoever keeps the time is
found later (``run_on``). So the first picture is there before there is anything to press keys at.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from solterm.tui.look.style import Style
from solterm.tui.screens.painted import Click, PaintedScreen
from solterm.tui.terminal.display import Display, Picture
from solterm.tui.terminal.tty import Size

if TYPE_CHECKING:
    from solterm.tui.look.canvas import Row

_TWICE = 0.5
"""Seconds within which another click on the same cell makes it two."""


class Host(Protocol):
    """Whoever keeps the time, and runs until it is told to end."""

    def call_once(self, seconds: float, do: Callable[[], None]) -> Any:
        """Call after so many seconds; what is answered can ``stop`` it."""

    def call_again(self, seconds: float, do: Callable[[], None]) -> Any:
        """Call again and again, each time after so many seconds."""

    def exit(self) -> None:
        """End."""


class Timer:
    """Something to be done later, once or again and again, until it is stopped."""

    def __init__(self, seconds: float, do: Callable[[], None], repeats: bool) -> None:
        self._seconds = seconds
        self._do = do
        self._repeats = repeats
        self._is_stopped = False
        self._handle: Any = None

    def start(self, host: Host) -> None:
        """Begin to count."""
        if not self._is_stopped:
            begin = host.call_again if self._repeats else host.call_once
            self._handle = begin(self._seconds, self._do)

    def stop(self) -> None:
        """Never do it again."""
        self._is_stopped = True
        if self._handle:
            self._handle.stop()


class _Pressed(NamedTuple):
    """A click that began or ended."""

    screen: PaintedScreen
    x: int
    y: int
    when: float
    times: int


class Stage:
    """The screens there are, the last of them seen; their picture, keys, mouse and timers."""

    def __init__(self) -> None:
        self.display: Display | None = None
        """Where pictures are shown, unless nobody but a test looks at them."""
        self.picture: Picture | None = None
        """What is seen."""
        self._size = Size(80, 24)
        self.report = ""
        """What is to be said, once the terminal is the player's again, of an unforeseen end."""
        self.is_left = False
        """Is the program about to end?"""
        self.status: int | None = None
        """The exit status, once the program is left."""
        self.screen_stack: list[PaintedScreen] = []
        self._host: Host | None = None
        self._waiting: list[Timer] = []
        self._pressed: _Pressed | None = None
        self._clicked: _Pressed | None = None

    @property
    def size(self) -> Size:
        """Columns and rows of the window."""
        return self._size

    # -- screens ---------------------------------------------------------------------------

    @property
    def screen(self) -> PaintedScreen:
        """The screen that is seen."""
        return self.screen_stack[-1]

    def push_screen(self, screen: PaintedScreen) -> None:
        """Lay a screen over the present one."""
        if self.screen_stack:
            self.screen.on_screen_suspend()
        self.screen_stack.append(screen)
        self._begin(screen)

    def switch_screen(self, screen: PaintedScreen) -> None:
        """Put a screen in the place of all there are."""
        if self.screen_stack:
            self.screen.on_screen_suspend()
        self.screen_stack[:] = [screen]
        self._begin(screen)

    def pop_screen(self) -> None:
        """Go back to the screen under this one."""
        self.screen_stack.pop()
        with self.screen.saying_trouble():
            self.screen.on_screen_resume()
        self.screen.repaint()

    def _begin(self, screen: PaintedScreen) -> None:
        screen.stage = self
        with screen.saying_trouble():
            screen.on_mount()
        if screen.is_current:
            screen.repaint()

    def show(self, rows: "list[Row]", palette: tuple[Style, ...], cursor: tuple[int, int]) -> None:
        """Have a picture seen."""
        self.picture = Picture(rows, palette, cursor)
        if self.display:
            self.display.show(self.picture)

    @property
    def sent(self) -> int | None:
        """What pictures have cost on the line so far; None: it has not yet taken the last one, or
        there is none."""
        return None if self.display is None or self.display.tty.busy else self.display.sent

    def picture_lost(self) -> None:
        """What the terminal shows is unknown: paint it all."""
        if self.display:
            self.display.picture_lost()

    # -- what comes in ---------------------------------------------------------------------

    def resize(self, width: int, height: int) -> None:
        """Be painted in a window of this size from now on."""
        if self.size != (width, height):
            self._size = Size(width, height)
            if self.screen_stack:
                self.screen.repaint()

    def take_key(self, key: str, character: str | None) -> None:
        """A key is for the screen that is there when its turn comes, and after the end for none."""
        if not self.is_left:
            self.screen.take_key(key, character)

    def take_mouse(self, kind: str, x: int, y: int) -> None:
        """A click is for the screen it was aimed at: if that is gone, it is for nobody."""
        if self.is_left:
            return
        screen = self.screen
        if kind.startswith("wheel_"):
            with screen.saying_trouble():
                screen.roll(kind.removeprefix("wheel_"))
            screen.show_outcome()
        elif kind == "down" and self._was_for_another(x, y):
            pass  # the second of two clicks, and the first brought this screen
        elif kind == "down":
            self._pressed = _Pressed(screen, x, y, 0.0, 1)
            with screen.saying_trouble():
                screen.on_mouse_down(Click(x, y))
        elif (pressed := self._pressed) and pressed.screen is screen:
            self._pressed = None
            with screen.saying_trouble():
                screen.on_mouse_up(Click(x, y))
            if self.screen is screen:
                with screen.saying_trouble():
                    screen.on_click(Click(x, y, self._times(screen, x, y)))

    def _was_for_another(self, x: int, y: int) -> bool:
        """Does a click go on with one that was aimed at a screen which is gone?"""
        last = self._clicked
        if not last or last.screen is self.screen or (last.x, last.y) != (x, y):
            return False
        return time.monotonic() - last.when <= _TWICE

    def _times(self, screen: PaintedScreen, x: int, y: int) -> int:
        """How many clicks in a row this is, on the same cell."""
        now, last = time.monotonic(), self._clicked
        again = last and last[:3] == (screen, x, y) and now - last.when <= _TWICE
        self._clicked = _Pressed(screen, x, y, now, last.times + 1 if last and again else 1)
        return self._clicked.times

    # -- time ------------------------------------------------------------------------------

    def after(self, seconds: float, do: Callable[[], None]) -> Timer:
        """Have something done later."""
        return self._set(Timer(seconds, do, repeats=False))

    def every(self, seconds: float, do: Callable[[], None]) -> Timer:
        """Have something done again and again."""
        return self._set(Timer(seconds, do, repeats=True))

    def _set(self, timer: Timer) -> Timer:
        if self._host:
            timer.start(self._host)
        else:
            self._waiting.append(timer)
        return timer

    def run_on(self, host: Host) -> None:
        """Time passes from now on."""
        self._host = host
        for timer in self._waiting:
            timer.start(host)
        self._waiting.clear()
        if self.is_left:
            host.exit()

    # -- the end ---------------------------------------------------------------------------

    def exit(self, status: int = 0) -> None:
        """End the program; keys that were typed before do nothing more."""
        self.status = status
        self._leave()

    def fail(self, error: Exception) -> None:
        """Something happened that nobody foresaw: the program ends, with a report."""
        # Imported here: it takes time, and is hardly ever needed.
        from solterm.store.report import write_report

        try:
            self.report = self.report or write_report(error)
        finally:
            self._leave()  # without memory, a report may fail as well

    def _leave(self) -> None:
        self.is_left = True
        if self._host:
            self._host.exit()
