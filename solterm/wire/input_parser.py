"""Parse the input of a terminal: keys, the mouse, pastes and replies.

A terminal may report its name or its colours at any time, and such a reply must not play a card.
Textual's ``XTermParser`` takes most replies for keys. ``KeyParser`` knows where every sequence ends
and drops those that are no known key. It reads each character once and keeps only a few, however
long a sequence is.
"""

import os
import re
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from solterm.wire.keys import ESC, Key, read_keys
from solterm.wire.tty import LARGEST

GAP: Final = 0.5
"""Seconds that a line may lag within a sequence; ESCDELAY applies after Esc alone."""
PASTED_WITHIN: Final = 2.0
"""Seconds of silence after which a paste without an end is complete."""
UNMARKED_WITHIN: Final = 0.1
"""The same after a paste that the terminal has not marked."""
_SHORTEST, _LETTERS = 40, 12
"""The fewest characters of such a paste, and the fewest different ones."""
LONGEST_KEY: Final = 48
"""The most characters of a key or a mouse report."""
LONGEST_STRING: Final = 65536
"""Characters after which a string without an end is abandoned, so that keys work again."""

SYNCHRONISED: Final = 2026
IN_BAND_RESIZE: Final = 2048

_STRINGS = "]PX^_"
"""Characters that begin a string (OSC, DCS, SOS, PM and APC) after an Esc."""
_CANCELS = "\x18\x1a"
_ENDS = "\a\x9c"
_PASTE_BEGINS, _PASTE_ENDS = f"{ESC}[200~", f"{ESC}[201~"

_TEXT = re.compile(r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]+")
"""Text without control characters, but with tabs and line ends."""
_FOCUS = {f"{ESC}[I": True, f"{ESC}[O": False}
_MOUSE = re.compile(r"\x1b\[<(\d{1,4});(\d{1,4});(\d{1,4})([Mm])")
_MODE = re.compile(r"\x1b\[\?(2026|2048);[1-3]\$y")
_SIZE = re.compile(r"\x1b\[48;(\d{1,5});(\d{1,5})[\d;:]*t")
_WIDTH = re.compile(r"\x1b\[2;([2-9])R")
"""The cursor after ``ASK_FOR_WIDTH``; Shift+F3 reports row 1."""
_LIKE_A_KEY = re.compile(r"\x1b\[\[?[\d;:]*[A-Za-z~^$@]")
"""A control sequence without private markers, which replies have."""

_WHEEL, _MOVES = 64, 32
"""Flags in a button's number."""


class MouseReport(NamedTuple):
    """A mouse report on a cell.

    Its kinds are ``down``, ``up``, ``drag``, ``move`` and ``wheel_`` with a direction.
    """

    kind: str
    x: int
    y: int
    button: int = 0
    """1 left, 2 middle, 3 right, 0 the wheel."""
    shift: bool = False
    meta: bool = False
    ctrl: bool = False


class Paste(NamedTuple):
    """Text pasted into the terminal."""

    text: str


class ModeSupported(NamedTuple):
    """The terminal's reply that it knows a mode."""

    mode: int


class WindowSize(NamedTuple):
    """The terminal's report of its new size."""

    width: int
    height: int


class LineWidth(NamedTuple):
    """The terminal's reply how many cells a line character takes."""

    cells: int


class Focus(NamedTuple):
    """The terminal's window has gained or lost the focus."""

    is_gained: bool


InputEvent = Key | MouseReport | Paste | Focus | ModeSupported | WindowSize | LineWidth

_Chars = Generator[float | None, str, str]
_Steps = Generator[float | None, str, None]
"""Generators that receive characters and yield the seconds that the next one may take."""


class _Silence(Exception):
    pass


