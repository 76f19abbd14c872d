"""Kiosk mode: a host that offers games only, and shows players none of its files."""

import os

KIOSK = "SOLTERM_KIOSK"


def is_kiosk() -> bool:
    """Whether players may neither use nor see files of this machine."""
    return os.environ.get(KIOSK, "0") not in ("", "0")
