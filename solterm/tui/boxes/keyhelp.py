"""The help by F2: what each key does here, the player's own keys, and the present level.

It is read off the one list of keys, and names no key that could only be refused. Where it does not
fit the screen, it has pages: F2 again turns them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

from solterm.core.play.play import Play
from solterm.core.words.describe import remaining
from solterm.tui.boxes.box import Answer, Box
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import TABLE, Command
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role

_FRAME = 4
"""Columns of the box beside its text; it has two rows beside it."""
_BETWEEN = 2
_KEYS = 5
"""Columns for the keys of a line, where that is enough."""
_WIDE = 36
"""Columns of text that every line has room in."""
_NARROW = 24
"""Columns of text under which there is one column instead of two."""


class HelpBox(Box):
    """F2. Keys that play sleep meanwhile; all others go on to the table."""

    takes_keys = False

    def __init__(self, play: Play, overrides: Mapping[str, str] | None = None) -> None:
        self.play = play
        commands = keymap.remap(TABLE, overrides)
        self.offered = [each for each in commands if each.keys and offers.has(play, each)]
        self.page = 0

    def turn(self) -> None:
        """The next page; after the last one the first."""
        self.page += 1

    def press(self, key: str, character: str | None) -> Answer | None:
        return None

    def paint(self, canvas: Canvas) -> None:
        pages = self.pages(canvas.width, canvas.height)
        lines = pages[self.page % len(pages)]
        # The message row stays free: F7 and sleeping keys say something there meanwhile.
        y = canvas.height - 4 - len(lines)
        x = 1 if canvas.mirrored else canvas.width - max(map(len, lines)) - _FRAME - 1
        canvas.double_box(max(0, x), y, lines, Role.BOX)

    def pages(self, width: int, height: int) -> list[list[str]]:
        """The lines of each page for a screen of so many cells, in two columns where they fit."""
        room = height - chrome.BARS - 3
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
        """The function keys and what they are called here."""
        for each in self.offered:
            if each.number:
                yield f"F{each.number}", offers.label(self.play, each)

    def _list_named(self) -> Iterator[tuple[str, str]]:
        """The other keys, those that share a line together, and what they do."""
        groups: dict[str, list[Command]] = {}
        for each in self.offered:
            if not each.number:
                groups.setdefault(each.group or each.id, []).append(each)
        for group in groups.values():
            keys = " ".join(dict.fromkeys(offers.key_name(each) for each in group))
            does = ", ".join(filter(None, map(_brief, group)))
            yield keys, does[:1].upper() + does[1:]


def _brief(command: Command) -> str:
    """What the help says of a command; nothing where its neighbour on the line says it."""
    return command.brief or ("" if command.group else command.help)


def _tell(keys: str, does: str, width: int) -> list[str]:
    """What some keys do, in a line, or in more where it needs them."""
    return wrap(f"{keys:{_KEYS}} {does}", width, subsequent_indent=" " * (_KEYS + 1))


def _beside(left: list[str], right: Sequence[str] = ()) -> list[str]:
    """Two columns side by side, no wider than they must be: what a box covers costs bytes."""
    if not right:
        return list(left)
    widths = [max(map(len, column), default=0) for column in (left, right)]
    pairs = zip_longest(left, right, fillvalue="")
    return [f"{one:{widths[0]}}{'':{_BETWEEN}}{other:{widths[1]}}" for one, other in pairs]
