"""Pictures on the player's terminal, each with the fewest bytes."""

from binascii import b2a_base64
from collections.abc import Callable, Sequence
from typing import NamedTuple

from solterm.tui.look.canvas import Row
from solterm.tui.look.style import Style
from solterm.tui.terminal.pens import Pen, pen_of
from solterm.tui.terminal.tty import Tty
from solterm.tui.terminal.wire import Wire

TEARS = 400
"""Bytes from which an update may be seen half done."""


class Picture(NamedTuple):
    """What is to be seen: rows of cells, and how they look."""

    rows: Sequence[Row]
    palette: tuple[Style, ...]
    """The style of each role."""
    cursor: tuple[int, int]
    """Column and row where the terminal's own cursor belongs; screen readers follow it."""

    @property
    def size(self) -> tuple[int, int]:
        """Its columns and rows."""
        return (len(self.rows[0][1]) if self.rows else 0), len(self.rows)

    @property
    def text(self) -> str:
        """Its characters, one line a row."""
        return "\n".join(chars for chars, _ in self.rows)


def _nothing() -> None:
    pass


def _at_once(do: Callable[[], None]) -> None:
    do()


class Display:
    """A terminal, and the picture it is to show."""

    def __init__(self) -> None:
        """The display of this process's own terminal, which is not touched yet."""
        self.tty = Tty(self)
        self.on_end: Callable[[], object] = _nothing
        """Called before the process ends because the terminal is gone or a signal came.

        It is to save what is not saved, quickly (see ``tty.LAST_WORDS_SECONDS``), and to draw
        nothing. It may interrupt any line of the program.
        """
        self.on_suspend: Callable[[], None] = _nothing
        """Called before the process is stopped by SIGTSTP; it may interrupt any line, too."""
        self.on_resize: Callable[[], None] = self.picture_lost
        """Called when the terminal has, or had for a moment, another size."""
        self.soon: Callable[[Callable[[], None]], None] = _at_once
        """How to put off sending until all keys that came together are answered."""
        self.is_synchronised = False
        """Does the terminal know updates that are shown all at once?"""
        self._wire = Wire()
        self._picture: Picture | None = None
        self._pens: tuple[Pen, ...] = ()
        self._is_due = False
        self.sent = 0
        """Characters of pictures that were sent so far."""

    def show(self, picture: Picture) -> None:
        """Have this picture shown as soon as the terminal takes it."""
        old, self._picture = self._picture, picture
        if old is None or old.palette is not picture.palette:
            old, self._pens = None, tuple(map(pen_of, picture.palette))
        if picture.size != self._wire.size:
            self._wire.resize(*picture.size)
            old = None
        for y, row in enumerate(picture.rows):
            if old is None or row != old.rows[y]:
                self._wire.put(y, row, self._pens)
        if not self._is_due:
            self._is_due = True
            self.soon(self._send)

    def enter(self) -> None:
        """Take the terminal, and show there what is to be seen."""
        self.tty.enter()
        self._send()

    def leave(self) -> None:
        """Give the terminal back, unless that is done."""
        if self.tty.is_entered:
            self.tty.leave()
            self.tty.close()

    def bell(self) -> None:
        """Sound the bell."""
        self.tty.write("\a")

    def copy(self, text: str) -> None:
        """Put a text on the clipboard of the player's own machine, if the terminal allows that."""
        self.tty.write(f"\x1b]52;c;{b2a_base64(text.encode(), newline=False).decode()}\a")

    def _send(self) -> None:
        """Bring the terminal up to date, unless it is busy with an earlier picture or not ours."""
        self._is_due = False
        if self._picture is None or self.tty.busy or not self.tty.is_entered:
            return
        width, height = self._wire.size
        x, y = self._picture.cursor
        # Terminals that know the one have the other, too.
        self._wire.erases_in_colour = self.is_synchronised
        changes = self._wire.changes((max(0, min(x, width - 1)), max(0, min(y, height - 1))))
        if len(changes) > TEARS and self.is_synchronised:
            changes = f"\x1b[?2026h{changes}\x1b[?2026l"
        if changes:
            self.sent += len(changes)
            self.tty.write(changes)

    # -- what the terminal tells -----------------------------------------------------------

    def last_words(self) -> None:
        """The process ends."""
        self.on_end()

    def suspended(self) -> None:
        """The process is about to be stopped."""
        self.on_suspend()

    def line_drained(self) -> None:
        """The terminal has taken all that was sent: send the picture it is owed, if any."""
        self._send()

    def picture_lost(self) -> None:
        """What the terminal shows is unknown (it was used by others, or garbled): paint it all."""
        self._wire.forget()
        self._send()

    def resized(self) -> None:
        """Its size has changed, or has been another one for a moment."""
        self.on_resize()
