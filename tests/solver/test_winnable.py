"""Winnable deals: finding, storing and dealing them."""

import pytest

from solterm.context import Context
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.sessions.winnables import FILE, Shelf
from solterm.solver import Finding, solve
from solterm.solver.winnable import ANY, Found, is_easy, seek, seek_by


def test_deals_found_can_be_won():
    game = find("royale-golf")
    for found in seek(game, 3, 3, deals=iter(range(600, 700))):
        table = game.deal(found.deal).table
        assert solve(game.rules(3), table).finding is Finding.WON


def test_hints_determine_the_difficulty():
    cell = find("free-cell")
    assert is_easy(cell, 3, 2)
    found = seek_by("easy", cell, 3)
    assert is_easy(cell, 3, found["easy"][0].deal)
    wish = find("the-wish")
    found = seek_by("hard", wish, 3)
    hard = found["hard"][-1].deal
    assert not is_easy(wish, 3, hard)
    table = wish.deal(hard).table
    assert solve(wish.rules(3), table).finding is Finding.WON
    found = seek_by(ANY, find("royale-golf"), 1)
    assert tuple(found) == (ANY,) and len(found[ANY]) == 1


def test_the_order_determines_whether_hints_win_every_deal():
    found = seek_by("hard", find("concentration"), 3)
    assert found["hard"] and found["easy"]
    assert found["easy"][0].positions <= found["hard"][-1].positions


def test_a_stopped_search_returns_its_deals():
    golf = find("royale-golf")
    assert not seek_by("easy", golf, 3, is_stopped=lambda: True)
    assert not seek_by(ANY, golf, 3, is_stopped=lambda: True)[ANY]
    updates = []
    stopped = seek_by(
        "easy", golf, 1, lambda found, _: updates.append(found), lambda: bool(updates)
    )
    assert tuple(stopped) in ((), (ANY,)) and list(stopped.get(ANY, ())) == list(updates[-1])


def test_a_search_continues_from_known_deals():
    known = [Found(7, 900), Found(8, 40), Found(9, 7000)]
    found = seek_by("hard", find("royale-golf"), 3, is_stopped=lambda: True, known=known)
    assert found == {"easy": [], "middling": [known[1]], "hard": [known[0], known[2]]}


def test_games_of_points_have_no_winnable_deals():
    with pytest.raises(Refusal, match="played for points"):
        seek_by("any", find("poker"), 3)


def test_a_stored_deal_is_dealt_once(tmp_path):
    golf = find("royale-golf")
    shelf = Shelf(Context(folder=tmp_path / "home"), golf, 3, {})
    assert shelf.take("easy") is None
    shelf.keep({"easy": [(7, 40)], "hard": [(9, 7000)]})
    assert Shelf(Context(folder=tmp_path / "home"), golf, 2, {}).take("easy") is None
    assert (shelf.take("middling"), shelf.take("easy"), shelf.take("easy")) == (None, 7, None)
    assert (shelf.has("hard"), shelf.has("easy"), shelf.has(ANY)) == (True, False, True)
    assert (shelf.take(ANY), shelf.take(ANY)) == (9, None)
    assert not shelf.has(ANY)


def test_a_deal_keeps_its_latest_difficulty(tmp_path):
    shelf = Shelf(Context(folder=tmp_path), find("royale-golf"), 3, {})
    shelf.keep({ANY: [(7, 40), (8, 900)]})
    assert shelf.uncompared == [[7, 40], [8, 900]]
    found = {"easy": [(7, 40)], "middling": [(8, 900)], "hard": [(9, 7000)]}
    assert shelf.take("hard", found) == 9
    assert shelf.uncompared == []
    assert (shelf.take("hard"), shelf.take("easy"), shelf.take(ANY)) == (None, 7, 8)


def test_uncompared_deals_go_first(tmp_path):
    shelf = Shelf(Context(folder=tmp_path), find("royale-golf"), 3, {})
    shelf.keep({"easy": [(7, 40)], ANY: [(8, 900)]})
    assert (shelf.take(ANY), shelf.take(ANY)) == (8, 7)


def test_deals_are_dealt_without_a_file(tmp_path):
    (tmp_path / "home").write_text("no folder")
    shelf = Shelf(Context(folder=tmp_path / "home"), find("royale-golf"), 3, {})
    assert shelf.take("easy", {"easy": [(7, 40)]}) == 7
    assert shelf.take("easy") is None


NO_GOOD = ["", "[]", "{", '{"a": 1}', '{"a": {"easy": ["x"]}}', '{"a": {"easy": [7]}}', "[" * 9000]


@pytest.mark.parametrize("text", NO_GOOD)
def test_a_broken_file_is_ignored(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    shelf = Shelf(Context(folder=tmp_path), find("royale-golf"), 3, {})
    assert shelf.take("easy") is None
    shelf.keep({"easy": [(7, 40)]})
    assert shelf.take("easy") == 7
