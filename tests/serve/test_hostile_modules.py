"""No process imports modules from the folder it was started in or from players' data."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from solterm.installed import isolated
from tests.effort import tries
from tests.serve.hostile import HostileFolder
from tests.serve.hosting import Host, connect, fresh_key

ROOT = Path(__file__).parents[2]
WAYS = {
    "module": [sys.executable, "-m", "solterm"],
    "program": [str(Path(sys.executable).with_name("solterm"))],
}
CALLS = [
    ("list", ""),
    ("study demon --deals 1-2 --jobs 2 --seconds 1", ""),
    ("play free-cell --plain --json", "solve 1\nquit\n"),
]
"""Commands, and their standard input."""


@pytest.fixture
def hostile(tmp_path: Path) -> HostileFolder:
    return HostileFolder(tmp_path / "hostile")


@pytest.mark.parametrize(
    "way",
    ["module", *(pytest.param(each, marks=pytest.mark.long) for each in ("script", "program"))],
)
async def test_a_host_and_its_sessions_import_nothing_from_their_folders(
    hostile: HostileFolder, tmp_path: Path, way: str
) -> None:
    program = WAYS.get(way, [str(ROOT / "scripts" / "play")])
    for each in ("host", "host/shared", "host/players"):
        hostile.fill(tmp_path / each)
    started = {"program": program, "cwd": hostile.path, "env": hostile.environment}
    with Host(tmp_path, started=started, solver=True) as host:
        async with connect(host, "ann", fresh_key()) as connection:
            script = "play free-cell\nhint\nsolve 1\nquit\n"
            done = await connection.run("json", input=script)
            assert json.loads(str(done.stdout).splitlines()[-1])["ok"]
            screen = await connection.create_process(term_type="xterm", term_size=(80, 24))
            assert await screen.stdout.read(100)
    assert not hostile.imported


@pytest.mark.parametrize(("way", "call"), [*product(WAYS, CALLS)][:: tries(1, 2)])
def test_a_command_and_its_workers_import_nothing_from_their_folder(
    hostile: HostileFolder, way: str, call: tuple[str, str]
) -> None:
    command, typed = call
    done = subprocess.run(
        [*WAYS[way], *command.split()],
        cwd=hostile.path,
        env=hostile.environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert not hostile.imported
    assert done.returncode == 0, done.stderr
    assert not typed or '"winnable"' in done.stdout


def test_a_child_process_runs_this_copy_of_the_program(tmp_path: Path) -> None:
    """Also if another one is installed."""
    other = tmp_path / "site-packages"
    (other / "solterm").mkdir(parents=True)
    (other / "solterm" / "__init__.py").write_text("raise ImportError('another copy')")
    child = isolated("solterm.advice.worker")
    program = child.arguments[-1].replace("site.main()", f"site.addsitedir({str(other)!r})")
    assert program != child.arguments[-1]
    command = [*child.arguments[:-1], program]
    subprocess.run(command, env=child.environment, stdin=subprocess.DEVNULL, check=True)
