"""Textual's driver for a terminal that is ours already.

Textual's own reads keys in a thread and writes frames in another; a client that stops reading
blocks the whole program, one byte that is not UTF-8 ends it, and a terminal that goes away leaves
it spinning or leaves the tty raw. This one listens by a callback of the event loop, which never
waits; all else is the `Tty`'s.
"""

import asyncio
import os
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import Any, Protocol, cast

from textual.app import App
from textual.driver import Driver

from solterm.capabilities import charset
from solterm.tui.terminal.hearing import KeyParser
from solterm.tui.terminal.tty import HUNG_UP, Tty


class OnTty(Protocol):
    """An App that is shown on a terminal of ours."""

    tty: Tty


class TerminalDriver(Driver):
    """Hears what the terminal says: keys, and what of the rest was asked for (`hearing`).

    Esc takes ESCDELAY and no thread polls an idle line. Bytes that make no sense are read as
    U+FFFD or dropped.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """As Textual calls it; the App must be `OnTty`."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._tty = cast(OnTty, app).tty
        self._parser = KeyParser(debug)
        self._decoder = getincrementaldecoder(charset())("replace")
        self._patience: asyncio.TimerHandle | None = None

    def write(self, data: str) -> None:
        """Nothing: what Textual would say of its own accord, our display says, or nobody."""

    def start_application_mode(self) -> None:
        """Listen from now on; what was typed before is read as well."""
        self._tty.attach(self._loop)
        self._loop.add_reader(self._tty.fileno, self._read)

    def disable_input(self) -> None:
        """Stop listening."""
        self._loop.remove_reader(self._tty.fileno)
        self._tty.detach()
        if self._patience is not None:
            self._patience.cancel()

    def stop_application_mode(self) -> None:
        """Stop listening; the terminal is given back by whoever took it, before Textual came."""
        self.disable_input()

    def _read(self) -> None:
        """Take what was typed; reading nothing means that the terminal is gone."""
        try:
            data = os.read(self._tty.fileno, 4096)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._tty.end(HUNG_UP)
        if text := self._decoder.decode(data):
            self._parse(lambda: self._parser.feed(text))

    def _parse(self, parse: Callable[[], Any]) -> None:
        """Pass on the events the parser finds, and come back should it wait for more."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        for event in parse():
            event.set_sender(self._app)
            self._app.post_message(event)
        if (due := self._parser._timeout_time) is not None:
            self._patience = self._loop.call_at(due, self._parse, self._parser.tick)
