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
from solterm.installed import command_for

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


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose Python writes its arguments to a log, and installs nothing."""
    (tmp_path / "scripts").mkdir()
    for script in ("play", "venv.sh"):
        shutil.copy(ROOT / "scripts" / script, tmp_path / "scripts")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "solterm").mkdir()
    (tmp_path / "solterm" / "__init__.py").touch()
    binaries = tmp_path / ".venv" / "bin"
    binaries.mkdir(parents=True)
    for name, runs in (("python", f'exec "{sys.executable}" "$@"'), ("solterm", "")):
        path = binaries / name
        path.write_text(
            f'#!/bin/sh\necho {name} "$@" >>"{tmp_path}/log"\n'
            f'case "$*" in *"-m pip"*|*web_assets|$STUBBED) exit 0 ;; esac\n{runs}\n'
        )
        path.chmod(0o755)
    return tmp_path


def test_the_first_start_from_a_clone_compiles_the_program(clone: Path) -> None:
    given = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([clone / "scripts" / "play"], env=given, check=True, capture_output=True)
    assert list((clone / "solterm" / "__pycache__").glob("__init__.*.pyc"))


@pytest.mark.parametrize(
    ("typed", "parts", "web"),
    [
        ("", "", False),
        ("rules serve", "", False),
        ("serve --web 8080", "[serve,web,metrics]", True),
        ("serve --database postgresql://x", "[serve,web,metrics,postgres]", False),
        ("serve --port 1 --database=x --web 1", "[serve,web,metrics,postgres]", True),
        ("host status", "[serve,web,metrics]", False),
        ("host move postgresql://x", "[serve,web,metrics,postgres]", False),
    ],
)
def test_a_clone_installs_what_the_command_needs(
    clone: Path, typed: str, parts: str, web: bool
) -> None:
    play = [str(clone / "scripts" / "play"), *typed.split()]
    given = {"PATH": os.environ["PATH"], "STUBBED": "*compileall*"}
    subprocess.run(play, env=given, check=True, capture_output=True)
    log = (clone / "log").read_text().splitlines()
    assert [each for each in log if each.endswith(f" --editable {clone}{parts}")]
    assert ("python -m scripts.web_assets" in log) is web
    assert log[-1] == f"solterm {typed}".rstrip()


@pytest.mark.parametrize(
    ("beside", "command"),
    [
        ("pip", f"{sys.executable} -m pip install"),
        ("pipx_metadata.json", "pipx inject solterm"),
        ("no-pip", f"uv pip install --python {sys.executable}"),
    ],
)
def test_a_missing_package_is_named_as_it_can_be_installed(
    beside: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / beside).mkdir()
    (tmp_path / "solterm-1.dist-info").mkdir()
    (tmp_path / "solterm-1.dist-info" / "METADATA").write_text(
        "Name: solterm\nVersion: 1\nRequires-Dist: rich>=14.3\n"
        'Requires-Dist: psycopg[binary]>=3.2; extra == "postgres"\n'
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert command_for("psycopg") == f"{command} 'psycopg[binary]>=3.2'"
    assert command_for("other") == f"{command} other"


def test_no_text_names_a_package_that_no_index_has() -> None:
    named = re.compile(r"""(install|inject)[^\n]* ['"]?solterm\[""")
    texts = [*(ROOT / "solterm").rglob("*.py"), *(ROOT / "docs").rglob("*"), *ROOT.glob("*.md")]
    kinds = ("", ".md", ".py", ".service")
    found = [path for path in texts if path.is_file() and path.suffix in kinds]
    assert not [path for path in found if named.search(path.read_text(encoding="utf-8"))]


def test_the_page_on_installation_lists_every_part() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for_players = {*project["optional-dependencies"]} - {"dev", "docs", "browser"}
    page = (ROOT / "docs/install.md").read_text()
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == for_players


def test_the_metadata_name_the_license_and_the_authors_of_its_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (author,) = project["authors"]
    text = (ROOT / "LICENSE").read_text()
    assert text.startswith(f"{project['license']} License")
    assert re.search(rf"^Copyright \(c\) \d+ {author['name']}$", text, re.MULTILINE)
