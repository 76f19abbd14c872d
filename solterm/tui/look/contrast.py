"""Readable colours: the contrast of ink and paper, and the nearest ink that can be read.

The sixteen colours of a terminal are its owner's; they are measured as VGA has them, which the
Linux console and DOS programs use.
"""

from functools import lru_cache

from rich.color import Color as RichColor

from solterm.tui.look.style import (
    AQUA,
    BLACK,
    BLUE,
    BRIGHT,
    BRIGHT_RED,
    BROWN,
    CYAN,
    GREEN,
    GREY,
    LIME,
    PINK,
    PURPLE,
    RED,
    SKY,
    WHITE,
    YELLOW,
    Colour,
)

LEAST = 3.0
"""The contrast that text needs (WCAG 2.1 asks as much for large text and graphics)."""

_VGA = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
_KIN: dict[Colour, tuple[Colour, ...]] = {
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
"""The colours that may stand in for one, the likest first; black and bright white may for any."""


@lru_cache(maxsize=1024)
def contrast(ink: Colour, paper: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.1)."""
    one, two = _luminance(ink), _luminance(paper)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


@lru_cache(maxsize=1024)
def readable(ink: Colour, paper: Colour, unlike: Colour | None = None) -> Colour:
    """Return the ink, or the likest one that reads on a paper.

    ``unlike`` is an ink that it should be told from, as a red suit from a black one.
    """
    wanted = (ink, *_KIN.get(ink, ()), *(BRIGHT, BLACK))
    good = [each for each in wanted if contrast(each, paper) >= LEAST]
    apart = [each for each in good if each != unlike]
    return next(iter(apart or good), max((BRIGHT, BLACK), key=lambda each: contrast(each, paper)))


def _luminance(colour: Colour) -> float:
    if isinstance(colour, int):
        is_named = colour < len(_VGA)
        colour = _VGA[colour] if is_named else RichColor.from_ansi(colour).get_truecolor().hex
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
