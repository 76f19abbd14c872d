"""Yukon, Russian Solitaire, Alaska, Australian Patience and Gypsy."""

from solterm.games.yukons import ALASKA, YUKON
from tests.games.tables import after, leaving, moves, refusal

LOADED = "t1 2d 8S 3C KH\nt2 9H\nt3 9S\nt4 9D\nt5 7S\nt6 JC"


def test_yukon_moves_any_face_up_card_with_its_load_in_alternating_colours() -> None:
    assert leaving("t1", moves(YUKON, LOADED)) == {"t1 t2 3", "t1 t4 3", "t1 t7"}
    assert after(YUKON, LOADED, "t1 t2 3") == ("t1 2D\nt2 9H 8S 3C KH\nt3 9S\nt4 9D\nt5 7S\nt6 JC")
    assert refusal(YUKON, LOADED, "t1 t3 3") == "8S can't go on 9S: both are black."


def test_alaska_builds_in_suit_both_ways_but_never_round() -> None:
    assert leaving("t1", moves(ALASKA, LOADED)) == {"t1 t3 3", "t1 t5 3", "t1 t7"}
    ends = "t1 AS\nt2 KS\nt3 2S\nt4 QS\nt5 4D\nt6 5D\nt7 9C"
    found = moves(ALASKA, ends)
    assert {"t1 t3", "t3 t1", "t2 t4", "t4 t2", "t5 t6", "t6 t5"} <= found
    assert not {"t1 t2", "t2 t1"} & found
    assert "t7 t6" not in moves(ALASKA, ends, level=1)
    assert {"t2 t4", "t3 t1"} <= moves(ALASKA, ends, level=1)
