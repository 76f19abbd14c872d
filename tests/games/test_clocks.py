"""Grandfather's Clock and Clock."""

from solterm.core import cards
from solterm.core.outcome import Outcome
from solterm.games.clocks import GRANDFATHERS_CLOCK
from tests.core.positions import play_from
from tests.games.tables import after, dealt, moves, outcome, piles_alike, position_of, refusal

DIAL = ["TS", "JH", "QC", "KD", "2S", "3H", "4C", "5D", "6S", "7H", "8C", "9D"]


def test_grandfathers_clock_deals_the_dial_and_eight_columns() -> None:
    position = GRANDFATHERS_CLOCK.deal(617)
    counts = piles_alike("f", 12, "0+1") | piles_alike("t", 8, "0+5") | {"r": "0+0"}
    assert dealt(GRANDFATHERS_CLOCK) == counts
    assert [cards.text(position.pile(f"f{hour}")[0]) for hour in range(1, 13)] == DIAL
    pack = [card for card in GRANDFATHERS_CLOCK.shuffle(617) if cards.text(card) not in DIAL]
    assert position.pile("t1") == tuple(pack[::8])


def test_the_hours_build_up_in_suit_past_the_king_and_end_at_their_hour() -> None:
    there = "f1 TS JS QS KS\nf5 2S 3S 4S 5S\nf9 6S 7S\nt1 AS\nt2 6S\nt3 8S\nt4 8H"
    assert {"t1 f1", "t3 f9"} == {move for move in moves(GRANDFATHERS_CLOCK, there) if " f" in move}
    assert refusal(GRANDFATHERS_CLOCK, there, "t2 f5") == "Foundation 5 is complete."
    done = after(GRANDFATHERS_CLOCK, there, "t1 f1")
    assert refusal(GRANDFATHERS_CLOCK, f"{done}\nt5 2S", "t5 f1") == "Foundation 1 is complete."


def test_its_columns_build_down_whatever_the_suits_card_by_card() -> None:
    there = "t1 9C 8C\nt2 9H\nt3 7S"
    assert moves(GRANDFATHERS_CLOCK, there) >= {"t1 t2", "t3 t1", "t2 t4", "t1 t4"}
    assert refusal(GRANDFATHERS_CLOCK, there, "t1 t4 2") == "Only the end card of column 1 moves."
    assert "t1 t4 2" in moves(GRANDFATHERS_CLOCK, there, 1)


def test_level_2_opens_a_reserve_and_x_draws_from_under_an_end_card() -> None:
    there = "f5 2S\nt1 3S 9C\nt2 5D"
    assert "t1 r" not in moves(GRANDFATHERS_CLOCK, there)
    assert "t1 r" in moves(GRANDFATHERS_CLOCK, there, 2)
    play = play_from(GRANDFATHERS_CLOCK, there)
    play.perform("x")
    play.perform("t1@2 f5")
    assert position_of(play) == "f5 2S 3S\nt1 9C\nt2 5D"


def test_the_clock_is_won_when_all_hours_show() -> None:
    piles = []
    for hour, first in enumerate(DIAL, 1):
        suit = first[1]
        start = cards.rank(cards.parse(first))
        count = 5 if hour <= 4 else 4
        ranks = [(start + step - 1) % 13 + 1 for step in range(count)]
        assert ranks[-1] == hour
        piles.append([cards.text(cards.card(rank, "CDHS".index(suit))) for rank in ranks])
    last = piles[11].pop()
    text = "\n".join(f"f{hour} {' '.join(pile)}" for hour, pile in enumerate(piles, 1))
    play = play_from(GRANDFATHERS_CLOCK, f"{text}\nt1 {last}")
    play.perform("t1 f12")
    assert play.outcome is Outcome.WON
    assert outcome(GRANDFATHERS_CLOCK, f"{text}\nt1 {last}") is None
