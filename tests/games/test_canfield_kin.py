"""Storehouse, Duchess, Eagle Wing and Terrace."""

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.canfields import DUCHESS, EAGLE_WING, STOREHOUSE
from solterm.games.single_games import TERRACE
from tests.core.positions import play_from
from tests.games.tables import after, dealt, each, moves, outcome, piles_alike, refusal

CHOOSE = "First choose the base: play the top card of a reserve to a foundation."


def laid(game: Game) -> dict[str, str]:
    """Return the piles of the deal of an unshuffled pack, as text."""
    pack = (*cards.pack(), *cards.pack())[: game.in_play]
    piles = dict(zip(game.ids, game.opening(pack).piles, strict=True))
    return {name: " ".join(map(cards.text, pile)) for name, pile in piles.items()}


def to(pile: str, found: set[str]) -> set[str]:
    return {move for move in found if f" {pile}" in move}


# -- the deals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (STOREHOUSE, {"s": "31+0", "r": "12+1"} | piles_alike("f", 4, "0+1")),
        (DUCHESS, {"s": "36+0"} | piles_alike("r", 4, "0+3") | piles_alike("f", 4, "0+0")),
        (
            EAGLE_WING,
            {"s": "30+0", "r": "13+0"} | piles_alike("f", 4, "0+1", "0+0", "0+0", "0+0"),
        ),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_the_deal(game: Game, expected: dict[str, str]) -> None:
    columns = piles_alike("t", 8 if game is EAGLE_WING else 4, "0+1")
    assert dealt(game) == expected | {"w": "0+0"} | columns


def test_terrace_deals_eleven_cards_and_four_to_choose_from() -> None:
    columns = piles_alike("t", 9, *["0+1"] * 4, *["0+0"] * 5)
    rest = {"s": "89+0", "w": "0+0", "r": "0+11"}
    assert dealt(TERRACE) == rest | piles_alike("f", 8, "0+0") | columns


@pytest.mark.parametrize("deal", [1, 617, 32_001])
def test_storehouse_takes_the_twos_out(deal: int) -> None:
    table = STOREHOUSE.deal(deal).table
    homes = [table.piles[STOREHOUSE.index[f"f{n}"]] for n in range(1, 5)]
    assert [" ".join(map(cards.text, pile)) for pile in homes] == ["2C", "2D", "2H", "2S"]


def test_the_deals_follow_pysolfcs_order() -> None:
    duchess, wing = laid(DUCHESS), laid(EAGLE_WING)
    assert [duchess[f"r{n}"].split()[0] for n in range(1, 5)] == ["AC", "2C", "3C", "4C"]
    assert [duchess[f"t{n}"] for n in range(1, 5)] == ["KC", "AD", "2D", "3D"]
    assert wing["f1"] == "AC"
    assert wing["r"].split()[0].upper() == "2C"
    assert [wing[f"t{n}"] for n in (8, 7, 1)] == ["2D", "3D", "9D"]


# -- Storehouse --------------------------------------------------------------------------------

TWOS = "f1 2C\nf2 2D\nf3 2H\nf4 2S"


def test_storehouse_builds_in_suit_round_the_corner() -> None:
    text = f"r 3c 9D\nw KS\n{TWOS}\nt1 AS\nt2 9H\nt3 TC\nt4 7S"
    assert {move for move in moves(STOREHOUSE, text) if move.startswith("w")} == {"w t1"}
    ace = f"r 3c 9D\nw AS\n{TWOS} 3S 4S 5S 6S 7S 8S 9S TS JS QS KS\nt1 4S\nt2 9H\nt3 TC\nt4 7H"
    assert "w f4" in moves(STOREHOUSE, ace)


def test_columns_of_storehouse_move_whole() -> None:
    text = f"r 3c 9D\n{TWOS}\nt1 9S 8S\nt2 TS\nt3 9S\nt4 7H"
    found = moves(STOREHOUSE, text)
    assert to("t2", found) == {"t1 t2 2", "t3 t2"}
    assert "t1 t3" not in found
    assert "t1 t3" in moves(STOREHOUSE, text, 1)


def test_spaces_of_storehouse_fill_from_the_reserve_and_then_from_the_waste() -> None:
    text = f"r 3c 9D\nw KS\n{TWOS}\nt1 9S\nt2 TS\nt3 6C\nt4 7H"
    assert "r 3C" in after(STOREHOUSE, text, "t1 t2")
    assert "t1 9D" in after(STOREHOUSE, text, "t1 t2")
    empty = f"w KS\n{TWOS}\nt2 TS\nt3 6C\nt4 7H"
    assert to("t1", moves(STOREHOUSE, empty)) == {"w t1"}
    assert to("t1", moves(STOREHOUSE, empty, 1)) == {"w t1", "t2 t1", "t3 t1", "t4 t1"}


