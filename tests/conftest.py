"""How Hypothesis works here: no clock decides a test, and every run tries the same examples.

To look for new ones: `scripts/test --hypothesis-profile=search`.
"""

import gc
import os
import sys

# Programs are started hundreds of times: each module is compiled once, even where the environment
# would have nothing kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Ten thousand tests are held all the time: to look them through for garbage is seldom worth it.
gc.set_threshold(20_000, 10, 10)

from hypothesis import HealthCheck, settings  # noqa: E402

from tests.effort import tries  # noqa: E402

CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("steady", derandomize=True, max_examples=tries(100, 40), **CALM)
settings.register_profile("search", max_examples=2000, print_blob=True, **CALM)
settings.load_profile("steady")
