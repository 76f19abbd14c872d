"""A small card table to test the driver and the Wire on a real pty.

Arrows move a cursor over eight columns of cards. `d` deals other cards, `p` opens and closes a box,
`f` floods the line, `s` sleeps for ten minutes, `n` does nothing, `x` raises an error, `q` quits.
Other keys show their name on the right. Environment: `DEMO_LOG`, a file for the farewell;
`DEMO_PATIENCE`, the seconds to wait for a slow terminal to read it.
"""

import os
import sys
import time
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from solterm.capabilities import Terminal
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.look.themes import palette
from solterm.tui.textual_hooks import HookedApp
from solterm.tui.textual_themes import make_theme, rich_styles
from solterm.tui.widgets.card_table import strip_of
from solterm.wire import tty

FLOOD = 300_000  # bells, more than a pty holds


class Table(Widget):
    """Eight columns of cards. A sign over one of them shows the cursor."""

    DEFAULT_CSS = "Table { width: 100%; height: 100%; }"

    here = deal = 0
    box = False
    caption = "ready"
    rows = ()

    def on_resize(self) -> None:
        self.paint()

    def paint(self) -> None:
        canvas = Canvas(*self.size, UNICODE)
        for number in range(8):
            canvas.text(number * 8, 0, f"  {'>' if number == self.here else ' '}t{number + 1}", 0)
            for y in range(1, 5 + number):
                card = (y * 5 + number * 3 + self.deal) % 52
                face = f" {'A23456789TJQK'[card // 4]}{'♣♦♠♥'[card % 4]} "
                marked = number == self.here and y == 4 + number
                role = (Role.BLACK, Role.RED, Role.CURSOR_BLACK, Role.CURSOR_RED)
                canvas.text(number * 8 + 2, y, face, role[2 * marked + card % 2])
        canvas.text(66, 0, self.caption, Role.MESSAGE)
        if self.box:
            canvas.fill(19, 7, 23, 3, Role.BOX)
            canvas.text(21, 8, "A box in the middle", Role.BOX)
        old, self.rows = self.rows, canvas.rows()
        changed = [y for y, row in enumerate(self.rows) if y >= len(old) or row != old[y]]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        if y >= len(self.rows):
            return Strip.blank(self.size.width)
        return strip_of(self.rows[y], rich_styles(palette()))


class Demo(HookedApp[int], inherit_bindings=False):
    """The App around the table."""

    ENABLE_COMMAND_PALETTE = False

    @property
    def abilities(self) -> Terminal:
        return Terminal.from_environment(os.environ)

    def compose(self) -> ComposeResult:
        yield Table()

    def on_mount(self) -> None:
        self.register_theme(make_theme("dos", palette()))
        self.theme = "dos"

    def cursor(self) -> Offset:
        return Offset(self.query_one(Table).here * 8, 0)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.query_one(Table).caption = f"down {event.x} {event.y}"
        self.query_one(Table).paint()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        table, key = self.query_one(Table), event.key
        if key in ("left", "right"):
            table.here = (table.here + (1 if key == "right" else -1)) % 8
        elif key == "d":
            table.deal += 1
        elif key == "p":
            table.box = not table.box
        elif key == "f" and self.terminal:
            self.terminal.write("\a" * FLOOD)
        elif key == "s":
            time.sleep(600)
        elif key == "x":
            raise RuntimeError("X was pressed")
        elif key == "q":
            self.exit(0)
        elif key != "n":
            table.caption = key[:14]
        table.paint()

    def handle_crash(self, error: Exception) -> None:
        self.exit(1)

    def on_terminate(self) -> None:
        if log := os.environ.get("DEMO_LOG"):
            Path(log).write_text("farewell", encoding="utf-8")


if __name__ == "__main__":
    tty.FAREWELL_SECONDS = float(os.environ.get("DEMO_PATIENCE", tty.FAREWELL_SECONDS))
    sys.exit(Demo().run())
