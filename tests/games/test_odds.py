"""The share of deals that can be won: the findings, and what the pages tell of them."""

import csv
import re
from itertools import pairwise
from operator import le

import pytest

from scripts import winnability
from solterm.core.levels import LEVELS
from solterm.games import catalogue, find
from solterm.manual import odds, rules_pages
from solterm.manual.odds import Odds, find_letters, list_wins

DEMON, FLY = find("demon"), find("fly")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, int], str]:
    """Return findings by game and level, for the test to fill."""
    found: dict[tuple[str, int], str] = {}

    def letters(game, level):
        return found.get((game.id, level), "")

    monkeypatch.setattr(odds, "find_letters", letters)
    monkeypatch.setattr(rules_pages, "find_letters", letters)
    return found


def letters(deals: int, won: int, lost: int) -> str:
    return "W" * won + "L" * lost + "?" * (deals - won - lost)


def test_the_file_has_the_present_rules_of_every_game() -> None:
    rows = list(csv.DictReader(winnability.RAW.read_text(encoding="ascii").splitlines()))
    present = {(game.id, str(game.version)) for game in catalogue().values()}
    assert {(row["game"], row["version"]) for row in rows} == present
    assert all(set(row["findings"]) <= set("WL?-") for row in rows)
    assert all(find_letters(game, 3) for game in catalogue().values())


def test_no_odds_are_told_where_no_deal_was_decided(known) -> None:
    known["demon", 3], known["demon", 2] = letters(100, 90, 5), letters(50, 0, 0)
    assert odds.odds(DEMON, 3) and odds.odds(DEMON, 2) is None
    assert odds.tell_odds(DEMON, 2) == ""
    told = winnability.write_table({("demon", 3): "??"}, {})
    assert "| Demon (smallWare) | 3 | 2 | 0 | 0 | 2 | not known |" in told
    assert "| Klondike, draw 3 | not known | 81.945% ± 0.084% | same rules |" in told


def test_wins_count_at_easier_levels_and_losses_at_harder_ones() -> None:
    found = {("demon", 3): "W?L??", ("demon", 2): "?L???", ("demon", 1): "??-"}
    carried = {("demon", 3): "WLL??", ("demon", 2): "WL???", ("demon", 1): "W?-"}
    assert winnability.carry(found) == carried
    present = winnability.read_raw(winnability.RAW.read_text(encoding="ascii"))
    assert winnability.carry(present) == present


def test_no_deal_won_at_a_level_is_lost_at_an_easier_one() -> None:
    for game in catalogue().values():
        for level in LEVELS:
            found = find_letters(game, level)
            won = [deal for deal in list_wins(game, level) if deal <= len(found)]
            assert all(found[deal - 1] != "L" for deal in won), (game, level)


def test_undecided_deals_bound_the_share_on_both_sides(known) -> None:
    known["demon", 3] = letters(1000, 500, 400) + "--"
    low, high = odds.odds(DEMON) or (0, 0)
    assert 0.46 < low < 0.5 and 0.6 < high < 0.64
    assert odds.tell_odds(DEMON) == "47% to 63% of deals can be won"
    assert odds.odds(DEMON, 1) is None
    assert odds.tell_odds(DEMON, 2) == ""


def test_too_few_decided_deals_tell_no_share(known) -> None:
    known["demon", 3] = letters(100, 20, 60)
    known["demon", 2] = known["fly", 3] = letters(100, 3, 2)
    assert odds.tell_odds(FLY) == ""
    assert " ".join(rules_pages.odds_part(FLY).split()) == (
        "## Odds The solver looked at 100 deals at level 3, and decided too few of them to tell"
        " how many can be won."
    )
    assert " ".join(rules_pages.odds_part(DEMON).split()) == (
        "## Odds For a player who could see all cards, 13% to 50% of deals can be won at level 3."
        " The solver looked at 100 deals each at levels 3 and 2, and decided too few of those at"
        " level 2 to tell."
    )


def test_an_easier_level_has_no_worse_odds(known) -> None:
    known["demon", 3], known["demon", 2] = letters(100, 90, 5), letters(50, 12, 0)
    part = " ".join(rules_pages.odds_part(DEMON).split())
    assert "83% to 98% of deals can be won at level 3 and 83% to 100% at level 2." in part
    assert odds.tell_odds(DEMON, 2) == "83% to 100% of deals can be won"


def test_wins_at_stricter_levels_count_at_easier_ones(known) -> None:
    known["demon", 3], known["demon", 2], known["demon", 1] = "?LWLW", "W?L", "??-L"
    assert [list_wins(DEMON, level) for level in LEVELS] == [[3, 5], [1, 3, 5], [1, 3, 5]]


def test_no_published_bounds_contradict_those_of_another_level() -> None:
    text = winnability.TABLE.read_text(encoding="utf-8").partition("## Published")[0]
    rows = re.findall(r"^\| [^|]*\| (\d) \|.* \| ([\d.]+)% to ([\d.]+)% \|$", text, re.MULTILINE)
    unknown = re.findall(
        r"^\| [^|]*\| \d \| \d+ \| 0 \| 0 \| \d+ \| not known \|$", text, re.MULTILINE
    )
    assert len(rows) + len(unknown) == len(catalogue()) * len(LEVELS)
    for (harder, *those), (easier, *these) in pairwise(rows):
        if easier < harder:
            assert all(float(one) <= float(other) for one, other in zip(those, these, strict=True))
    for game in catalogue().values():
        for harder, easier in pairwise(LEVELS):
            assert all(map(le, odds.odds(game, harder) or (), odds.odds(game, easier) or ()))


def test_published_shares_agree_with_ours() -> None:
    for row in csv.DictReader(winnability.PUBLISHED.read_text(encoding="utf-8").splitlines()):
        least, most = odds.odds(find(row["game"])) or (0, 1)
        share, error = float(row["share"]) / 100, float(row["error"]) / 100
        if row["relation"] in ("same rules", "at most"):
            assert least <= share + error, row["game"]
        if row["relation"] in ("same rules", "at least"):
            assert share - error <= most, row["game"]


def test_a_page_describes_the_odds_in_one_paragraph() -> None:
    for game in catalogue(published=True).values():
        part = rules_pages.odds_part(game)
        known = {level: Odds.of_letters(find_letters(game, level)) for level in LEVELS}
        clear = [level for level in LEVELS if odds.odds(game, level)]
        assert part.count("% ") >= len(clear)
        assert part.count(".\n") == any(each.deals for each in known.values())
        assert all(f"level {level}" in " ".join(part.split()) for level in clear)
        assert max(map(len, part.splitlines()), default=0) <= 76