class KeyParser:
    """An incremental parser of terminal input."""

    def __init__(self, longest_paste: int | None = None) -> None:
        """Begin to parse; a paste keeps at most so many characters, or all."""
        self._longest_paste = longest_paste
        self.due: float | None = None
        """The ``time.monotonic`` at which to call ``tick`` if nothing arrives before."""
        self._escape_delay = _escape_delay()
        self._heard: list[InputEvent] = []
        self._ahead = ""
        self._unmarked = ""
        """The beginning of a paste without its marks."""
        self._steps = self._listen()
        next(self._steps)

    def feed(self, text: str) -> list[InputEvent]:
        """Parse more characters; return the complete events."""
        if self._goes_on(text) or self._is_unmarked_paste(text):
            self._unmarked = (self._unmarked + text)[: self._longest_paste or LONGEST_STRING]
            self._wait(UNMARKED_WITHIN)
            return []
        self._end_unmarked_paste()
        for char in text:
            self._wait(self._steps.send(char))
        return self._take()

    def tick(self) -> list[InputEvent]:
        """Return the events that silence completes, such as a lone Esc."""
        if self._unmarked:
            self._end_unmarked_paste()
        else:
            self._wait(self._steps.throw(_Silence()))
        return self._take()

    def _goes_on(self, text: str) -> bool:
        return bool(self._unmarked) and _TEXT.fullmatch(text) is not None

    def _is_unmarked_paste(self, text: str) -> bool:
        # Some terminals mark no paste. Nobody types words of so many letters in one packet, not
        # even on a line that was stuck, and as keys they would do anything.
        is_between_keys = self.due is None and not self._ahead
        is_long = len(text) >= _SHORTEST and len(set(text)) >= _LETTERS and len(text.split()) > 2
        return is_between_keys and is_long and _TEXT.fullmatch(text) is not None

    def _end_unmarked_paste(self) -> None:
        if self._unmarked:
            self._heard.append(Paste(self._unmarked.replace("\r", "\n")))
            self._unmarked, self.due = "", None

    def _wait(self, seconds: float | None) -> None:
        self.due = None if seconds is None else time.monotonic() + seconds

    def _take(self) -> list[InputEvent]:
        heard, self._heard = self._heard, []
        return heard

    # -- the grammar -----------------------------------------------------------------------

    def _listen(self) -> _Steps:
        while True:
            with suppress(_Silence):
                char = yield from self._next()
                if char == ESC:
                    yield from self._escape()
                elif not "\x80" <= char <= "\x9f":
                    self._keys(char)

    def _next(self, within: float | None = None) -> _Chars:
        # The next character, put back or received; raise _Silence if none comes within a time.
        if self._ahead:
            char, self._ahead = self._ahead[0], self._ahead[1:]
            return char
        return (yield within)

    def _escape(self) -> _Steps:
        try:
            kind = yield from self._next(self._escape_delay)
        except _Silence:
            kind = ""
        if kind == "[":
            yield from self._control()
        elif kind == "O":
            yield from self._single_shift()
        elif kind and kind in _STRINGS:
            yield from self._string(kind)
        elif kind and kind in "0123456789":  # the digits' twins of those who know only Esc 1
            self._keys(ESC + kind)
        elif kind != "\\":  # that ends an abandoned string
            self._keys(ESC)
            self._ahead = kind + self._ahead

    def _control(self) -> _Steps:
        sequence = f"{ESC}["
        char = yield from self._next(GAP)
        if char == "[":  # F1 to F5 of the Linux console
            sequence += char
            char = yield from self._next(GAP)
        while " " <= char <= "?":
            if len(sequence) <= LONGEST_KEY:
                sequence += char
            char = yield from self._next(GAP)
        if not "@" <= char <= "~":
            self._ahead = char
        elif sequence + char == f"{ESC}[M":  # the mouse as it was before it had numbers
            for _ in range(3):
                yield from self._next(GAP)
        elif sequence + char == _PASTE_BEGINS:
            yield from self._paste()
        elif len(sequence) <= LONGEST_KEY:
            self._complete(sequence + char)

    def _complete(self, sequence: str) -> None:
        if mouse := _MOUSE.fullmatch(sequence):
            code, x, y = map(int, mouse.groups()[:3])
            kind = _kind(code, mouse[4] == "M")
            if kind and 0 < x <= LARGEST.width and 0 < y <= LARGEST.height:
                button = 0 if code & _WHEEL else (code + 1) & 3
                held = bool(code & 4), bool(code & 8), bool(code & 16)
                self._heard.append(MouseReport(kind, x - 1, y - 1, button, *held))
        elif sequence in _FOCUS:
            self._heard.append(Focus(_FOCUS[sequence]))
        elif mode := _MODE.fullmatch(sequence):
            self._heard.append(ModeSupported(int(mode[1])))
        elif size := _SIZE.fullmatch(sequence):
            self._heard.append(WindowSize(int(size[2]), int(size[1])))
        elif width := _WIDTH.fullmatch(sequence):
            self._heard.append(LineWidth(int(width[1]) - 1))
        elif _LIKE_A_KEY.fullmatch(sequence):
            self._keys(sequence)

    def _single_shift(self) -> _Steps:
        # Some terminals send a number before the letter.
        sequence = f"{ESC}O"
        try:
            char = yield from self._next(self._escape_delay)
            while char in "0123456789;" and len(sequence) <= LONGEST_KEY:
                sequence += char
                char = yield from self._next(GAP)
        except _Silence:
            self._typed(sequence)
            return
        if "@" <= char <= "~" or char == " ":
            self._keys(sequence + char)
        else:
            self._typed(sequence)
            self._ahead = char

    def _string(self, kind: str) -> _Steps:
        try:
            char = yield from self._next(self._escape_delay)
        except _Silence:
            self._typed(ESC + kind)
            return
        for _ in range(LONGEST_STRING):
            if char in _ENDS or char in _CANCELS:
                return
            if char == ESC:
                after = yield from self._next(GAP)
                if after != "\\":
                    self._ahead = ESC + after
                return
            char = yield from self._next(GAP)

    def _paste(self) -> _Steps:
        text, most = "", self._longest_paste
        try:
            while not text.endswith(_PASTE_ENDS):
                text += yield from self._next(PASTED_WITHIN)
                if most is not None and len(text) > most + len(_PASTE_ENDS):  # swallow the rest
                    text = text[:most] + text[-len(_PASTE_ENDS) :]
        except _Silence:
            pass
        text = text.removesuffix(_PASTE_ENDS)[:most]
        if text:
            self._heard.append(Paste(text))

    def _typed(self, sequence: str) -> None:
        if len(sequence) == 2:
            self._keys(ESC)
            self._keys(sequence[1])

    def _keys(self, sequence: str) -> None:
        found: Iterable[Key] = ()
        with suppress(ValueError, OverflowError):  # a code that no character has
            found = read_keys(sequence)
        self._heard += found


def _kind(button: int, is_pressed: bool) -> str:
    if button & _WHEEL:
        return ("wheel_up", "wheel_down", "wheel_left", "wheel_right")[button & 3]
    if button & 3 == 3:
        return "move" if button & _MOVES else ""
    if button & _MOVES:
        return "drag"
    return "down" if is_pressed else "up"


def _escape_delay() -> float:
    told = os.environ.get("ESCDELAY", "")
    return int(told) / 1000 if told.isascii() and told.isdecimal() and len(told) < 7 else 0.1
