"""The rules core with its busiest modules compiled by mypyc: the same positions."""

import shutil
from pathlib import Path

import pytest

from scripts import compiled

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.mark.long
@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_the_compiled_modules_count_the_same_positions(tmp_path: Path) -> None:
    pytest.importorskip("mypyc")
    pytest.importorskip("setuptools")
    compiled.build(tmp_path)
    plain, same = compiled.count_positions(compiled.ROOT), compiled.count_positions(tmp_path)
    assert (plain.compiled, same.compiled) == (False, True)
    assert same.positions == plain.positions
