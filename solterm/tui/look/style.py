"""How a cell looks: small values, which any terminal or window may be told in its own way."""

from typing import NamedTuple

Colour = int | str
"""One of the 256 colours by its number (the first sixteen are the terminal's own), or ``#rrggbb``.
"""


class Style(NamedTuple):
    """The look of a cell; without a colour, the terminal's own is meant."""

    ink: Colour | None = None
    paper: Colour | None = None
    bold: bool = False
    reverse: bool = False
