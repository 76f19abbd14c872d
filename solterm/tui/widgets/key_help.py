"""The list of keys on F2: every key that works now, with the player's own keys and the level.

If it does not fit the window it has pages, and F2 turns them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from textual.widgets import Static

from solterm.core.play.play import Play
from solterm.core.words.describe import remaining
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import Command
from solterm.tui.look.wrapping import wrap
from solterm.tui.table.layout import BARS

_FRAME = 4
"""The border and padding across; down, the border takes two rows."""
_BETWEEN = 2
_KEYS = 5
"""Columns for the keys of a line; longer ones take more."""
_WIDE = 36
"""The widest column of text that is needed."""
_NARROW = 24
"""The narrowest column of text; below it the page has one column."""


class KeyHelp(Static):
    """The list of keys over the table. Keys that play are off while it is open."""

    DEFAULT_CSS = """
    KeyHelp {
        width: auto;
        height: auto;
        padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__("", classes="box", markup=False)
        self._page = 0
        self.display = False

    @property
    def is_open(self) -> bool:
        return bool(self.display)

    def turn(self) -> None:
        """Open the list, or turn to its next page; the first follows the last."""
        self._page = self._page + 1 if self.is_open else 0
        self.display = True

    def close(self) -> None:
        self.display = False

    def show(self, play: Play, overrides: Mapping[str, str], is_hosted: bool) -> None:
        if self.is_open:
            pages = Pages(play, overrides, is_hosted).pages(*self.app.size)
            self.update("\n".join(pages[self._page % len(pages)]))


class Pages:
    """The list of keys, cut into pages for a window."""

    def __init__(self, play: Play, overrides: Mapping[str, str], is_hosted: bool) -> None:
        self.play = play
        commands = keymap.remap(overrides)
        self.offered = [
            each for each in commands if each.keys and offers.has(play, each, is_hosted)
        ]

    def pages(self, width: int, height: int) -> list[list[str]]:
        """Return the lines of each page, in two columns if they fit."""
        room = height - BARS - 3
        across = min(_WIDE, (width - _FRAME - _BETWEEN - 1) // 2)
        beside = 2 if across >= _NARROW else 1
        if beside == 1:
            across = width - _FRAME - 1
        numbered = [line for each in self._list_numbered() for line in _tell(*each, across)]
        named = [line for each in self._list_named() for line in _tell(*each, across)]
        left = self._tell_standing(across) + numbered
        if beside == 1 or len(left) > room or len(named) > room:
            # One after the other, in as many columns as that takes.
            every = left + named
            room -= 1
            columns = [every[at : at + room] for at in range(0, len(every), room)]
        else:
            columns = [left, named]
        pages = [_beside(*columns[at : at + beside]) for at in range(0, len(columns), beside)]
        if len(pages) > 1:
            for k, page in enumerate(pages, 1):
                page.append(f"F2: the next page ({k}/{len(pages)})")
        return pages

    def _tell_standing(self, width: int) -> list[str]:
        left = remaining(self.play.rules.game, self.play.table)
        return [f"Level: {self.play.level}", *(wrap(f"Left: {left}", width) if left else [])]

    def _list_numbered(self) -> Iterator[tuple[str, str]]:
        for each in self.offered:
            if each.number:
                yield f"F{each.number}", offers.label(self.play, each)

    def _list_named(self) -> Iterator[tuple[str, str]]:
        groups: dict[str, list[Command]] = {}
        for each in self.offered:
            if not each.number:
                groups.setdefault(each.group or each.id, []).append(each)
        for group in groups.values():
            keys = " ".join(dict.fromkeys(keymap.key_name(each) for each in group))
            does = ", ".join(filter(None, map(_brief, group)))
            yield keys, does[:1].upper() + does[1:]


def _brief(command: Command) -> str:
    return command.brief or ("" if command.group else command.help)


def _tell(keys: str, does: str, width: int) -> list[str]:
    return wrap(f"{keys:{_KEYS}} {does}", width, _KEYS + 1)


def _beside(left: list[str], right: Sequence[str] = ()) -> list[str]:
    # No wider than needed: every cell that a box covers costs bytes.
    if not right:
        return list(left)
    widths = [max(map(len, column), default=0) for column in (left, right)]
    pairs = zip_longest(left, right, fillvalue="")
    return [f"{one:{widths[0]}}{'':{_BETWEEN}}{other:{widths[1]}}" for one, other in pairs]
