"""Pairs, The Wish and Monte Carlo."""

from collections import Counter

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table, write
from solterm.games import find
from solterm.plain import protocol
from solterm.plain.base import Reply
from tests.core.positions import legal, play_from, position
from tests.plain.line_sessions import session_at

PAIRS, WISH, CARLO = find("pairs"), find("the-wish"), find("monte-carlo")
short = pytest.mark.parametrize("game", [PAIRS, WISH], ids=lambda game: game.id)


@short
def test_the_short_pack_has_aces_and_sevens_to_kings(game) -> None:  # type: ignore[no-untyped-def]
    for number in (1, 617, 40_000):
        ranks = Counter(map(cards.rank, game.shuffle(number)))
        assert ranks == dict.fromkeys([1, 7, 8, 9, 10, 11, 12, 13], 4)
        assert len(set(game.shuffle(number))) == 32


def test_a_partial_mark_is_scaled_to_32_cards() -> None:
    down = " ".join(r + s for r in "789tjqk" for s in "cdhs")
    play = play_from(WISH, f"t1 {down} AC\nt2 AD\nt3 AH\nt4 AS")
    play.perform("t1 t2")
    assert play.score == 2
    assert play.mark == 10 * 2 * 52 // 32


# -- Pairs -------------------------------------------------------------------------------------


def tableau(text: str) -> Table:
    """Return a position of Pairs, in which unnamed places hold cards without a match."""
    named = {line.split()[0] for line in text.splitlines()}
    rest = (f"t{n} 2s" for n in range(1, 17) if f"t{n}" not in named)
    return position(PAIRS, "\n".join((text, *rest)))


def pairs_from(text: str, level: int = 3) -> Play:
    return play_from(PAIRS, write(tableau(text), PAIRS.ids), level)


def test_pairs_deals_sixteen_cards_up_and_sixteen_down() -> None:
    play = Play(PAIRS, 617)
    tableau = [play.pile(f"t{n}") for n in range(1, 17)]
    assert all(len(pile) == 1 and not pile[0] & DOWN for pile in tableau)
    assert len(play.pile("r")) == 16
    assert all(card & DOWN for card in play.pile("r"))
    assert list(map(str, play.legal_moves)) == ["r"]


def test_the_reserve_is_turned_and_matched_and_fills_the_gap() -> None:
    play = pairs_from("r 7c 8c 9c ks\nt1 KD\nt2 KH\nt3 QC")
    play.perform("r")
    assert play.moves == 0
    assert play.table == tableau("r 7c 8c 9c KS\nt1 KD\nt2 KH\nt3 QC")
    assert set(map(str, play.legal_moves)) == {"r t1", "r t2"}
    assert play.resolve("t2 r") == Move("r", "t2")
    play.perform("r t2")
    assert play.table == tableau("r 7c 8c\nt1 KD\nt2 9C\nt3 QC\nd KS KH")
    assert play.moves == 1
    assert play.score == 2


def test_a_turned_card_is_not_turned_again() -> None:
    play = pairs_from("r 7c KS\nt1 KD")
    assert play.why_not(Move("r")) == "KS is turned up already."


def test_two_tableau_cards_pair_only_if_the_turned_card_has_no_match() -> None:
    rules = PAIRS.rules()
    not_turned = tableau("r 7c 8c 9c ks\nt1 QD\nt2 QC")
    assert legal(rules, not_turned) == {"r"}
    assert "Turn the reserve's card first" in str(rules.why_not(not_turned, Move("t1", "t2")))
    matched = tableau("r 7c 8c 9c KS\nt1 QD\nt2 QC\nt3 KC")
    assert legal(rules, matched) == {"r t3"}
    assert "KS has a match" in str(rules.why_not(matched, Move("t1", "t2")))
    unmatched = tableau("r 7c 8c 9c KS\nt1 QD\nt2 QC\nt3 JC")
    assert legal(rules, unmatched) == {"t1 t2"}


