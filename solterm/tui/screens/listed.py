"""A list to choose from, with questions at its foot: the base of all screens that are lists."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from solterm.tui import chrome
from solterm.tui.canvas import Canvas, Role
from solterm.tui.screens.painted import PaintedScreen

_TOP = 2
"""The first row of the list on the screen."""
_UNDER = 5
"""Rows under the list: a blank one, what is said of the chosen line, the message and the keys."""


class ListScreen(PaintedScreen):
    """Lines with a cursor; a screen says what they are and what its keys do."""

    heading = ""
    """What the screen is called."""
    keys = ""
    """The footer: what the keys do."""
    empty = "There is nothing here yet."
    """What is said where there are no lines."""

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self.place = 0
        """The chosen line."""
        self._first = 0
        self._question: tuple[str, Callable[[], None]] | None = None
        self._typing: tuple[str, Callable[[str], None]] | None = None
        self._typed = ""

    # -- what a screen says ----------------------------------------------------------------

    def lines(self) -> Sequence[str]:
        """The lines of the list."""
        raise NotImplementedError

    def about(self) -> str:
        """What is said of the chosen line."""
        return ""

    def choose(self) -> None:
        """Enter was pressed on the chosen line."""

    def other_key(self, key: str, character: str | None) -> None:
        """A key was pressed that the list has no use for."""

    def leave(self) -> None:
        """ESC: back to the screen before."""
        self.app.pop_screen()

    # -- questions -------------------------------------------------------------------------

    def ask(self, question: str, then: Callable[[], None]) -> None:
        """Ask with Y or N before something is done."""
        self._question = (question, then)

    def type_in(self, label: str, then: Callable[[str], None], text: str = "") -> None:
        """Let a line be typed; Enter takes it, ESC does not."""
        self._typing, self._typed = (label, then), text

    # -- painting --------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        canvas.text(1, 0, self.heading, Role.LABEL)
        lines = self.lines()
        self.place = max(0, min(self.place, len(lines) - 1))
        room = canvas.height - _TOP - _UNDER
        self._first = max(self.place - room + 1, min(self._first, self.place), 0)
        for y, text in enumerate(lines[self._first : self._first + room], _TOP):
            here = y - _TOP + self._first == self.place
            pointer = canvas.glyphs.pointer[0] if here else " "
            width = canvas.width - 2
            line = canvas.glyphs.sentence(f"{pointer} {text}")[:width]
            canvas.text(1, y, f"{line:{width}}", Role.BOX if here else Role.TABLE)
        if not lines:
            canvas.text(3, _TOP, self.empty, Role.TABLE)
        if len(lines) > room:
            part = f"{self.place + 1} of {len(lines)}"
            canvas.text(canvas.width - len(part) - 1, 0, part, Role.FAINT)
        self.paint_beside(canvas)
        for y, text in enumerate(wrap(self.about(), canvas.width - 2)[:2], canvas.height - 4):
            canvas.text(1, y, text, Role.FAINT)
        self._paint_foot(canvas)

    def paint_beside(self, canvas: Canvas) -> None:
        """Paint what a screen has beside its list."""

    def _paint_foot(self, canvas: Canvas) -> None:
        if self._question:
            chrome.paint_message(canvas, f"{self._question[0]} (Y/N)?")
            chrome.paint_footer(canvas, "Y Yes   N No")
        elif self._typing:
            y = canvas.height - 2
            canvas.fill(0, y, canvas.width, 1, Role.BOX)
            room = canvas.width - len(self._typing[0]) - 5
            canvas.text(1, y, f"{self._typing[0]}: {self._typed[-room:]}_", Role.BOX)
            chrome.paint_footer(canvas, "Enter takes it   ESC does not")
        else:
            chrome.paint_message(canvas, self.notice)
            chrome.paint_footer(canvas, self.keys)

    def selection(self) -> tuple[int, int] | None:
        return 1, _TOP + self.place - self._first

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        if self._question:
            self._answer(key, character)
        elif self._typing:
            self._type(key, character)
        else:
            self.notice = ""
            self._go_or_act(key, character)

    def _answer(self, key: str, character: str | None) -> None:
        assert self._question is not None, "asked for only while there is a question"
        then = self._question[1]
        if character in ("y", "Y"):
            self._question = None
            then()
        elif key == "escape" or character in ("n", "N"):
            self._question = None

    def _type(self, key: str, character: str | None) -> None:
        assert self._typing is not None, "asked for only while something is typed"
        then = self._typing[1]
        if key == "enter":
            self._typing = None
            then(self._typed)
        elif key == "escape":
            self._typing = None
        elif key == "backspace":
            self._typed = self._typed[:-1]
        elif character and character.isprintable():
            self._typed += character

    def _go_or_act(self, key: str, character: str | None) -> None:
        page = max(1, self.app.size.height - _TOP - _UNDER)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if key in steps:
            count = max(1, len(self.lines()))
            wraps = abs(steps[key]) == 1
            place = self.place + steps[key]
            self.place = place % count if wraps else max(0, min(count - 1, place))
        elif key == "home":
            self.place = 0
        elif key == "end":
            self.place = max(0, len(self.lines()) - 1)
        elif key == "enter":
            self.choose()
        elif key in ("escape", "ctrl+c"):
            self.leave()
        elif key == "ctrl+l":
            self.solterm.picture_lost()
        else:
            self.other_key(key, character)
