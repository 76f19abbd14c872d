"""Agnes, Miss Milligan, Scorpion and Will O' Wisp."""

from itertools import pairwise

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.columns import AGNES, MISS_MILLIGAN, SCORPION, WILL_O_WISP
from tests.core.positions import play_from, position
from tests.games.tables import (
    after,
    dealt,
    full,
    leaving,
    moves,
    outcome,
    piles_alike,
    position_of,
    refusal,
)

drawing_games = pytest.mark.parametrize(
    "game", (AGNES, MISS_MILLIGAN, SCORPION, WILL_O_WISP), ids=lambda game: game.id
)


# -- Agnes -------------------------------------------------------------------------------------

AGNES_REST = "t4 KD\nt5 KH\nt6 QD\nt7 QH"


def test_agnes_deals_28_open_cards_a_base_card_and_a_stock_of_23() -> None:
    columns = piles_alike("t", 7, *[f"0+{n}" for n in range(1, 8)])
    foundations = piles_alike("f", 4, "0+1", "0+0", "0+0", "0+0")
    assert dealt(AGNES) == {"s": "23+0"} | foundations | columns


def test_agnes_builds_down_in_one_colour_and_wraps() -> None:
    found = moves(AGNES, f"f1 5D\nt1 9C\nt2 8S\nt3 8H\n{AGNES_REST}")
    assert leaving("t2", found) == {"t2 t1"}
    assert leaving("t3", found) == set()
    assert "t4 t1" in moves(AGNES, f"f1 5D\nt1 AH\nt2 8S\nt3 8H\n{AGNES_REST}")


CHAIN = f"f1 5D 6D\nt1 2H 9S 8C 7C\nt2 TS\nt3 8S\n{AGNES_REST}"


def test_a_chain_moves_only_as_a_whole() -> None:
    assert leaving("t1", moves(AGNES, CHAIN)) == {"t1 t2 3"}
    assert refusal(AGNES, CHAIN, "t1 t3 1") == (
        "The last 3 cards of column 1 move together, from 9S on."
    )
    assert refusal(AGNES, CHAIN, "t1 t2 4") == (
        "9S on 2H breaks the sequence: a red Ace is wanted."
    )


def test_a_colour_change_ends_the_chain() -> None:
    text = CHAIN.replace("9S 8C 7C", "9H 8C 7C").replace("TS", "9C")
    assert leaving("t1", moves(AGNES, text)) == {"t1 t2 2"}


def test_only_the_end_card_of_a_chain_goes_home() -> None:
    text = CHAIN.replace("5D 6D", "5C 6C")
    assert leaving("t1", moves(AGNES, text)) == {"t1 t2 3", "t1 f1"}
    assert "t1 2H 9S 8C\n" in after(AGNES, text, "t1 f1")


def test_a_chain_moved_to_a_foundation_sends_its_end_card() -> None:
    text = CHAIN.replace("5D 6D", "6C")
    for level, chain in ((3, 3), (2, 3), (1, 2)):
        rules, table = AGNES.rules(level), position(AGNES, text)
        for typed in ("t1 f", f"t1 f {chain}", f"t1 f1 {chain}"):
            assert rules.resolve(table, typed) == Move("t1", "f1"), (level, typed)
    rules = AGNES.rules()
    part = rules.resolve(table, "t1 f 2")
    assert rules.why_not(table, part) == "Cards go to a foundation one at a time."
    assert Play(AGNES, 31).resolve("t7 f 2") == Play(AGNES, 31).resolve("t7 f")


def test_an_empty_column_of_agnes_is_filled_only_from_level_2_on() -> None:
    text = CHAIN.replace("\nt7 QH", "")
    assert not any(" t7" in move for move in moves(AGNES, text))
    to_space = {move for move in moves(AGNES, text, level=2) if " t7" in move}
    assert to_space == {"t1 t7 3", "t2 t7", "t3 t7", "t4 t7", "t5 t7", "t6 t7"}


def test_agnes_deals_a_row_to_all_columns_even_empty_ones() -> None:
    made = after(AGNES, "s 9c 8c 7c 6c 5c 4c 3c 2c\nf1 5D\nt2 KH", "s")
    assert made == "s 9c\nf1 5D\nt1 2C\nt2 KH 3C\nt3 4C\nt4 5C\nt5 6C\nt6 7C\nt7 8C"


