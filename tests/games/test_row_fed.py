"""Interregnum and Matrimony."""

import pytest

from solterm.core import cards, deals
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.refusal import Refusal
from solterm.games.row_fed import INTERREGNUM, MATRIMONY
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, each, moves, outcome, piles_alike, position_of, refusal

INDICATORS = "\n".join(f"r{n} {rank}H" for n, rank in enumerate("27KQ57A9", 1))
"""Foundation 1 opens with a 3, the others with 8, Ace, King, 6, 8, 2 and 10."""


def built(first: str, count: int) -> str:
    """Return a number of cards up from a rank, wrapping at the King."""
    start = cards.RANKS.index(first)
    return " ".join(f"{cards.RANKS[(start + step) % 13]}C" for step in range(count))


# -- Interregnum -------------------------------------------------------------------------------


def test_interregnum_deals_eight_columns_eight_indicators_and_a_stock_of_88() -> None:
    lying = {"s": "88+0"} | piles_alike("t", 8, "0+1") | piles_alike("r", 8, "0+1")
    assert dealt(INTERREGNUM) == lying | piles_alike("f", 8, "0+0")
    pack = deals.shuffle(617, 2)
    opening = dict(zip(INTERREGNUM.ids, INTERREGNUM.opening(pack).piles, strict=True))
    assert [opening[f"t{n}"][0] for n in range(1, 9)] == list(pack[:8])
    assert [opening[f"r{n}"][0] for n in range(1, 9)] == list(pack[8:16])


def test_a_foundation_opens_with_the_rank_above_its_indicator() -> None:
    found = moves(INTERREGNUM, f"{INDICATORS}\nt1 3C\nt2 8S\nt3 AD\nt4 KD\nt5 7S\nt6 QC")
    assert found == {"t1 f1", "t2 f2", "t2 f6", "t3 f3", "t4 f4"}
    reason = refusal(INTERREGNUM, f"{INDICATORS}\nt1 4C", "t1 f1")
    assert reason == "4C can't go there: only a 3 may fill an empty foundation."


def test_foundations_of_interregnum_build_up_regardless_of_suit_and_wrap() -> None:
    text = f"{INDICATORS}\nf1 {built('3', 11)}"
    assert moves(INTERREGNUM, f"{text}\nt1 AS\nt2 KS\nt3 QS") == {"t1 f1", "t1 f3", "t2 f4"}


def test_the_refusal_of_a_card_names_what_all_foundations_need() -> None:
    text = "r1 2C\nr2 KC\nf3 TS\nr3 9S\nr4 4C\nr5 8H\nt1 KD 8D"
    table, rules = position(INTERREGNUM, text), INTERREGNUM.rules(3)

    def reason(typed: str) -> str | None:
        return rules.why_not(table, rules.resolve(table, typed))

    assert reason("t1 f") == "8D fits no foundation: an Ace, a 3, a 5, a 9 or a Jack is wanted."
    assert reason("t1 f1") == "8D can't go there: only a 3 may fill an empty foundation."
    assert reason("t1@2 f") == "You can't take a card out from under others."
    assert reason("t1@9 f") == "You can't take a card out from under others."


def test_after_twelve_cards_the_indicator_completes_the_foundation_face_down() -> None:
    text = f"{INDICATORS}\nf1 {built('3', 11)}\nt1 9D AS"
    made = after(INTERREGNUM, text, "t1 f1")
    assert f"f1 {built('3', 11)} AS 2h" in made
    assert "\nr1 " not in made
    assert not any(m.endswith("f1") for m in moves(INTERREGNUM, f"{made}\nt2 2C\nt3 3C"))
    assert refusal(INTERREGNUM, f"{made}\nt2 3C", "t2 f1") == "Foundation 1 is complete."


def test_an_indicator_is_never_a_source() -> None:
    text = f"{INDICATORS}\nf2 8C"
    assert moves(INTERREGNUM, text) == set()
    assert refusal(INTERREGNUM, text, "r8 f2") == "Cards on indicator 8 stay there."


def test_columns_give_only_to_foundations_and_take_only_from_the_stock() -> None:
    text = f"{INDICATORS}\nt1 5C 9D\nt2 TD"
    assert moves(INTERREGNUM, text) == {"t2 f8"}
    assert refusal(INTERREGNUM, text, "t1 t2") == "Cards can't go from column 1 to column 2."
    assert refusal(INTERREGNUM, text, "t1 t3") == "Cards can't go from column 1 to column 3."


def test_the_stock_deals_one_card_to_every_column_without_a_redeal() -> None:
    stock = " ".join(f"{rank}d" for rank in "87654321".replace("1", "a"))
    made = after(INTERREGNUM, f"s {stock}\n{INDICATORS}\nt1 QS", "s")
    assert "t1 QS AD\nt2 2D\nt3 3D\nt4 4D\nt5 5D\nt6 6D\nt7 7D\nt8 8D" in made
    assert refusal(INTERREGNUM, f"{INDICATORS}\nt1 5C", "s") == "The stock is out."
    assert outcome(INTERREGNUM, f"{INDICATORS}\nt1 5C") is Outcome.OVER
    assert outcome(INTERREGNUM, f"s 3d\n{INDICATORS}\nt1 5C") is None


