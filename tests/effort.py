"""How much a test of random play tries: a part in the usual run, all with `scripts/test --all`."""

import os

THOROUGH = os.environ.get("SOLTERM_THOROUGH", "0") not in ("", "0")
"""Is time no matter?"""


def tries(all_of_them: int, usually: int) -> int:
    """How often something is tried, in the thorough run and in the usual one."""
    return all_of_them if THOROUGH else usually
