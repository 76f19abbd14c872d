"""The card of keys on F2: the keys of use in this game, the player's own, in columns by heading.

KLONCAN's two games have its fifteen keys first, in its words. Keys that few use are left out: Tab
lists them. A card that is taller than the window scrolls.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from textual.content import Content
from textual.widgets import Static

from solterm.core.play.play import Play
from solterm.core.words.describe import remaining
from solterm.tui.keys import offers
from solterm.tui.keys.commands import Command
from solterm.tui.keys.keymap import Keymap, key_name
from solterm.tui.look.wrapping import wrap
from solterm.tui.table.layout import BARS

HEADINGS: Mapping[str, Sequence[str]] = {
    "Play": (
        *(
            "left right up down",
            "first last",
            "natural",
            "next_place",
            "more fewer repeat",
            "cancel",
        ),
        *("turn_hand", "pile_to_pile", "hand_to_pile", "pile_to_field", "hand_to_field", "auto"),
        *("undo redo over", "command", "error", "legal ranks suits"),
    ),
    "Stuck?": ("hint", "regain", "what peek", "exception"),
    "Game": (
        "deal",
        "saves settings",
        "level",
        "new",
        "menu who races phrase",
        "quit",
        "score colours",
        "rules pages",
    ),
    "More": ("game_menu", "palette", "stats sheet copy", "bookmark jump", "cheat"),
}
"""The lines of the card under each heading, as ids of the commands that share a line."""
RARE = frozenset(
    {"first", "last", "more", "fewer", "command", "peek", "score", "colours", "settings"}
)
"""Commands that the card leaves out, unless the player has given them a key."""
_TERMS = "Level 3: the game's own rules, 1: the easiest. Exc: exceptions you made."
"""The last line of the card: what the words of the status line mean."""

_KLONCAN = (
    *("pile_to_pile", "help", "turn_hand", "hand_to_pile", "pile_to_field"),
    *("hand_to_field", "error", "level", "new", "auto"),
    *("exception", "score", "colours", "quit", "cancel"),
)
"""The lines of KLONCAN's own card."""
_OWN_WORDS = {"cancel": "Go on / drop the mark"}
"""KLONCAN's words for a key where the menu has others."""
_ARROWS = "Left Right Up Down"
_KEYS = 6
"""Columns for the keys of a line; longer ones take more."""
_FRAME = 4
"""The border and padding across."""
_EDGES = 2
"""The border down."""
_BETWEEN = 2
_NARROW = 26
"""The narrowest of two columns; below it the card has one."""

_Line = tuple[str, str]
"""The keys of a line, and what they do."""


