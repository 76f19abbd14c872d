"""The wire: the terminal shows the right picture for few bytes."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyte.screens import Char
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style as RichStyle
from wcwidth import wcwidth

from solterm.tui.look.colours import Colour, Style
from solterm.tui.textual_themes import rich_styles
from solterm.wire.cell_style import CellStyle, restyle, style_of
from solterm.wire.wire import (
    BLANK,
    Cell,
    Wire,
    cells_of,
    cells_of_strip,
    encode,
    fix_wide_char,
    has_certain_width,
    move,
)
from tests.harness.pty import visible

WIDTH, HEIGHT = 24, 4

COLORS = {"default": "", "red": "1", "brown": "3", "brightblue": "64"}
"""Pyte's colour names, and the number to add to 30 for ink or 40 for paper."""
PAPERS = {code and str(40 + int(code)): name for name, code in COLORS.items()}
MARKS = {"bold": 1, "underscore": 4, "reverse": 7, "strikethrough": 9}

Piece = tuple[str, str, str, frozenset[str]]
"""Text, ink, paper and marks."""


class FakeTerminal:
    """A pyte terminal behind a Wire, with line wrap off and garbage on its screen at first."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.Stream(self.screen)
        self.stream.feed("\x1b[33;44;1m" + "#" * (width * height - 1) + "\x1b[?7l")
        self.wire = Wire()
        self.wire.resize(width, height)

    def show(self, rows: Iterable[Sequence[Piece]], cursor: tuple[int, int] | None = None) -> str:
        """Put whole rows from the top; return the bytes sent to show them."""
        for y, pieces in enumerate(rows):
            self.put(y, pieces)
        return self.update(cursor)

    def put(self, y: int, pieces: Sequence[Piece]) -> None:
        self.wire.put(0, y, row_of(pieces, self.wire.size[0]))

    def update(self, cursor: tuple[int, int] | None = None) -> str:
        changes = self.wire.changes(cursor)
        self.stream.feed(changes)
        return changes

    def picture(self) -> list[list[Char]]:
        rows = (self.screen.buffer[y] for y in range(self.screen.lines))
        return [[visible(row[x]) for x in range(self.screen.columns)] for row in rows]


def row_of(pieces: Sequence[Piece], width: int) -> list[Cell]:
    """Return a whole row of cells: the pieces, then blanks."""

    def code(colour: str, base: int) -> str:
        return str(base + int(COLORS[colour])) if COLORS[colour] else ""

    cells: list[Cell] = []
    for text, ink, paper, marks in pieces:
        pen = CellStyle(
            tuple(sorted(MARKS[mark] for mark in marks)), code(ink, 30), code(paper, 40)
        )
        cells += cells_of(text, pen)
    return cells + [BLANK] * (width - len(cells))


def chars_of(pieces: Sequence[Piece]) -> list[Char]:
    """Return the pieces as pyte's cells."""
    cells = []
    for text, ink, paper, marks in pieces:
        attributes = dict.fromkeys(marks, True)
        for char in text:
            cells.append(Char(char, ink, paper, **attributes))
            if char in "世界":
                cells.append(cells[-1]._replace(data=""))
    return cells


def mend(row: list[Char]) -> None:
    """Blank the halves of wide characters that lost the other half."""
    for x, cell in enumerate(row):
        if cell.data in ("世", "界") and (x + 1 == len(row) or row[x + 1].data):
            row[x] = cell._replace(data=" ")
    for x, cell in enumerate(row):
        if not cell.data and (x == 0 or row[x - 1].data not in ("世", "界")):
            row[x] = cell._replace(data=" ")


Frame = tuple[dict[int, list[Piece]], tuple[int, int] | None, bool]
"""Rows to put, where the cursor must end, and whether to garble the terminal first."""

texts = st.text(alphabet="  aB♠│世界", max_size=7) | st.just(" " * 13)
colors = st.sampled_from(list(COLORS))
marks = st.frozensets(st.sampled_from(list(MARKS)), max_size=2)
pieces = st.lists(st.tuples(texts, colors, colors, marks), max_size=4)
puts = st.dictionaries(st.integers(0, HEIGHT - 1), pieces, max_size=HEIGHT)
cursors = st.none() | st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))


@pytest.mark.parametrize("erases_in_colour", [False, True])
@given(frames=st.lists(st.tuples(puts, cursors, st.booleans()), max_size=6))
def test_the_terminal_shows_the_wanted_picture(erases_in_colour: bool, frames: list[Frame]) -> None:
    terminal = FakeTerminal()
    terminal.wire.erases_in_colour = erases_in_colour
    model = [[Char(" ")] * WIDTH for _ in range(HEIGHT)]
    for frame, cursor, forgets in frames:
        for y, row in frame.items():
            terminal.put(y, row)
            model[y] = chars_of(row)[:WIDTH]
            mend(model[y])
            model[y] += [Char(" ")] * (WIDTH - len(model[y]))
        if forgets:
            terminal.stream.feed("\x1b[H\x1b[35;46mrubbish")
            terminal.wire.forget()
        terminal.update(cursor)
        assert terminal.picture() == [[visible(cell) for cell in row] for row in model]
        if cursor is not None:
            assert (terminal.screen.cursor.x, terminal.screen.cursor.y) == cursor
        assert terminal.update(cursor) == ""


