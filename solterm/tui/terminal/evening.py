"""An evening at the table: from the first picture to the end, keys are answered as they come.

The framework is loaded in a thread meanwhile. Until it is there only time stands still: what is
to be done later waits for it. On a host that runs hundreds of sessions nothing is loaded: there a
clock of our own keeps the time.
"""

import asyncio
import gc
import os
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

from solterm import hall
from solterm.capabilities import charset
from solterm.tui.terminal.display import Display
from solterm.tui.terminal.hearing import Heard, KeyParser, Mouse
from solterm.tui.terminal.keyboard import Key
from solterm.tui.terminal.tty import HUNG_UP

if TYPE_CHECKING:
    from solterm.hall.messages import Message
    from solterm.tui.terminal.clock import Clock
    from solterm.tui.terminal.earpiece import Earpiece
    from solterm.tui.terminal.host import Host


class Program(Protocol):
    """What is shown and steered."""

    is_left: bool
    """Is it about to end?"""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows it is painted in."""

    def resize(self, width: int, height: int) -> None:
        """Be painted in a window of this size from now on."""

    def take_key(self, key: str, character: str | None) -> None:
        """Act on a key, by its name and the character it types."""

    def take_mouse(self, kind: str, x: int, y: int) -> None:
        """Act on the mouse: ``down``, ``up``, ``wheel_down`` or ``wheel_up`` on a cell."""

    def hear_host(self, message: "Message") -> None:
        """Act on what the host says that has this session."""

    def run_on(self, host: "Host | Clock") -> None:
        """Time passes from now on; a program that is left already lets the host end."""

    def fail(self, error: Exception) -> None:
        """Something happened that nobody foresaw: the program ends."""


def spend(program: Program, display: Display) -> None:
    """Let a program be used whose first picture stands, until it is left."""
    asyncio.run(_Evening(program, display).spend())


class _Evening:
    """Hears a terminal, and has the framework run the program once it is loaded."""

    def __init__(self, program: Program, display: Display) -> None:
        self._program = program
        self._display = display
        self._tty = display.tty
        self._parser = KeyParser()
        self._decoder = getincrementaldecoder(charset())("replace")
        self._patience: asyncio.TimerHandle | None = None
        self._earpiece: Earpiece | None = None

    async def spend(self) -> None:
        """All of it. The terminal is given back before the threads are waited for."""
        self._loop = asyncio.get_running_loop()
        self._left = asyncio.Event()
        self._loop.set_exception_handler(self._astray)
        self._tty.attach(self._loop)
        self._display.soon = self._soon
        self._display.on_resize = self._resized
        self._loop.add_reader(self._tty.fileno, self._read)
        self._listen_to_host()
        try:
            self._program.resize(*self._tty.size)  # nobody listened until now
            if host := await self._choose_host():
                await host.run_async()
                if not self._program.is_left:
                    self._program.fail(RuntimeError("the framework ended by itself"))
        finally:
            self._loop.remove_reader(self._tty.fileno)
            if self._earpiece:
                self._earpiece.take_off()
            self._forget_patience()
            self._tty.detach()
            self._display.leave()

    async def _choose_host(self) -> "Host | Clock | None":
        """Who keeps the time; None if the program was left before that."""
        if not hall.here():
            return await self._load_host()
        from solterm.tui.terminal.clock import Clock

        gc.freeze()
        gc.enable()
        return Clock(self._program)

    async def _load_host(self) -> "Host | None":
        """The framework, once it is loaded; None if the program was left before that."""
        loading = asyncio.ensure_future(asyncio.to_thread(_import_host))
        leaving = asyncio.ensure_future(self._left.wait())
        await asyncio.wait({loading, leaving}, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if self._program.is_left:
            return None
        gc.freeze()
        gc.enable()
        return (await loading)(self._program)

    # -- what is heard ---------------------------------------------------------------------

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
            self._tell(self._parser.feed(text))

    def _listen_to_host(self) -> None:
        """Hear the host too, where one has this session."""
        if link := hall.here():
            from solterm.tui.terminal.earpiece import Earpiece

            self._earpiece = Earpiece(link, self._loop, self._hear_host)
            self._earpiece.put_on()

    def _hear_host(self, message: "Message") -> None:
        self._program.hear_host(message)
        self._look_whether_left()

    def _silence(self) -> None:
        """Nothing followed in time."""
        self._tell(self._parser.tick())

    def _tell(self, heard: Iterable[Heard]) -> None:
        """Pass on what was heard, and come back should silence mean something."""
        self._forget_patience()
        if self._parser.due is not None:
            self._patience = self._loop.call_at(self._parser.due, self._silence)
        for each in heard:
            if isinstance(each, Key):
                self._program.take_key(*each)
            elif isinstance(each, Mouse):
                self._program.take_mouse(*each)
            else:
                self._display.is_synchronised = True
        self._look_whether_left()

    def _forget_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _look_whether_left(self) -> None:
        if self._program.is_left:
            self._left.set()

    def _resized(self) -> None:
        """A terminal resized to and fro may have lost cells though its size is the same."""
        if self._program.size == self._tty.size:
            self._display.picture_lost()
        self._program.resize(*self._tty.size)

    def _soon(self, do: Callable[[], None]) -> None:
        """What is shown is sent once all keys that came together are answered."""
        self._loop.call_soon(do)

    def _astray(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something failed that nobody foresaw; asyncio would print it, and call it again."""
        error = context.get("exception")
        if isinstance(error, Exception) and "handle" in context and not self._program.is_left:
            self._program.fail(error)
            self._look_whether_left()


def _import_host() -> "Callable[[Program], Host]":
    from solterm.tui.terminal.host import Host

    return Host
