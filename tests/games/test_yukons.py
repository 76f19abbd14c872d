"""Yukon, Russian Solitaire, Alaska, Australian Patience and Gypsy."""

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games.yukons import ALASKA, AUSTRALIAN, GYPSY, RUSSIAN, YUKON
from tests.games.tables import after, dealt, each, leaving, moves, piles_alike, refusal

family = each(YUKON, RUSSIAN, ALASKA)


@family
def test_yukons_table_has_21_hidden_cards(game: Game) -> None:
    columns = piles_alike("t", 7, "0+1", *[f"{n}+5" for n in range(1, 7)])
    assert dealt(game) == piles_alike("f", 4, "0+0") | columns


@family
def test_the_triangle_is_dealt_from_the_left_and_the_last_row_on_all_columns(game: Game) -> None:
    pack, opening = game.shuffle(617), Play(game, 617)
    assert [opening.pile(f"t{n}")[0] & ~DOWN for n in range(2, 8)] == list(pack[:6])
    assert [opening.pile(f"t{n}")[-5] for n in range(2, 8)] == list(pack[21:27])
    assert [opening.pile(f"t{n}")[-1] for n in range(1, 8)] == list(pack[45:])


LOADED = "t1 2d 8S 3C KH\nt2 9H\nt3 9S\nt4 9D\nt5 7S\nt6 JC"


def test_yukon_moves_any_face_up_card_with_its_load_in_alternating_colours() -> None:
    assert leaving("t1", moves(YUKON, LOADED)) == {"t1 t2 3", "t1 t4 3", "t1 t7"}
    assert after(YUKON, LOADED, "t1 t2 3") == ("t1 2D\nt2 9H 8S 3C KH\nt3 9S\nt4 9D\nt5 7S\nt6 JC")
    assert refusal(YUKON, LOADED, "t1 t3 3") == "8S can't go on 9S: both are black."


def test_russian_builds_in_suit() -> None:
    assert leaving("t1", moves(RUSSIAN, LOADED)) == {"t1 t3 3", "t1 t7"}
    assert refusal(RUSSIAN, LOADED, "t1 t2 3") == "8S can't go on 9H: their suits differ."


def test_alaska_builds_in_suit_both_ways_but_never_round() -> None:
    assert leaving("t1", moves(ALASKA, LOADED)) == {"t1 t3 3", "t1 t5 3", "t1 t7"}
    ends = "t1 AS\nt2 KS\nt3 2S\nt4 QS\nt5 4D\nt6 5D\nt7 9C"
    found = moves(ALASKA, ends)
    assert {"t1 t3", "t3 t1", "t2 t4", "t4 t2", "t5 t6", "t6 t5"} <= found
    assert not {"t1 t2", "t2 t1"} & found
    assert "t7 t6" not in moves(ALASKA, ends, level=1)
    assert {"t2 t4", "t3 t1"} <= moves(ALASKA, ends, level=1)


def test_alaska_at_level_1_ignores_suits_in_both_directions() -> None:
    found = moves(ALASKA, LOADED, level=1)
    assert {"t1 t2 3", "t1 t3 3", "t1 t4 3", "t1 t5 3"} <= found
    assert "t1 t6 3" not in found


@family
def test_only_a_king_fills_a_space_at_level_3_and_any_card_at_level_2(game: Game) -> None:
    text = "t1 KH 8S 3C\nt2 KC\nt3 QS 2H\nt4 4D\nt5 6H\nt6 6C"
    found = {move for move in moves(game, text) if " t7" in move}
    assert found == {"t1 t7 3", "t2 t7"}
    assert {"t1 t7 2", "t3 t7", "t3 t7 2", "t4 t7"} <= moves(game, text, level=2)


@each(YUKON, RUSSIAN)
def test_level_1_builds_down_whatever_the_suits(game: Game) -> None:
    found = moves(game, LOADED, level=1)
    assert {"t1 t2 3", "t1 t3 3", "t1 t4 3"} <= found
    assert "t1 t5 3" not in found


@each(YUKON, GYPSY, AUSTRALIAN)
def test_foundations_keep_their_cards_at_level_3(game: Game) -> None:
    text = "f1 AH 2H\nt1 3S"
    assert not leaving("f1", moves(game, text))


# -- Australian Patience -----------------------------------------------------------------------


def test_australian_patience_shows_28_cards_and_keeps_24() -> None:
    columns = piles_alike("t", 7, "0+4")
    assert dealt(AUSTRALIAN) == {"s": "24+0", "w": "0+0"} | piles_alike("f", 4, "0+0") | columns


def test_the_waste_is_built_on_the_columns_and_gives_kings_to_spaces() -> None:
    text = "s 2d\nw 3H 8S\nt1 9S\nt2 9H\nt3 8D 2C\nt4 9D"
    assert leaving("w", moves(AUSTRALIAN, text)) == {"w t1"}
    assert leaving("t3", moves(AUSTRALIAN, text)) == {"t3 t4 2"}
    assert "w t5" in moves(AUSTRALIAN, text.replace("8S", "KS"))
    assert "w t5" not in moves(AUSTRALIAN, text, level=2)
    assert "w t5" in moves(AUSTRALIAN, text, level=1)


def test_the_stock_is_gone_through_once_and_at_level_2_twice() -> None:
    text = "w 3H 8S\nt1 4C"
    assert "s" not in moves(AUSTRALIAN, text)
    assert "s" in moves(AUSTRALIAN, text, level=2)


# -- Gypsy -------------------------------------------------------------------------------------


def test_gypsy_keeps_ten_rows_of_eight_in_its_stock() -> None:
    columns = piles_alike("t", 8, "2+1")
    assert dealt(GYPSY) == {"s": "80+0"} | piles_alike("f", 8, "0+0") | columns


def test_gypsy_moves_runs_in_alternating_colours_also_into_spaces() -> None:
    text = "t1 9H 8S 7D 4C\nt2 9D 8C 7H\nt3 9S\nt4 8H"
    assert {"t2 t5", "t2 t5 2", "t2 t5 3"} <= moves(GYPSY, text)
    assert leaving("t1", moves(GYPSY, text)) == {"t1 t5", "t1 t6", "t1 t7", "t1 t8"}
    assert "t4 t3" in moves(GYPSY, text)
    assert refusal(GYPSY, text, "t1 t3 2").startswith("4C on 7D breaks the sequence")


def test_gypsy_deals_rows_over_spaces() -> None:
    rows = after(GYPSY, "s 2c 3c 4c 5c 6c 7c 8c 9c\nt1 KH", "s")
    assert rows.splitlines()[0] == "t1 KH 9C"
    assert rows.splitlines()[-1] == "t8 2C"


def test_gypsys_foundations_give_cards_back_at_level_2() -> None:
    text = "f1 AH 2H\nt1 3S\nt2 3D"
    assert leaving("f1", moves(GYPSY, text, level=2)) >= {"f1 t1"}
    assert "f1 t2" not in moves(GYPSY, text, level=2)
    assert "f1 t2" in moves(GYPSY, text, level=1)
