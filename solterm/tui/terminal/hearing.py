"""What comes from the terminal: keys, the mouse, and answers that nobody asked for.

Textual's parser takes what it does not know for keys that were typed, so that a terminal which
tells its name or its colours plays the game. `KeyParser` knows where a sequence ends, whatever it
says: one that is complete and no known key is swallowed. It looks at each character once and keeps
only a few of them, however long a sequence goes on.
"""

import re
from collections.abc import Generator
from contextlib import suppress
from typing import Final

from textual import constants, events, messages
from textual._parser import ParseEOF, ParseTimeout, Peek1, Read1, TokenCallback
from textual._xterm_parser import XTermParser
from textual.message import Message

from solterm.tui.terminal.tty import LARGEST

ESC: Final = "\x1b"
GAP: Final = 0.5
"""Seconds that a line may lag within a sequence; Esc itself is told by ESCDELAY."""
PASTED_WITHIN: Final = 2.0
"""Seconds of silence that end a paste whose end was lost."""
LONGEST_KEY: Final = 48
"""Characters of a sequence that may be a key or the mouse; a longer one is neither."""
LONGEST_STRING: Final = 65536
"""Characters after which a string without an end is given up, lest it swallow keys for ever."""
LONGEST_PASTE: Final = 65536

_STRINGS = "]PX^_"
"""What begins a string (OSC, DCS, SOS, PM and APC), after an Esc."""
_CANCELS = "\x18\x1a"
_ENDS = "\a\x9c"
_PASTE_BEGINS, _PASTE_ENDS = f"{ESC}[200~", f"{ESC}[201~"

_MOUSE = re.compile(r"\x1b\[<\d+;-?\d+;-?\d+[Mm]")
_PLACE = re.compile(r"\x1b\[\d+;\d+R")
_SYNCHRONISED = re.compile(r"\x1b\[\?2026;[1-9]\$y")

_Chars = Generator[Read1 | Peek1, str, str]
_Steps = Generator[Read1 | Peek1, str, None]


class KeyParser(XTermParser):
    """Textual's parser with a grammar of its own; names of keys and buttons are Textual's."""

    def parse(self, token_callback: TokenCallback[Message]) -> _Steps:
        """Read characters and tell what they are, until the input ends."""
        self._tell = token_callback
        self._ahead = ""
        with suppress(ParseEOF):
            while True:
                char = yield from self._next()
                if char == ESC:
                    yield from self._escape()
                elif not "\x80" <= char <= "\x9f":
                    self._keys(char)

    def _next(self, timeout: float | None = None) -> _Chars:
        """The next character: one that was put back, or one that comes within a time."""
        if self._ahead:
            char, self._ahead = self._ahead[0], self._ahead[1:]
            return char
        return (yield self.read1(timeout))

    def _escape(self) -> _Steps:
        """After an Esc: the key itself, or what it begins."""
        try:
            kind = yield from self._next(constants.ESCAPE_DELAY)
        except ParseTimeout:
            kind = ""
        if kind == "[":
            yield from self._control()
        elif kind == "O":
            yield from self._single_shift()
        elif kind and kind in _STRINGS:
            yield from self._string(kind)
        elif kind and kind in "0123456789":  # the digits' twins of those who know only Esc 1
            self._keys(ESC + kind)
        elif kind != "\\":  # that is the end of a string which was given up
            self._tell(events.Key("escape", ESC))
            self._ahead = kind + self._ahead

    def _control(self) -> _Steps:
        """After ``Esc [``: parameters, and one character that ends it."""
        sequence = f"{ESC}["
        with suppress(ParseTimeout):
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
        """Tell what a control sequence says, if it says anything to us."""
        if sequence == f"{ESC}[I":
            self._tell(events.AppFocus())
        elif sequence == f"{ESC}[O":
            self._tell(events.AppBlur())
        elif _MOUSE.fullmatch(sequence):
            event = self.parse_mouse_code(sequence)
            if isinstance(event, events.MouseEvent):
                x, y = event.screen_offset
                if 0 <= x < LARGEST.width and 0 <= y < LARGEST.height:
                    self._tell(event)
        elif _SYNCHRONISED.fullmatch(sequence):
            self._tell(messages.TerminalSupportsSynchronizedOutput())
        elif not _PLACE.fullmatch(sequence):
            self._keys(sequence)

    def _single_shift(self) -> _Steps:
        """After ``Esc O``: a function key's letter, in some terminals after a number."""
        sequence = f"{ESC}O"
        try:
            char = yield from self._next(constants.ESCAPE_DELAY)
            while char in "0123456789;" and len(sequence) <= LONGEST_KEY:
                sequence += char
                char = yield from self._next(GAP)
        except ParseTimeout:
            self._typed(sequence)
            return
        if "@" <= char <= "~" or char == " ":
            self._keys(sequence + char)
        else:
            self._typed(sequence)
            self._ahead = char

    def _string(self, kind: str) -> _Steps:
        """After the beginning of a string: all of it is swallowed."""
        try:
            char = yield from self._next(constants.ESCAPE_DELAY)
        except ParseTimeout:
            self._typed(ESC + kind)
            return
        with suppress(ParseTimeout):
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
        """What is pasted, up to its end or a silence."""
        pasted: list[str] = []
        tail = ""
        with suppress(ParseTimeout):
            while tail != _PASTE_ENDS:
                char = yield from self._next(PASTED_WITHIN)
                tail = (tail + char)[-len(_PASTE_ENDS) :]
                if len(pasted) < LONGEST_PASTE:
                    pasted.append(char)
        text = "".join(pasted).removesuffix(_PASTE_ENDS)
        self._tell(events.Paste(text.replace("\0", "")))

    def _typed(self, sequence: str) -> None:
        """Nothing followed: Esc, and the letter after it, were typed."""
        if len(sequence) == 2:
            self._tell(events.Key("escape", ESC))
            self._keys(sequence[1])

    def _keys(self, sequence: str) -> None:
        """The keys that a sequence stands for; none where nobody knows it."""
        with suppress(ValueError, OverflowError):  # a code that no character has
            for event in self._sequence_to_key_events(sequence):
                if event.key != "<ignore>":
                    self._tell(event)
