"""The documents: the page of rules is printed from the declarations, and what is cited is there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from solterm.games import catalogue
from solterm.tui.keys import offers
from solterm.tui.keys.commands import TABLE, Command
from tests.games import rulebook

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SOURCES = sorted(
    path
    for folder in ("solterm", "scripts", "tests")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and path.suffix in ("", ".py", ".sh", ".toml") and path != Path(__file__)
)

_DOCUMENT = re.compile(r"(?<![\w{}*/.-])((?:docs/)?[a-z][\w-]*\.md)\b")
_HEADING = re.compile(r'(docs/[\w-]+\.md), "([^"]+)"')
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_TITLE = re.compile(r"^#+ (.+)$", re.MULTILINE)

CODES = {
    "a row": re.compile(r"\(rows? \d+(?![\d]|, column)|\brows \d+, \d+|\brow \d+ of [^\d]"),
    "a convention": re.compile(r"\bconvention \d"),
    "a section": re.compile(r"\bsection (?:\d|[A-D]\b)"),
    "a letter and a number": re.compile(
        r"[(`] ?[ABCDRS]\d(?:, [ABDRS]\d)*\)|\b[ABCD]\d, R\d|-- R\d"
    ),
    "a family's letter": re.compile(r"\([RSOPGMB]\d?(?:, [RSOPGMB]\d?)+\)|\"\"\"[RSOPGMB]\d: "),
}
"""What stood for a place in a paper that is not here."""


@cache
def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@cache
def _headings(path: Path) -> tuple[str, ...]:
    return tuple(_TITLE.findall(_text(path)))


def _anchor(heading: str) -> str:
    """The name a heading has in a link."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _cited(pattern: re.Pattern[str]) -> Iterator[tuple[Path, re.Match[str]]]:
    """What the sources say in this way; a citation may go over the end of a line."""
    for path in SOURCES:
        for found in pattern.finditer(re.sub(r"\s*\n[ #]*", " ", _text(path))):
            yield path.relative_to(ROOT), found


# -- the page of rules -------------------------------------------------------------------------


def test_the_page_shows_what_the_declarations_say() -> None:
    page = rulebook.PAGE.read_text(encoding="utf-8")
    assert page == rulebook.renew(page), "scripts/rulebook writes its tables anew"


def test_every_game_has_a_section_with_a_table_and_sentences() -> None:
    sections = dict(
        re.findall(r"^### ([a-z0-9-]+)\n(.*?)(?=^##|\Z)", _text(rulebook.PAGE), re.M | re.S)
    )
    assert list(sections) == list(catalogue())
    for name, section in sections.items():
        _, _, prose = section.partition(rulebook.END)
        assert prose.strip().endswith("."), f"{name}: what its source leaves open"


# -- what is cited -----------------------------------------------------------------------------


def test_no_source_names_a_document_that_is_not_there() -> None:
    there = {path.relative_to(ROOT).as_posix() for path in DOCUMENTS}
    there |= {path.name for path in ROOT.glob("solterm/**/*.md")}
    lost = [f"{path}: {m[1]}" for path, m in _cited(_DOCUMENT) if m[1] not in there]
    assert not lost


def test_headings_that_are_cited_are_there() -> None:
    found = list(_cited(_HEADING))
    assert found
    lost = [f"{path}: {m[0]}" for path, m in found if m[2] not in _headings(ROOT / m[1])]
    assert not lost


@pytest.mark.parametrize("code", CODES)
def test_no_source_cites_by_a_code(code: str) -> None:
    assert not [f"{path}: {found[0]}" for path, found in _cited(CODES[code])]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target, anchor in _LINK.findall(_text(path)):
        there = path.parent / target if target else path
        assert there.exists(), f"{path.name} links to {target}"
        if anchor:
            assert anchor in map(_anchor, _headings(there)), f"{path.name} links to #{anchor}"


@pytest.mark.parametrize(
    "document", ["docs/architecture.md", "docs/changing.md", "docs/new-games.md", "docs/solver.md"]
)
def test_names_in_the_developers_documents_exist(document: str) -> None:
    named = re.findall(r"`((?:solterm|scripts|tests)[/.][\w/.]+)`", _text(ROOT / document))
    assert named
    lost = [name for name in named if not _is_there(name)]
    assert not lost


def test_the_architecture_has_every_room() -> None:
    page = _text(ROOT / "docs/architecture.md")
    rooms = {path.parent.name for path in (ROOT / "solterm").glob("*/__init__.py")}
    assert not [room for room in sorted(rooms) if not re.search(rf"^{room} ", page, re.M)]


@pytest.mark.parametrize("command", TABLE, ids=lambda command: command.id)
def test_the_guide_has_every_key_of_the_table(command: Command) -> None:
    section = _text(ROOT / "docs/playing.md").split("## Keys at the table")[1].partition("\n## ")[0]
    keys = {key for row in re.findall(r"^\| (.+?) \|", section, re.M) for key in _words_of(row)}
    arrows = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
    name = offers.key_name(command).replace("^", "Ctrl+").replace("ESC", "Esc")
    assert arrows.get(name, name) in keys


@pytest.mark.long
def test_the_manual_builds_without_a_warning(tmp_path: Path) -> None:
    mkdocs = Path(sys.executable).with_name("mkdocs")
    run = subprocess.run(
        [mkdocs, "build", "--strict", "--site-dir", tmp_path / "site"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    built = {path.parent.name for path in tmp_path.glob("site/games/*/index.html")}
    assert built == set(catalogue())
    words = (tmp_path / "site/vocabulary/index.html").read_text()
    assert 'id="solterm.declare.Deal.down"' in words
    assert 'id="solterm.declare.Deal.deal"' not in words, "a word is shown by its fields alone"


def _words_of(keys: str) -> list[str]:
    """The keys that a cell names: separated by spaces, or by a comma and a space."""
    return [part.rstrip(",") or "," for part in keys.split()]


def _is_there(name: str) -> bool:
    path = name if "/" in name else name.replace(".", "/")
    return (ROOT / path).exists() or (ROOT / f"{path}.py").exists()
