"""Interregnum and Matrimony."""

from solterm.core import cards
from solterm.games.row_fed import INTERREGNUM, MATRIMONY
from tests.core.positions import position
from tests.games.tables import after, moves, refusal

INDICATORS = "\n".join(f"r{n} {rank}H" for n, rank in enumerate("27KQ57A9", 1))
"""Foundation 1 opens with a 3, the others with 8, Ace, King, 6, 8, 2 and 10."""


def built(first: str, count: int) -> str:
    """Return a number of cards up from a rank, wrapping at the King."""
    start = cards.RANKS.index(first)
    return " ".join(f"{cards.RANKS[(start + step) % 13]}C" for step in range(count))


# -- Interregnum -------------------------------------------------------------------------------


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


# -- Matrimony ---------------------------------------------------------------------------------


COUPLE = "f1 QH\nf2 JH"


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


def test_a_pile_of_more_than_sixteen_needs_a_second_deal_from_itself_on() -> None:
    pile = " ".join(f"{rank}C" for rank in "23456789TJQK") + " 2S 3S 4S 5S 6S 7S"
    text = f"{COUPLE}\nt2 {pile}\npasses 1"
    once = after(MATRIMONY, text, "s", "s")
    assert once.startswith("s 7s 6s\n")
    assert "t1 5S\nt2 2C\n" in once
    twice = after(MATRIMONY, once, "s")
    assert "t2 2C 6S\nt3 3C 7S\nt4 4C" in twice
