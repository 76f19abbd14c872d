"""Pictures of the screen as SVG, without any font or address of others.

Lines and blocks are drawn as shapes, so that they join in any font; all else is text that is
stretched to its cells.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from solterm.core.play.replay import Replay
from solterm.store.settings import Settings
from solterm.tui.look import glyphs
from solterm.tui.look.canvas import DOWN, LEFT, RIGHT, UP, Canvas, Role, Row
from solterm.tui.look.colours import BLACK, VGA, WHITE
from solterm.tui.look.themes import chosen_palette
from solterm.tui.table import painter
from solterm.tui.table.cursor import find_pile
from solterm.tui.table.layout import BARS, layout
from solterm.tui.table.painter import TableMarks
from solterm.tui.textual_themes import rich_styles
from solterm.tui.widgets.card_table import strip_of
from solterm.tui.widgets.lines import status

_TRUE_COLOURS = 2**24
COLUMNS, ROWS = 80, 24
WIDE, HIGH = 10, 20
"""Units of a cell."""
_COLOURS: list[tuple[int, int, int]] = [Color.parse(each).get_truecolor() for each in VGA]
_THEME = TerminalTheme(_COLOURS[BLACK], _COLOURS[WHITE], _COLOURS[:8], _COLOURS[8:])
"""The sixteen colours as a DOS machine had them."""

Cell = tuple[str, Style]
_ARMS = {char: arms for arms, char in enumerate(glyphs.UNICODE.joints) if arms}
_DOUBLE = {char: arms for arms, char in enumerate(glyphs.UNICODE.double_joints) if arms}
"""The arms of each character of lines; of those with several sums, the one with two arms."""
_BLOCKS = {"█": (0, 0, 10, 20), "▀": (0, 0, 10, 10), "▄": (0, 10, 10, 10)}
_BLOCKS |= {"▌": (0, 0, 5, 20), "▐": (5, 0, 5, 20)}
_SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}


def draw_table(settings: Settings, title: str, replay: Replay, step: int) -> str:
    """Return a picture of the table after a step of a replay, in the player's look."""
    styles = rich_styles(chosen_palette(settings, _TRUE_COLOURS))
    strips = (strip_of(row, styles) for row in _paint(settings, title, replay, step))
    return draw(
        [
            [(char, segment.style or Style()) for segment in strip for char in segment.text]
            for strip in strips
        ]
    )


def _paint(settings: Settings, title: str, replay: Replay, step: int) -> Iterator[Row]:
    chosen = glyphs.choose(settings.cards, "UTF-8", settings.deck)
    table = Canvas(COLUMNS, ROWS - BARS, chosen)
    play = replay.at(step)
    if geometry := layout(play, table.width, table.height, settings.left_handed):
        cursor = find_pile(play, replay.move(step)) if step else ""
        painter.paint_table(table, play, TableMarks(cursor), geometry)
    told = chosen.sentence(f"{step}/{len(replay)}  {replay.words(step)}") if len(replay) else ""
    yield _paint_bar(status(play, play.score, COLUMNS).removeprefix(" "), Role.STATUS)
    yield from table.rows()
    yield _paint_bar(told, Role.MESSAGE)
    yield _paint_bar(title, Role.KEY_LABEL)


def _paint_bar(text: str, role: Role) -> Row:
    return f" {text[: COLUMNS - 2]}".ljust(COLUMNS), bytes((role,)) * COLUMNS


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
    return (colour or Color.default()).get_truecolor(_THEME, is_ink).hex
