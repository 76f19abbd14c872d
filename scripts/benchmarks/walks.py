"""How much of solterm a reader opens to follow one thing that a player does.

Each walk is done once to import everything and fill the caches, and a second time while we count
the files whose functions are entered, the functions, and how often one of another file follows. The
screen is headless, so the Wire is not among the files; the solver works in a process of its own.
"""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from inspect import CO_OPTIMIZED
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType

from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.script import DEAL, GAME
from solterm.context import Context
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.patience import Patience
from solterm.store.store import Store
from solterm.tui.app import SoltermApp

PACKAGE = str(Path(__file__).resolve().parents[2] / "solterm") + os.sep

Press = Callable[..., Awaitable[None]]


class Walk:
    """What is entered while a player does one thing."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.functions: set[CodeType] = set()
        self.switches = 0
        """How often a function of another file than the last one is entered."""
        self._last = ""

    def note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code  # the bodies of modules and classes are not optimized
        is_function = event == "call" and code.co_flags & CO_OPTIMIZED
        if is_function and code.co_filename.startswith(PACKAGE):
            self.files.add(code.co_filename)
            self.functions.add(code)
            self.switches += code.co_filename != self._last
            self._last = code.co_filename

    def __str__(self) -> str:
        return f"{len(self.files)} / {len(self.functions)} / {self.switches:,}"


def measure() -> Iterator[Row]:
    """Count the files, functions and switches of each walk."""
    for name, walk in walks().items():
        yield Row(f"{name}: files / functions / switches", str(walk))


def walks() -> dict[str, Walk]:
    """Return the walks by name."""
    with TemporaryDirectory() as home:
        for name in ("SOLTERM_SHARED", "SOLTERM_DATABASE"):
            os.environ.pop(name, None)
        os.environ["SOLTERM_HOME"] = home
        return asyncio.run(_walk_all())


async def _walk_all() -> dict[str, Walk]:
    found = {}
    async with _table() as press:
        for name, key, back in (
            ("an arrow key", "right", "left"),
            ("a turn of the stock", "f3", "u"),
            ("a hint", "h", "escape"),
        ):
            progress(f"walks: {name}")
            found[name] = await _follow(press, [key], [back])
        await press("f3")
        await press(*["right"] * _column_that_refuses())
        found["a refused F4"] = await _follow(press, ["f4"], ["escape"])
        found["one setting"] = await _follow(press, ["right"], ["left"], before=["comma", *"lamp"])
        await press("escape", "escape", "f3")
        progress("walks: the end page")
        found["the end page"] = await _follow(press, ["f9"], ["enter", "f3"])
    async with _table() as press:
        progress("walks: the deal of the day")
        await press("ctrl+p", *"deal of the day", "enter")
        with _following() as found["beginning the deal of the day"]:
            await press("enter")
    return found


def _column_that_refuses() -> int:
    """Return how far right of the first column the card of the hand can't go, after a turn."""
    play = Play(find(GAME), DEAL)
    play.perform("s")
    columns = range(1, 8)
    refusing = (n for n in columns if play.why_not(play.resolve(f"w t{n}")))
    return next(refusing) - 1


@asynccontextmanager
async def _table() -> AsyncIterator[Press]:
    """Show a table; yields a function that presses keys and waits for their effect."""
    store = Store.to_play_with(Context.from_environment(), Patience())
    app = SoltermApp(store, find(GAME), DEAL)
    async with app.run_test(size=(80, 24)) as pilot:

        async def press(*keys: str) -> None:
            for key in keys:
                await pilot.press("space" if key == " " else key)
                await pilot.pause()
                await app.workers.wait_for_complete()
                await pilot.pause()

        await press("up")
        yield press


async def _follow(
    press: Press, keys: Sequence[str], back: Sequence[str], before: Sequence[str] = ()
) -> Walk:
    """Press keys twice, and count what the second time enters; then lead back."""
    await press(*before)
    for _ in range(2):
        with _following() as walk:
            await press(*keys)
        await press(*back)
    return walk


@contextmanager
def _following() -> Iterator[Walk]:
    """Count what is entered meanwhile, in all threads."""
    walk = Walk()
    threading.setprofile(walk.note)
    sys.setprofile(walk.note)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
