"""The wheel, installed in an empty virtual environment."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from solterm.games import catalogue

ROOT = Path(__file__).parents[1]


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(each) for each in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_the_wheel_plays_in_a_bare_environment(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    run("git", "clone", "-q", ROOT, clone)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, clone)
    (wheel,) = tmp_path.glob("solterm-*.whl")

    packed = set(zipfile.ZipFile(wheel).namelist())
    source = clone / "solterm"
    sources = {path for kind in ("*.py", "*.md", "*.txt", "*.csv") for path in source.rglob(kind)}
    assert {str(path.relative_to(clone)) for path in sources} <= packed
    assert {"solterm/py.typed", "solterm/serve/web/static/play.js"} <= packed
    for shared in (
        "man/man6/solterm.6",
        "doc/solterm/solterm.service",
        "doc/solterm/Containerfile",
    ):
        assert any(name.endswith(f"share/{shared}") for name in packed)

    bare = tmp_path / "bare"
    run(sys.executable, "-m", "venv", bare)
    run(bare / "bin" / "python", *pip[1:], "install", wheel)
    solterm = bare / "bin" / "solterm"
    assert len(json.loads(run(solterm, "list", "--json"))) == len(catalogue())
    assert run(solterm, "rules", "demon") == run(
        bare / "bin" / "python", "-m", "solterm", "rules", "demon"
    )
    assert "KS" in run(solterm, "deal", "demon", "--deal", "617")