# -- Duchess -----------------------------------------------------------------------------------

FANS = "r1 7D 5S TD\nr2 AD 8C 7S\nr3 5C 2D QD\nr4 3S AH AC"
OPENING = f"s 9c 8c\n{FANS}\nt1 6D\nt2 8H\nt3 AS\nt4 KH"


@pytest.mark.parametrize("level", [3, 2, 1])
def test_only_a_reserve_opens_duchess(level: int) -> None:
    assert moves(DUCHESS, OPENING, level) == {"r1 f1", "r2 f1", "r3 f1", "r4 f1"}
    for move in ("s", "t4 t3", "r2 t2"):
        assert refusal(DUCHESS, OPENING, move, level) == CHOOSE
    assert refusal(DUCHESS, OPENING, "t1 f1", level) == (
        "6D can't go there: only the top card of a reserve may fill an empty foundation."
    )


def test_the_chosen_rank_opens_the_other_foundations_of_duchess() -> None:
    text = after(DUCHESS, OPENING, "r3 f1")
    assert "f1 QD" in text
    assert {"s", "r2 t2", "t4 t3"} <= moves(DUCHESS, text)
    later = f"{FANS.replace(' QD', '')}\nw QS\nf1 QD\nt1 6D\nt2 8H\nt3 AS\nt4 KH"
    assert to("f", moves(DUCHESS, later)) == {"w f2"}
    assert "r1 f1" in moves(DUCHESS, f"r1 KD\n{OPENING.splitlines()[-1]}\nf1 QD")


def test_spaces_of_duchess_take_reserves_then_the_waste_or_a_column() -> None:
    text = "w 5H\nf1 QD\nr2 9C\nt2 8H\nt3 AS\nt4 KH 2C"
    assert to("t1", moves(DUCHESS, text)) == {"r2 t1"}
    assert refusal(DUCHESS, text, "w t1") == (
        "5H can't go there: only the top card of a reserve may fill an empty column."
    )
    out = text.replace("r2 9C\n", "")
    assert to("t1", moves(DUCHESS, out)) == {"w t1", "t2 t1", "t3 t1", "t4 t1 2"}
    assert to("t1", moves(DUCHESS, text, 1)) == {"r2 t1", "w t1", "t2 t1", "t3 t1", "t4 t1"}


def test_x_before_the_base_allows_no_other_move() -> None:
    play = play_from(DUCHESS, OPENING, level=2)
    play.perform("x")
    with pytest.raises(IllegalMove, match="First choose the base"):
        play.perform("t4 t3")


# -- Eagle Wing --------------------------------------------------------------------------------

WINGS = "t2 6C\nt3 6D\nt4 2S\nt5 2H\nt6 JC\nt7 JD\nt8 JH"


def test_a_pile_of_a_wing_holds_three_cards() -> None:
    text = f"r 3c 9d\nf1 5H\nt1 9S 8S 7S\nw 6S\n{WINGS}"
    assert refusal(EAGLE_WING, text, "w t1") == "Pile 1 is full."
    assert "w t1" in moves(EAGLE_WING, text.replace("9S 8S 7S", "8S 7S"))
    assert "w t1" in moves(EAGLE_WING, text.replace("9S 8S 7S", "AS").replace("w 6S", "w KS"))


def test_the_trunk_fills_spaces_face_down_until_its_last_card_turns_up() -> None:
    text = f"r 3c 9d 4s\nf1 5H\nt1 5S\n{WINGS}"
    once = after(EAGLE_WING, text, "t1 f2")
    assert "r 3c 9d" in once
    assert "t1 4S" in once
    assert refusal(EAGLE_WING, once, "r t2") == "The top card of the trunk is face down."
    twice = after(EAGLE_WING, f"r 3c 9d\nf1 5H\nt1 5S\n{WINGS}", "t1 f2")
    assert "r 3C" in twice
    assert "t1 9D" in twice


def test_the_last_card_of_the_trunk_plays() -> None:
    assert {"r f2", "r t2"} <= moves(EAGLE_WING, f"r 5C\nf1 5H\nt1 9S\n{WINGS}")


def test_the_player_fills_spaces_once_the_trunk_is_out() -> None:
    found = to("t1", moves(EAGLE_WING, f"w 9S\nf1 5H\n{WINGS}"))
    assert found == {"w t1", *(f"t{n} t1" for n in range(2, 9))}


def test_a_look_at_the_trunk_is_never_given() -> None:
    play = Play(EAGLE_WING, 617)
    assert all(card & DOWN for card in play.pile("r"))
    play.perform("t1 f1")
    assert all(card & DOWN for card in play.pile("r"))


# -- Terrace -----------------------------------------------------------------------------------

