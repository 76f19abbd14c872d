"""The command line: output, refusals and exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from solterm import __version__
from solterm.games import catalogue
from solterm.manual.rules_pages import page
from tests.cli.calls import CANFIELD, KLONDIKE

# -- information -------------------------------------------------------------------------------


def test_version_and_help(solterm: Any) -> None:
    assert solterm("--version").out == f"solterm {__version__}\n"
    ran = solterm("--help")
    assert ran.code == 0
    assert "examples:" in ran.out
    examples = ran.out.partition("examples:")[2]
    assert max(map(len, examples.splitlines())) <= 78
    for command in (
        "play",
        "list",
        "rules",
        "deal",
        "replay",
        "export",
        "scores",
        "stats",
        "doctor",
    ):
        assert f"\n    {command}" in ran.out
        assert solterm(command, "--help").code == 0


def test_daily_tells_the_deal_of_the_day(solterm: Any) -> None:
    first = json.loads(solterm("daily", "--json").out.splitlines()[0])
    assert (first["day"]["over"], first["day"]["deal"]) == (False, 0)
    assert "Strategy" in solterm("daily", "2026-11-23", "--plain").out
    for day, why in (("monday", "is not a day"), ("2199-12-31", "comes on that day")):
        ran = solterm("daily", day)
        assert (ran.code, ran.err.count("\n")) == (1, 1)
        assert why in ran.err


def test_list_names_every_game(solterm: Any) -> None:
    listed = solterm("list", "--json").json
    assert [game["id"] for game in listed] == list(catalogue())
    families = {"builders", "sequence", "pairing", "placing", "grid", "row", "tucking"}
    for game in listed:
        assert list(game) == ["id", "name", "collection", "family", "packs", "aka", "variants"]
        assert game["family"] in families
        assert isinstance(game["aka"], list)
    ids = [each for game in listed for each in (game["id"], *game["variants"])]
    assert [line.split()[0] for line in solterm("list").out.splitlines()] == ids


@pytest.mark.parametrize(
    ("typed", "family"), [("spider", "Spider"), ("FORTY  thieves", "Forty Thieves")]
)
def test_list_has_the_games_of_one_family(solterm: Any, typed: str, family: str) -> None:
    wanted = [game.id for game in catalogue().values() if game.family == family]
    assert [game["id"] for game in solterm("list", "--family", typed, "--json").json] == wanted
    told = [line.split()[0] for line in solterm("list", "--family", typed).out.splitlines()]
    assert [each for each in told if each in catalogue()] == wanted
    variants = {"spider-two-suits", "spider-one-suit"}
    assert (variants <= set(told)) is ("spider" in wanted)
    assert solterm("list", "--family", typed.replace("  ", "-")).code == 0


def test_games_are_listed_by_length_and_odds(solterm: Any) -> None:
    lists = [
        {game["id"] for game in solterm("list", "--length", length, "--json").json}
        for length in ("short", "medium", "long")
    ]
    assert sum(map(len, lists)) == len(set().union(*lists)) == 100, "each has one length"
    for length, game in zip(lists, ("accordion", "free-cell", "spider"), strict=True):
        assert game in length
    often = {game["id"] for game in solterm("list", "--odds", "80%", "--json").json}
    assert "free-cell" in often
    assert not {"clock", "kloncan-canfield"} & often
    assert "not a percentage" in solterm("list", "--odds", "high").err


def test_rules_prints_the_page_of_each_game(solterm: Any) -> None:
    for game in (KLONDIKE, CANFIELD):
        ran = solterm("rules", game)
        assert ran.out == page(game)
        assert ran.out.startswith("# ")
        assert ran.out.isascii()
        assert max(map(len, ran.out.splitlines())) <= 76


# -- invalid calls -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play demon --levle 2", "play: there is no option --levle. Did you mean '--level'?"),
        ("--playr ann", "there is no option --playr. Did you mean '--player' or "),
        ("list --family spdier", "Did you mean 'Spider'?"),
        ("play free cell", "unrecognized arguments: cell. Write a name of several words in quotes"),
        ("play solitaire", "'solitaire' mostly means Klondike: klondike-deal-1, "),
        ("plai", "invalid choice: 'plai'. Did you mean 'play'?"),
        ("klondike", "'klondike' is several games; 'solterm play ID' plays one: klondike-deal-1, "),
        ("rules nothing", "There is no game 'nothing'"),
        (f"deal {KLONDIKE} --deal {10**20}", "Deal numbers go from 1 to 10^20 - 1"),
        (f"play {KLONDIKE} --plain --deal six", "'six' is not a deal number"),
        (f"play {KLONDIKE} --plain --level 4", "'4' is not a level"),
        ("play spider --plain --option suit=2", "has no option 'suit'. Its option is suits."),
        ("export latest", "'latest' is not a number of games"),
    ],
)
def test_an_invalid_call_is_reported_in_one_line(solterm: Any, line: str, message: str) -> None:
    ran = solterm(*line.split())
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 500


@pytest.mark.parametrize("name", ["free-cell", "freecell", "Free_Cell"])
def test_a_game_is_not_a_command(solterm: Any, name: str) -> None:
    ran = solterm("--plain", name)
    assert ran.code == 2
    assert ran.err == "solterm: free-cell is a game: 'solterm play free-cell' plays it.\n"


@pytest.mark.parametrize("name", ["", "a" * 25, "\x07", 'say "hi"'])
def test_a_player_needs_a_name(solterm: Any, name: str) -> None:
    assert solterm("--player", name, "stats").code == 2


def test_a_player_name_cannot_escape_the_data_folder(solterm: Any, home: Path) -> None:
    solterm("--player", "../../up", "play", KLONDIKE, "--json", stdin=b"s\n")
    (folder,) = (home / "players").iterdir()
    assert folder.name == "%2E%2E%2F%2E%2E%2Fup"
    assert (folder / "solterm.db").exists()
