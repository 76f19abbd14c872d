"""King's Audience."""

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games import find
from tests.core.positions import legal, play_from, position

AUDIENCE = find("kings-audience")
RULES = AUDIENCE.rules()


def test_sixteen_cards_make_the_antechamber_and_36_the_stock() -> None:
    play = Play(AUDIENCE, 617)
    ring = [play.pile(f"t{n}") for n in range(1, 17)]
    assert [card for pile in ring for card in pile] == list(AUDIENCE.shuffle(617)[:16])
    assert all(not pile[0] & DOWN for pile in ring)
    assert len(play.pile("s")) == 36


def test_king_and_queen_of_one_suit_are_discarded() -> None:
    table = position(AUDIENCE, "t1 KC\nt2 QC\nt3 QS\nt9 KD\nw 2H QD")
    pairs = {move for move in legal(RULES, table) if move[0] == "t"}
    assert pairs == {"t1 t2", "t9 w"}
    assert RULES.resolve(table, "w t9") == Move("t9", "w")
    after = RULES.make(table, Move("t9", "w"))
    assert after == position(AUDIENCE, "t1 KC\nt2 QC\nt3 QS\nw 2H\nd KD QD")
    assert RULES.why_not(table, Move("t1", "t3")) == (
        "KC and QS do not go together: their suits differ."
    )


def test_jack_and_ace_of_one_suit_open_a_foundation_with_the_jack_on_top() -> None:
    table = position(AUDIENCE, "t1 JC\nt2 AC\nt3 AS\nf1 AD JD\nw JS")
    assert {m for m in legal(RULES, table) if m[0] == "t"} == {"t1 t2", "t3 w"}
    after = RULES.make(table, Move("t1", "t2"))
    assert after == position(AUDIENCE, "t3 AS\nf1 AD JD\nf2 AC JC\nw JS")
    after = RULES.make(after, Move("t3", "w"))
    assert after == position(AUDIENCE, "f1 AD JD\nf2 AC JC\nf3 AS JS")
    assert "t1 f1" not in legal(RULES, position(AUDIENCE, "t1 JC"))  # not one alone


def test_foundations_build_down_in_suit_from_antechamber_and_waste() -> None:
    table = position(AUDIENCE, "t1 TC\nt2 TD\nt3 9D\nf1 AD JD\nw TD")
    assert {m for m in legal(RULES, table) if " f" in m} == {"t2 f1", "w f1"}
    assert RULES.resolve(table, "t2 f") == Move("t2", "f1")


def test_an_empty_place_may_be_filled_only_from_the_waste() -> None:
    play = play_from(AUDIENCE, "s 9c\nw 2H 3H\nt1 KC\nt2 QC\nt3 5C")
    play.perform("t1 t2")
    assert play.pile("t1") == play.pile("t2") == ()  # not automatically
    assert {m for m in map(str, play.legal_moves) if m.endswith((" t1", " t2"))} == {"w t1", "w t2"}
    assert "t3 t1" not in set(map(str, play.legal_moves))
    play.perform("w t1")
    assert play.table == position(AUDIENCE, "s 9c\nw 2H\nt1 3H\nt3 5C\nd KC QC")
    assert play.why_not(Move("t3", "t2")) == "Cards can't go from place 3 to place 2."


def test_the_stock_is_turned_card_by_card_once_and_at_level_2_twice() -> None:
    play = play_from(AUDIENCE, "s 9c 5h\nt1 KC")
    play.perform("s")
    assert play.table == position(AUDIENCE, "s 9c\nw 5H\nt1 KC")
    play.perform("s")
    with pytest.raises(IllegalMove, match="can't be turned over"):
        play.perform("s")
    play.perform("level 2")
    play.perform("s")
    assert play.table == position(AUDIENCE, "s 9c 5h\nt1 KC\npasses 1")
    play.perform("s")
    play.perform("s")
    with pytest.raises(IllegalMove):
        play.perform("s")