RESERVE = "r KS 8C 5C"
FOUR = f"s {'9c 8d ' * 42}7h 6c 3s 2d JC\n{RESERVE}\nt1 4C\nt2 8H\nt3 5D\nt4 6C"
"""The opening with a stock of 89 cards, its next ones JC 2D 3S."""


@pytest.mark.parametrize("level", [3, 2, 1])
def test_the_base_of_terrace_comes_from_the_four_cards(level: int) -> None:
    text = FOUR.replace("JC", "jc")
    assert moves(TERRACE, text, level) == {"t1 f1", "t2 f1", "t3 f1", "t4 f1"}
    assert refusal(TERRACE, text, "t3 t4", level) == CHOOSE.replace("reserve", "column")
    assert refusal(TERRACE, text, "r f1", level) == (
        "5C can't go there: only the top card of a column may fill an empty foundation."
    )


@pytest.mark.parametrize("level", [3, 2, 1])
def test_the_stock_then_fills_the_nine_columns(level: int) -> None:
    laid_out = after(TERRACE, FOUR.replace("JC", "jc"), "t1 f1", level=level)
    columns = [line for line in laid_out.splitlines() if line.startswith("t")]
    assert columns[0] == "t1 JC"
    assert columns[4:] == ["t5 2D", "t6 3S", "t7 6C", "t8 7H", "t9 8D"]
    assert len(laid_out.splitlines()[0].split()) == 84


NINE = "t2 8H\nt3 5D\nt4 6C\nt5 2D\nt6 3S\nt7 6C\nt8 7H\nt9 KS"


def test_spaces_of_terrace_fill_from_the_waste_then_from_the_stock_and_wait_at_level_1() -> None:
    text = f"s 9d 9c\nw KD QS\n{RESERVE}\nf1 4C\nt1 5H\n{NINE}"
    assert "t1 QS" in after(TERRACE, text, "t1 f1")
    assert "t1 9C" in after(TERRACE, text.replace("w KD QS\n", ""), "t1 f1")
    assert "t1" not in after(TERRACE, text, "t1 f1", level=1)
    waits = f"s 9d 9c\nw KD QS\n{RESERVE}\nf1 4C 5H\n{NINE}"
    assert {"w t1", "t2 t1"} <= moves(TERRACE, waits, 1)
    assert "r t1" not in moves(TERRACE, waits, 1)


def test_any_end_card_fills_a_space_of_terrace_when_stock_and_waste_are_out() -> None:
    found = to("t1", moves(TERRACE, f"{RESERVE}\nf1 4C 5H\n{NINE}"))
    assert found == {f"t{n} t1" for n in range(2, 10)}


def test_foundations_of_terrace_alternate_and_go_round() -> None:
    text = f"w 5S\n{RESERVE}\nf1 4D\nf2 4C\nt1 5H\n{NINE}"
    found = to("f", moves(TERRACE, text))
    assert found == {"w f1", "r f1", "t1 f2", "t3 f2"}
    king = f"w AD\n{RESERVE}\nf1 QH KS\nt1 5H\n{NINE}"
    assert "w f1" in moves(TERRACE, king)


def test_the_reserve_of_terrace_plays_only_to_foundations() -> None:
    text = f"{RESERVE}\nf1 4H\nt1 6H\n{NINE}"
    assert {move for move in moves(TERRACE, text, 1) if move.startswith("r")} == {"r f1"}
    assert refusal(TERRACE, text, "r t1") == "Cards can't go from the reserve to column 1."


def test_columns_of_terrace_build_round_with_single_cards() -> None:
    text = f"w KH\n{RESERVE}\nf1 4H\nt1 AS\n{NINE}"
    assert "w t1" in moves(TERRACE, text)
    assert "t1 t2 2" not in moves(TERRACE, f"{RESERVE}\nf1 4H\nt1 8S 7D\nt2 9H\nt3 5D")


# -- redeals and end ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "redeals"),
    [(STOREHOUSE, 2), (DUCHESS, 1), (EAGLE_WING, 2), (TERRACE, 0)],
    ids=lambda value: getattr(value, "id", ""),
)
@pytest.mark.parametrize("level", [3, 2, 1])
def test_redeals(game: Game, redeals: int, level: int) -> None:
    for passes in range(5):
        text = f"w 5H\nf1 9D\nt1 2S\npasses {passes}"
        assert ("s" in moves(game, text, level)) == (passes < redeals + (level < 3))


@each(STOREHOUSE, DUCHESS, EAGLE_WING)
def test_the_game_is_won_with_all_cards_at_home(game: Game) -> None:
    ranks = "23456789TJQKA"
    suits = "\n".join(
        f"f{n} {' '.join(rank + suit for rank in ranks)}" for n, suit in enumerate("CDHS", 1)
    )
    assert outcome(game, suits) is Outcome.WON
