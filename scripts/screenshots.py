"""Screenshots as SVG, drawn from the cells that the program shows."""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from unittest.mock import patch

from rich.style import Style
from textual.pilot import Pilot

from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.sessions.plays import Start
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.svg import Cell, draw

ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
"""The terminal that the pictures show."""
_REST = 0.5
"""Seconds until the program has shown everything, the preview too."""

SHOTS: dict[str, tuple[str, int, int, tuple[str, ...], dict[str, object]]] = {
    "klondike": ("kloncan-klondike", 80, 24, (*"333", "right", "enter"), {}),
    "menu": ("", 80, 24, ("down", "down"), {}),
    "castle": ("beleaguered-castle", 80, 24, ("right", "right"), {}),
    "audience": ("kings-audience", 80, 24, ("right",), {"theme": "felt"}),
    "pyramid": ("royale-pyramid", 80, 24, (), {"theme": "dusk"}),
    "demon": ("demon", 120, 36, ("3", "right"), {"theme": "felt"}),
}
"""Of each picture: the game (none: the menu), columns and rows, keys, and settings."""
_DEAL = 617


def main() -> None:
    """Draw all pictures into a folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in SHOTS:
        (folder / f"{name}.svg").write_text(draw(asyncio.run(shoot(name))), encoding="utf-8")


async def shoot(name: str) -> list[list[Cell]]:
    """Return what the program shows after the keys of a shot, row by row."""
    game, width, height, keys, changes = SHOTS[name]
    async with _program(game, width, height, changes) as pilot:
        await pilot.press(*keys)
        await pilot.pause(_REST)
        return _cells(pilot.app)


async def shoot_openings() -> dict[str, list[list[Cell]]]:
    """Return the opening table of each game of the catalogue, by id.

    A deal without a useful move would show a question over the table.
    """
    shots = {}
    async with _program() as pilot:
        for game in catalogue().values():
            number = next(n for n in count(_DEAL) if not Play(game, n).is_idle)
            pilot.app.game_doors.deal(Start(game, number))
            await pilot.pause()
            assert isinstance(pilot.app.screen, TableScreen), f"{game.id} shows no table"
            shots[game.id] = _cells(pilot.app)
    return shots


@asynccontextmanager
async def _program(
    game: str = "", width: int = 80, height: int = 24, changes: dict[str, object] | None = None
) -> AsyncIterator[Pilot]:
    """Run the program on an empty store: a game, or the menu."""
    with (
        tempfile.TemporaryDirectory() as home,
        patch.dict(os.environ, ENVIRONMENT | {"SOLTERM_HOME": home}),
    ):
        store = Store.memory("a picture is taken.")
        store.unsaved = None
        app = SoltermApp(store, find(game) if game else None, _DEAL)
        app.shown.add("lesson")
        app.change_settings(fast_deal=True, **(changes or {}))
        async with app.run_test(size=(width, height)) as pilot:
            yield pilot


def _cells(app: SoltermApp) -> list[list[Cell]]:
    # Textual has no public name for the cells of a screen.
    strips = app.screen._compositor.render_strips()
    return [
        [(char, segment.style or Style()) for segment in strip for char in segment.text]
        for strip in strips
    ]


if __name__ == "__main__":
    main()
