"""Send a terminal only the cells that change, in as few bytes as possible.

A cursor key changes a dozen cells, but whole rows take kilobytes. A ``Wire`` keeps two pictures,
*wanted* and *shown*: ``put`` changes the first, and ``changes`` returns the text that turns the
second into it. Drawing the same cells again sends no bytes, and a slow line gets the newest picture
instead of all those it missed.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rich.cells import cell_len, split_graphemes
from rich.color import ColorSystem
from rich.segment import Segment

from solterm.wire.cell_style import SHOW_ON_BLANKS, CellStyle, restyle, style_of

LONGEST_BRIDGE = 5  # cells; the longest move within a row is ``CSI nnn C``
ERASE_PAYS = 3  # bytes of ``CSI K``
ERASE_CELLS_PAYS = 10  # bytes of ``CSI nn X`` and of the move past what it erases

_FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of them are one flag."""

Cell = tuple[str, CellStyle]
"""One column of the screen: a character, or "" for the right half of a wide one, and its pen."""

BLANK: Cell = (" ", CellStyle())


class Wire:
    """The two pictures of a terminal, wanted and shown.

    Rows go in and a string comes out. Other output (a bell, a mode) must move neither cursor nor
    pen, line wrap must be off, and the string must be written whole; else call ``forget``.
    """

    def __init__(self) -> None:
        self.size = (0, 0)
        self._wanted: list[list[Cell]] = []
        self._shown: list[list[Cell | None]] = []
        self._touched: set[int] = set()
        self._at: tuple[int, int] | None = None
        self._pen: CellStyle | None = None
        self.erases_in_colour = False
        """Whether the terminal erases in the background colour."""

    def resize(self, width: int, height: int) -> None:
        """Take a new size and clear both pictures; ignore the same size."""
        if (width, height) != self.size:
            self.size = (width, height)
            self._wanted = [[BLANK] * width for _ in range(height)]
            self.forget()

    def forget(self) -> None:
        """Have the next ``changes`` paint every cell: the terminal's picture is unknown."""
        width, height = self.size
        self._shown = [[None] * width for _ in range(height)]
        self._touched = set(range(height))
        self._at = self._pen = None

    @property
    def rows(self) -> list[list[Cell]]:
        """The wanted picture; setting it says that it stands on the terminal already."""
        return self._wanted

    @rows.setter
    def rows(self, rows: list[list[Cell]]) -> None:
        self.size = (len(rows[0]), len(rows))
        self._wanted = rows
        self._shown = [list[Cell | None](row) for row in rows]

    def lose(self, y: int, left: int, right: int) -> None:
        """Have the next ``changes`` paint cells of a row that something has overwritten."""
        for row in self._shown[y : y + 1]:
            row[left:right] = [None] * len(row[left:right])
            self._touched.add(y)

    def put(
        self, x: int, y: int, cells: Sequence[Cell], left: int = 0, right: int | None = None
    ) -> None:
        """Put cells into row ``y`` from column ``x`` on, within ``left <= column < right``.

        Cells outside the screen are cut off, and a wide character cut in two becomes blank.
        """
        width, height = self.size
        start = max(x, left, 0)
        stop = min(x + len(cells), width if right is None else right, width)
        if not 0 <= y < height or start >= stop:
            return
        row = self._wanted[y]
        row[start:stop] = cells[start - x : stop - x]
        fix_wide_char(row, start)
        fix_wide_char(row, stop)
        self._touched.add(y)

    def changes(self, cursor: tuple[int, int] | None = None) -> str:
        """Return the text that brings the terminal up to date, and assume that it is written.

        Args:
            cursor: column and row where the terminal's cursor must end; None saves moving it.
        """
        out: list[str] = []
        for y in sorted(self._touched):
            if self._wanted[y] != self._shown[y]:
                self._paint(y, out)
                self._shown[y][:] = self._wanted[y]
        self._touched.clear()
        if self._pen and self._pen.link:  # other output must not become a part of it
            out.append(restyle(self._pen, self._pen._replace(link="")))
            self._pen = self._pen._replace(link="")
        if cursor is not None:
            self._go(*cursor, out)
        return "".join(out)

    def _paint(self, y: int, out: list[str]) -> None:
        wanted, shown = self._wanted[y], self._shown[y]
        changed: list[int] = []
        reach = 0
        for x, cell in enumerate(wanted):
            if x < reach or cell != shown[x]:
                changed.append(x)
                if not has_certain_width(cell[0]):
                    reach = max(reach, x + 2 * len(cell[0]))
        # A tail of blanks is erased. Terminals without "background colour erase" leave the default
        # colour, so there only blanks on the default paper are erased.
        end = wanted[-1]
        blank = end if self.erases_in_colour and end[0] == " " and end[1].is_plain else BLANK
        edge = len(wanted)
        while edge and wanted[edge - 1] == blank:
            edge -= 1
        tail = [x for x in changed if x >= edge]
        if len(tail) > ERASE_PAYS:
            changed = changed[: -len(tail)]
        for start, stop in _runs(changed):
            self._fill(start, stop, y, out)
        if len(tail) > ERASE_PAYS:
            self._go(tail[0], y, out)
            if not _shows_blank(self._pen, blank[1]):
                out.append(restyle(self._pen, blank[1]))
                self._pen = blank[1]
            out.append("\x1b[K")

    def _fill(self, start: int, stop: int, y: int, out: list[str]) -> None:
        row, done = self._wanted[y], start
        for left, right in _blank_stretches(row, start, stop) if self.erases_in_colour else ():
            if left > done:
                self._write(done, left, y, out)
            self._go(left, y, out)
            if not _shows_blank(self._pen, row[left][1]):
                out.append(restyle(self._pen, row[left][1]))
                self._pen = row[left][1]
            out.append(f"\x1b[{right - left}X")
            done = right
        if stop > done:
            self._write(done, stop, y, out)

    def _write(self, start: int, stop: int, y: int, out: list[str]) -> None:
        # Cells just before the run are written too if that costs no more than a move.
        row = self._wanted[y]
        if self._at and self._at[1] == y and 0 < start - self._at[0] <= LONGEST_BRIDGE:
            bridge = row[self._at[0] : start + 1]
            across, _ = encode(bridge, self._pen)
            beyond, _ = encode(bridge[-1:], self._pen)
            if _weight(across) <= _weight(move(self._at, start, y) + beyond) and all(
                has_certain_width(char) for char, _ in bridge[:-1]
            ):
                start = self._at[0]
        for x in range(start, stop):
            if not has_certain_width(row[x][0]):
                self._write_cells(start, row[start:x], y, out)
                start = self._write_uncertain(x, y, out)
        self._write_cells(start, row[start:stop], y, out)

    def _write_cells(self, x: int, cells: Sequence[Cell], y: int, out: list[str]) -> None:
        if not cells:
            return
        row, stop = self._wanted[y], x + len(cells)
        self._go(x, y, out)
        text, self._pen = encode(cells, self._pen)
        out.append(text)
        while stop < len(row) and not row[stop][0]:
            stop += 1  # the right half of a wide character
        # Terminals disagree on the cursor's place after the last column.
        self._at = (stop, y) if stop < len(row) else None

    def _write_uncertain(self, x: int, y: int, out: list[str]) -> int:
        # Blanks fill what a narrower glyph leaves, and the cells after a wider one are written
        # later at their own address. Return the column after the character.
        char, pen = self._wanted[y][x]
        width = cell_len(char)
        if width > 1:
            self._write_cells(x, [(" ", pen.of_blanks())] * width, y, out)
        self._write_cells(x, [(char, pen)], y, out)
        self._at = None
        return x + width

    def _go(self, x: int, y: int, out: list[str]) -> None:
        if self._at != (x, y):
            out.append(move(self._at, x, y))
            self._at = (x, y)


