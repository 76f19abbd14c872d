"""How a cell looks: small values, which any terminal or window may be told in its own way."""

from typing import NamedTuple

Colour = int | str
"""One of the 256 colours by its number (the first sixteen are the terminal's own), or ``#rrggbb``.
"""


BLACK, RED, GREEN, BROWN, BLUE, PURPLE, CYAN, WHITE = range(8)
GREY, BRIGHT_RED, LIME, YELLOW, SKY, PINK, AQUA, BRIGHT = range(8, 16)


class Style(NamedTuple):
    """The look of a cell; without a colour, the terminal's own is meant."""

    ink: Colour | None = None
    paper: Colour | None = None
    bold: bool = False
    reverse: bool = False
    dim: bool = False
