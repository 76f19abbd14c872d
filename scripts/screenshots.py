"""Screenshots as SVG, drawn from the very pictures that the program sends to a terminal.

Lines and blocks are drawn as shapes, so that they join in any font; all else is text that is
stretched to its cells.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from solterm.games import find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.look.style import Colour, Style
from solterm.tui.terminal.display import Picture
from solterm.tui.terminal.keys import Key, press_of

WIDE, HIGH = 10, 20
"""Units of a cell."""
_BASIC = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
"""The sixteen colours as a DOS machine had them."""
_STEPS = (0, 95, 135, 175, 215, 255)

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
    """Draw all into a folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    for name in SHOTS:
        with tempfile.TemporaryDirectory() as home:
            os.environ["SOLTERM_HOME"] = home
            (folder / f"{name}.svg").write_text(drawn(shoot(name)), encoding="utf-8")


def shoot(name: str) -> Picture:
    """What the program shows after the keys of a shot."""
    game, width, height, keys, changes = SHOTS[name]
    app = SoltermApp(Store.memory("a picture is taken."), find(game) if game else None, _DEAL)
    app.store.unsaved = None
    app.take_complaint()
    app.change_settings(**changes)
    app.resize(width, height)
    app.open()
    for key in keys:
        app.take_key(*(press_of(key) if len(key) == 1 else Key(key)))
    assert app.picture is not None
    return app.picture


def drawn(picture: Picture) -> str:
    """A picture as SVG."""
    width, height = picture.size
    across, down = width * WIDE, height * HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}"'
        f' width="{across}" height="{down}" font-family="DejaVu Sans Mono, Consolas, monospace"'
        ' font-size="16" xml:space="preserve">',
        f'<rect width="{across}" height="{down}" fill="#000"/>',
    ]
    for y, (text, roles) in enumerate(picture.rows):
        cells = [(char, picture.palette[role]) for char, role in zip(text, roles, strict=True)]
        lines += _row(cells, y * HIGH)
    return "\n".join([*lines, "</svg>", ""])


def _row(cells: list[tuple[str, Style]], y: int) -> Iterator[str]:
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
            yield from _text(found, y, ink, style.bold)


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
    """Ink and paper of a style."""
    ink, paper = _rgb(style.ink, "#aaaaaa"), _rgb(style.paper, "#000000")
    return (paper, ink) if style.reverse else (ink, paper)


def _rgb(colour: Colour | None, usual: str) -> str:
    if colour is None:
        return usual
    if isinstance(colour, str):
        return colour
    if colour < 16:
        return _BASIC[colour]
    if colour >= 232:
        return "#" + f"{8 + 10 * (colour - 232):02x}" * 3
    red, rest = divmod(colour - 16, 36)
    return "#" + "".join(f"{_STEPS[step]:02x}" for step in (red, *divmod(rest, 6)))


if __name__ == "__main__":
    main()
