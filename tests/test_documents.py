"""The documents: rules tables match the declarations, and citations and links lead somewhere."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from solterm.games import catalogue
from solterm.tui.keys import keymap
from solterm.tui.keys.commands import TABLE, Command
from tests.games import rulebook
from tests.harness.cases import over

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs/rules.md"
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
    """Return a heading's anchor, as links spell it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _citations(pattern: re.Pattern[str]) -> Iterator[tuple[Path, re.Match[str]]]:
    """Yield the matches of a pattern in the sources; a match may span lines."""
    for path in SOURCES:
        for found in pattern.finditer(re.sub(r"\s*\n[ #]*", " ", _text(path))):
            yield path.relative_to(ROOT), found


# -- the rules page ----------------------------------------------------------------------------


def test_the_tables_match_the_declarations() -> None:
    page = _text(rulebook.PAGE)
    assert page == rulebook.renew(page), "run scripts/rulebook"


def test_the_rules_tell_the_points_that_count() -> None:
    assert rulebook.mark_table() in _text(RULES)
    assert rulebook.hands_table() in _text(RULES)


def test_the_rules_settle_the_gaps_of_every_game() -> None:
    sections = dict(re.findall(r"^### ([a-z0-9-]+)\n(.*?)(?=^##|\Z)", _text(RULES), re.M | re.S))
    assert list(sections) == list(catalogue())
    assert [name for name, text in sections.items() if not text.strip().endswith(".")] == []


# -- citations and links -----------------------------------------------------------------------


def test_documents_named_in_sources_exist() -> None:
    existing = {path.relative_to(ROOT).as_posix() for path in DOCUMENTS}
    existing |= {path.name for path in ROOT.glob("solterm/**/*.md")}
    missing = [f"{path}: {m[1]}" for path, m in _citations(_DOCUMENT) if m[1] not in existing]
    assert not missing


def test_cited_headings_exist() -> None:
    found = list(_citations(_HEADING))
    assert found
    missing = [f"{path}: {m[0]}" for path, m in found if m[2] not in _headings(ROOT / m[1])]
    assert not missing


@over("path", DOCUMENTS)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target, anchor in _LINK.findall(_text(path)):
        there = path.parent / target if target else path
        assert there.exists(), f"{path.name} links to {target}"
        if anchor:
            assert anchor in map(_anchor, _headings(there)), f"{path.name} links to #{anchor}"


@pytest.mark.parametrize(
    "document", ["docs/architecture.md", "CONTRIBUTING.md", "docs/new-games.md", "docs/solver.md"]
)
def test_names_in_the_developers_documents_exist(document: str) -> None:
    named = re.findall(r"`((?:solterm|scripts|tests)[/.][\w/.]+)`", _text(ROOT / document))
    assert named
    missing = [name for name in named if not _exists(name)]
    assert not missing


@pytest.mark.parametrize("document", ["docs/architecture.md", "docs/solver.md", "docs/wire.md"])
def test_classes_in_the_developers_documents_exist(document: str) -> None:
    named = set(re.findall(r"`([A-Z][a-z]+[A-Za-z]*)[.\w]*`", _text(ROOT / document)))
    source = "\n".join(map(_text, (ROOT / "solterm").rglob("*.py")))
    defined = set(re.findall(r"\bclass (\w+)", source))
    assert named - defined <= {"App", "Binding", "DataTable", "ModalScreen", "None", "True"}


def test_the_architecture_page_lists_every_package() -> None:
    page = _text(ROOT / "docs/architecture.md")
    packages = {path.parent.name for path in (ROOT / "solterm").glob("*/__init__.py")}
    assert not [name for name in sorted(packages) if not re.search(rf"^{name} ", page, re.M)]


@over("command", [each for each in TABLE if each.keys])
def test_the_guide_lists_every_key_of_the_table(command: Command) -> None:
    section = _text(ROOT / "docs/playing.md").split("## Keys at the table")[1].partition("\n## ")[0]
    keys = {key for row in re.findall(r"^\| (.+?) \|", section, re.M) for key in _keys_of(row)}
    arrows = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
    name = keymap.key_name(command).replace("^", "Ctrl+").replace("ESC", "Esc")
    assert arrows.get(name, name) in keys


def _keys_of(cell: str) -> list[str]:
    """Return the keys in a table cell, separated by spaces or by a comma and a space."""
    return [part.rstrip(",") or "," for part in cell.split()]


def _exists(name: str) -> bool:
    path = name if "/" in name else name.replace(".", "/")
    return (ROOT / path).exists() or (ROOT / f"{path}.py").exists()
