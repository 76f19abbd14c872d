"""The only chance in the program: which deal comes when none is asked for."""

import os

from solterm.core.deals import EVERYDAY_LAST


def random_deal() -> int:
    """A deal number short enough to remember and to pass on, from the system's own chance.

    Not from ``random`` or ``secrets``: they take longer to import than a deal to play.
    """
    return random_below(EVERYDAY_LAST) + 1


def random_below(most: int) -> int:
    """A number from 0 on below another, from the system's own chance."""
    return int.from_bytes(os.urandom(8), "big") % most
