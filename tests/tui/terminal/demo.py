"""A small card table, to try the driver and the wire on a real pty.

Arrows move a cursor over eight columns of cards. `d` deals other cards, `p` opens a box and closes
it, `t` opens a field to type in, `f` floods the line, `s` sleeps long, `n` does nothing, `q` quits;
any other key is named on the right. Environment: `DEMO_LOG`, a file for last words;
`DEMO_PATIENCE`, how many seconds a slow terminal has to take the farewell; `DEMO_STOCK=1` paints as
Textual does, for comparison.
"""

import os
import time
from pathlib import Path

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from solterm.tui.terminal import driver
from solterm.tui.terminal.wire import WiredApp

TABLE = Style(color="white", bgcolor="green")
BLACK = Style(color="black", bgcolor="white")
RED = Style(color="red", bgcolor="white", bold=True)
FLOOD = 300_000  # bells, more than a pty holds
CURSOR = Style(color="bright_white", bgcolor="blue", bold=True)


class Column(Widget):
    """A pile as a column of cards, its head marked when the cursor is there."""

    DEFAULT_CSS = "Column { width: 8; height: 100%; }"

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number, self.deal, self.marked = number, 0, number == 0

    def mark(self, marked: bool) -> None:
        self.marked = marked
        self.refresh(Region(0, 0, 8, 1), Region(0, 4 + self.number, 8, 1))

    def render_line(self, y: int) -> Strip:
        if y == 0:
            return Strip([Segment(f"  {'>' if self.marked else ' '}t{self.number + 1}   ", TABLE)])
        if y > 4 + self.number:
            return Strip([Segment(" " * 8, TABLE)])
        card = (y * 5 + self.number * 3 + self.deal) % 52
        style = CURSOR if self.marked and y == 4 + self.number else RED if card % 2 else BLACK
        face = f" {'A23456789TJQK'[card // 4]}{'♣♦♠♥'[card % 4]} "
        return Strip([Segment("  ", TABLE), Segment(face, style), Segment("  ", TABLE)])


class Box(ModalScreen[None]):
    """Something on top of the table."""

    DEFAULT_CSS = "Box { align: center middle; } Box Static { width: 30; height: 3; }"

    def compose(self) -> ComposeResult:
        yield Static("A box in the middle", markup=False)


class Table(App[None]):
    """The demo as Textual paints it."""

    CSS = """Screen { layout: horizontal; overflow: hidden; }
    Input { dock: bottom; } #said { dock: right; width: 14; }"""
    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        self.columns = [Column(number) for number in range(8)]
        yield from self.columns
        self.said = Static("ready", id="said", markup=False)
        yield self.said

    def on_mount(self) -> None:
        self.animation_level = "none"
        self.theme = "ansi-dark"

    def on_key(self, event: events.Key) -> None:
        here = next(column.number for column in self.columns if column.marked)
        step = {"left": -1, "right": 1}.get(event.key)
        if step:
            self.columns[here].mark(False)
            self.columns[(here + step) % 8].mark(True)
        elif event.key == "d":
            for column in self.columns:
                column.deal += 1
                column.refresh()
        elif event.key == "p":
            self.push_screen(Box()) if len(self.screen_stack) == 1 else self.pop_screen()
        elif event.key == "t":
            self.screen.mount(field := Input(select_on_focus=False))
            field.cursor_blink = False
            field.focus()
        elif event.key == "f" and self._driver is not None:
            self._driver.write("\a" * FLOOD)
        elif event.key == "s":
            time.sleep(60)
        elif event.key == "q":
            self.exit()
        elif event.key != "n":
            self.said.update(event.key[:14])

    def last_words(self) -> None:
        if log := os.environ.get("DEMO_LOG"):
            Path(log).write_text("farewell", encoding="utf-8")


class WiredTable(Table, WiredApp[None]):
    """The demo through the wire."""


if __name__ == "__main__":
    driver.FAREWELL_SECONDS = float(os.environ.get("DEMO_PATIENCE", driver.FAREWELL_SECONDS))
    (Table if os.environ.get("DEMO_STOCK") else WiredTable)().run()
