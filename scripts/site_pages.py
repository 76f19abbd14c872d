"""MkDocs hooks: the pages that the site makes from the program and from the repository's root.

Every game gets a page: a picture of its table, its facts, its rules as `solterm rules` prints them,
and its parts of docs/tables.md and docs/rules.md. A gallery shows all tables. CONTRIBUTING.md,
CHANGELOG.md and SECURITY.md become pages too, with links of the site.
"""

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from scripts.screenshots import shoot_openings
from solterm.core.declaration import KINDS
from solterm.core.game import Game
from solterm.core.phrases import either
from solterm.core.vocabulary.exceptions import ExceptionRule
from solterm.games import catalogue
from solterm.manual.odds import odds, tell_share
from solterm.manual.rules_pages import page
from solterm.tui.svg import draw
from tests.games import rulebook, rulewords

ROOT = Path(__file__).parents[1]
GAMES = "games/index.md"
GALLERY = "games/gallery.md"
_FOR_PLAYERS = ("install/", "playing/", "serving/")
"""The pages that a search shows before the reference."""
_AT_ROOT = {name: name.lower() for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")}
_FOR_CLONES = re.compile(r"^In a clone, th(?:is|ese) pages? .+?(?=\n\n|\s*\Z)", re.M | re.S)
"""A paragraph on what a generated page lacks in a clone."""
_SECTION_OF = dict(
    re.findall(
        r"^### ([a-z0-9-]+)\n(.*?)(?=^##|\Z)", (ROOT / "docs/rules.md").read_text(), re.M | re.S
    )
)
"""The sections of docs/rules.md on the games, by id."""
_ABOUT = (ROOT / "solterm/tui/pages/about.md").read_text()
"""The page that tells where each collection is from."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the games in the navigation, collection by collection."""
    for section in config.nav:
        if isinstance(section, dict) and "The games" in section:
            section["The games"] = [GAMES, GALLERY, *_game_sections()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages and pictures."""
    games = {f"games/{game.id}.md": _game_page(game) for game in catalogue().values()}
    pictures = {f"games/{game_id}.svg": picture for game_id, picture in _pictures().items()}
    made = {**games, GALLERY: "\n".join(_gallery()), **pictures, **_root_pages()}
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **rest: Any) -> str:
    """Fill the list of games, rate a page for the search, and link to files at the root."""
    markdown = _FOR_CLONES.sub("", markdown)
    if page.file.url in _FOR_PLAYERS:
        page.meta["search"] = {"boost": 2}
    if page.file.src_uri == GAMES:
        markdown += "\n" + "\n".join(_list_of_games())
    return re.sub(r"\]\(((?:\.\./)+)([A-Z]+\.md)", _to_page, markdown)


def _to_page(link: re.Match[str]) -> str:
    return f"]({link[1].removeprefix('../')}{_AT_ROOT[link[2]]}"


def _root_pages() -> dict[str, str]:
    def link(found: re.Match[str]) -> str:
        return f"]({_AT_ROOT.get(found[1], found[1])}"

    return {
        name: re.sub(r"\]\((?:docs/)?([\w/-]+\.md)", link, (ROOT / at_root).read_text())
        for at_root, name in _AT_ROOT.items()
    }


# -- the games ---------------------------------------------------------------------------------


def _collections() -> Iterator[tuple[str, list[Game]]]:
    for collection, games in groupby(catalogue().values(), lambda game: game.collection):
        yield collection, list(games)


def _game_sections() -> list[dict[str, list[dict[str, str]]]]:
    return [
        {collection: [{game.name: f"games/{game.id}.md"} for game in games]}
        for collection, games in _collections()
    ]


def _list_of_games() -> Iterator[str]:
    for collection, games in _collections():
        yield from ("", f"## {collection}", "", f"{_origin(collection)}.", "")
        yield from ("| game | | winnable at level 3 |", "|---|---|---|")
        for game in games:
            yield f"| [{game.name}]({game.id}.md) | {game.summary} | {_odds(game).get(3, '')} |"


def _gallery() -> Iterator[str]:
    yield from ("# Gallery", "", f"The opening tables of all {len(catalogue())} rule sets.")
    for collection, games in _collections():
        yield from ("", f"## {collection}", "")
        for game in games:
            picture = f"![{game}]({game.id}.svg){{ width=49% loading=lazy }}"
            yield f"[{picture}]({game.id}.md)"


@cache  # for `scripts/docs --serve`, which builds the site again after each change
def _pictures() -> dict[str, str]:
    return {game_id: draw(cells) for game_id, cells in asyncio.run(shoot_openings()).items()}


def _game_page(game: Game) -> str:
    heading, _, text = page(game.id).partition("\n")
    picture = f"![{game.name}: the table of a new game]({game.id}.svg)"
    rows = [f"| {name} | {value} |" for name, value in facts(game).items()]
    exact = _SECTION_OF[game.id].replace("](#", "](../rules.md#")
    exact = re.sub(r"\]\((\w+\.md)", r"](../\1", exact)
    table = ["| Facts | |", "|---|---|", *rows]
    rules = ["## Exact rules", "", rulebook.game_rules(game), exact]
    return "\n".join([heading, "", picture, "", *table, text, *rules])


def facts(game: Game) -> dict[str, str]:
    """Return what the declaration and the solver's findings tell of a game, by label."""
    packs = "one pack" if game.packs == 1 else f"{game.packs} packs"
    exceptions = {level: _exception(each) for level, each in game.exceptions.items()}
    options = (f"{option.name}: {', '.join(option.choices)}" for option in game.options)
    found = {
        "Collection": _origin(game.collection),
        "Other names": ", ".join(game.also),
        "Cards": f"{game.in_play}" if game.pack else f"{game.in_play} ({packs})",
        "Family": game.family,
        "Levels": ", ".join(map(str, game.offered_levels)),
        "Exceptions": _by_level(exceptions),
        "Options": "<br>".join(options),
        "Score of its source": rulewords.own_score(game) if game.own_score else "",
        "Winnable deals": _by_level(_odds(game)),
        "Play it": f"`solterm play {game.id}`",
    }
    return {label: text for label, text in found.items() if text}


def _exception(exception: ExceptionRule) -> str:
    words = rulewords.exception(exception)
    return re.sub(r"`(\w)`", lambda kind: f"the {KINDS[kind[1]]}", words)


def _by_level(texts: dict[int, str]) -> str:
    """Return a text for each level, the highest first; levels with the same text are one."""
    parts = []
    for text, same in groupby(sorted(texts, reverse=True), texts.__getitem__):
        levels = [str(level) for level in same]
        parts.append(f"level{'s' * (len(levels) > 1)} {either(levels, 'and')}: {text}")
    return "<br>".join(parts)


def _odds(game: Game) -> dict[int, str]:
    """Return the share of winnable deals at each level where something is known of it."""
    return {
        level: tell_share(*found) for level in game.offered_levels if (found := odds(game, level))
    }


def _origin(collection: str) -> str:
    """Return the full name of a collection with its system and year."""
    found = re.search(rf"\*\*(.*{re.escape(collection)}.*)\*\*( for .+?(?=[:;]))?", _ABOUT)
    assert found, f"the page about solterm does not name {collection}"
    return found[1] + (found[2] or "")
