"""The modules of a program in one file: used if their sources are as they were."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
sys.path[:0] = sys.argv[2:]
from solterm.wire.module_cache import ModuleCache
cache = ModuleCache("demo", sys.argv[1])
import asyncio, told.words
print(type(told.__loader__).__name__, told.words.__file__, told.words.VALUE)
cache.keep()
"""


class Demo:
    """A program with a package of its own, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.words = folder / "told" / "words.py"
        self.words.parent.mkdir()
        self.words.write_text("VALUE = 'one'\n")
        (self.words.parent / "__init__.py").touch()
        self.file = folder / "cache" / "demo" / "modules"

    def run(self, version: str = "1", *more: str) -> tuple[bool, str]:
        """Run it; return whether the package came from the file, and what it says."""
        argv = [sys.executable, "-c", SCRIPT, version, str(self.words.parents[1]), *more]
        env = {**os.environ, "XDG_CACHE_HOME": str(self.file.parents[1]), "PYTHONPATH": str(ROOT)}
        ran = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
        loader, path, value = ran.stdout.split()
        assert path == str(self.words)
        return loader == "CachedLoader", value


@pytest.fixture
def demo(tmp_path: Path) -> Demo:
    return Demo(tmp_path)


def test_the_next_run_imports_from_the_file(demo: Demo) -> None:
    assert demo.run() == (False, "one")
    assert demo.file.stat().st_mode & 0o777 == 0o600
    written = demo.file.read_bytes()
    assert demo.run() == (True, "one")
    assert demo.file.read_bytes() == written


def test_a_changed_source_is_imported_as_it_is(demo: Demo) -> None:
    demo.run()
    demo.words.write_text("VALUE = 'another'\n")
    assert demo.run() == (True, "another")
    assert demo.run() == (True, "another")


def test_another_version_or_path_uses_no_old_module(demo: Demo, tmp_path: Path) -> None:
    demo.run()
    assert demo.run("2") == (False, "one")
    assert demo.run("2", str(tmp_path / "more")) == (False, "one")


@pytest.mark.parametrize("kept", [0, 7, 1000, -1000])
def test_a_damaged_file_does_no_harm(demo: Demo, kept: int) -> None:
    demo.run()
    demo.file.write_bytes(demo.file.read_bytes()[:kept])
    assert demo.run()[1] == "one"


def test_a_folder_that_takes_no_file_does_no_harm(demo: Demo) -> None:
    demo.file.parents[1].touch()
    assert demo.run() == (False, "one")
