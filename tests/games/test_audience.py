"""King's Audience."""

from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.games import find
from tests.core.positions import legal, play_from, position

AUDIENCE = find("kings-audience")
RULES = AUDIENCE.rules()


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


def test_level_1_fills_empty_places_from_the_stock_and_pairs_any_king_and_queen() -> None:
    table = position(AUDIENCE, "s 9c 5h\nt1 KC\nt2 QD\nt3 JC\nt4 AD\nw 7C")
    assert not {m for m in legal(AUDIENCE.rules(2), table) if m.startswith("s t")}
    loose = legal(AUDIENCE.rules(1), table)
    assert "t1 t2" in loose
    assert "t3 t4" not in loose  # Jack and Ace still need one suit
    assert {"s", "s t5", "w t5"} <= loose
    after = AUDIENCE.rules(1).make(table, Move("s", "t5"))
    assert after == position(AUDIENCE, "s 9c\nt1 KC\nt2 QD\nt3 JC\nt4 AD\nt5 5H\nw 7C")


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


def test_automatic_play_builds_with_every_available_card_but_pairs_none() -> None:
    play = play_from(AUDIENCE, "t1 KC\nt2 QC\nt3 9D\nt5 TD\nf1 AD JD\nw 8D")
    play.auto()
    assert play.table == position(AUDIENCE, "t1 KC\nt2 QC\nf1 AD JD TD 9D 8D")


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