def test_the_last_row_of_agnes_is_short_without_a_redeal() -> None:
    assert after(AGNES, "s 9c 8c\nf1 5D\nt2 KH", "s") == "f1 5D\nt1 8C\nt2 KH 9C"
    assert "s" not in moves(AGNES, "f1 5D\nt2 KH")
    rows = [len(range(done, min(done + 7, 23))) for done in range(0, 23, 7)]
    assert rows == [7, 7, 7, 2]


def test_at_level_1_agnes_builds_regardless_of_colour_and_moves_runs() -> None:
    text = f"f1 5D\nt1 2H 9S 8C 7D\nt2 TH\nt3 8H\n{AGNES_REST}"
    assert leaving("t1", moves(AGNES, text, level=2)) == {"t1 t3"}
    assert leaving("t1", moves(AGNES, text, level=1)) == {"t1 t2 3", "t1 t3"}
    assert leaving("t1", moves(AGNES, CHAIN, level=1)) == {"t1 t2 3", "t1 t3"}  # not a chain


# -- Miss Milligan -----------------------------------------------------------------------------

EIGHT = "t1 9C\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 KH\nt7 KD\nt8 7D"


def test_miss_milligan_begins_with_the_whole_pack_in_the_stock() -> None:
    lying = {"s": "104+0", "r": "0+0"} | piles_alike("f", 8, "0+0") | piles_alike("t", 8, "0+0")
    assert dealt(MISS_MILLIGAN) == lying
    table = MISS_MILLIGAN.deal(1).table
    rules = MISS_MILLIGAN.rules()
    for _ in range(13):
        (turn, *_rest) = [m for m in rules.legal_moves(table) if rules.is_turn(m)]
        table = rules.make(table, turn)
    assert table.piles[0] == ()
    assert {len(table.piles[MISS_MILLIGAN.ids.index(f"t{n}")]) for n in range(1, 9)} == {13}
    assert not any(rules.is_turn(m) for m in rules.legal_moves(table))


def test_miss_milligan_builds_in_alternating_colours_and_moves_runs() -> None:
    text = EIGHT.replace("t1 9C", "t1 2S 9C 8D 7C").replace("t4 3C", "t4 8H")
    assert leaving("t1", moves(MISS_MILLIGAN, f"s 2c\n{text}")) == {"t1 t2 3", "t1 t4"}


def test_kings_fill_empty_columns_of_miss_milligan_and_from_level_2_any_card() -> None:
    text = EIGHT.replace("t1 9C\n", "").replace("KH", "2S KH QC")
    strict = {move for move in moves(MISS_MILLIGAN, f"s 2c\n{text}") if " t1" in move}
    assert strict == {"t6 t1 2", "t7 t1"}
    free = {move for move in moves(MISS_MILLIGAN, f"s 2c\n{text}", level=2) if " t1" in move}
    assert free == {"t6 t1 2", "t6 t1", *(f"t{n} t1" for n in (2, 3, 4, 5, 7, 8))}


def test_the_cell_takes_one_uncovered_card_once_the_stock_is_out() -> None:
    assert not any(move.endswith(" r") for move in moves(MISS_MILLIGAN, f"s 2c\n{EIGHT}"))
    reason = refusal(MISS_MILLIGAN, f"s 2c\n{EIGHT}", "t3 r")
    because = "as long as the stock lasts, nothing may be laid on the cell"
    assert reason == f"5D can't go there: {because}."
    run = EIGHT.replace("t1 9C", "t1 9C 8D")
    for level in (3, 2, 1):
        to_reserve = {m for m in moves(MISS_MILLIGAN, run, level) if " r" in m}
        assert to_reserve == {f"t{n} r" for n in range(1, 9)}
    assert refusal(MISS_MILLIGAN, run, "t1 r 2") == "Cards go to the cell one at a time."
    assert not any(" r" in m for m in moves(MISS_MILLIGAN, f"r 2C\n{EIGHT}"))


