"""What packagers get: the source archive, its links, and byte code after the first start."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

from scripts.links import absolute, with_addresses

ROOT = Path(__file__).parents[1]
ADDRESS = "https://example.org/someone/solterm"

repository = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="a released source archive has absolute links already"
)


@repository
def test_the_links_of_the_readme_can_be_made_absolute() -> None:
    text = absolute((ROOT / "README.md").read_text(), ADDRESS, "v1.2.3")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert f"{ADDRESS}/raw/v1.2.3/docs/pictures/klondike.svg" in links
    assert f"{ADDRESS}/blob/v1.2.3/docs/serving.md#a-shared-machine" in links
    assert all(link.startswith("https://") for link in links)
    for link in links:
        path = re.sub(r"#.*", "", link.removeprefix(ADDRESS).partition("/v1.2.3/")[2])
        assert (ROOT / path).is_file(), link


@repository
def test_the_project_can_name_its_addresses() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    before, after = tomllib.loads(text), tomllib.loads(with_addresses(text, ADDRESS, "v1.2.3"))
    addresses = after["project"].pop("urls")
    assert after == before
    assert addresses["Repository"] == ADDRESS
    assert addresses["Changelog"] == f"{ADDRESS}/blob/v1.2.3/CHANGELOG.md"


@repository
@pytest.mark.long
def test_the_source_archive_has_the_repositorys_files_and_no_others(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    build = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, tmp_path], cwd=clone, check=True)
    (archive,) = tmp_path.glob("solterm-*.tar.gz")
    with tarfile.open(archive) as packed:
        files = {each.name.partition("/")[2] for each in packed if each.isfile()}
    listed = subprocess.check_output(["git", "ls-files"], cwd=clone, text=True).splitlines()
    kept = {each for each in listed if not each.startswith(".")}
    made = {"PKG-INFO", "setup.cfg"}
    assert {each for each in files - made if ".egg-info/" not in each} == kept


def test_the_first_start_from_a_clone_compiles_the_program(tmp_path: Path) -> None:
    """``scripts/venv.sh`` runs with a pip that installs nothing."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "solterm").mkdir()
    (tmp_path / "solterm" / "__init__.py").touch()
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(
        f'#!/bin/sh\ncase "$*" in *"-m pip"*) exit 0 ;; esac\nexec "{sys.executable}" "$@"\n'
    )
    python.chmod(0o755)
    steps = f'root="{tmp_path}"; . "$root/scripts/venv.sh"; prepare play'
    given = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(["sh", "-c", steps], env=given, check=True, capture_output=True)
    assert list((tmp_path / "solterm" / "__pycache__").glob("__init__.*.pyc"))
