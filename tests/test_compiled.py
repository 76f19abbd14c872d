"""Modules compiled by mypyc find the same positions and verdicts as plain Python."""

import shutil
from pathlib import Path

import pytest

from scripts import compiled

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not COMPILER:
        pytest.skip("no C compiler")
    built = tmp_path_factory.mktemp("compiled")
    compiled.build(built)
    return built


@pytest.mark.long
@pytest.mark.parametrize("check", compiled.CHECKS)
def test_compiled_modules_agree_with_plain_ones(folder: Path, check: str) -> None:
    plain, built = compiled.count(check, compiled.ROOT), compiled.count(check, folder)
    assert (plain.compiled, built.compiled) == (False, True)
    assert built.lines == plain.lines
