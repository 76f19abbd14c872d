"""The documentation site: every page is reachable, filled in and found by its search."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from lunr.builder import Builder
from lunr.index import Index

import solterm
from scripts import site_pages
from solterm.core.game import Game
from solterm.games import COLLECTIONS, catalogue
from tests.core.strategies import every_game

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://example.org/someone/solterm"


@every_game
def test_the_facts_of_a_game_are_filled_in(game: Game) -> None:
    facts = site_pages.facts(game)
    assert {"Collection", "Cards", "Family", "Levels", "Exceptions", "Play it"} <= set(facts)
    assert ("Other names" in facts) == bool(game.also)
    assert "| " not in "".join(facts.values()), "it would begin another cell"
    assert "`s`" not in facts["Exceptions"], "a player does not know the ids of piles"


def test_the_facts_come_from_the_declarations() -> None:
    facts = site_pages.facts(solterm.find("kloncan-klondike"))
    assert facts["Collection"] == "KLONCAN for DOS, 1987"
    assert facts["Other names"] == "Fascination, Demon, Small Triangle"
    assert facts["Cards"] == "52 (one pack)"
    assert facts["Levels"] == "3, 2, 1"
    assert facts["Exceptions"].startswith("level 3: the next stock card alone goes to the waste")
    assert "level 3: " in facts["Winnable deals"]
    assert site_pages.facts(solterm.find("sultan"))["Cards"] == "104 (2 packs)"
    assert site_pages.facts(solterm.find("concentration"))["Cards"] == "24"


# -- the built site ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site; a warning, such as a broken link, fails."""
    folder = tmp_path_factory.mktemp("site")
    run = subprocess.run(
        [Path(sys.executable).with_name("mkdocs"), "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "SOLTERM_REPOSITORY": REPOSITORY},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return folder


@pytest.mark.long
def test_the_navigation_leads_to_every_game_and_to_the_repository(site: Path) -> None:
    page = (site / "playing/index.html").read_text()
    assert f'href="{REPOSITORY}"' in page
    navigation = page[page.index("md-sidebar--primary") : page.index("md-sidebar--secondary")]
    linked = re.findall(r'href="\.\./games/([a-z0-9-]+)/"', navigation)
    assert linked == list(catalogue())
    places = [navigation.index(f"\n    {each}\n") for each in COLLECTIONS]
    assert places == sorted(places)


@pytest.mark.long
def test_every_game_has_a_picture_of_its_table(site: Path) -> None:
    built = {path.parent.name for path in site.glob("games/*/index.html")}
    assert built == set(catalogue())
    for game in catalogue().values():
        assert f'src="../{game.id}.svg"' in (site / f"games/{game.id}/index.html").read_text()
        picture = ElementTree.parse(site / f"games/{game.id}.svg").getroot()
        words = " ".join(each.text or "" for each in picture.iter())
        assert game.name in words and "617" in words


@pytest.mark.long
def test_the_types_in_the_reference_are_links(site: Path) -> None:
    page = (site / "api/playing/index.html").read_text()
    assert 'href="../games/#solterm.Game"' in page
    assert 'href="../moves/#solterm.Position"' in page
    assert 'href="../moves/#solterm.IllegalMove"><code>IllegalMove</code>' in page
    words = (site / "api/vocabulary/index.html").read_text()
    assert 'id="solterm.declare.Deal.down"' in words
    assert 'id="solterm.declare.Deal.deal"' not in words, "a word lists only its fields"


@pytest.mark.long
@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("undo", "playing/"),
        ("hint", "playing/"),
        ("install", "install/"),
        ("windmill", "games/windmill/"),
        ("analyse", "api/solver/"),
    ],
)
def test_the_search_finds_the_page_on_a_word_first(site: Path, word: str, found: str) -> None:
    entries = json.loads((site / "search/search_index.json").read_text())["docs"]
    results = _index(entries).search(f"{word}*")
    # Like the theme's search, which counts what is said of a whole page 5 times, of a part twice.
    first = max(results, key=lambda each: each["score"] * (2 if "#" in each["ref"] else 5))
    assert first["ref"].partition("#")[0] == found


def _index(entries: list[dict[str, Any]]) -> Index:
    builder = Builder()
    builder.b(0)
    builder.ref("location")
    builder.field("title", boost=1000)
    builder.field("text")
    for entry in entries:
        words = {key: re.sub("<[^>]*>", " ", entry[key]) for key in ("title", "text")}
        builder.add({**entry, **words}, {"boost": entry.get("boost", 1)})
    return builder.build()
