"""Boxes that ask: yes or no, quit or not, one of a few keys, a line of text."""

import textwrap
from collections.abc import Callable, Collection, Sequence
from functools import partial

from solterm.tui.boxes.box import Answer, Box, go_on


def wrap(text: str, width: int) -> list[str]:
    """Return a text in lines of at most so many columns; its own lines stay apart.

    In a window without any column it is wrapped as for one.
    """
    return [line for part in text.splitlines() for line in textwrap.wrap(part, max(1, width))]


class Question(Box):
    """Y does it, N and ESC leave all as it is; every other key is dead."""

    def __init__(self, question: str, then: Answer) -> None:
        self.question = question
        self._then = then

    def lines(self, width: int) -> list[str]:
        return [*wrap(self.question, width), "Y   - Yes", "N   - No"]

    def press(self, key: str, character: str | None) -> Answer | None:
        if character in ("y", "Y"):
            return self._then
        return go_on if key == "escape" or character in ("n", "N") else None


class QuitBox(Box):
    """The key that quits, once more, does quit, and so does Enter; ESC goes on."""

    def __init__(self, keys: Collection[str], name: str, kept: str, quits: Answer) -> None:
        """``keys`` quit, the first of them under a name; ``kept`` says what becomes of the game."""
        self._keys = keys
        self._name = name
        self._kept = kept
        self._quits = quits

    def lines(self, width: int) -> list[str]:
        return [f"{self._name:3} - Quit; {self._kept}", "ESC - Go on"]

    def press(self, key: str, character: str | None) -> Answer | None:
        if key == "enter" or key in self._keys or character in self._keys:
            return self._quits
        return go_on if key == "escape" else None


class Choice(Box):
    """One of a few keys answers, ESC leaves all as it is; every other key is dead."""

    def __init__(self, question: str, keys: Sequence[str], then: Callable[[str], object]) -> None:
        self.question = question
        self.keys = keys
        self._then = then

    def lines(self, width: int) -> list[str]:
        return wrap(self.question, width)

    def press(self, key: str, character: str | None) -> Answer | None:
        if character in self.keys:
            return partial(self._then, character or "")
        return go_on if key == "escape" else None


class TypedLine(Box):
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
        otherwise: Answer | None = None,
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
        return [*wrap(self.question, width), f"{line:{min(width, 44)}}", *fault]

    def press(self, key: str, character: str | None) -> Answer | None:
        if key == "enter":
            self.fault = self._then(self.text) or ""
            return None if self.fault else go_on
        self.fault = ""
        if key == "escape":
            return self._otherwise or go_on
        if key == "backspace":
            self.text = self.text[:-1]
        elif key == "ctrl+u":
            self.text = ""
        elif character and character.isprintable():
            kept = "" if self._is_proposed else self.text
            self.text = (kept + character)[: self.most]
        else:
            return None
        self._is_proposed = False
        return None
