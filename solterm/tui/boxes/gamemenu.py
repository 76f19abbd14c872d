"""The game menu: every command of the table under a few headings, pulled down over it.

It is the way in for somebody who knows none of the keys; each command stands there with its key.
A command's own key does it from here, too.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from solterm.core.play.play import Play
from solterm.tui.boxes.box import Answer, Box, go_on
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import MENUS, TABLE, Command
from solterm.tui.look.canvas import Canvas, Role

_GAP = 3
"""Columns between a command and its key."""


class _Shown(NamedTuple):
    """Where the commands were painted last."""

    x: int
    across: int
    first: int
    """The first line that there was room for."""


class MenuBox(Box):
    """Tab: left and right go from heading to heading, up and down through the commands."""

    rolls = True

    def __init__(
        self,
        play: Play,
        do: Callable[[Command], object],
        overrides: Mapping[str, str] | None = None,
    ) -> None:
        """``do`` does a command, once this is closed; ``overrides`` are the player's own keys."""
        self.play = play
        self._do = do
        self._by_key = keymap.by_key(TABLE, overrides)
        commands = keymap.remap(TABLE, overrides)
        self.under = {
            heading: [each for each in commands if each.menu == heading and offers.has(play, each)]
            for heading in MENUS
        }
        self.heading = 0
        """The open heading, and the line chosen under it."""
        self.line = 0
        self._shown = _Shown(0, 0, 0)

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
        self._shown = _Shown(x, width + 4, first)
        canvas.double_box(x, 1, lines[first : first + room], Role.BOX)
        y = 2 + self.line - first
        left, right = canvas.glyphs.pointer
        canvas.text(x + 1, y, f"{left}{lines[self.line]:{width}}{right}", Role.KEY_NUMBER)

    def _lines(self) -> list[str]:
        named = [(offers.label(self.play, each), offers.key_name(each)) for each in self.commands]
        width = max(len(label) for label, _ in named) + _GAP
        keyed = max(len(key) for _, key in named)
        return [f"{label:{width}}{key:>{keyed}}" for label, key in named]

    def press(self, key: str, character: str | None) -> Answer | None:
        if key in ("left", "right"):
            by = 1 if key == "right" else -1
            self.heading = (self.heading + by) % len(MENUS)
            self.line = 0
        elif key in ("up", "down"):
            by = 1 if key == "down" else -1
            self.line = (self.line + by) % len(self.commands)
        elif key in ("escape", "tab"):
            return go_on
        elif key in ("enter", "space"):
            return partial(self._do, self.chosen)
        elif command := self._by_key.get(key) or self._by_key.get(character or ""):
            return partial(self._do, command)
        return None

    def point(self, x: int, y: int) -> Answer | None:
        """A click: on a heading opens it, on a command does it, elsewhere closes the menu."""
        for number, heading in enumerate(MENUS):
            if y == 0 and _left(number) <= x < _left(number) + len(heading) + 2:
                self.heading, self.line = number, 0
                return None
        left, across, first = self._shown
        line = y - 2 + first
        if left <= x < left + across and first <= line < len(self.commands):
            return partial(self._do, self.commands[line])
        return go_on


def _left(number: int) -> int:
    """The column a heading begins in."""
    return 1 + sum(len(heading) + 3 for heading in MENUS[:number])
