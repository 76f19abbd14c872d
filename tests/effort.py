"""How much tests of random play try: a part usually, everything with `scripts/test --all`."""

import os

THOROUGH = os.environ.get("SOLTERM_THOROUGH", "0") not in ("", "0")


def tries(all_of_them: int, usually: int) -> int:
    """Return the number of tries for this run."""
    return all_of_them if THOROUGH else usually
