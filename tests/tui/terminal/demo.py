"""A small card table, to try the terminal, the display and their host on a real pty.

Arrows move a cursor over eight columns of cards. `d` deals other cards, `p` opens a box and closes
it, `f` floods the line, `s` sleeps long, `n` does nothing, `x` fails, `q` quits; any other key is
named on the right. Environment: `DEMO_LOG`, a file for last words; `DEMO_PATIENCE`, how many
seconds a slow terminal has to take the farewell; `DEMO_GATE`, a file without which no framework is
loaded.
"""

import os
import sys
import time
from pathlib import Path

from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.look.themes import palette
from solterm.tui.terminal import evening, line
from solterm.tui.terminal.display import Display, Picture

FLOOD = 300_000  # bells, more than a pty holds


class Table:
    """Eight piles as columns of cards, the head of one marked: the cursor is there."""

    def __init__(self) -> None:
        self.display: Display | None = Display()
        self.size = (80, 24)
        self.is_left = False
        self.host = None
        self.status = 0
        self.here = self.deal = 0
        self.box = False
        self.said = "ready"

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
        canvas.text(66, 0, self.said, Role.MESSAGE)
        if self.box:
            canvas.double_box(20, 8, ["A box in the middle"], Role.BOX)
        assert self.display
        self.display.show(Picture(canvas.rows(), palette(), (self.here * 8, 0)))

    def resize(self, width: int, height: int) -> None:
        if self.size != (width, height):
            self.size = (width, height)
            self.paint()

    def run_on(self, host) -> None:
        self.host = host
        if self.is_left:
            host.exit()

    def take_mouse(self, kind: str, x: int, y: int) -> None:
        self.said = f"{kind} {x} {y}"
        self.paint()

    def take_key(self, key: str, character: str | None) -> None:
        if key in ("left", "right"):
            self.here = (self.here + (1 if key == "right" else -1)) % 8
        elif key == "d":
            self.deal += 1
        elif key == "p":
            self.box = not self.box
        elif key == "f" and self.display:
            self.display.tty.write("\a" * FLOOD)
        elif key == "s":
            time.sleep(600)
        elif key == "x":
            raise RuntimeError("as it was asked to")
        elif key == "q":
            self.leave()
        elif key != "n":
            self.said = key[:14]
        self.paint()

    def fail(self, error: Exception) -> None:
        self.said = f"failed {error}"
        self.leave(1)

    def leave(self, status: int = 0) -> None:
        self.status = status
        self.is_left = True
        if self.host:
            self.host.exit()

    def last_words(self) -> None:
        if log := os.environ.get("DEMO_LOG"):
            Path(log).write_text("farewell", encoding="utf-8")


if __name__ == "__main__":
    line.FAREWELL_SECONDS = float(os.environ.get("DEMO_PATIENCE", line.FAREWELL_SECONDS))
    table = Table()
    assert table.display
    table.display.on_end = table.last_words
    table.size = table.display.tty.size
    table.paint()
    load = evening._import_host

    def load_once_it_may():
        while "DEMO_GATE" in os.environ and not Path(os.environ["DEMO_GATE"]).exists():
            time.sleep(0.02)
        return load()

    evening._import_host = load_once_it_may
    try:
        table.display.enter()
        evening.spend(table, table.display)
    finally:
        table.display.leave()
    sys.exit(table.status)
