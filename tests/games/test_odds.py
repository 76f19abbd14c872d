"""The share of deals that can be won: the file, and its description."""

import csv
import re
from itertools import pairwise
from operator import le

import pytest

from scripts import winnability
from solterm.games import catalogue
from solterm.manual import odds, pages
from solterm.manual.odds import Odds


def test_the_file_names_only_existing_games_and_levels() -> None:
    for (game, level), found in odds.known_odds().items():
        assert game in catalogue(published=True)
        assert level in (1, 2, 3)
        assert 0 <= found.least <= found.most <= 1
        assert found.undecided >= 0


def test_undecided_deals_bound_the_share_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = {("demon", 3): Odds(1000, 500, 400), ("demon", 1): Odds(0, 0, 0)}
    monkeypatch.setattr(odds, "known_odds", lambda: counted)
    low, high = odds.odds("demon") or (0, 0)
    assert 0.46 < low < 0.5 and 0.6 < high < 0.64
    assert odds.tell_odds("demon") == "47% to 63% of deals can be won"
    assert odds.odds("demon", 1) is None
    assert odds.tell_odds("demon", 2) == ""


def test_too_few_decided_deals_tell_no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    clear, vague = Odds(100, 20, 60), Odds(100, 3, 2)
    counted = {("demon", 3): clear, ("demon", 2): vague, ("fly", 3): vague}
    monkeypatch.setattr(odds, "known_odds", lambda: counted)
    monkeypatch.setattr(pages, "known_odds", lambda: counted)
    assert odds.tell_odds("fly") == ""
    assert " ".join(pages.odds_part("fly").split()) == (
        "## Odds The solver looked at 100 deals at level 3, and decided too few of them to tell"
        " how many can be won."
    )
    assert " ".join(pages.odds_part("demon").split()) == (
        "## Odds For a player who could see all cards, 13% to 50% of deals can be won at level 3."
        " The solver looked at 100 deals each at levels 3 and 2, and decided too few of those at"
        " level 2 to tell."
    )


def test_an_easier_level_has_no_worse_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = {("demon", 3): Odds(100, 90, 5), ("demon", 2): Odds(50, 12, 0)}
    monkeypatch.setattr(odds, "known_odds", lambda: counted)
    monkeypatch.setattr(pages, "known_odds", lambda: counted)
    part = " ".join(pages.odds_part("demon").split())
    assert "83% to 98% of deals can be won at level 3 and 83% to 100% at level 2." in part
    assert odds.tell_odds("demon", 2) == "83% to 100% of deals can be won"


def test_no_published_bounds_contradict_those_of_another_level() -> None:
    text = winnability.TABLE.read_text(encoding="utf-8").partition("## Published")[0]
    rows = re.findall(r"^\| [^|]*\| (\d) \|.* \| ([\d.]+)% to ([\d.]+)% \|$", text, re.MULTILINE)
    assert len(rows) == len(odds.known_odds())
    for (harder, *those), (easier, *these) in pairwise(rows):
        if easier < harder:
            assert all(float(one) <= float(other) for one, other in zip(those, these, strict=True))
    for game, level in odds.known_odds():
        for known in (odds.odds(game, each) for each in range(level, 4)):
            assert all(map(le, known or (0, 0), odds.odds(game, level) or (1, 1)))


def test_published_shares_agree_with_ours() -> None:
    for row in csv.DictReader(winnability.PUBLISHED.read_text(encoding="utf-8").splitlines()):
        least, most = odds.odds(row["game"]) or (0, 1)
        share, error = float(row["share"]) / 100, float(row["error"]) / 100
        if row["relation"] in ("same rules", "at most"):
            assert least <= share + error, row["game"]
        if row["relation"] in ("same rules", "at least"):
            assert share - error <= most, row["game"]


def test_a_page_describes_the_odds_in_one_paragraph() -> None:
    for game_id in catalogue(published=True):
        part = pages.odds_part(game_id)
        known = {
            level: each for (game, level), each in odds.known_odds().items() if game == game_id
        }
        clear = [level for level, each in known.items() if not odds.is_vague(each.least, each.most)]
        assert part.count("% ") >= len(clear)
        assert part.count(".\n") == bool(known)
        assert all(f"level {level}" in " ".join(part.split()) for level in clear)
        assert max(map(len, part.splitlines()), default=0) <= 76
