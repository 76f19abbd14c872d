"""Colours, the style of a cell, and readable inks.

A terminal's owner sets its sixteen colours. Contrast is computed from the VGA values, which the
Linux console and DOS programs use.
"""

from functools import lru_cache
from typing import NamedTuple

from rich.color import Color as RichColor

Colour = int | str
"""A number among the 256 colours (the first sixteen are the terminal's own), or ``#rrggbb``."""

BLACK, RED, GREEN, BROWN, BLUE, PURPLE, CYAN, WHITE = range(8)
GREY, BRIGHT_RED, LIME, YELLOW, SKY, PINK, AQUA, BRIGHT = range(8, 16)

LEAST = 4.5
"""The contrast that text needs (WCAG 2.1, AA)."""
_LEAST_OF_16 = 3.0
"""That of the sixteen colours, which a terminal's owner sets (WCAG asks as much of large text)."""

VGA = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
_SIMILAR: dict[Colour, tuple[Colour, ...]] = {
    RED: (BRIGHT_RED, PINK, PURPLE, YELLOW, BLUE),
    BRIGHT_RED: (RED, PINK, YELLOW, BLUE),
    GREEN: (LIME, AQUA, PURPLE),
    22: (PURPLE,),
    28: (22, PURPLE),
    26: (BLUE, 18),
    LIME: (GREEN, AQUA, CYAN),
    BLUE: (SKY, AQUA, PURPLE, CYAN),
    SKY: (BLUE, AQUA, CYAN),
    CYAN: (AQUA, BLUE),
    AQUA: (CYAN, BLUE),
    YELLOW: (BROWN, BRIGHT),
    BROWN: (YELLOW, RED),
    GREY: (WHITE, BLACK),
    WHITE: (BRIGHT, BLACK),
    BRIGHT: (YELLOW, AQUA, LIME),
    BLACK: (BLUE, RED, PURPLE),
    PURPLE: (PINK, GREY),
}
"""The colours that may replace another, the most similar first; then bright white and black."""
_FINER: dict[Colour, tuple[Colour, ...]] = {
    RED: (124, 88, 52),
    BRIGHT_RED: (210, 217),
    GREEN: (28, 22),
    LIME: (120, 157),
    BLUE: (19, 18),
    SKY: (69, 111, 153),
    CYAN: (30, 23),
    BROWN: (130, 94, 58),
    GREY: (240, 250),
}
"""Other shades of a colour, on terminals that have them."""


class Style(NamedTuple):
    """The look of a cell. Without a colour, it has the terminal's own."""

    ink: Colour | None = None
    paper: Colour | None = None
    bold: bool = False
    reverse: bool = False
    dim: bool = False


@lru_cache(maxsize=1024)
def contrast(ink: Colour, paper: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.1)."""
    one, two = _luminance(ink), _luminance(paper)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


@lru_cache(maxsize=1024)
def readable(
    ink: Colour, paper: Colour, unlike: Colour | None = None, has_shades: bool = False
) -> Colour:
    """Return the ink, or the most similar one that is readable on a paper.

    The result differs from the ink ``unlike``, as red suits do from black ones, even if it is less
    readable then.
    """
    shades = _FINER.get(ink, ()) if has_shades else ()
    wanted = (ink, *shades, *_SIMILAR.get(ink, ()), *(BRIGHT, BLACK))
    for least in (LEAST, _LEAST_OF_16)[not has_shades :]:
        good = (each for each in wanted if contrast(each, paper) >= least and each != unlike)
        if (found := next(good, None)) is not None:
            return found
    return max((BRIGHT, BLACK), key=lambda each: contrast(each, paper))


def _luminance(colour: Colour) -> float:
    if isinstance(colour, int):
        is_named = colour < len(VGA)
        colour = VGA[colour] if is_named else RichColor.from_ansi(colour).get_truecolor().hex
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
