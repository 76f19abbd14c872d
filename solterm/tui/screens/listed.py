"""The base of the screens that show a list: a cursor, a footer that names the keys, their help.

A list screen says what its lines are (``entries``), what Enter does to the one under the cursor
(``choose``) and what its other keys do (``KEYS``, each with a method ``do_NAME``).
"""

import textwrap
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from solterm.sessions import leaving
from solterm.tui.keys.commands import number_of
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import Click, PaintedScreen


class Key(NamedTuple):
    """A key of a list screen."""

    name: str
    """What is pressed: a letter, or one of Textual's names."""
    id: str
    """The screen's method is ``do_ID``."""
    short: str
    """In the footer; empty: it stands in the help alone."""
    long: str
    """In the help."""
    shown: str = ""
    """How the footer calls it, where it stands for its neighbour too."""


_STEPS = {"up": -1, "down": 1}


class ListScreen(PaintedScreen):
    """Lines to choose from, over the screen that was there before."""

    TITLE_TEXT: ClassVar[str] = ""
    ABOUT: ClassVar[str] = ""
    """What the help says of the screen, before its keys."""
    ENTER: ClassVar[tuple[str, str]] = ("", "")
    """What Enter does, in the footer and in the help."""
    KEYS: ClassVar[tuple[Key, ...]] = ()
    EMPTY: ClassVar[str] = "There is nothing to list here now."
    """What stands there instead of lines when there are none."""

    TOP: ClassVar[int] = 3
    """The list's first row: a title, the columns' names and a blank row stand above it."""
    UNDER: ClassVar[int] = 2
    """Rows under the list and its notes: the message and the keys."""

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self.here = 0
        """The line under the cursor, counted from 0."""
        self.first = 0
        """The first line on the screen."""

    # -- what a screen says of itself ------------------------------------------------------

    @property
    def entries(self) -> Sequence[object]:
        """What the lines stand for."""
        raise NotImplementedError

    def line(self, entry: object, width: int) -> str:
        """The text of a line."""
        raise NotImplementedError

    def heading(self, width: int) -> str:
        """The names of the columns."""
        return ""

    def is_choice(self, entry: object) -> bool:
        """May the cursor stand on a line?"""
        return True

    def notes(self, width: int) -> list[str]:
        """What stands under the list about the line under the cursor."""
        return []

    def choose(self) -> None:
        """Enter."""

    def title_text(self) -> str:
        """The first row."""
        return self.TITLE_TEXT

    # -- painting --------------------------------------------------------------------------

    @property
    def entry(self) -> object | None:
        """What the line under the cursor stands for; None in an empty list."""
        entries = self.entries
        self.here = max(0, min(self.here, len(entries) - 1))
        return entries[self.here] if entries else None

    def room(self, height: int, notes: int) -> int:
        """Rows for lines on a screen so high."""
        return max(1, height - self.TOP - self.UNDER - notes)

    def list_width(self, canvas: Canvas) -> int:
        """Columns a line has."""
        return canvas.width - 2

    def paint(self, canvas: Canvas) -> None:
        width = self.list_width(canvas)
        self.paint_head(canvas)
        entry, entries = self.entry, self.entries
        notes = self.notes(canvas.width - 2) if entry is not None else []
        room = self.room(canvas.height, len(notes))
        self.first = max(min(self.first, self.here), self.here - room + 1, 0)
        for y, number in enumerate(
            range(self.first, min(self.first + room, len(entries))), self.TOP
        ):
            self.paint_line(canvas, y, entries[number], number == self.here, width)
        if not entries:
            for y, text in enumerate(textwrap.wrap(self.EMPTY, width - 2), self.TOP):
                canvas.text(3, y, text, Role.TABLE)
        for y, text in enumerate(notes, canvas.height - self.UNDER - len(notes)):
            canvas.text(1, y, text, Role.FAINT)
        self.paint_beside(canvas)
        self.paint_foot(canvas)

    def paint_head(self, canvas: Canvas) -> None:
        """What stands above the list."""
        canvas.text(1, 0, self.title_text()[: canvas.width - 2], Role.LABEL)
        canvas.text(3, 1, self.heading(self.list_width(canvas) - 2), Role.FAINT)

    def paint_beside(self, canvas: Canvas) -> None:
        """What stands beside a list that is narrower than the screen."""

    def paint_foot(self, canvas: Canvas) -> None:
        """The message and the keys."""
        chrome.paint_message(canvas, self.notice)
        chrome.paint_footer(canvas, self._footer(canvas.width - 2))

    def selection(self) -> tuple[int, int] | None:
        """The terminal's own cursor stands on the line under the cursor."""
        return (1, self.TOP + self.here - self.first) if self.entries else None

    def paint_line(self, canvas: Canvas, y: int, entry: object, is_here: bool, width: int) -> None:
        """Paint a line: the one under the cursor in other colours and with a pointer."""
        if not self.is_choice(entry):
            canvas.text(1, y, self.line(entry, width)[:width], Role.LABEL)
            return
        pointer = canvas.glyphs.pointer[0] if is_here else " "
        text = f"{pointer} {self.line(entry, width - 2)}"
        canvas.text(1, y, f"{text[:width]:{width}}", Role.BOX if is_here else Role.TABLE)

    def _footer(self, width: int) -> str:
        """The keys, as many as there is room for; help and the way out are never left out."""
        own = [(each.shown or _name_key(each.name), each.short) for each in self.KEYS if each.short]
        first = [("Enter", self.ENTER[0])] if self.ENTER[0] else []
        last = "   ? Help   ESC Back"
        text = ""
        for name, short in (*first, *own):
            more = f"{text}   {name} {short}" if text else f"{name} {short}"
            if len(more) + len(last) > width:
                break
            text = more
        return (text + last).lstrip()

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        if self.answer_prompt(key, character):
            return
        self.notice = ""
        command = self._command(key, character)
        if key == "ctrl+l":
            self.solterm.picture_lost()
        elif key in ("ctrl+c", "ctrl+q"):
            self.do_quit()
        elif command:
            getattr(self, f"do_{command.id}")()
        elif number_of(key) == 2 or character == "?":
            self._help()
        elif key == "escape":
            self.leave()
        elif key == "enter":
            if self.entry is not None:
                self.choose()
        else:
            self._walk(key)

    def _command(self, key: str, character: str | None) -> Key | None:
        typed = (character or "").upper()
        return next((each for each in self.KEYS if each.name in (key, typed)), None)

    def do_quit(self) -> None:
        """Quit, once that is confirmed."""
        self.solterm.ask_to_quit(leaving.tell_games(self.solterm.store))

    def leave(self) -> None:
        """ESC: back to the screen that was there before."""
        self.close_me()

    def _help(self) -> None:
        own = [(_name_key(each.name), each.long) for each in self.KEYS]
        usual = [("Up Down", "Move the cursor"), ("ESC", "Back")]
        enter = [("Enter", self.ENTER[1])] if self.ENTER[1] else []
        told = [f"    {name:9}{does}" for name, does in (*enter, *own, *usual)]
        self.solterm.show_page(self.title_text(), "\n".join([self.ABOUT.strip(), "", *told]))

    def _walk(self, key: str) -> None:
        """Move the cursor; past an end it comes in at the other, but pages stop there."""
        count = len(self.entries)
        if not count:
            return
        page = max(1, self.room(self.app.size.height, 0) - 1)
        jumps = {"pageup": self.here - page, "pagedown": self.here + page}
        jumps |= {"home": 0, "end": count - 1}
        if key in _STEPS:
            self._step(_STEPS[key])
        elif key in jumps:
            self.here = max(0, min(count - 1, jumps[key]))
            if not self.is_choice(self.entries[self.here]):
                self._step(1 if self.here < count - 1 else -1)

    def _step(self, by: int) -> None:
        entries = self.entries
        for _ in entries:
            self.here = (self.here + by) % len(entries)
            if self.is_choice(entries[self.here]):
                return

    # -- the mouse, which is never needed --------------------------------------------------

    def on_click(self, at: Click) -> None:
        """A click puts the cursor on a line; on the line under the cursor it is Enter."""
        number = self.first + at.y - self.TOP
        entries = self.entries
        if self.prompt or at.y < self.TOP or not 0 <= number < len(entries):
            return
        if number == self.here:
            self.press("enter", None)
        elif self.is_choice(entries[number]):
            self.here = number
        self.show_outcome()

    def roll(self, key: str) -> None:
        """The wheel walks through the list, and stops at its ends."""
        ends = (0, len(self.entries) - 1)
        if not self.prompt and not (self.entries and self.here == ends[key == "down"]):
            self._walk(key)


def _name_key(key: str) -> str:
    """How a player calls a key."""
    return {"delete": "Del", "backspace": "Bksp"}.get(key, key.capitalize())