def test_a_card_returns_from_the_cell_to_columns_and_foundations() -> None:
    found = moves(MISS_MILLIGAN, f"f1 8C\nr 9C\n{EIGHT}")
    assert leaving("r", found) == {"r t2", "r f1"}
    assert "r t1" in moves(MISS_MILLIGAN, f"r KC\n{EIGHT}".replace("t1 9C\n", ""))


def test_miss_milligan_deals_a_row_to_all_columns_even_empty_ones() -> None:
    stock = "s 8s 7s 6s 5s 4s 3h 2s as"
    made = after(MISS_MILLIGAN, f"{stock}\nt2 KH", "s")
    assert made == "t1 AS\nt2 KH 2S\nt3 3H\nt4 4S\nt5 5S\nt6 6S\nt7 7S\nt8 8S"


def test_at_level_1_miss_milligan_builds_regardless_of_suit() -> None:
    text = EIGHT.replace("t1 9C", "t1 9D")
    assert "t1 t2" not in moves(MISS_MILLIGAN, f"s 2c\n{text}", level=2)
    assert "t1 t2" in moves(MISS_MILLIGAN, f"s 2c\n{text}", level=1)


def test_miss_milligan_is_won_with_104_cards_home() -> None:
    assert outcome(MISS_MILLIGAN, full(*"CCDDHHSS")) is Outcome.WON
    twins = moves(MISS_MILLIGAN, f"s 2c\nf1 AC\nf2 AC\n{EIGHT}".replace("9C", "2C"))
    assert {m for m in twins if " f" in m} == {"t1 f1"}


# -- Scorpion ----------------------------------------------------------------------------------


def test_scorpion_hides_four_cards_in_each_of_four_columns() -> None:
    columns = piles_alike("t", 7, *["4+3"] * 4, *["0+7"] * 3)
    assert dealt(SCORPION) == {"s": "3+0"} | columns


def test_scorpion_is_dealt_row_by_row() -> None:
    opening = SCORPION.opening(cards.pack())
    heads = [opening.piles[SCORPION.ids.index(f"t{n}")][0] & ~DOWN for n in range(1, 8)]
    assert [cards.text(card) for card in heads] == ["AC", "2C", "3C", "4C", "5C", "6C", "7C"]


SEVEN = "t2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 QH\nt7 QD"


def test_any_face_up_card_moves_with_all_cards_on_it() -> None:
    text = f"t1 2c 9H KS 4D 2H\n{SEVEN}"
    assert leaving("t1", moves(SCORPION, text)) == {"t1 t2 4", "t1 t3 2"}
    assert after(SCORPION, text, "t1 t2 4").startswith("t1 2C\nt2 TH 9H KS 4D 2H\n")


def test_scorpion_builds_in_suit() -> None:
    text = f"t1 9D\n{SEVEN}"
    assert leaving("t1", moves(SCORPION, text)) == set()
    assert leaving("t1", moves(SCORPION, text, level=2)) == set()
    assert leaving("t1", moves(SCORPION, text, level=1)) == {"t1 t2"}


def test_a_king_with_all_cards_on_it_fills_an_empty_column_and_from_level_2_any_card() -> None:
    text = "t2 TH KS 4C\nt3 5D\nt4 3H\nt5 3S\nt6 QH\nt7 QD"
    assert {m for m in moves(SCORPION, text) if " t1" in m} == {"t2 t1 2"}
    free = {m for m in moves(SCORPION, text, level=2) if " t1" in m}
    assert free == {"t2 t1", "t2 t1 2", "t2 t1 3", *(f"t{n} t1" for n in range(3, 8))}


def test_the_stock_of_scorpion_goes_to_the_first_three_columns_at_any_time() -> None:
    text = "s 3h 2h ah\nt2 TH\nt4 QD"
    assert after(SCORPION, text, "s") == "t1 AH\nt2 TH 2H\nt3 3H\nt4 QD"
    assert "s" not in moves(SCORPION, "t2 TH\nt4 QD")


def down(suit: str, ranks: str = "KQJT98765432A") -> str:
    return " ".join(rank + suit for rank in ranks)