def test_the_way_out_fills_both_gaps_turned_card_first_and_is_open_once() -> None:
    play = pairs_from("r 7c jh jd ac KS\nt4 QD\nt2 QC\nt3 JC")
    play.perform("t2 t4")
    assert play.table == tableau("r 7c jh jd\nt2 KS\nt3 JC\nt4 AC\nd QC QD\nstage 1")
    again = tableau("r 7c 8c 9c KS\nt1 QD\nt2 QC\nstage 1")
    assert legal(PAIRS.rules(), again) == set()
    assert PAIRS.rules().outcome(again) is Outcome.OVER
    assert legal(PAIRS.rules(2), again) == {"t1 t2"}


def test_level_2_opens_the_way_out_three_times() -> None:
    for stage, moves in ((0, {"t1 t2"}), (2, {"t1 t2"}), (3, set())):
        table = tableau(f"r 7c 8c 9c KS\nt1 QD\nt2 QC\nstage {stage}")
        assert legal(PAIRS.rules(2), table) == moves
    table = tableau("r 7c 8c 9c KS\nt1 QD\nt2 QC\nstage 1")
    assert PAIRS.rules(2).make(table, Move("t1", "t2")).spent == 2


def test_level_1_pairs_any_tableau_cards() -> None:
    down = tableau("r 7c 8c 9c ks\nt1 QD\nt2 QC\nstage 3")
    assert legal(PAIRS.rules(1), down) == {"r", "t1 t2"}
    matched = tableau("r 7c 8c 9c KS\nt1 QD\nt2 QC\nt3 KC")
    assert legal(PAIRS.rules(1), matched) == {"r t3", "t1 t2"}
    assert PAIRS.rules(1).make(down, Move("t1", "t2")) == tableau(
        "r 7c 8c\nt1 KS\nt2 9C\nd QD QC\nstage 3"
    )


def test_after_the_reserve_any_two_equal_cards_pair() -> None:
    table = position(PAIRS, "t1 QD\nt2 QC\nt9 7C\nt12 QS\nstage 1")
    assert legal(PAIRS.rules(), table) == {"t1 t2", "t1 t12", "t2 t12"}
    after = PAIRS.rules().make(table, Move("t1", "t12"))
    assert after == position(PAIRS, "t2 QC\nt9 7C\nd QD QS\nstage 1")


def test_x_shows_the_next_hidden_card_of_the_reserve() -> None:
    play = pairs_from("r 7c 8c KS\nt1 KD")
    assert play.exception() == (cards.parse("8C"),)
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove, match="no hidden card"):
        play_from(PAIRS, "t1 KD\nt2 KC").exception("r")


def test_x_at_level_2_pairs_two_tableau_cards_once() -> None:
    play = pairs_from("r 7c 8c 9c KS\nt1 QD\nt2 QC\nt3 KC\nt4 JC\nt5 JD", level=2)
    play.exception()
    play.perform("t1 t2")
    assert play.tally.exceptions == 1
    assert play.table.spent == 0
    with pytest.raises(IllegalMove):
        play.perform("t4 t5")


def test_pairs_is_won_with_all_32_cards_gone() -> None:
    rest = " ".join(r + s for r in "A789TJQK" for s in "CDHS" if r + s not in ("KC", "KD"))
    play = play_from(PAIRS, f"t1 KC\nt9 KD\nd {rest}")
    play.perform("t1 t9")
    assert play.outcome is Outcome.WON
    assert play.score == 32


# -- The Wish ----------------------------------------------------------------------------------


def test_the_wish_deals_eight_piles_of_four_row_by_row_with_tops_up() -> None:
    play = Play(WISH, 617)
    piles = [play.pile(f"t{n}") for n in range(1, 9)]
    assert all([bool(card & DOWN) for card in pile] == [True] * 3 + [False] for pile in piles)
    dealt = [pile[row] & ~DOWN for row in range(4) for pile in piles]
    assert tuple(dealt) == WISH.shuffle(617)


def test_two_equal_tops_leave_and_the_next_cards_turn_up() -> None:
    table = position(WISH, "t1 7c 8c KC\nt2 9d KD\nt3 QS\nt4 KS")
    rules = WISH.rules()
    assert legal(rules, table) == {"t1 t2", "t1 t4", "t2 t4"}
    after = rules.make(table, Move("t1", "t4"))
    assert after == position(WISH, "t1 7c 8C\nt2 9d KD\nt3 QS\nd KC KS")
    assert rules.why_not(table, Move("t1", "t3")) == (
        "KC and QS do not go together: their ranks differ."
    )
    assert rules.outcome(after) is Outcome.OVER


