"""Prompts of the full screens: small boxes that ask something and take the keys meanwhile.

A prompt's ``press`` answers whether it is done with. What it asked for is done by then.
"""

import textwrap
from collections.abc import Callable, Sequence

from solterm.tui.keys.commands import QUIT_KEYS
from solterm.tui.look.canvas import Canvas
from solterm.tui.table import chrome

_MARGIN = 8
"""Columns of a screen that a box leaves free, its own border included."""


class Prompt:
    """A box that asks."""

    def lines(self, width: int) -> list[str]:
        """What it says, in lines of a width."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        """Paint the box over the screen."""
        chrome.paint_box(canvas, self.lines(canvas.width - _MARGIN))

    def press(self, key: str, character: str | None) -> bool:
        """Take a key; True once the box is done with."""
        raise NotImplementedError


class Question(Prompt):
    """Y does it, N and ESC leave all as it is; every other key is dead."""

    def __init__(self, question: str, then: Callable[[], object]) -> None:
        self.question = question
        self._then = then

    def lines(self, width: int) -> list[str]:
        return [*textwrap.wrap(self.question, width), "Y   - Yes", "N   - No"]

    def press(self, key: str, character: str | None) -> bool:
        if character in ("y", "Y"):
            self._then()
        return key == "escape" or (character is not None and character in "yYnN")


class QuitPrompt(Prompt):
    """Q once more, or Enter, quits; ESC goes on; every other key is dead."""

    def __init__(self, quits: Callable[[], object], unsaved: str | None = None) -> None:
        """``unsaved`` says why the games are not kept, if they are not."""
        self._quits = quits
        self._unsaved = unsaved

    def lines(self, width: int) -> list[str]:
        kept = "are NOT SAVED" if self._unsaved else "are kept"
        return [f"Q   - Quit; your games {kept}", "ESC - Go on"]

    def press(self, key: str, character: str | None) -> bool:
        if key == "enter" or key in QUIT_KEYS:
            self._quits()
        return key == "escape"


class Choice(Prompt):
    """One of a few keys answers, ESC leaves all as it is; every other key is dead."""

    def __init__(self, question: str, keys: Sequence[str], then: Callable[[str], object]) -> None:
        self.question = question
        self.keys = keys
        self._then = then

    def lines(self, width: int) -> list[str]:
        return textwrap.wrap(self.question, width)

    def press(self, key: str, character: str | None) -> bool:
        if character in self.keys:
            self._then(character or "")
            return True
        return key == "escape"


class TypedLine(Prompt):
    """A line of text; Enter hands it over, and what is wrong with it is said in the box.

    A text that is proposed gives way to what is typed; Backspace edits it. ``then`` answers a
    sentence when it refuses the text, and the box stays open; else None. ``otherwise`` is what
    ESC does, beside closing the box.
    """

    def __init__(
        self,
        question: str,
        then: Callable[[str], str | None],
        text: str = "",
        most: int = 200,
        otherwise: Callable[[], object] | None = None,
    ) -> None:
        self.question = question
        self.text = text
        self.most = most
        self.fault = ""
        self._then = then
        self._otherwise = otherwise
        self._is_proposed = bool(text)

    def lines(self, width: int) -> list[str]:
        fault = textwrap.wrap(self.fault, width)
        shown = self.text[-(width - 3) :]
        line = f"> {shown}_"
        return [*textwrap.wrap(self.question, width), f"{line:{min(width, 44)}}", *fault]

    def press(self, key: str, character: str | None) -> bool:
        if key == "enter":
            self.fault = self._then(self.text) or ""
            return not self.fault
        self.fault = ""
        if key == "escape" and self._otherwise:
            self._otherwise()
        elif key == "backspace":
            self.text = self.text[:-1]
        elif key == "ctrl+u":
            self.text = ""
        elif character and character.isprintable():
            kept = "" if self._is_proposed else self.text
            self.text = (kept + character)[: self.most]
        else:
            return key == "escape"
        self._is_proposed = False
        return key == "escape"