def test_level_1_fills_empty_places_from_the_stock_and_pairs_any_king_and_queen() -> None:
    table = position(AUDIENCE, "s 9c 5h\nt1 KC\nt2 QD\nt3 JC\nt4 AD\nw 7C")
    assert not {m for m in legal(AUDIENCE.rules(2), table) if m.startswith("s t")}
    loose = legal(AUDIENCE.rules(1), table)
    assert "t1 t2" in loose
    assert "t3 t4" not in loose  # Jack and Ace still need one suit
    assert {"s", "s t5", "w t5"} <= loose
    after = AUDIENCE.rules(1).make(table, Move("s", "t5"))
    assert after == position(AUDIENCE, "s 9c\nt1 KC\nt2 QD\nt3 JC\nt4 AD\nt5 5H\nw 7C")


def test_x_swaps_the_top_two_of_the_waste() -> None:
    play = play_from(AUDIENCE, "s 9c\nw 2H 3H\nt1 KC")
    play.exception()
    assert play.table == position(AUDIENCE, "s 9c\nw 3H 2H\nt1 KC")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play_from(AUDIENCE, "s 9c\nw 2H\nt1 KC").exception()


def test_x_at_level_2_pairs_one_king_and_queen_of_two_suits() -> None:
    play = play_from(AUDIENCE, "t1 KC\nt2 QD\nt3 KS\nt4 QH", level=2)
    play.exception()
    play.perform("t1 t2")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("t3 t4")


def test_four_complete_foundations_win_and_courts_leave_from_every_pile() -> None:
    suits = {s: " ".join(f"{r}{s}" for r in "AJT98765432") for s in "CDHS"}
    text = "\n".join(f"f{n} {suits[s]}" for n, s in enumerate("CDH", 1))
    text += f"\nf4 {suits['S'].removesuffix(' 2S')}\nt1 2S\nt2 KC\nt3 QD\nw KD KS\ns qc qs kh qh"
    play = play_from(AUDIENCE, text)
    assert play.rules.count_scored(play.table) == 43
    play.perform("t1 f4")
    assert play.outcome is Outcome.WON
    assert len(play.pile("d")) == 8
    assert not any(card & DOWN for card in play.pile("d"))
    assert sum(map(len, (play.pile("s"), play.pile("w"), play.pile("t2")))) == 0


def test_paired_and_built_cards_count_as_brought_home() -> None:
    play = play_from(AUDIENCE, "t1 KC\nt2 QC\nt3 JD\nt4 AD\nt5 TD\nt6 2C")
    for move, home in (("t1 t2", 2), ("t3 t4", 4), ("t5 f1", 5)):
        play.perform(move)
        assert play.tally.cards == home
    assert AUDIENCE.own_score is None


def test_automatic_play_builds_with_every_available_card_but_pairs_none() -> None:
    play = play_from(AUDIENCE, "t1 KC\nt2 QC\nt3 9D\nt5 TD\nf1 AD JD\nw 8D")
    play.auto()
    assert play.table == position(AUDIENCE, "t1 KC\nt2 QC\nf1 AD JD TD 9D 8D")


def test_the_game_is_over_when_the_stock_is_out_and_no_card_goes() -> None:
    full = "\n".join(f"t{n} {r}C" for n, r in enumerate("2345678", 1))
    rest = "\n".join(f"t{n} {r}D" for n, r in enumerate("23456789T", 8))
    stuck = position(AUDIENCE, f"{full}\n{rest}\nw 9C")
    assert RULES.outcome(stuck) is Outcome.OVER
    assert cards.parse("9C") in AUDIENCE.visible(stuck)


def test_f_without_a_number_is_refused_with_the_right_form() -> None:
    table = position(AUDIENCE, "t1 JC")
    assert RULES.why_not(table, Move("t1", "f")) == "Name the foundation, as in t1 f1."


def test_refusals_explain_the_right_move() -> None:
    table = position(AUDIENCE, "s 9c\nt1 JC\nt2 KC\nt3 7D\nw TH")
    assert RULES.why_not(table, RULES.resolve(table, "t1 f")) == (
        "JC can't go there: only a Jack and Ace pair may fill an empty foundation."
    )
    assert RULES.why_not(table, Move("t3", "w")) == (
        "7D and TH do not go together: only a Jack and Ace of one suit or a King and Queen of one"
        " suit do."
    )
    assert AUDIENCE.rules(1).why_not(table, Move("s", "t1")) == (
        "The next card of the stock can only go, unseen, to an empty place."
    )