def test_automatic_play_leaves_a_card_that_fits_foundations_of_different_heights() -> None:
    rules = INTERREGNUM.rules()
    assert (
        rules.automatic(position(INTERREGNUM, f"{INDICATORS}\nf1 {built('3', 5)}\nt1 8C")) is None
    )
    alike = rules.automatic(position(INTERREGNUM, f"{INDICATORS}\nt1 8C"))
    assert str(alike) == "t1 f2"  # f2 and f6 both open with an 8
    with pytest.raises(Refusal, match="Several foundations take it: say f1"):
        rules.resolve(position(INTERREGNUM, f"{INDICATORS}\nf1 {built('3', 5)}\nt1 8C"), "t1 f")


# -- Matrimony ---------------------------------------------------------------------------------


def test_matrimony_deals_the_couple_and_sixteen_cards() -> None:
    lying = {"s": "86+0"} | piles_alike("t", 16, "0+1")
    assert dealt(MATRIMONY) == lying | piles_alike("f", 8, "0+1", "0+1", *["0+0"] * 6)
    opening = dict(zip(MATRIMONY.ids, MATRIMONY.opening(deals.shuffle(617, 2)).piles, strict=True))
    assert (cards.text(opening["f1"][0]), cards.text(opening["f2"][0])) == ("QH", "JH")


COUPLE = "f1 QH\nf2 JH"


def plays(text: str) -> set[str]:
    """Return the legal moves of Matrimony except redeals."""
    return moves(MATRIMONY, text) - {"s"}


def test_the_queen_builds_up_and_the_jack_down_in_suit_and_wraps() -> None:
    assert plays(f"{COUPLE}\nt1 KH\nt2 TH\nt3 KS\nt4 9H\nt5 AH") == {"t1 f1", "t2 f2"}
    assert plays("f1 QH KH\nf2 JH\nt1 AH\nt2 AS") == {"t1 f1"}
    ace = "JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH"
    assert plays(f"f1 QH KH AH\nf2 {ace}\nt1 KH\nt2 2H") == {"t1 f2", "t2 f1"}


def test_foundations_of_the_couple_are_complete_with_thirteen() -> None:
    up = "QH KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH"
    down = "JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH KH QH"
    assert plays(f"f1 {up}\nf2 {down}\nt1 QH\nt2 JH") == set()
    assert refusal(MATRIMONY, f"f1 {up}\nf2 {down}\nt1 QH", "t1 f1") == "Foundation 1 is complete."


@pytest.mark.parametrize("suit", "CDS")
def test_other_foundations_open_with_a_10_and_build_down_in_suit_to_the_jack(suit: str) -> None:
    assert plays(f"{COUPLE}\nt1 T{suit}\nt2 9{suit}") == {"t1 f3"}
    whole = " ".join(f"{rank}{suit}" for rank in "T98765432AKQJ")
    for length in range(1, 13):
        started = " ".join(whole.split()[:length])
        wanted = whole.split()[length]
        assert "t1 f3" in plays(f"{COUPLE}\nf3 {started}\nt1 {wanted}")
    assert "t1 f3" not in plays(f"{COUPLE}\nf3 {whole}\nt1 T{suit}")


def test_a_10_of_hearts_cannot_open_a_foundation() -> None:
    assert plays(f"{COUPLE}\nt1 TH") == {"t1 f2"}
    assert refusal(MATRIMONY, f"{COUPLE}\nt1 TH", "t1 f5") == (
        "TH can't go there: only a 10 of clubs, diamonds or spades may fill an empty foundation."
    )


def test_piles_are_squared_and_give_only_to_foundations() -> None:
    text = f"{COUPLE}\nt1 KH 9D\nt2 TS 8D"
    assert moves(MATRIMONY, text) == {"s"}  # the first redeal
    assert refusal(MATRIMONY, text, "t2 t1") == "Cards can't go from pile 2 to pile 1."
    assert set(map(cards.text, MATRIMONY.visible(position(MATRIMONY, text)))) == {
        *("QH", "JH", "9D", "8D")
    }


def test_the_stock_deals_to_the_piles_in_order_the_last_six_to_the_first_six() -> None:
    made = after(MATRIMONY, f"s 6d 5d 4d 3d 2d ad\n{COUPLE}\nt1 KS", "s")
    assert made == f"{COUPLE}\nt1 KS AD\nt2 2D\nt3 3D\nt4 4D\nt5 5D\nt6 6D"


def test_a_redeal_picks_up_pile_k_and_deals_it_in_order_from_pile_k_on() -> None:
    text = f"{COUPLE}\nt1 KS 9D 8C\nt2 7S 6S 5S"
    taken = after(MATRIMONY, text, "s")
    assert taken == f"s 8c 9d ks\n{COUPLE}\nt2 7S 6S 5S\npasses 1"
    first = after(MATRIMONY, text, "s", "s")
    assert first == f"{COUPLE}\nt1 KS\nt2 7S 6S 5S 9D\nt3 8C\npasses 1"
    second = after(MATRIMONY, first, "s", "s")
    assert second == f"{COUPLE}\nt1 KS\nt2 7S\nt3 8C 6S\nt4 5S\nt5 9D\npasses 2"