def _runs(columns: list[int]) -> Iterator[tuple[int, int]]:
    start = stop = -1
    for x in columns:
        if x != stop:
            if stop > start:
                yield start, stop
            start = x
        stop = x + 1
    if stop > start:
        yield start, stop


def _blank_stretches(row: Sequence[Cell], start: int, stop: int) -> Iterator[tuple[int, int]]:
    # Stretches of equal blanks that are cheaper to erase than to write.
    x = start
    while x < stop:
        left = x
        while x < stop and row[x] == row[left]:
            x += 1
        if x - left > ERASE_CELLS_PAYS and row[left][0] == " " and row[left][1].is_plain:
            yield left, x


@lru_cache(maxsize=4096)
def has_certain_width(char: str) -> bool:
    """Return whether all terminals draw a character in the same number of columns.

    They differ on joined characters, emoji, and what has no glyph; not on letters with accents.
    """
    if char.isascii():
        return True
    base, accents = char[0], char[1:]
    kind = unicodedata.category(base)
    if kind in ("Cf", "Cn") or base in _FLAG_LETTERS or (kind[0] == "S" and cell_len(base) > 1):
        return False
    return all(map(unicodedata.combining, accents))


def _weight(text: str) -> int:
    # A stray surrogate is sent as "?".
    return len(text.encode(errors="replace"))