def test_level_2_spreads_the_piles_open_and_turns_no_card() -> None:
    text = "t1 7c 8c KC\nt2 9d QD"
    hidden = protocol.state(Reply(True), play_from(WISH, text))["piles"]
    assert hidden["t1"] == {"kind": "tableau", "down": 2, "cards": ["??", "??", "KC"]}
    for level in (2, 1):
        play = play_from(WISH, text, level=level)
        shown = protocol.state(Reply(True), play)["piles"]
        assert shown["t1"] == {"kind": "tableau", "down": 2, "cards": ["7C", "8C", "KC"]}
        assert cards.parse("7C") in play.seen
        assert play.pile("t1")[0] & DOWN


def test_level_1_pairs_second_cards_even_with_their_own_top() -> None:
    table = position(WISH, "t1 7c kc 8C\nt2 9d qs KD\nt3 9s 9C\nt4 kh JD")
    rules = WISH.rules(1)
    assert legal(WISH.rules(2), table) == set()
    assert legal(rules, table) == {"t1@2 t2", "t4@2 t2", "t1@2 t4@2", "t3@2 t3"}
    assert rules.make(table, Move("t1", "t2", depth=2)) == position(
        WISH, "t1 7c 8C\nt2 9d QS\nt3 9s 9C\nt4 kh JD\nd KC KD"
    )
    assert rules.make(table, Move("t3", "t3", depth=2)) == position(
        WISH, "t1 7c kc 8C\nt2 9d qs KD\nt4 kh JD\nd 9S 9C"
    )


def test_x_shows_the_hidden_card_of_a_named_pile() -> None:
    play = play_from(WISH, "t1 7c 8c KC\nt2 QD\nt3 KD")
    with pytest.raises(IllegalMove, match="Say which pile"):
        play.exception()
    play.perform("x t1")
    assert play.glimpsed == (cards.parse("8C"),)
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove, match="no hidden card"):
        play.perform("x t2")


def test_x_at_level_2_takes_one_second_card() -> None:
    play = play_from(WISH, "t1 7c kc 8C\nt2 9d KD\nt3 7d 9C\nt4 9s JC", level=2)
    play.exception()
    play.perform("t1@2 t2")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("t4@2 t3")


# -- Monte Carlo -------------------------------------------------------------------------------


def test_monte_carlo_deals_twenty_cards_up_in_reading_order() -> None:
    play = Play(CARLO, 617)
    assert [play.pile(f"g{n}") for n in range(1, 21)] == [
        (card,) for card in CARLO.shuffle(617)[:20]
    ]
    assert len(play.pile("s")) == 32


@pytest.mark.parametrize("other", ["g1", "g2", "g3", "g6", "g8", "g11", "g12", "g13"])
def test_cards_that_touch_at_side_top_or_corner_pair(other: str) -> None:
    table = position(CARLO, f"g7 KC\n{other} KD")
    first, second = sorted(("g7", other), key=lambda name: int(name[1:]))
    assert legal(CARLO.rules(), table) - {"s"} == {f"{first} {second}"}
    after = CARLO.rules().make(table, Move(first, second))
    gone = "KC KD" if first == "g7" else "KD KC"
    assert after == position(CARLO, f"d {gone}")


@pytest.mark.parametrize("other", ["g4", "g5", "g9", "g10", "g14", "g16", "g17", "g20"])
def test_cards_that_do_not_touch_do_not_pair_and_rows_do_not_wrap(other: str) -> None:
    table = position(CARLO, f"g6 KC\n{other} KD")
    refusal = CARLO.rules().why_not(table, CARLO.rules().resolve(table, f"g6 {other}"))
    assert refusal is not None
    assert refusal.endswith("are too far apart: they must touch.")


def test_touching_cards_of_other_ranks_do_not_pair() -> None:
    table = position(CARLO, "g1 KC\ng2 QC")
    assert legal(CARLO.rules(), table) == set()


