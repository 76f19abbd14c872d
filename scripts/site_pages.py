"""MkDocs hooks: the pages that the manual makes from the program and from the repository's root.

Every game gets a page: its rules as `solterm rules` prints them, with its section of docs/rules.md.
CONTRIBUTING.md, CHANGELOG.md and SECURITY.md become pages too, with links of the manual.
"""

import re
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import solterm
from solterm.manual.odds import known_odds, tell_share
from solterm.manual.pages import page

ROOT = Path(__file__).parents[1]
_AT_ROOT = {name: name.lower() for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")}
_SECTION_OF = dict(
    re.findall(
        r"^### ([a-z0-9-]+)\n(.*?)(?=^##|\Z)", (ROOT / "docs/rules.md").read_text(), re.M | re.S
    )
)
"""The sections of docs/rules.md on the games, by id."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for name, text in {**_game_pages(), **_root_pages()}.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, config: MkDocsConfig, **rest: Any) -> str:
    """Turn links to files at the repository's root into links to their pages."""
    return re.sub(r"\]\(\.\./([A-Z]+\.md)", lambda link: f"]({_AT_ROOT[link[1]]}", markdown)


def _root_pages() -> dict[str, str]:
    def link(found: re.Match[str]) -> str:
        return f"]({_AT_ROOT.get(found[1], found[1])}"

    return {
        name: re.sub(r"\]\((?:docs/)?([\w-]+\.md)", link, (ROOT / at_root).read_text())
        for at_root, name in _AT_ROOT.items()
    }


def _game_pages() -> dict[str, str]:
    games = list(solterm.catalogue().values())
    pages = {f"games/{game.id}.md": _game_page(game) for game in games}
    lines = ["# The games", "", "48 games in five collections. `solterm play ID` plays one."]
    for collection, members in groupby(games, lambda game: game.collection):
        lines += ["", f"## {collection}", "", "| game | | winnable at level 3 |", "|---|---|---|"]
        lines += [
            f"| [{game.name}]({game.id}.md) | {game.summary} | {_odds(game)} |" for game in members
        ]
    return {**pages, "games/index.md": "\n".join(lines)}


def _game_page(game: solterm.Game) -> str:
    heading, _, text = page(game.id).partition("\n")
    facts = {
        "id": f"`{game.id}`",
        "family": game.family,
        "packs": game.packs,
        "also called": ", ".join(game.also),
        "winnable deals": _odds(game),
    }
    rows = [f"| {name} | {value} |" for name, value in facts.items() if value]
    exact = _SECTION_OF[game.id].replace("](#", "](../rules.md#")
    exact = re.sub(r"\]\((\w+\.md)", r"](../\1", exact)
    return "\n".join([heading, "", "| | |", "|---|---|", *rows, text, "## Exact rules", exact])


def _odds(game: solterm.Game) -> str:
    found = known_odds().get((game.id, 3))
    return tell_share(found.least, found.most) if found else ""
