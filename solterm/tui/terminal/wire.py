"""What the terminal shows, and the fewest bytes that change it.

Textual rewrites every span it calls dirty, though most of its cells are on the screen already:
a cursor key may cost kilobytes on a line that carries few. `Wire` stands between Textual and the
terminal. It keeps two pictures, the one *wanted* and the one *shown*; `put` changes the first and
`changes` answers with the bytes that turn the second into it. So any tree of widgets is cheap,
what is drawn twice alike costs nothing, and a line that lags gets the newest picture instead of
every one it missed.

`WiredApp` is the App that paints through a Wire.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from rich.cells import cell_len, split_graphemes
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, RenderableType
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.strip import Strip

from solterm.tui.terminal.driver import TerminalDriver
from solterm.tui.terminal.hearing import LARGEST

# The marks of a style that terminals show, each with the SGR codes that set and clear it.
MARKS = {
    "bold": (1, 22),
    "dim": (2, 22),
    "italic": (3, 23),
    "underline": (4, 24),
    "blink": (5, 25),
    "reverse": (7, 27),
    "conceal": (8, 28),
    "strike": (9, 29),
    "underline2": (21, 24),
    "overline": (53, 55),
}
CLEARED_BY = dict(MARKS.values())
SHOW_ON_BLANKS = frozenset(
    MARKS[name][0] for name in ("underline", "reverse", "strike", "underline2", "overline")
)

LONGEST_BRIDGE = 5  # cells; the dearest address within a row is `CSI nnn C`
ERASE_PAYS = 3  # bytes of `CSI K`
TEARS = 400  # bytes from which an update may be seen half done


class Pen(NamedTuple):
    """How a character is drawn: SGR codes of its marks, and of its colours ("" is the default)."""

    marks: tuple[int, ...]
    ink: str
    paper: str


Cell = tuple[str, Pen]
"""One column of the screen: a character, or "" for the right half of a wide one, and its pen."""

BLANK: Cell = (" ", Pen((), "", ""))


class Wire:
    """The two pictures of a terminal, wanted and shown.

    A Wire knows nothing of files or apps: strips go in and a string comes out. It trusts that
    whatever else is written to the terminal (a bell, a mode) moves neither cursor nor pen, that
    line wrap is off, and that the string is written whole, unless `forget` is called.
    """

    def __init__(self, colors: ColorSystem | None = ColorSystem.TRUECOLOR) -> None:
        """A Wire to a terminal that shows these colours, None if it is monochrome."""
        self.colors = colors
        self.size = (0, 0)
        self._wanted: list[list[Cell]] = []
        self._shown: list[list[Cell | None]] = []
        self._touched: set[int] = set()
        self._at: tuple[int, int] | None = None
        self._pen: Pen | None = None

    def resize(self, width: int, height: int) -> None:
        """Take the terminal's new size; both pictures are void. The same size changes nothing."""
        if (width, height) != self.size:
            self.size = (width, height)
            self._wanted = [[BLANK] * width for _ in range(height)]
            self.forget()

    def forget(self) -> None:
        """Nothing is known of what the terminal shows: the next `changes` paints every cell."""
        width, height = self.size
        self._shown = [[None] * width for _ in range(height)]
        self._touched = set(range(height))
        self._at = self._pen = None

    def put(self, x: int, y: int, strip: Strip, left: int = 0, right: int | None = None) -> None:
        """Want `strip` in row `y` from column `x` on, or what of it lies in left <= column < right.

        What falls outside the screen is cut off, and a wide character cut in two becomes blank.
        """
        cells: list[Cell] = []
        for text, style, control in strip:
            if not control:
                cells += cells_of(text, pen_of(style, self.colors))
        width, height = self.size
        start = max(x, left, 0)
        stop = min(x + len(cells), width if right is None else right, width)
        if not 0 <= y < height or start >= stop:
            return
        row = self._wanted[y]
        row[start:stop] = cells[start - x : stop - x]
        _mend(row, start)
        _mend(row, stop)
        self._touched.add(y)

    def changes(self, cursor: tuple[int, int] | None = None) -> str:
        """The bytes that make the terminal show what is wanted; it is taken to show it from now on.

        Args:
            cursor: column and row where the terminal's own cursor must end, or None if nobody
                looks at it, which spares its way back.
        """
        out: list[str] = []
        for y in sorted(self._touched):
            if self._wanted[y] != self._shown[y]:
                self._paint(y, out)
                self._shown[y][:] = self._wanted[y]
        self._touched.clear()
        if cursor is not None:
            self._go(*cursor, out)
        return "".join(out)

    def _paint(self, y: int, out: list[str]) -> None:
        """Write what differs in a row."""
        wanted, shown = self._wanted[y], self._shown[y]
        changed = [x for x, cell in enumerate(wanted) if cell != shown[x]]
        # A tail of blanks is erased, but on the default paper only: on any other, terminals
        # without "background colour erase" would leave it in the wrong colour.
        edge = len(wanted)
        while edge and wanted[edge - 1] == BLANK:
            edge -= 1
        tail = [x for x in changed if x >= edge]
        if len(tail) > ERASE_PAYS:
            changed = changed[: -len(tail)]
        for start, stop in _runs(changed):
            self._write(start, stop, y, out)
        if len(tail) > ERASE_PAYS:
            self._go(tail[0], y, out)
            if not _shows_blank(self._pen, BLANK[1]):
                out.append(restyle(self._pen, BLANK[1]))
                self._pen = BLANK[1]
            out.append("\x1b[K")

    def _write(self, start: int, stop: int, y: int, out: list[str]) -> None:
        """Write the cells of a run, and those just before it if that is no dearer than a move."""
        row = self._wanted[y]
        if self._at and self._at[1] == y and 0 < start - self._at[0] <= LONGEST_BRIDGE:
            across, _ = spell(row[self._at[0] : start + 1], self._pen)
            beyond, _ = spell(row[start : start + 1], self._pen)
            if _weight(across) <= _weight(move(self._at, start, y) + beyond):
                start = self._at[0]
        self._go(start, y, out)
        text, self._pen = spell(row[start:stop], self._pen)
        out.append(text)
        while stop < len(row) and not row[stop][0]:
            stop += 1  # the right half of the wide character just written
        # Terminals disagree where the cursor stands after the last column.
        self._at = (stop, y) if stop < len(row) else None

    def _go(self, x: int, y: int, out: list[str]) -> None:
        """Move the terminal's cursor."""
        if self._at != (x, y):
            out.append(move(self._at, x, y))
            self._at = (x, y)