def test_a_redeal_of_pile_16_wraps_to_pile_15() -> None:
    text = f"{COUPLE}\nt1 KS\nt16 9D 8C 7C\npasses 15"
    assert after(MATRIMONY, text, "s", "s") == f"{COUPLE}\nt1 KS 8C\nt2 7C\nt16 9D\npasses 16"


def test_an_empty_pile_is_skipped_and_uses_up_its_redeal() -> None:
    text = f"{COUPLE}\nt4 9D 8C"
    assert after(MATRIMONY, text, "s", "s") == f"{COUPLE}\nt4 9D\nt5 8C\npasses 4"


def test_a_pile_of_more_than_sixteen_needs_a_second_deal_from_itself_on() -> None:
    pile = " ".join(f"{rank}C" for rank in "23456789TJQK") + " 2S 3S 4S 5S 6S 7S"
    text = f"{COUPLE}\nt2 {pile}\npasses 1"
    once = after(MATRIMONY, text, "s", "s")
    assert once.startswith("s 7s 6s\n")
    assert "t1 5S\nt2 2C\n" in once
    twice = after(MATRIMONY, once, "s")
    assert "t2 2C 6S\nt3 3C 7S\nt4 4C" in twice


def test_a_game_has_sixteen_redeals() -> None:
    text = f"{COUPLE}\nt1 9D 8C\npasses 16"
    assert refusal(MATRIMONY, text, "s") == "The stock is out, and every pile has been dealt again."
    assert outcome(MATRIMONY, text) is Outcome.OVER
    assert outcome(MATRIMONY, f"{COUPLE}\nt1 9D 8C\npasses 15") is Outcome.OVER  # pile 16 is empty
    assert outcome(MATRIMONY, f"{COUPLE}\nt16 9D 8C\npasses 15") is None


def test_picked_up_cards_are_face_down_until_they_are_dealt() -> None:
    play = play_from(MATRIMONY, f"{COUPLE}\nt1 KS 9D")
    play.perform("s")
    assert all(card & DOWN for card in play.pile("s"))
    play.perform("s")
    assert not any(card & DOWN for pile in play.table.piles for card in pile)
    assert play.moves == 0


@each(INTERREGNUM, MATRIMONY)
def test_104_cards_on_the_foundations_win(game: Game) -> None:
    suits = "\n".join(f"f{n} {' '.join(r + 'C' for r in cards.RANKS)}" for n in range(1, 9))
    assert outcome(game, suits) is Outcome.WON


# -- levels and exceptions ---------------------------------------------------------------------

COMMON = {INTERREGNUM: INDICATORS, MATRIMONY: COUPLE}


@each(INTERREGNUM, MATRIMONY)
def test_level_2_lets_an_empty_pile_take_any_available_card(game: Game) -> None:
    text = f"{COMMON[game]}\nt1 QC 9D\nt2 TS\nt4 4D"
    found = moves(game, text, 2)
    assert {"t1 t3", "t2 t3", "t4 t8"} <= found
    assert "t1 t2" not in found
    assert "t1 t3" not in moves(game, text, 3)
    reason = refusal(game, text, "t1 t2", 2)
    assert " 2 takes cards of " in reason and reason.endswith(" 1 only while it is empty.")


@each(INTERREGNUM, MATRIMONY)
def test_level_1_builds_end_cards_down_regardless_of_suit(game: Game) -> None:
    text = f"{COMMON[game]}\nt1 QC 9D\nt2 TS\nt4 4D"
    found = moves(game, text, 1)
    assert {"t1 t2", "t1 t3"} <= found
    assert "t2 t1" not in found
    assert "t1 t2 2" not in found


@each(INTERREGNUM, MATRIMONY)
def test_x_draws_the_card_under_an_end_card_to_a_foundation(game: Game) -> None:
    wanted = {INTERREGNUM: "3C", MATRIMONY: "KH"}[game]
    play = play_from(game, f"{COMMON[game]}\nt1 5C {wanted} 5D\nt2 {wanted} 5D 5S")
    assert not any(m.depth for m in play.legal_moves)
    play.perform("x")
    assert {str(m) for m in play.legal_moves if m.depth} == {"t1@2 f1"}
    play.perform("t1@2 f1")
    assert play.tally.exceptions == 1
    assert "t1 5C 5D" in position_of(play)


@each(INTERREGNUM, MATRIMONY)
def test_at_level_2_x_allows_one_move_of_level_1(game: Game) -> None:
    play = play_from(game, f"{COMMON[game]}\nt1 5C 5D\nt2 6S\nt3 4C", level=2)
    play.perform("x")
    play.perform("t1 t2")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("t3 t2")
