"""How Hypothesis works here, and the database server that some tests ask for.

No clock decides a test, and every run tries the same examples. To look for new ones:
`scripts/test --hypothesis-profile=search`.
"""

import gc
import os
import sys
from collections.abc import Iterator

# Programs are started hundreds of times: each module is compiled once, even where the environment
# would have nothing kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Thousands of tests are held all the time: to look them through for garbage is seldom worth it.
gc.set_threshold(100_000, 20, 50)

import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

from solterm.store import patience  # noqa: E402
from tests.effort import tries  # noqa: E402
from tests.harness.postgres import MISSING, Server, find_programs  # noqa: E402

CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("steady", derandomize=True, max_examples=tries(100, 40), **CALM)
settings.register_profile("search", max_examples=2000, print_blob=True, **CALM)
settings.load_profile("steady")


@pytest.fixture(autouse=True, scope="session")
def hints_by_work() -> Iterator[None]:
    """In this process hints are found within a limit of work, and no worker is begun for them."""
    from solterm.sessions import hinting
    from solterm.sessions.hintplay import Direct

    begin = hinting.Hints.__init__

    def begin_directly(self: hinting.Hints, worker: hinting.Asked, seconds: float = 1.0) -> None:
        begin(self, worker if isinstance(worker, Direct) else Direct(positions=20), seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hinting.Hints, "__init__", begin_directly)
        yield


@pytest.fixture(autouse=True)
def short_waits() -> None:
    """The command line waits a minute for a locked file; later tests of its process do not."""
    patience.tell_waits(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The PostgreSQL server of this run."""
    if find_programs() is None:
        pytest.skip(MISSING)
    folder = tmp_path_factory.getbasetemp()
    running = Server.share(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)
    yield running
    running.leave()


@pytest.fixture(scope="session")
def database(server: Server) -> str:
    """The address of a database of this worker's, with nothing in it but what its tests put there.

    A test has players of its own, who see nothing of what others' have.
    """
    return server.make_database(os.environ.get("PYTEST_XDIST_WORKER", "alone"))


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A PostgreSQL server that a test may stop, since no other module uses it."""
    if find_programs() is None:
        pytest.skip(MISSING)
    running = Server.start()
    yield running
    running.leave()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud what could not be tested."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(MISSING in str(each.longrepr) for each in skipped):
        terminalreporter.write_line(MISSING, red=True, bold=True)


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: nobody looks for garbage among them."""
    gc.collect()
    gc.freeze()