class KeyHelp(Static):
    """The card over the table. Keys that play are off while it is open."""

    GUIDE = ("g", "G")
    """The keys that open the guide while the card is open."""

    DEFAULT_CSS = """
    KeyHelp {
        width: auto;
        height: auto;
        padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__("", classes="box", markup=False)
        self._top = 0
        """The first line in the window."""
        self._height = 0
        """All lines of the card."""
        self._room = 0
        """The lines that the window has room for."""
        self.display = False

    @property
    def is_open(self) -> bool:
        return bool(self.display)

    def turn(self) -> None:
        """Open the card, or scroll it by a window; the top follows the end."""
        if not self.is_open:
            self._top = 0
            self.display = True
        elif self._top >= self._last:
            self._top = 0
        else:
            self._go(self._room)

    def close(self) -> None:
        self.display = False

    def scroll(self, key: str) -> bool:
        """Scroll for an arrow or page key; return False if it has no use here."""
        steps = {"up": -1, "down": 1, "pageup": -self._room, "pagedown": self._room}
        if not self.is_open or not self._last or key not in steps:
            return False
        self._go(steps[key])
        return True

    def show(self, play: Play, keys: Keymap, is_hosted: bool) -> None:
        if not self.is_open:
            return
        width, height = self.app.size
        lines = KeyCard(play, keys, is_hosted).lines(width)
        self._height, self._room = len(lines), height - BARS - _EDGES
        self._go(0)
        self.border_title = Content(f"Keys: {play.title}, level {play.level}")
        self.border_subtitle = Content(
            "Down: more, G: guide, Esc" if self._last else "G: guide, Esc: close"
        )
        self.update("\n".join(lines[self._top : self._top + self._room]))

    @property
    def _last(self) -> int:
        return max(0, self._height - self._room)

    def _go(self, by: int) -> None:
        self._top = min(max(0, self._top + by), self._last)


class KeyCard:
    """The lines of the card."""

    def __init__(self, play: Play, keys: Keymap, is_hosted: bool) -> None:
        self.play = play
        self.offered = {
            each.id: each
            for each in keys.commands
            if each.keys and offers.has(play, each, is_hosted)
        }
        self._left_out = RARE.difference(keys.given)

    def lines(self, width: int) -> list[str]:
        """Return the lines for a window of some width, in columns if they fit."""
        inner = max(1, width - _FRAME)
        shown = {}
        own: Sequence[str] = ()
        if offers.is_kloncan(self.play.game):
            own = [each for each in _KLONCAN if each in self.offered]
            shown[""] = _arrange_own(list(map(self._tell_own, own)), inner)
        blocks = {name: list(self._list(lines, own)) for name, lines in HEADINGS.items()}
        told = [line for lines in blocks.values() for line in lines]
        count = 2 if (inner - _BETWEEN) // 2 >= _NARROW else 1
        across = (inner - (count - 1) * _BETWEEN) // count
        across = min(across, _KEYS + 1 + max(len(does) for _, does in told))
        for name, lines in blocks.items():
            shown[name] = _arrange(lines, [across] * count, _KEYS)
        return list(self._join(shown, inner))

    def _join(self, shown: Mapping[str, list[str]], inner: int) -> Iterator[str]:
        # No wider than needed: every cell that a box covers costs bytes.
        left = remaining(self.play.rules.game, self.play.table)
        terms = wrap(_TERMS, inner)
        widest = max(len(line) for lines in (*shown.values(), terms) for line in lines)
        for heading, lines in shown.items():
            words = (
                f"-- {heading} -- Left: {left}" if left and heading == "Play" else f"-- {heading}"
            )
            for line in wrap(words, inner) if heading else ():
                yield f"{line} ".ljust(widest, "-")[:inner]
            yield from lines
        yield from terms

    def _list(self, lines: Sequence[str], own: Sequence[str]) -> Iterator[_Line]:
        for line in lines:
            offered = [self.offered[each] for each in line.split() if each in self.offered]
            if commands := [each for each in offered if each.id not in {*own, *self._left_out}]:
                keys = " ".join(dict.fromkeys(map(key_name, commands)))
                does = ", ".join(filter(None, map(self._tell, commands)))
                yield ("Arrows" if keys == _ARROWS else keys), does

    def _tell(self, command: Command) -> str:
        if command.id in ("right", "up", "down"):
            return ""
        told = offers.label(self.play, command)
        if command.brief and (command.number or told == command.help):
            return command.brief
        return told[:1].lower() + told[1:]

    def _tell_own(self, name: str) -> _Line:
        command = self.offered[name]
        words = _OWN_WORDS.get(name) or offers.label(self.play, command)
        return key_name(command), words


def _arrange(lines: Sequence[_Line], widths: Sequence[int], keyed: int) -> list[str]:
    """Set lines in columns, one after the other."""
    rows = -(-len(lines) // len(widths))
    columns = []
    for place, width in enumerate(widths):
        told = lines[place * rows : (place + 1) * rows]
        columns.append([row for each in told for row in _tell_line(*each, width, keyed)])
    pad = " " * _BETWEEN
    return [
        pad.join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()
        for cells in zip_longest(*columns, fillvalue="")
    ]


def _arrange_own(lines: Sequence[_Line], inner: int) -> list[str]:
    """Set KLONCAN's lines in as many columns as fit."""
    keyed = max(len(keys) for keys, _ in lines)
    for count in (3, 2):
        rows = -(-len(lines) // count)
        columns = [lines[at : at + rows] for at in range(0, len(lines), rows)]
        widths = [keyed + 1 + max(len(does) for _, does in column) for column in columns]
        if sum(widths) + (len(widths) - 1) * _BETWEEN <= inner:
            return _arrange(lines, widths, keyed)
    return _arrange(lines, [inner], keyed)


def _tell_line(keys: str, does: str, width: int, keyed: int) -> list[str]:
    return wrap(f"{keys:{keyed}} {does}", width, keyed + 1)