def test_scorpion_is_won_with_four_columns_of_exactly_a_suit() -> None:
    three = f"t1 {down('C')}\nt2 {down('D')}\nt3 {down('H')}"
    assert outcome(SCORPION, f"{three}\nt4 {down('S')}") is Outcome.WON
    rest = f"t4 {down('S', 'KQJT98765432')}\nt5 AS"
    assert outcome(SCORPION, f"{three}\n{rest}") is None
    play = play_from(SCORPION, f"{three}\n{rest}")
    assert play.rules.count_scored(play.table) == 39
    play.perform("t5 t4")
    assert play.outcome is Outcome.WON
    two_in_one = f"t1 {down('C')} {down('D')}\nt3 {down('H')}\nt4 {down('S')}"
    assert outcome(SCORPION, two_in_one) is not Outcome.WON


def test_a_suit_with_a_face_down_king_is_not_finished() -> None:
    hidden = f"t1 kc {down('C', 'QJT98765432A')}\nt2 {down('D')}\nt3 {down('H')}\nt4 {down('S')}"
    assert outcome(SCORPION, hidden) is not Outcome.WON


# -- Will O' Wisp ------------------------------------------------------------------------------

WISPS = "t1 9C\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 KH\nt7 KD"


def test_will_o_wisp_deals_seven_threes_with_two_hidden_and_31() -> None:
    assert dealt(WILL_O_WISP) == {"s": "31+0", "d": "0+0"} | piles_alike("t", 7, "2+1")


def test_will_o_wisp_builds_down_regardless_of_suit_and_moves_any_run() -> None:
    text = WISPS.replace("t1 9C", "t1 2c 9C 8S 7D").replace("t4 3C", "t4 8H")
    assert leaving("t1", moves(WILL_O_WISP, text)) == {"t1 t2 3", "t1 t4"}
    assert "w" not in WILL_O_WISP.ids


def test_any_card_or_run_fills_an_empty_column_of_will_o_wisp() -> None:
    text = WISPS.replace("t1 9C\n", "").replace("TH", "TH 9D")
    to_space = {m for m in moves(WILL_O_WISP, text) if " t1" in m}
    assert to_space == {"t2 t1", "t2 t1 2", *(f"t{n} t1" for n in range(3, 8))}


def test_the_stock_of_will_o_wisp_deals_only_while_no_column_is_empty() -> None:
    stock = "s 8s 7s 6s 5s 4s 2s as"
    made = after(WILL_O_WISP, f"{stock}\n{WISPS}", "s")
    assert made.startswith("t1 9C AS\nt2 TH 2S\nt3 5D 4S\n")
    gap = f"{stock}\n{WISPS}".replace("t1 9C\nt2 TH", "t2 TH 9C")
    assert "s" not in moves(WILL_O_WISP, gap)
    assert refusal(WILL_O_WISP, gap, "s") == "The stock is dealt only while no column is empty."
    for level in (2, 1):
        assert "s" in moves(WILL_O_WISP, gap, level)


def test_with_fewer_than_seven_cards_it_deals_to_empty_columns() -> None:
    few = "s 8s 7s 6s 5s 4s 2s as\nt2 TH 9C\nt3 5D\nt4 3C\nt5 3S\nt6 KH"
    assert "s" in moves(WILL_O_WISP, few)
    assert after(WILL_O_WISP, few, "s").startswith("t1 AS\nt2 TH 9C 2S\n")
    assert "s" not in moves(WILL_O_WISP, f"{few} QH")


def test_the_last_row_of_will_o_wisp_reaches_three_columns() -> None:
    made = after(WILL_O_WISP, f"s 3h 2s as\n{WISPS}", "s")
    assert made == f"{WISPS}".replace("9C", "9C AS").replace("TH", "TH 2S").replace("5D", "5D 3H")


def test_the_player_discards_a_finished_suit_even_on_other_cards() -> None:
    text = f"t1 4h 7D {down('S')}\nt2 TH\nt3 5D"
    assert "t1 d 13" in moves(WILL_O_WISP, text)
    assert after(WILL_O_WISP, text, "t1 d 13") == f"t1 4h 7D\nt2 TH\nt3 5D\nd {down('S')}"
    uncovered = after(WILL_O_WISP, f"t1 4h {down('S')}\nt2 TH", "t1 d 13")
    assert uncovered == f"t1 4H\nt2 TH\nd {down('S')}"
    rules = WILL_O_WISP.rules()
    assert str(rules.resolve(position(rules, text), "t1 d")) == "t1 d 13"


