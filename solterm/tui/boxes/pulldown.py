"""The game menu: every command of the table under a few headings, pulled down over it.

It is the way in for somebody who knows none of the keys; each command stands there with its key.
A command's own key does it from here, too.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from solterm.core.play.play import Play
from solterm.tui.boxes.kloncan import Box
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import MENUS, TABLE, Command
from solterm.tui.look.canvas import Canvas, Role

if TYPE_CHECKING:
    from solterm.tui.screens.table import TableScreen

_GAP = 3
"""Columns between a command and its key."""


class MenuBox(Box):
    """Tab: left and right go from heading to heading, up and down through the commands."""

    rolls = True

    def __init__(self, play: Play, overrides: Mapping[str, str] | None = None) -> None:
        self.play = play
        commands = keymap.remapped(TABLE, overrides)
        self.under = {
            heading: [each for each in commands if each.menu == heading and offers.has(play, each)]
            for heading in MENUS
        }
        self.heading = 0
        """The open heading, and the line chosen under it."""
        self.line = 0

    @property
    def commands(self) -> list[Command]:
        """The commands under the open heading."""
        return self.under[MENUS[self.heading]]

    @property
    def chosen(self) -> Command:
        """The command that Enter does."""
        return self.commands[self.line]

    def paint(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, canvas.width, 1, Role.BOX)
        for number, heading in enumerate(MENUS):
            role = Role.KEY_NUMBER if number == self.heading else Role.BOX
            canvas.text(_left(number), 0, f" {heading} ", role)
        lines = self._lines()
        width = max(map(len, lines))
        x = min(_left(self.heading), canvas.width - width - 4)
        room = canvas.height - 3
        first = max(0, min(self.line - room // 2, len(lines) - room))
        canvas.double_box(x, 1, lines[first : first + room], Role.BOX)
        y = 2 + self.line - first
        left, right = canvas.glyphs.pointer
        canvas.text(x + 1, y, f"{left}{lines[self.line]:{width}}{right}", Role.KEY_NUMBER)

    def _lines(self) -> list[str]:
        named = [(offers.label(self.play, each), offers.key_name(each)) for each in self.commands]
        width = max(len(label) for label, _ in named) + _GAP
        keyed = max(len(key) for _, key in named)
        return [f"{label:{width}}{key:>{keyed}}" for label, key in named]

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        if key in ("left", "right"):
            by = 1 if key == "right" else -1
            self.heading = (self.heading + by) % len(MENUS)
            self.line = 0
        elif key in ("up", "down"):
            by = 1 if key == "down" else -1
            self.line = (self.line + by) % len(self.commands)
        elif key in ("escape", "tab"):
            table.boxes.pop()
        elif key in ("enter", "space"):
            table.boxes.pop()
            table.do(self.chosen)
        elif command := table.command_of(key, character):
            table.boxes.pop()
            table.do(command)
        return True

    def point(self, table: "TableScreen", x: int, y: int) -> None:
        """A click: on a heading opens it, on a command does it, elsewhere closes the menu."""
        left = min(_left(self.heading), table.app.size.width - max(map(len, self._lines())) - 4)
        over = left <= x < left + max(map(len, self._lines())) + 4
        for number, heading in enumerate(MENUS):
            if y == 0 and _left(number) <= x < _left(number) + len(heading) + 2:
                self.heading, self.line = number, 0
                return
        table.boxes.pop()
        if over and 0 <= y - 2 < len(self.commands):
            table.do(self.commands[y - 2])


def _left(number: int) -> int:
    """The column a heading begins in."""
    return 1 + sum(len(heading) + 3 for heading in MENUS[:number])
