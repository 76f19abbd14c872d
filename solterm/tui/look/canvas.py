"""A canvas of character cells.

Each line cell keeps its arms (up, down, left, right), so boxes that touch join: two neighbours
that share a border get ``┬``, ``┼`` or ``┴`` where they meet. Every key repaints the whole
table, so the methods write stretches of cells.
"""

from collections.abc import Iterable
from enum import IntEnum, auto

from solterm.tui.look.glyphs import Glyphs

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
_DOUBLE = 16
"""The factor between the arms of a double line and those of a single one."""


class Role(IntEnum):
    """The role of a cell, to which a theme gives a style."""

    TABLE = 0
    LINE = auto()
    RED = auto()
    BLACK = auto()
    BACK = auto()
    FAINT = auto()
    CURSOR_RED = auto()
    CURSOR_BLACK = auto()
    POINTER = auto()
    MARK = auto()
    TARGET = auto()
    LABEL = auto()
    STATUS = auto()
    MESSAGE = auto()
    BOX = auto()
    KEY_NUMBER = auto()
    KEY_LABEL = auto()
    CLUB = auto()
    DIAMOND = auto()
    CURSOR_CLUB = auto()
    CURSOR_DIAMOND = auto()
    MARKED_CLUB = auto()
    MARKED_DIAMOND = auto()
    MARKED_RED = auto()
    MARKED_BLACK = auto()
    RULE = auto()
    GOLD = auto()
    GOLD_CLUB = auto()
    GOLD_DIAMOND = auto()
    GOLD_RED = auto()
    GOLD_BLACK = auto()


SUITS = (Role.CLUB, Role.DIAMOND, Role.RED, Role.BLACK)
"""The role of a card by its suit. Clubs look like spades and diamonds like hearts unless the player
wants four colours."""

CURSOR_SUITS = (Role.CURSOR_CLUB, Role.CURSOR_DIAMOND, Role.CURSOR_RED, Role.CURSOR_BLACK)
"""The same under the cursor."""

MARKED_SUITS = (Role.MARKED_CLUB, Role.MARKED_DIAMOND, Role.MARKED_RED, Role.MARKED_BLACK)
"""The same on a marked card."""

GOLD_SUITS = (Role.GOLD_CLUB, Role.GOLD_DIAMOND, Role.GOLD_RED, Role.GOLD_BLACK)
"""The same on the gold of a Jack, Queen or King."""

DRAWN = frozenset({Role.BACK, Role.RULE, Role.GOLD, *GOLD_SUITS})
"""Roles of patterns and decoration, which carry no text."""


Row = tuple[str, bytes]
"""A row of cells: its characters, and the role of each."""

_ALONE = tuple(bytes((role,)) for role in Role)
"""Each role as a byte."""


class Canvas:
    """A rectangle of cells; writing outside is cut off."""

    def __init__(self, width: int, height: int, glyphs: Glyphs) -> None:
        self.width = width
        self.height = height
        self.glyphs = glyphs
        self._chars = [[" "] * width for _ in range(height)]
        self._roles = [bytearray(_ALONE[Role.TABLE] * width) for _ in range(height)]
        self._arms = [bytearray(width) for _ in range(height)]

    def copy(self) -> "Canvas":
        canvas = Canvas(0, 0, self.glyphs)
        canvas.width, canvas.height = self.width, self.height
        canvas._chars = [row[:] for row in self._chars]
        canvas._roles = [row[:] for row in self._roles]
        canvas._arms = [row[:] for row in self._arms]
        return canvas

    def text(self, x: int, y: int, text: str, role: Role) -> None:
        """Write text from a cell to the right."""
        if x < 0:
            text, x = text[-x:], 0
        end = min(x + len(text), self.width)
        if 0 <= y < self.height and x < end:
            self._chars[y][x:end] = text[: end - x]
            self._roles[y][x:end] = _ALONE[role] * (end - x)
            self._arms[y][x:end] = bytes(end - x)

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Copy the cells of another canvas, as far as they fit."""
        for row, (chars, roles) in enumerate(other.rows()[: max(0, self.height - y)], y):
            end = min(x + other.width, self.width)
            self._chars[row][x:end] = chars[: end - x]
            self._roles[row][x:end] = roles[: end - x]
            self._arms[row][x:end] = bytes(end - x)

    def block(self, x: int, y: int, rows: Iterable[str], width: int, role: Role) -> None:
        """Write rows of text under each other, cut off at a width."""
        for row, text in enumerate(rows, y):
            self.text(x, row, text[:width], role)

    def centre(self, y: int, text: str, role: Role) -> None:
        """Write text in the middle of a row."""
        self.text(max(0, (self.width - len(text)) // 2), y, text, role)

    def fill(self, x: int, y: int, width: int, height: int, role: Role, char: str = " ") -> None:
        for row in range(y, y + height):
            self.text(x, row, char * width, role)

    def frame(
        self, x: int, y: int, width: int, height: int, role: Role = Role.LINE, double: bool = False
    ) -> None:
        """Draw a box of this outer size, joined to lines that are there already.

        Single lines end at a double one.
        """
        weight = _DOUBLE if double else 1
        right, bottom = x + width - 1, y + height - 1
        for row, corner in ((y, DOWN), (bottom, UP)):
            self._add(x, row, (corner | RIGHT) * weight, role)
            self._add(right, row, (corner | LEFT) * weight, role)
            self._across(x + 1, right, row, (LEFT | RIGHT) * weight, role)
        for row in range(max(y + 1, 0), min(bottom, self.height)):
            self._add(x, row, (UP | DOWN) * weight, role)
            self._add(right, row, (UP | DOWN) * weight, role)

    def _across(self, x: int, end: int, y: int, arms: int, role: Role) -> None:
        x, end = max(x, 0), min(end, self.width)
        if not 0 <= y < self.height or x >= end:
            return
        if any(self._arms[y][x:end]):
            for place in range(x, end):
                self._add(place, y, arms, role)
        else:
            self.text(x, y, self._joint(arms) * (end - x), role)
            self._arms[y][x:end] = bytes((arms,)) * (end - x)

    def _add(self, x: int, y: int, arms: int, role: Role) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            of_row = self._arms[y]
            of_row[x] |= arms
            self._chars[y][x] = self._joint(of_row[x])
            self._roles[y][x] = role

    def _joint(self, arms: int) -> str:
        # Of a cell with arms of both kinds, only the double ones are drawn.
        double = arms // _DOUBLE
        return self.glyphs.double_joints[double] if double else self.glyphs.joints[arms]

    def is_free(self, x: int, y: int) -> bool:
        """Whether a cell has no rank or suit of a card."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return True
        char = self._chars[y][x]
        return not char.isalnum() and char not in self.glyphs.suits

    def is_blank(self, x: int, y: int) -> bool:
        """Whether a cell of the canvas is empty."""
        return 0 <= x < self.width and 0 <= y < self.height and self._chars[y][x] == " "

    def rows(self) -> list[Row]:
        return [
            ("".join(chars), bytes(roles))
            for chars, roles in zip(self._chars, self._roles, strict=True)
        ]
