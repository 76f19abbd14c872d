"""Modules compiled by mypyc find the same positions and verdicts as plain Python."""

import shutil
import tomllib
from pathlib import Path

import pytest

from scripts import compiled

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def test_the_source_to_compile_has_the_files_that_a_wheel_ships(tmp_path: Path) -> None:
    compiled.write_source(tmp_path)
    shipped = tomllib.loads((tmp_path / "pyproject.toml").read_text())
    for names in shipped["tool"]["setuptools"]["data-files"].values():
        assert [name for name in names if not (tmp_path / name).is_file()] == []


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
