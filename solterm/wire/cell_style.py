"""The sequences that set the look and the link of a cell, in as few bytes as possible."""

import string
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from rich.color import Color, ColorSystem
from rich.style import Style

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
"""The attributes of a style, each with the SGR codes that set and clear it."""

CLEARED_BY = dict(MARKS.values())
SHOW_ON_BLANKS = frozenset(
    MARKS[name][0] for name in ("underline", "reverse", "strike", "underline2", "overline")
)
"""The attributes that show on a space."""


class CellStyle(NamedTuple):
    """The SGR codes of a cell: attributes, and colours ("" is the default); and its link."""

    marks: tuple[int, ...] = ()
    ink: str = ""
    paper: str = ""
    link: str = ""
    """The address that the terminal opens on a click."""

    @property
    def is_plain(self) -> bool:
        """Whether it has colours only, so that blanks in it can be erased."""
        return not (self.marks or self.link)

    def of_blanks(self) -> "CellStyle":
        """Return the part of this pen that shows on a space."""
        if self.link or SHOW_ON_BLANKS.intersection(self.marks):
            return self
        return CellStyle(paper=self.paper)


def colour_system(colours: int) -> ColorSystem | None:
    """Return Rich's name for a terminal with so many colours; None without colours."""
    if not colours:
        return None
    if colours < 256:
        return ColorSystem.STANDARD
    return ColorSystem.EIGHT_BIT if colours == 256 else ColorSystem.TRUECOLOR


@lru_cache(maxsize=4096)
def style_of(style: Style | None, colours: ColorSystem | None) -> CellStyle:
    """Return the pen of a Rich style on a terminal with these colours."""
    if style is None:
        return CellStyle()
    marks = tuple(on for name, (on, _) in MARKS.items() if getattr(style, name))
    ink, paper = _code(style.color, colours, True), _code(style.bgcolor, colours, False)
    return CellStyle(marks, ink, paper, _address(style.link) if style.link else "")


def _address(link: str) -> str:
    # Control characters would end the sequence.
    return quote(link, safe=string.punctuation)


def _code(colour: Color | None, colours: ColorSystem | None, ink: bool) -> str:
    if colour is None or colour.is_default or colours is None:
        return ""
    return ";".join(colour.downgrade(colours).get_ansi_codes(foreground=ink))


@lru_cache(maxsize=4096)
def restyle(old: CellStyle | None, new: CellStyle) -> str:
    """Return the shortest sequences from one pen to another.

    ``old`` is None if the pen is unknown; no link is open then.
    """
    before = old.link if old else ""
    link = "" if before == new.link else f"\x1b]8;;{new.link}\x1b\\"
    return link if old and old[:3] == new[:3] else _restyle(old, new) + link


def _restyle(old: CellStyle | None, new: CellStyle) -> str:
    afresh = ["", *map(str, new.marks), *filter(None, (new.ink, new.paper))]
    if old is None:
        return f"\x1b[{';'.join(afresh)}m"
    cleared = {CLEARED_BY[mark] for mark in old.marks if mark not in new.marks}
    steps = [str(code) for code in sorted(cleared)]
    # One code may clear two marks (bold and dim): set the one that stays again.
    steps += [str(m) for m in new.marks if m not in old.marks or CLEARED_BY[m] in cleared]
    if new.ink != old.ink:
        steps.append(new.ink or "39")
    if new.paper != old.paper:
        steps.append(new.paper or "49")
    return f"\x1b[{min(';'.join(steps), ';'.join(afresh), key=len)}m"
