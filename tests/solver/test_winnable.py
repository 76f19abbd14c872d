"""Deals that can be won: sought, kept, and dealt."""

import pytest

from solterm.games import find
from solterm.sessions.winnables import FILE, Shelf
from solterm.solver import Finding, solve
from solterm.solver.winnable import DIFFICULTIES, seek, seek_by


def test_the_deals_that_are_found_can_be_won():
    game = find("royale-golf")
    for found in seek(game, 3, 3, deals=iter(range(600, 700))):
        table = game.opening(game.shuffle(found.deal), found.deal)
        assert solve(game.rules(3), table).finding is Finding.WON


def test_one_of_each_difficulty_is_found_at_once():
    deals = seek_by("hard", find("royale-golf"), 1)
    assert tuple(deals) == DIFFICULTIES and len(set(deals.values())) == 3
    assert tuple(seek_by("any", find("royale-golf"), 1)) == ("any",)


def test_a_search_that_is_stopped_finds_none():
    assert seek_by("easy", find("royale-golf"), 3, is_stopped=lambda: True) == {}
    assert seek_by("any", find("royale-golf"), 3, is_stopped=lambda: True) == {}


def test_where_points_count_there_is_nothing_to_seek():
    with pytest.raises(ValueError, match="played for points"):
        seek_by("any", find("poker"), 3)


def test_what_was_found_ahead_is_dealt_once(tmp_path):
    golf = find("royale-golf")
    shelf = Shelf(tmp_path / "home", golf, 3, {})
    assert shelf.take("easy") is None
    shelf.keep({"easy": 7, "hard": 9})
    assert Shelf(tmp_path / "home", golf, 2, {}).take("easy") is None
    assert (shelf.take("middling"), shelf.take("easy"), shelf.take("easy")) == (None, 7, None)
    assert (shelf.take("any"), shelf.take("any")) == (9, None)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1}', '{"a": {"easy": ["x"]}}', "[" * 9000])
def test_a_file_that_is_no_good_is_no_trouble(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    shelf = Shelf(tmp_path, find("royale-golf"), 3, {})
    assert shelf.take("easy") is None
    shelf.keep({"easy": 7})
    assert shelf.take("easy") == 7