def _runs(columns: list[int]) -> Iterator[tuple[int, int]]:
    """Runs of neighbouring columns, each as its first and the one past its last."""
    start = stop = -1
    for x in columns:
        if x != stop:
            if stop > start:
                yield start, stop
            start = x
        stop = x + 1
    if stop > start:
        yield start, stop


def _mend(row: list[Cell], x: int) -> None:
    """Blank either half of a wide character that lost the other across the left edge of `x`."""
    if x > 0 and cell_len(row[x - 1][0]) > 1 and (x == len(row) or row[x][0]):
        row[x - 1] = cells_of(" ", row[x - 1][1])[0]
    if x < len(row) and not row[x][0] and (x == 0 or cell_len(row[x - 1][0]) < 2):
        row[x] = cells_of(" ", row[x][1])[0]


def _weight(text: str) -> int:
    """Bytes a text takes on the line (one for a stray surrogate, which is sent as "?")."""
    return len(text.encode(errors="replace"))


@lru_cache(maxsize=4096)
def cells_of(text: str, pen: Pen) -> Sequence[Cell]:
    """The cells a text fills.

    A blank's pen is reduced to what shows on it, so that a change of ink alone is no change.
    Control characters fill no cell and are dropped: a name in a table cannot steer the terminal.
    """
    blank = (" ", pen if SHOW_ON_BLANKS.intersection(pen.marks) else Pen((), "", pen.paper))
    if text.isascii() and text.isprintable():
        return [blank if char == " " else (char, pen) for char in text]
    cells: list[Cell] = []
    for start, stop, width in split_graphemes(text)[0]:
        char = "".join(c for c in text[start:stop] if c >= " " and not "\x7f" <= c <= "\x9f")
        if width:
            cells += [blank if char == " " else (char, pen), *[("", pen)] * (width - 1)]
    return cells


@lru_cache(maxsize=4096)
def pen_of(style: Style | None, colors: ColorSystem | None) -> Pen:
    """The pen of a Rich style on a terminal with these colours."""
    if style is None:
        return BLANK[1]
    marks = tuple(on for name, (on, _) in MARKS.items() if getattr(style, name))
    return Pen(marks, _code(style.color, colors, True), _code(style.bgcolor, colors, False))


def _code(color: Color | None, colors: ColorSystem | None, ink: bool) -> str:
    """The SGR parameters of a colour, "" for the terminal's own."""
    if color is None or color.is_default or colors is None:
        return ""
    return ";".join(color.downgrade(colors).get_ansi_codes(foreground=ink))


@lru_cache(maxsize=4096)
def restyle(old: Pen | None, new: Pen) -> str:
    """The shortest SGR sequence from one pen to another; `old` is None if the pen is unknown."""
    afresh = ["", *map(str, new.marks), *filter(None, (new.ink, new.paper))]
    if old is None:
        return f"\x1b[{';'.join(afresh)}m"
    cleared = {CLEARED_BY[mark] for mark in old.marks if mark not in new.marks}
    steps = [str(code) for code in sorted(cleared)]
    # One code may clear two marks (bold and dim): set again what must stay.
    steps += [str(m) for m in new.marks if m not in old.marks or CLEARED_BY[m] in cleared]
    if new.ink != old.ink:
        steps.append(new.ink or "39")
    if new.paper != old.paper:
        steps.append(new.paper or "49")
    return f"\x1b[{min(';'.join(steps), ';'.join(afresh), key=len)}m"


