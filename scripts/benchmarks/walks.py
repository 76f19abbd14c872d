"""How many files of solterm a reader opens to follow one thing that a player does.

Each walk is done once to import everything and fill the caches, and a second time while we note the
file of every function that is entered. The screen is headless, so the Wire is not among the files;
the solver works in a process of its own.
"""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from inspect import CO_OPTIMIZED
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING

from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.script import DEAL, GAME, Script

if TYPE_CHECKING:
    from solterm.store.store import Store

PACKAGE = str(Path(__file__).resolve().parents[2] / "solterm") + os.sep
TOUR = ("free-cell", "bakers-game")


def measure() -> Iterator[Row]:
    """Count the files of each walk."""
    for name, files in walks().items():
        yield Row(f"files entered by {name}", f"{len(files)} files")


def walks() -> dict[str, set[str]]:
    """Return the files that each walk enters, by the name of the walk."""
    with TemporaryDirectory() as home:
        for name in ("SOLTERM_SHARED", "SOLTERM_DATABASE"):
            os.environ.pop(name, None)
        os.environ["SOLTERM_HOME"] = home
        return {**asyncio.run(_on_the_screen()), "a result on a board": _enter_a_board()}


async def _on_the_screen() -> dict[str, set[str]]:
    found = {}
    key = next(press.key for press in Script().presses if press.kind == "move").lower()
    async with _table() as press:
        progress("walks: a move")
        found["a move"] = await _follow(press, key, back="u")
        progress("walks: a hint")
        found["a hint"] = await _follow(press, "h", back="escape")
        progress("walks: a new game")
        found["the deal dialog"] = await _follow(press, "d", back="escape")
    return found


@asynccontextmanager
async def _table() -> AsyncIterator[Callable[[str], Awaitable[None]]]:
    """Show a table; yields a function that presses a key and waits for its effect."""
    from solterm.games import find
    from solterm.tui.app import SoltermApp

    app = SoltermApp(_store(), find(GAME), DEAL)
    async with app.run_test(size=(80, 24)) as pilot:

        async def press(key: str) -> None:
            await pilot.press(key)
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()

        await press("up")
        yield press


def _store() -> "Store":
    from solterm.context import Context
    from solterm.store.patience import Patience
    from solterm.store.store import Store

    return Store.to_play_with(Context.from_environment(), Patience())


async def _follow(press: Callable[[str], Awaitable[None]], key: str, back: str) -> set[str]:
    for _ in range(2):
        with _entered() as files:
            await press(key)
        await press(back)
    return files


def _enter_a_board() -> set[str]:
    """End the games of a tour, enter its result, and read the board."""
    from solterm.contests.contests import purpose_of
    from solterm.games import find
    from solterm.sessions import contest_start, contest_steps, results
    from solterm.sessions.boards import boards_of
    from solterm.store.kept import KeptPlay

    progress("walks: a result on a board")
    store = _store()
    boards = boards_of(store)
    for name in ("First", "Second"):
        tour = contest_start.begin_tour(store, name, TOUR).contest
        for place, leg in enumerate(tour.latest.legs):
            purpose = str(purpose_of(tour, place))
            kept = KeptPlay.start(store, find(leg.game), leg.deal, 3, tour.latest.mode, {}, purpose)
            kept.perform(str(next(iter(kept.play.legal_moves))))
            with _entered() as ending:
                tour = contest_steps.end(store, kept) or tour
        with _entered() as entering:
            entry = contest_steps.enter(store, boards, tour, "Ann").entry
            results.read_board(boards, entry.board)
    return ending | entering


@contextmanager
def _entered() -> Iterator[set[str]]:
    """Note the files of the package whose functions are entered."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code  # the bodies of modules and classes are not optimized
        is_function = event == "call" and code.co_flags & CO_OPTIMIZED
        if is_function and code.co_filename.startswith(PACKAGE):
            files.add(code.co_filename.removeprefix(PACKAGE))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield files
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
