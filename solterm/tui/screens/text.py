"""A page of text to read: rules, help, and what a command answers at length."""

import textwrap

from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.look.paragraphs import fill
from solterm.tui.screens.painted import PaintedScreen

_KEYS = "Up/Down Line   PgUp/PgDn/Space Page   Home/End   ESC Back"
_CHROME = 3
"""Rows the text does not have: title, a blank row, keys."""


class TextScreen(PaintedScreen):
    """Shows a text, a screenful at a time."""

    def __init__(self, title: str, text: str, is_page: bool = False) -> None:
        """A text whose lines stay as they are, or a page that is filled to fit the screen."""
        super().__init__()
        self.title = title
        self.text = text
        self.is_page = is_page
        self.first = 0

    @property
    def lines(self) -> list[str]:
        """The text in lines that fit the screen."""
        width = max(1, self.app.size.width - 2)
        if self.is_page:
            return fill(self.text, width)
        return [
            part
            for line in self.text.splitlines()
            for part in textwrap.wrap(line, width, subsequent_indent="  ") or [""]
        ]

    @property
    def _last(self) -> int:
        """The first line of the last screenful."""
        return max(0, len(self.lines) - self._room)

    @property
    def _room(self) -> int:
        return self.app.size.height - _CHROME

    def paint(self, canvas: Canvas) -> None:
        lines = self.lines
        self.first = max(0, min(self.first, self._last))
        canvas.text(1, 0, (self.title or "")[: canvas.width - 8], Role.LABEL)
        for y, line in enumerate(lines[self.first : self.first + self._room], 2):
            _write(canvas, y, line)
        if self._last:
            seen = min(100, (self.first + self._room) * 100 // len(lines))
            canvas.text(canvas.width - 5, 0, f"{seen:3}%", Role.FAINT)
        chrome.paint_footer(canvas, _KEYS)

    def press(self, key: str, character: str | None) -> None:
        # A screenful less one line, so that the eye finds its place again.
        page = max(1, self._room - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "space": page}
        ends = {"home": 0, "end": self._last}
        if key in steps:
            self.first = max(0, min(self._last, self.first + steps[key]))
        elif key in ends:
            self.first = ends[key]
        elif key in ("escape", "q", "Q", "enter", "question_mark"):
            self.close_me()
        elif key == "ctrl+l":
            self.solterm.picture_lost()

    def roll(self, key: str) -> None:
        """The wheel turns the page by lines."""
        for _ in range(3):
            self.press(key, None)


def _write(canvas: Canvas, y: int, line: str) -> None:
    """A line in its row: headings and what stands between stars in the colour of labels."""
    if line.startswith("#"):
        canvas.text(1, y, line.lstrip("# "), Role.LABEL)
        return
    x = 1
    for number, part in enumerate(line.replace("`", "").split("**")):
        canvas.text(x, y, part, Role.LABEL if number % 2 else Role.TABLE)
        x += len(part)