def fix_wide_char(row: list[Cell], x: int) -> None:
    """Blank either half of a wide character that lost the other across the left edge of ``x``."""
    if x > 0 and cell_len(row[x - 1][0]) > 1 and (x == len(row) or row[x][0]):
        row[x - 1] = (" ", row[x - 1][1].of_blanks())
    if x < len(row) and not row[x][0] and (x == 0 or cell_len(row[x - 1][0]) < 2):
        row[x] = (" ", row[x][1].of_blanks())


def cells_of_strip(strip: Sequence[Segment], colours: ColorSystem | None) -> list[Cell]:
    """Return the cells of a strip, as a terminal with these colours shows them."""
    cells: list[Cell] = []
    for text, style, control in strip:
        if not control:
            cells += cells_of(text, style_of(style, colours))
    return cells


@lru_cache(maxsize=4096)
def cells_of(text: str, pen: CellStyle) -> Sequence[Cell]:
    """Return the cells of a text.

    Control characters are dropped, so a name in a table cannot steer the terminal.
    """
    blank = (" ", pen.of_blanks())
    if text.isascii() and text.isprintable():
        return [blank if char == " " else (char, pen) for char in text]
    cells: list[Cell] = []
    for start, stop, width in split_graphemes(text)[0]:
        char = "".join(c for c in text[start:stop] if c >= " " and not "\x7f" <= c <= "\x9f")
        if char in _FLAG_LETTERS and cells and cells[-1][0] in _FLAG_LETTERS:
            cells[-1:] = [(cells[-1][0] + char, pen), ("", pen)]
        elif width:
            cells += [blank if char == " " else (char, pen), *[("", pen)] * (width - 1)]
    return cells


def _shows_blank(pen: CellStyle | None, blank: CellStyle) -> bool:
    if (
        pen is None
        or pen.link
        or blank.link
        or SHOW_ON_BLANKS.intersection(blank.marks + pen.marks)
    ):
        return pen == blank
    return pen.paper == blank.paper


def encode(cells: Sequence[Cell], pen: CellStyle | None) -> tuple[str, CellStyle | None]:
    """Return the text and SGR sequences that write these cells, and the last pen."""
    out: list[str] = []
    for x, (char, needed) in enumerate(cells):
        if needed is not pen and needed != pen and (char != " " or not _shows_blank(pen, needed)):
            if char == " ":  # one sequence may serve the blank and the next glyph
                ahead = next((after for glyph, after in cells[x:] if glyph != " "), needed)
                needed = ahead if _shows_blank(ahead, needed) else needed
            out.append(restyle(pen, needed))
            pen = needed
        out.append(char)
    return "".join(out), pen


@lru_cache(maxsize=4096)
def move(here: tuple[int, int] | None, x: int, y: int) -> str:
    """Return the shortest sequence from a place (column, row), None if unknown, to another.

    It has no line feeds, since the tty's settings decide their effect on the column.
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
    if not count:
        return ""
    return f"\x1b[{abs(count) if abs(count) > 1 else ''}{forward if count > 0 else back}"