def _shows_blank(pen: Pen | None, blank: Pen) -> bool:
    """Whether a space written with `pen` looks like one written with the pen `blank`."""
    if pen is None or SHOW_ON_BLANKS.intersection(blank.marks + pen.marks):
        return pen == blank
    return pen.paper == blank.paper


def spell(cells: Sequence[Cell], pen: Pen | None) -> tuple[str, Pen | None]:
    """The text and SGR sequences that write these cells, and the pen they leave."""
    out: list[str] = []
    for x, (char, needed) in enumerate(cells):
        if needed is not pen and needed != pen and (char != " " or not _shows_blank(pen, needed)):
            if char == " ":  # one sequence may do for the blank and the glyph after it
                ahead = next((after for glyph, after in cells[x:] if glyph != " "), needed)
                needed = ahead if _shows_blank(ahead, needed) else needed
            out.append(restyle(pen, needed))
            pen = needed
        out.append(char)
    return "".join(out), pen


@lru_cache(maxsize=4096)
def move(here: tuple[int, int] | None, x: int, y: int) -> str:
    """The shortest way from a place (column, row), None if unknown, to another.

    No line feeds: what they do to the column is up to the tty's settings.
    """
    column, row = str(x + 1) if x else "", str(y + 1) if y else ""
    address = f"\x1b[{row};{column}H" if x else f"\x1b[{row}H"
    if here is None:
        return address
    away = x - here[0]
    across = [_steps(away, "C", "D"), "\r" + _steps(x, "C", "D")]
    if away < 0:
        across.append("\b" * -away)
    return min(_steps(y - here[1], "B", "A") + min(across, key=len), address, key=len)


def _steps(count: int, forward: str, back: str) -> str:
    """A relative move, by `count` cells forward, or back if it is negative."""
    if not count:
        return ""
    return f"\x1b[{abs(count) if abs(count) > 1 else ''}{forward if count > 0 else back}"


Result = TypeVar("Result")


class WiredApp(App[Result]):
    """An App that sends the terminal only the cells that change.

    Of Textual's private parts it overrides one, `App._display`, through which every frame goes
    to the terminal. Screens come and go as they like, since a frame is compared with what the
    terminal shows and not with what the same screen drew before. Under `run_test`, or inline,
    Textual's own painting is left alone.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        system = None if self.no_color else self.console.color_system
        self.wire = Wire(COLOR_SYSTEMS[system] if system else None)

    def get_driver_class(self) -> type[TerminalDriver]:
        """The driver that never waits for the terminal and tells us how it fares."""
        return TerminalDriver

    @property
    def size(self) -> Size:
        """The terminal's size, no larger than is painted: each cell of it takes memory."""
        width, height = super().size
        return Size(min(width, LARGEST.width), min(height, LARGEST.height))

    def last_words(self) -> None:
        """Called before the process ends because the terminal is gone or a signal came.

        Override it to save what is not saved; be quick (see `driver.LAST_WORDS_SECONDS`) and
        draw nothing. It may interrupt any line of the program.
        """

    def line_drained(self) -> None:
        """The terminal has taken all that was sent: send the picture it is owed, if any."""
        self._send_changes()

    def picture_lost(self) -> None:
        """What the terminal shows is unknown (it was used by others, or garbled): paint it all."""
        self.wire.forget()
        self._send_changes()

    def on_resize(self, event: events.Resize) -> None:
        """A terminal resized to and fro may have lost cells though its size is the same."""
        if event.size == self.wire.size:
            self.picture_lost()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Take a frame from Textual's compositor."""
        driver = self._driver
        ours = isinstance(renderable, LayoutUpdate | ChopsUpdate)
        if not ours or not isinstance(driver, TerminalDriver):
            super()._display(screen, renderable)
            return
        if not self._batch_count:
            self.wire.resize(*screen.outer_size)
            if isinstance(renderable, LayoutUpdate):
                self._want_all(renderable)
            elif isinstance(renderable, ChopsUpdate):
                self._want_some(renderable)
            self._send_changes()
        self.post_display_hook()

    def _want_all(self, update: LayoutUpdate) -> None:
        for y, strips in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in strips:
                self.wire.put(x, y, strip)
                x += strip.cell_length

    def _want_some(self, update: ChopsUpdate) -> None:
        for y, left, right in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=True):
                if strip is not None and x < right and end > left:
                    self.wire.put(x, y, strip, max(x, left), min(end, right))

    def _send_changes(self) -> None:
        """Bring the terminal up to date, unless it is busy with an earlier picture or not ours."""
        driver = self._driver
        if not isinstance(driver, TerminalDriver) or driver.busy:
            return
        if not self._running or self._closed:
            return
        # Textual leaves the cursor at the origin as long as no widget asks for it.
        asked = self.cursor_position != Offset(0, 0)
        cursor = Size(*self.wire.size).clamp_offset(self.cursor_position) if asked else None
        changes = self.wire.changes(cursor)
        if len(changes) > TEARS and self._sync_available:
            changes = f"\x1b[?2026h{changes}\x1b[?2026l"
        if changes:
            driver.write(changes)
