"""Scroll bars of whole cells: cheaper than eighths of a cell, and there in ASCII as well."""

from typing import ClassVar

from textual.scrollbar import ScrollBarRender


class WholeCells(ScrollBarRender):
    """A scroll bar whose thumb begins and ends with a cell."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]
