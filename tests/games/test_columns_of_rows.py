"""Agnes, Miss Milligan, Scorpion and Will O' Wisp."""

import pytest

from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.columns import AGNES, SCORPION, WILL_O_WISP
from tests.core.positions import play_from, position
from tests.games.tables import (
    after,
    leaving,
    moves,
    outcome,
    refusal,
)

# -- Agnes -------------------------------------------------------------------------------------

AGNES_REST = "t4 KD\nt5 KH\nt6 QD\nt7 QH"


CHAIN = f"f1 5D 6D\nt1 2H 9S 8C 7C\nt2 TS\nt3 8S\n{AGNES_REST}"


def test_a_chain_moves_only_as_a_whole() -> None:
    assert leaving("t1", moves(AGNES, CHAIN)) == {"t1 t2 3"}
    assert refusal(AGNES, CHAIN, "t1 t3 1") == (
        "The last 3 cards of column 1 move together, from 9S on."
    )
    assert refusal(AGNES, CHAIN, "t1 t2 4") == (
        "9S on 2H breaks the sequence: a red Ace is wanted."
    )


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


# -- Scorpion ----------------------------------------------------------------------------------


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


def test_the_stock_of_will_o_wisp_deals_only_while_no_column_is_empty() -> None:
    stock = "s 8s 7s 6s 5s 4s 2s as"
    made = after(WILL_O_WISP, f"{stock}\n{WISPS}", "s")
    assert made.startswith("t1 9C AS\nt2 TH 2S\nt3 5D 4S\n")
    gap = f"{stock}\n{WISPS}".replace("t1 9C\nt2 TH", "t2 TH 9C")
    assert "s" not in moves(WILL_O_WISP, gap)
    assert refusal(WILL_O_WISP, gap, "s") == "The stock is dealt only while no column is empty."
    for level in (2, 1):
        assert "s" in moves(WILL_O_WISP, gap, level)


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
