"""A kiosk: a host that offers cards and nothing else, and whose files are its own affair."""

import os

KIOSK = "SOLTERM_KIOSK"
"""The variable that says so."""


def is_kiosk() -> bool:
    """Is the player to reach, and to hear of, no file of this machine?"""
    return os.environ.get(KIOSK, "0") not in ("", "0")
