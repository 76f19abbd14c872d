"""Lines of a text in a window of any width."""

import textwrap


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Break a text into lines, all but the first with an indent.

    A window may be resized to nothing before a screen knows; the lines then have one column.

    >>> wrap("Turn the stock", 9), wrap("Turn", -3)
    (['Turn the', 'stock'], ['T', 'u', 'r', 'n'])
    """
    return textwrap.wrap(text, max(1, width), subsequent_indent=" " * indent)
