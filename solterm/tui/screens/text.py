"""A page of text to read: rules and help."""

import textwrap

from solterm.tui import chrome
from solterm.tui.canvas import Canvas, Role
from solterm.tui.screens.painted import PaintedScreen

_KEYS = "Up/Down Line   PgUp/PgDn/Space Page   Home/End   ESC Back"
_CHROME = 3
"""Rows the text does not have: title, a blank row, keys."""


class TextScreen(PaintedScreen):
    """Shows a text, a screenful at a time."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.title = title
        self.text = text
        self.first = 0

    @property
    def lines(self) -> list[str]:
        """The text in lines that fit the screen."""
        width = self.app.size.width - 2
        return [
            part
            for line in self.text.splitlines()
            for part in textwrap.wrap(line, width, subsequent_indent="  ") or [""]
        ]

    def paint(self, canvas: Canvas) -> None:
        room = canvas.height - _CHROME
        lines = self.lines
        self.first = max(0, min(self.first, len(lines) - room))
        canvas.text(1, 0, self.title or "", Role.LABEL)
        shown = lines[self.first : self.first + room]
        for y, line in enumerate(shown, 2):
            _write(canvas, y, line)
        if len(lines) > room:
            seen = min(100, (self.first + room) * 100 // len(lines))
            canvas.text(canvas.width - 5, 0, f"{seen:3}%", Role.FAINT)
        chrome.paint_footer(canvas, _KEYS)

    def roll(self, key: str) -> None:
        self.press(key, None)

    def press(self, key: str, character: str | None) -> None:
        room = self.app.size.height - _CHROME
        steps = {"up": -1, "down": 1, "pageup": -room, "pagedown": room, "space": room}
        ends = {"home": 0, "end": len(self.lines)}
        if key in steps:
            self.first = max(0, self.first + steps[key])
        elif key in ends:
            self.first = ends[key]
        elif key in ("escape", "q", "Q", "enter", "question_mark"):
            self.app.pop_screen()
        elif key == "ctrl+l":
            self.solterm.picture_lost()


def _write(canvas: Canvas, y: int, line: str) -> None:
    """A line in its row: headings and what stands between stars in the colour of labels."""
    if line.startswith("#"):
        canvas.text(1, y, line.lstrip("# "), Role.LABEL)
        return
    x = 1
    for number, part in enumerate(line.replace("`", "").split("**")):
        canvas.text(x, y, part, Role.LABEL if number % 2 else Role.TABLE)
        x += len(part)