@pytest.mark.parametrize(
    "column",
    [
        f"{down('S', 'KQJT98765432')} AC",
        down("S", "KQJT98765432"),
        f"{down('S')} 7D",
        f"{down('S').replace('KS', 'ks')}",
    ],
    ids=["of two suits", "twelve", "with a card on it", "hidden head"],
)
def test_only_a_finished_suit_can_be_discarded(column: str) -> None:
    text = f"t1 {column}\nt2 TH"
    assert not any(" d" in move for move in moves(WILL_O_WISP, text))
    reason = refusal(WILL_O_WISP, text, "t1 d 12")
    assert reason == "Only thirteen cards of one suit, King to Ace, can go to the wastepile."


def test_will_o_wisp_is_won_with_four_discarded_suits() -> None:
    table = f"d {' '.join(down(suit) for suit in 'CDHS')}"
    assert outcome(WILL_O_WISP, table) is Outcome.WON
    play = play_from(WILL_O_WISP, f"d {' '.join(down(suit) for suit in 'CDH')}\nt1 {down('S')}")
    assert play.rules.count_scored(play.table) == 39
    assert play.outcome is None
    play.perform("t1 d 13")
    assert play.outcome is Outcome.WON


def test_at_level_1_hidden_cards_are_shown_but_stay_face_down() -> None:
    text = "t1 2c 4h 9C\nt2 TH"
    play = play_from(WILL_O_WISP, text)
    hidden = {cards.parse("2C"), cards.parse("4H")}
    assert not hidden.intersection(play.seen)
    play.perform("level 1")
    assert hidden.issubset(play.seen)
    assert play.rules.count_revealed(play.table)["t1"] >= 2
    assert position_of(play) == text
    assert not WILL_O_WISP.rules(2).count_revealed(play.table)


def test_x_at_level_2_shows_the_hidden_cards_and_counts_once() -> None:
    play = play_from(WILL_O_WISP, "t1 2c 4h 9C\nt2 TH", level=2)
    assert set(play.exception()) == {cards.parse("2C"), cards.parse("4H")}
    assert (play.tally.exceptions, play.armed) == (1, False)
    with pytest.raises(IllegalMove, match="There is no hidden card to look at"):
        play_from(WILL_O_WISP, "t1 9C\nt2 TH", level=2).exception()


# -- the draw of row games ---------------------------------------------------------------------


@drawing_games
def test_x_draws_the_card_under_an_end_card(game: Game) -> None:
    """The 9 of spades fits on the 10 of spades even in Agnes and Scorpion."""
    base = "f1 5D\n" if game is AGNES else ""
    ten = "TH" if game is MISS_MILLIGAN else "TS"
    play = play_from(game, f"{base}t1 4c 9S 2D\nt2 {ten}\nt3 5D\nt4 7C\nt5 7S\nt6 KH\nt7 KD")
    with pytest.raises(IllegalMove):
        play.perform("t1@2 t2")
    play.perform("x")
    assert not any(move.depth == 3 for move in play.legal_moves)  # that card is hidden
    play.perform("t1@2 t2")
    assert f"t1 4c 2D\nt2 {ten} 9S\n" in position_of(play)
    assert play.tally.exceptions == 1


@drawing_games
def test_level_2_does_not_change_the_rules_of_building(game: Game) -> None:
    """Columns take at levels 2 and 1 what they take at level 3."""
    groups = [next(g for g in game.rules(n).game.groups if g.kind == "t") for n in (3, 2, 1)]
    builds = [group.build for group in groups]
    for stricter, looser in pairwise(builds):
        assert stricter is not None
        assert looser is not None
        assert all(a & ~b == 0 for a, b in zip(stricter.takes, looser.takes, strict=True))


def test_looking_again_at_the_same_cards_counts_once_at_level_2() -> None:
    play = Play(WILL_O_WISP, 3, level=2)
    for _ in range(3):
        play.exception()
    assert play.tally.exceptions == 1
