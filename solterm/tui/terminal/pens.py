"""Pens: how a terminal is told the look of a cell, in as few bytes as it takes."""

from functools import lru_cache
from typing import NamedTuple

from solterm.tui.look.style import Colour, Style

BOLD, DIM, REVERSE = 1, 2, 7

CLEARED_BY = {BOLD: 22, DIM: 22, 3: 23, 4: 24, 5: 25, REVERSE: 27, 8: 28, 9: 29, 21: 24, 53: 55}
"""The SGR code that sets each mark, and the one that clears it."""

SHOW_ON_BLANKS = frozenset((4, REVERSE, 9, 21, 53))
"""Lines under, through and over a cell, and reverse."""


class Pen(NamedTuple):
    """How a character is drawn: SGR codes of its marks, and of its colours ("" is the default)."""

    marks: tuple[int, ...] = ()
    ink: str = ""
    paper: str = ""

    def of_blanks(self) -> "Pen":
        """What of this pen shows on a blank, so that a change of ink alone is no change."""
        return self if SHOW_ON_BLANKS.intersection(self.marks) else Pen(paper=self.paper)


@lru_cache(maxsize=256)
def pen_of(style: Style) -> Pen:
    """The pen that draws a style."""
    marks = (BOLD,) * style.bold + (DIM,) * style.dim + (REVERSE,) * style.reverse
    return Pen(marks, _code(style.ink, 30), _code(style.paper, 40))


def _code(colour: Colour | None, base: int) -> str:
    """The SGR parameters of a colour; inks are counted from 30, papers from 40."""
    if colour is None:
        return ""
    if isinstance(colour, str):
        parts = (str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
        return ";".join((str(base + 8), "2", *parts))
    if colour < 8:
        return str(base + colour)
    if colour < 16:
        return str(base + 60 + colour - 8)
    return f"{base + 8};5;{colour}"


@lru_cache(maxsize=4096)
def restyle(old: Pen | None, new: Pen) -> str:
    """The shortest SGR sequence from one pen to another; ``old`` is None if the pen is unknown."""
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
