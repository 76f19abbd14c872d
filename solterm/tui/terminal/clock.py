"""A clock: keeps the time where a framework would be too much.

A host runs hundreds of sessions at once. The framework, which only keeps the time, would be half of
the memory of each; what is needed of it is little, and the event loop has it.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solterm.tui.terminal.evening import Program


class Alarm:
    """Something that is done after some time, once or again and again, until it is stopped."""

    def __init__(self, seconds: float, do: Callable[[], None], repeats: bool) -> None:
        """It counts from now on."""
        self._seconds = seconds
        self._do = do
        self._repeats = repeats
        self._loop = asyncio.get_running_loop()
        self._due = self._loop.time() + seconds
        self._handle = self._loop.call_at(self._due, self._ring)

    def stop(self) -> None:
        """Never do it again."""
        self._repeats = False
        self._handle.cancel()

    def _ring(self) -> None:
        if self._repeats:  # before it is done, which may stop it; what was missed is left out
            self._due = max(self._due + self._seconds, self._loop.time())
            self._handle = self._loop.call_at(self._due, self._ring)
        self._do()


class Clock:
    """Keeps the time for a program until it is left; the loop tells of what fails meanwhile."""

    def __init__(self, program: "Program") -> None:
        """A clock for a program that is shown already."""
        self._program = program
        self._left = asyncio.Event()

    async def run_async(self) -> None:
        """Let time pass."""
        self._program.run_on(self)
        await self._left.wait()

    def exit(self) -> None:
        """The program is left."""
        self._left.set()

    def call_once(self, seconds: float, do: Callable[[], None]) -> Alarm:
        """Call after so many seconds."""
        return Alarm(seconds, do, repeats=False)

    def call_again(self, seconds: float, do: Callable[[], None]) -> Alarm:
        """Call again and again, each time after so many seconds."""
        return Alarm(seconds, do, repeats=True)
