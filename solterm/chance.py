"""The only chance in the program: which deal comes when none is asked for."""

import os

from solterm.core.deals import EVERYDAY_LAST


def random_deal() -> int:
    """A deal number short enough to remember and to pass on, from the system's own chance.

    Not from ``random`` or ``secrets``: they take longer to import than a deal to play.
    """
    return int.from_bytes(os.urandom(8), "big") % EVERYDAY_LAST + 1