def test_consolidation_closes_gaps_in_reading_order_and_refills() -> None:
    cells = " ".join(f"g{n}" for n in range(1, 21)).split()
    ranks = "A23456789TJQKA23456"
    filled = {cells[n]: f"{rank}{'C' if n < 13 else 'D'}" for n, rank in enumerate(ranks)}
    del filled["g2"], filled["g6"]  # g20 is empty as well
    table = position(CARLO, "s qs js\n" + "\n".join(f"{k} {v}" for k, v in filled.items()))
    after = CARLO.rules().make(table, Move("s"))
    up = [cards.text(card) for pile in after.piles[1:21] for card in pile]
    assert up == [*filled.values(), "JS", "QS"]
    assert after.piles[CARLO.ids.index("g20")] == ()
    assert not CARLO.rules().is_turn(Move("s"))


def test_a_consolidation_that_changes_nothing_is_refused() -> None:
    rules = CARLO.rules()
    full = Play(CARLO, 617).table
    assert rules.why_not(full, Move("s")) == "No gaps to close."
    close = position(CARLO, "g1 KC\ng2 QC\ng3 JC")
    assert "No gaps to close, and" in str(rules.why_not(close, Move("s")))
    assert rules.outcome(close) is Outcome.OVER
    assert rules.why_not(position(CARLO, "g1 KC\ng3 QC"), Move("s")) is None
    assert rules.why_not(position(CARLO, "s 2c\ng1 KC\ng2 QC"), Move("s")) is None


def test_consolidation_is_legal_while_pairs_remain() -> None:
    assert legal(CARLO.rules(), position(CARLO, "g1 KC\ng2 KD\ng4 2C")) == {"g1 g2", "s"}


@pytest.mark.parametrize("other", ["g3", "g11", "g13"])
def test_level_2_pairs_across_one_gap_in_line(other: str) -> None:
    table = position(CARLO, f"g1 KC\n{other} KD")
    assert legal(CARLO.rules(), table) <= {"s"}
    assert f"g1 {other}" in legal(CARLO.rules(2), table)


@pytest.mark.parametrize(
    "text", ["g1 KC\ng3 KD\ng2 2C", "g1 KC\ng8 KD", "g1 KC\ng4 KD", "g4 KC\ng6 KD"]
)
def test_level_2_needs_exactly_one_gap_and_a_line(text: str) -> None:
    assert legal(CARLO.rules(2), position(CARLO, text)) <= {"s"}


def test_level_1_pairs_any_two_cards_of_a_row_or_column() -> None:
    row = position(CARLO, "g1 KC\ng2 2C\ng3 3C\ng5 KD\ng16 KS\ng18 KH")
    assert legal(CARLO.rules(1), row) - {"s"} == {"g1 g5", "g1 g16", "g16 g18"}


def test_x_shows_the_next_card_of_the_stock() -> None:
    play = play_from(CARLO, "s 2c 9h\ng1 KC\ng2 KD")
    assert play.exception() == (cards.parse("9H"),)
    assert play.tally.exceptions == 1


def test_x_at_level_2_takes_a_pair_in_one_row() -> None:
    play = play_from(CARLO, "g1 KC\ng2 2C\ng3 3C\ng4 KD\ng5 2D", level=2)
    play.exception()
    play.perform("g1 g4")
    assert play.tally.exceptions == 1


def test_monte_carlo_counts_a_consolidation_as_a_move() -> None:
    play = play_from(CARLO, "s 2c 9h\ng1 KC\ng2 KD\ng3 9D\ng4 2D")
    play.perform("g1 g2")
    play.perform("s")
    assert play.moves == 2
    assert CARLO.own_score is None


def test_monte_carlo_is_won_with_all_cards_discarded() -> None:
    rest = " ".join(r + s for r in "A23456789TJQK" for s in "CDHS" if r + s not in ("KC", "KD"))
    play = play_from(CARLO, f"g1 KC\ng7 KD\nd {rest}")
    play.perform("g1 g7")
    assert play.outcome is Outcome.WON


# -- cards shown by X --------------------------------------------------------------------------


def test_arming_an_exception_does_not_repeat_an_older_look() -> None:
    session = session_at("s 2c 9h\ng1 KC\ng2 KD", "monte-carlo")
    assert session.handle("x").seen == (cards.parse("9H"),)
    session.handle("level 2")
    assert session.handle("x").seen is None
    assert session.handle("x").seen is None
