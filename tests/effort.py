"""How many cases randomized tests try: a sample by default, all with `scripts/test --all`."""

import os

THOROUGH = os.environ.get("SOLTERM_THOROUGH", "0") not in ("", "0")


def tries(thorough: int, usual: int) -> int:
    """Return the number of tries for this run."""
    return thorough if THOROUGH else usual
