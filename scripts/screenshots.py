"""Screenshots as SVG, drawn from the cells that the program shows.

Lines and blocks are drawn as shapes, so that they join in any font; all else is text that is
stretched to its cells.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html import escape
from itertools import count, groupby
from pathlib import Path
from unittest.mock import patch

from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.pilot import Pilot

from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.table import TableScreen

WIDE, HIGH = 10, 20
"""Units of a cell."""
_VGA = TerminalTheme(
    (0, 0, 0),
    (170, 170, 170),
    [
        *[(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)],
        *[(0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)],
    ],
    [
        *[(85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)],
        *[(85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)],
    ],
)
"""The sixteen colours as a DOS machine had them."""

ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
"""The terminal that the pictures show."""
Cell = tuple[str, Style]
_REST = 0.5
"""Seconds until the program has shown everything, the preview too."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
_ARMS = {
    **{"─": LEFT | RIGHT, "│": UP | DOWN, "┌": DOWN | RIGHT, "┐": DOWN | LEFT},
    **{"└": UP | RIGHT, "┘": UP | LEFT, "├": UP | DOWN | RIGHT, "┤": UP | DOWN | LEFT},
    **{"┬": DOWN | LEFT | RIGHT, "┴": UP | LEFT | RIGHT, "┼": UP | DOWN | LEFT | RIGHT},
}
_DOUBLE = dict(zip("═║╔╗╚╝╠╣╦╩╬", (12, 3, 10, 6, 9, 5, 11, 7, 14, 13, 15), strict=True))
_BLOCKS = {"█": (0, 0, 10, 20), "▀": (0, 0, 10, 10), "▄": (0, 10, 10, 10)}
_BLOCKS |= {"▌": (0, 0, 5, 20), "▐": (5, 0, 5, 20)}
_SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}

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
            pilot.app.deal(game, next(n for n in count(_DEAL) if not Play(game, n).is_idle))
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
        app.is_lesson_offered = True
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


def draw(rows: list[list[Cell]]) -> str:
    """Return a picture as SVG."""
    across, down = len(rows[0]) * WIDE, len(rows) * HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}"'
        f' width="{across}" height="{down}" font-family="DejaVu Sans Mono, Consolas, monospace"'
        ' font-size="16" xml:space="preserve">',
        # Without gaps between the rows, at any size.
        "<style>rect { shape-rendering: crispEdges }</style>",
        f'<rect width="{across}" height="{down}" fill="#000"/>',
    ]
    for y, cells in enumerate(rows):
        lines += _row(cells, y * HIGH)
    return "\n".join([*lines, "</svg>", ""])


def _row(cells: list[Cell], y: int) -> Iterator[str]:
    """A row: first its papers, then what is written on them."""
    places = list(enumerate(cells))
    for paper, run in groupby(places, lambda each: _colours(each[1][1])[1]):
        found = list(run)
        if paper != "#000000":
            x, wide = found[0][0] * WIDE, len(found) * WIDE
            yield f'<rect x="{x}" y="{y}" width="{wide}" height="{HIGH}" fill="{paper}"/>'
    for (style, kind), run in groupby(places, lambda each: (each[1][1], _kind(each[1][0]))):
        found = list(run)
        ink = _colours(style)[0]
        if kind == "shape":
            shapes = "".join(_shape(char, x * WIDE, y) for x, (char, _) in found)
            yield f'<path d="{shapes}" stroke="{ink}" stroke-width="1.5" fill="none"/>'
        elif kind == "block":
            for x, (char, _) in found:
                yield _block(char, x * WIDE, y, ink)
        elif kind == "text":
            yield from _text(found, y, ink, bool(style.bold))


def _text(
    found: list[tuple[int, tuple[str, Style]]], y: int, ink: str, bold: bool
) -> Iterator[str]:
    weight = ' font-weight="bold"' if bold else ""
    for blank, run in groupby(found, lambda each: each[1][0] == " "):
        word = list(run)
        if not blank:
            text = escape("".join(char for _, (char, _) in word))
            at = f'x="{word[0][0] * WIDE}" y="{y + 15}" textLength="{len(word) * WIDE}"'
            yield f'<text {at} lengthAdjust="spacingAndGlyphs" fill="{ink}"{weight}>{text}</text>'


def _kind(char: str) -> str:
    if char in _ARMS or char in _DOUBLE:
        return "shape"
    return "block" if char in _BLOCKS or char in _SHADES else "text"


def _shape(char: str, x: int, y: int) -> str:
    """The lines of a joint; double ones lie a little apart."""
    middle, centre = x + WIDE / 2, y + HIGH / 2
    if char in _ARMS:
        return "".join(_arms(_ARMS[char], middle, centre, x, y))
    arms, apart = _DOUBLE[char], 1.5
    upright = (-apart, apart) if arms & (UP | DOWN) else ()
    level = (-apart, apart) if arms & (LEFT | RIGHT) else ()
    found = [part for by in upright for part in _arms(arms & 3, middle + by, centre, x, y)]
    found += [part for by in level for part in _arms(arms & 12, middle, centre + by, x, y)]
    return "".join(found)


def _arms(arms: int, middle: float, centre: float, x: int, y: int) -> Iterator[str]:
    ends = {UP: (middle, y), DOWN: (middle, y + HIGH), LEFT: (x, centre), RIGHT: (x + WIDE, centre)}
    for arm, (to_x, to_y) in ends.items():
        if arms & arm:
            yield f"M{middle:g} {centre:g}L{to_x:g} {to_y:g}"


def _block(char: str, x: int, y: int, ink: str) -> str:
    left, top, wide, high = _BLOCKS.get(char, _BLOCKS["█"])
    shade = f' fill-opacity="{_SHADES[char]}"' if char in _SHADES else ""
    at = f'x="{x + left}" y="{y + top}" width="{wide}" height="{high}"'
    return f'<rect {at} fill="{ink}"{shade}/>'


def _colours(style: Style) -> tuple[str, str]:
    """Return the colours of ink and paper of a style."""
    ink, paper = _rgb(style.color, True), _rgb(style.bgcolor, False)
    return (paper, ink) if style.reverse else (ink, paper)


def _rgb(colour: Color | None, is_ink: bool) -> str:
    return (colour or Color.default()).get_truecolor(_VGA, is_ink).hex


if __name__ == "__main__":
    main()
