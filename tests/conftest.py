"""Hypothesis profiles, the player's data folder, and the database server.

Every run tries the same examples. `scripts/test --hypothesis-profile=search` looks for new ones.
"""

import gc
import os
import re
import sys
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from unittest.mock import patch

# Tests start many programs, which should compile each module only once.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Collecting garbage among thousands of test items is slow.
gc.set_threshold(100_000, 20, 50)

import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402
from hypothesis.internal.conjecture import providers  # noqa: E402

from solterm.context import GUEST, NICKNAME, PLAYER, SHARED  # noqa: E402
from solterm.store.store import Store  # noqa: E402
from tests.effort import THOROUGH, tries  # noqa: E402
from tests.harness.postgres import MISSING, Server, find_programs  # noqa: E402
from tests.harness.stalling import StallingProxy  # noqa: E402

RELAXED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

if not THOROUGH:
    # Hypothesis would read all modules for constants to try: different ones in each worker.
    vars(providers)["is_local_module_file"] = lambda path: False

settings.register_profile("steady", derandomize=True, max_examples=tries(100, 40), **RELAXED)
settings.register_profile("search", max_examples=2000, print_blob=True, **RELAXED)
settings.load_profile("steady")

WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS

_numbers = count()


@pytest.fixture(autouse=True, scope="session")
def hints_by_work() -> Iterator[None]:
    """Limit hints by work instead of time, and start no worker for them.

    A worker that answers other questions has the priority of the test that waits for it.
    """
    from solterm.advice import ask, choose
    from solterm.advice.ask import Direct, Worker

    begin = choose.Hints.__init__

    def begin_directly(self: choose.Hints, worker: Worker) -> None:
        direct = worker if isinstance(worker, Direct) else Direct(positions=20)
        direct.is_off, direct.knowledge = worker.is_off, worker.knowledge
        begin(self, direct)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choose.Hints, "__init__", begin_directly)
        patch.setattr(ask, "NICE", 0)
        yield


@pytest.fixture(autouse=True)
def same_environment() -> Iterator[None]:
    """Restore the environment after each test, as the command line changes it for its process."""
    with patch.dict(os.environ):
        yield


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an empty folder. pytest's own fixture looks through the folders of all earlier tests."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder = tmp_path_factory.getbasetemp() / f"{name}-{next(_numbers)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the player, ann, an empty data folder and no host."""
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOGNAME", "ann")
    for name in (SHARED, PLAYER, NICKNAME, GUEST):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


@pytest.fixture
def store(home: Path) -> Store:
    """Open the store in the player's empty folder."""
    return Store.open()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if find_programs() is None:
        pytest.skip(MISSING)
    folder = tmp_path_factory.getbasetemp()
    running = Server.share(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)
    yield running
    running.leave()


@pytest.fixture(scope="session")
def database(server: Server) -> str:
    """The address of this worker's database. Tests share it, so each has its own players."""
    return server.make_database(os.environ.get("PYTEST_XDIST_WORKER", "alone"))


@pytest.fixture
def proxy(server: Server) -> Iterator[StallingProxy]:
    """A proxy for the server that a test can make hang."""
    with StallingProxy.to(server.folder) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A PostgreSQL server for one module, whose tests may stop it."""
    if find_programs() is None:
        pytest.skip(MISSING)
    running = Server.start()
    yield running
    running.leave()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Warn that tests were skipped because PostgreSQL is missing."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(MISSING in str(each.longrepr) for each in skipped):
        terminalreporter.write_line(MISSING, red=True, bold=True)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each worker begin each folder elsewhere, so that one compiles what the others read."""
    report = yield
    if isinstance(collector, pytest.Dir) and report.passed:
        begin = WORKER * len(report.result) // WORKERS
        report.result = [*report.result[begin:], *report.result[:begin]]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give all workers the same order."""
    items.sort(key=lambda item: item.path)


def pytest_collection_finish() -> None:
    """Exclude the test items from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Leave the rest to the end of the process: pytest collects it five times, which takes 2 s."""
    gc.freeze()