UNCERTAIN = {
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "heart": "\u2764\ufe0f",
    "thumb": "\U0001f44d\U0001f3fd",
    "flag": "\U0001f1e9\U0001f1ea",
    "keycap": "1\ufe0f\u20e3",
    "watch": "\u231a",
    "joined": "a\u200db",
    "jamo": "\u1112\u1161\u11ab",
    "hyphen": "\u00ad",
}
"""Characters that terminals draw in one to six columns."""

WIDTHS: dict[str, Callable[[str], int]] = {
    "pyte": wcwidth,
    "no emoji": lambda char: 1 if char > "\U0001f000" or char == "\u231a" else wcwidth(char),
    "nothing joined": lambda char: max(1, wcwidth(char)) if char > "~" else wcwidth(char),
}
"""How wide a terminal draws one code point: pyte, an old one, one without combining marks."""

mixed = st.lists(
    st.sampled_from([*UNCERTAIN.values(), "a", "b", " ", "世", "é", "│", " " * 13]), max_size=14
).map("".join)


@pytest.mark.parametrize("erases_in_colour", [False, True])
@pytest.mark.parametrize("widths", WIDTHS)
@given(
    frames=st.lists(
        st.dictionaries(st.integers(0, HEIGHT - 1), st.tuples(mixed, colors), max_size=HEIGHT),
        max_size=5,
    )
)
def test_characters_of_uncertain_width_do_not_move_the_others(
    widths: str, erases_in_colour: bool, frames: list[dict[int, tuple[str, str]]]
) -> None:
    """Their own cells are left out: terminals, and so pyte, draw them in their own ways."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pyte.screens, "wcwidth", WIDTHS[widths])
        terminal = FakeTerminal()
        terminal.wire.erases_in_colour = erases_in_colour
        wanted: list[list[Cell]] = [[BLANK] * WIDTH for _ in range(HEIGHT)]
        for frame in frames:
            for y, (text, paper) in frame.items():
                piece = (text, "default", paper, frozenset[str]())
                wanted[y] = row_of([piece], WIDTH)[:WIDTH]
                fix_wide_char(wanted[y], WIDTH)
                terminal.put(y, [piece])
            terminal.update((0, 0))
            for row, shown in zip(wanted, terminal.picture(), strict=True):
                for x, (char, pen) in enumerate(row):
                    owner = char or row[x - 1][0]
                    if has_certain_width(owner):
                        assert shown[x].data == unicodedata.normalize("NFC", char)
                        assert shown[x].bg == PAPERS[pen.paper]
            assert terminal.update((0, 0)) == ""


@pytest.mark.parametrize("char", UNCERTAIN.values(), ids=UNCERTAIN)
def test_what_terminals_draw_in_different_widths_has_no_certain_one(char: str) -> None:
    assert [each for each, _ in cells_of(char, CellStyle()) if each] == [char]
    assert not has_certain_width(char)


@pytest.mark.parametrize("char", ["a", "世", "e\u0301", "「", "한", "♠", "│", "\udcff"])
def test_what_all_terminals_draw_in_one_width_costs_no_moves(char: str) -> None:
    assert has_certain_width(char)


def test_after_a_character_of_uncertain_width_comes_an_address() -> None:
    terminal = FakeTerminal()
    terminal.show(plain())
    assert terminal.show(plain("\u231ab")) == "\x1b[H  \r\u231a\x1b[;3Hb"


def plain(*rows: str) -> list[list[Piece]]:
    return [[(row.ljust(WIDTH), "default", "default", frozenset())] for row in rows]


def test_one_cell_costs_an_address_and_a_glyph() -> None:
    terminal = FakeTerminal()
    terminal.show(plain("one", "two"))
    assert terminal.show(plain("one", "twi")) == "\x1b[2;3Hi"


def test_short_gaps_are_rewritten_and_long_ones_skipped() -> None:
    terminal = FakeTerminal()
    terminal.show(plain("abcdefghijkl"))
    assert terminal.show(plain("Abc♠efghijkl")) == "\x1b[HAbc♠"
    assert terminal.show(plain("abcdefghijKl")) == "\rabcd\x1b[6CK"


def test_blanks_are_erased_on_the_default_paper_only() -> None:
    terminal = FakeTerminal()
    terminal.show(plain("abcdefghijkl"))
    assert terminal.show(plain("ab")) == "\x1b[;3H\x1b[K"
    terminal.show([[("abcdefghijkl".ljust(WIDTH, "m"), "red", "brown", frozenset())]])
    assert "\x1b[K" not in terminal.show([[("ab".ljust(WIDTH), "red", "brown", frozenset())]])


def test_blanks_are_erased_in_colour_where_the_terminal_can() -> None:
    terminal = FakeTerminal()
    terminal.wire.erases_in_colour = True
    terminal.show([[("abcdefghijkl".ljust(WIDTH, "m"), "red", "brown", frozenset())]])
    changes = terminal.show([[("ab".ljust(WIDTH), "red", "brown", frozenset())]])
    assert changes == "\x1b[;3H\x1b[43m\x1b[K"


def test_long_blanks_inside_a_row_are_erased_if_the_terminal_can() -> None:
    terminal = FakeTerminal(40, 1)
    terminal.wire.erases_in_colour = True
    terminal.show([[("#" * 40, "red", "brown", frozenset())]])
    blank = [("a", "red", "brown", frozenset()), (" " * 30, "red", "brown", frozenset())]
    changes = terminal.show([[*blank, ("#" * 9, "red", "brown", frozenset())]])
    assert changes == "\x1b[Ha\x1b[30X"
    assert [cell.data for cell in terminal.picture()[0]] == ["a", *" " * 30, *"#" * 9]


def test_stray_surrogates_do_no_harm() -> None:
    terminal = FakeTerminal()
    terminal.show(plain("abcdef"))
    terminal.put(0, plain("Ab\udcffdeF")[0])
    assert terminal.wire.changes() == "\x1b[HAb\udcffdeF"


def test_control_characters_never_reach_the_terminal() -> None:
    terminal = FakeTerminal()
    terminal.show(plain())
    assert terminal.show(plain("a\x1b]0;b\x07\n\x9bc")) == "\x1b[Ha]0;bc"


@pytest.mark.parametrize(
    ("ink", "paper", "sequence"),
    [
        (None, None, "\x1b[;1m"),
        (1, 0, "\x1b[;1;31;40m"),
        (9, 15, "\x1b[;1;91;107m"),
        (196, 16, "\x1b[;1;38;5;196;48;5;16m"),
        ("#ff0000", "#00000a", "\x1b[;1;38;2;255;0;0;48;2;0;0;10m"),
    ],
)
def test_colours_use_the_shortest_sequence(
    ink: Colour | None, paper: Colour | None, sequence: str
) -> None:
    wire = Wire()
    wire.resize(1, 1)
    (style,) = rich_styles((Style(ink, paper, bold=True),))
    wire.put(0, 0, cells_of_strip([Segment("x", style)], ColorSystem.TRUECOLOR))
    assert wire.changes() == f"\x1b[H{sequence}x"


@pytest.mark.parametrize(
    ("here", "there", "sequence"),
    [
        (None, (0, 0), "\x1b[H"),
        (None, (9, 0), "\x1b[;10H"),
        (None, (0, 9), "\x1b[10H"),
        ((5, 5), (4, 5), "\b"),
        ((5, 5), (0, 5), "\r"),
        ((50, 5), (1, 5), "\r\x1b[C"),
        ((5, 5), (5, 6), "\x1b[B"),
        ((5, 5), (0, 4), "\x1b[A\r"),
        ((70, 5), (30, 5), "\x1b[40D"),
        ((70, 5), (31, 7), "\x1b[8;32H"),
    ],
)
def test_moves_are_short(
    here: tuple[int, int] | None, there: tuple[int, int], sequence: str
) -> None:
    assert move(here, *there) == sequence


def test_pens_change_by_difference_or_from_scratch() -> None:
    bold = CellStyle((1,), "31", "48;5;22")
    assert restyle(bold, bold._replace(ink="30")) == "\x1b[30m"
    assert restyle(bold, bold._replace(marks=())) == "\x1b[22m"
    assert restyle(bold, BLANK[1]) == "\x1b[m"
    assert restyle(CellStyle((1, 2), "", "48;5;22"), CellStyle((2,), "", "48;5;22")) == "\x1b[22;2m"


def test_a_blank_takes_the_pen_of_the_glyph_after_it() -> None:
    card = CellStyle((), "30", "47")
    assert encode([(" ", CellStyle((), "", "47")), ("K", card)], BLANK[1]) == (
        "\x1b[30;47m K",
        card,
    )


def test_a_link_is_opened_and_closed_around_its_text() -> None:
    wire = Wire()
    wire.resize(20, 1)
    wire.changes()
    linked = CellStyle(link="https://example.org/a%20b")
    wire.put(2, 0, [*cells_of("two words", linked)])
    assert wire.changes() == ("  \x1b]8;;https://example.org/a%20b\x1b\\two words\x1b]8;;\x1b\\")
    wire.put(2, 0, [*cells_of("two words", CellStyle())])
    assert "]8;;" not in wire.changes()


def test_the_address_of_a_link_cannot_steer_the_terminal() -> None:
    style = style_of(RichStyle(link="https://example.org/\x1b]0;title\a b"), None)
    assert style.link == "https://example.org/%1B]0;title%07%20b"
