"""Grandfather's Clock and Clock."""

from solterm.core import cards
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.single_games import CLOCK, GRANDFATHERS_CLOCK
from tests.core.positions import play_from
from tests.games.tables import after, moves, outcome, refusal

DIAL = ["TS", "JH", "QC", "KD", "2S", "3H", "4C", "5D", "6S", "7H", "8C", "9D"]


def test_the_hours_build_up_in_suit_past_the_king_and_end_at_their_hour() -> None:
    there = "f1 TS JS QS KS\nf5 2S 3S 4S 5S\nf9 6S 7S\nt1 AS\nt2 6S\nt3 8S\nt4 8H"
    assert {"t1 f1", "t3 f9"} == {move for move in moves(GRANDFATHERS_CLOCK, there) if " f" in move}
    assert refusal(GRANDFATHERS_CLOCK, there, "t2 f5") == "Foundation 5 is complete."
    done = after(GRANDFATHERS_CLOCK, there, "t1 f1")
    assert refusal(GRANDFATHERS_CLOCK, f"{done}\nt5 2S", "t5 f1") == "Foundation 1 is complete."


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


# -- Clock -------------------------------------------------------------------------------------

LAST = "t1 AC AD ah as\nt2 2C 2D 2H 2S\nt13 KC KD KH\nh KS"


def test_the_turned_card_goes_under_the_pile_of_its_rank_which_gives_the_next() -> None:
    there = "t3 3C 9d 4h\nt7 8s qc\nh 3S"
    assert moves(CLOCK, there) == {"h t3"}
    assert after(CLOCK, there, "h t3") == "t3 3S 3C 9d\nt7 8s qc\nh 4H"
    assert refusal(CLOCK, there, "h t7") == "3S goes under pile 3."
    assert refusal(CLOCK, there, "t7 t8") == "Only the turned card moves: 3S goes to t3."
    assert refusal(CLOCK, there, "h") == "Say where 3S goes, as in h t3."


def test_the_fourth_king_stops_the_clock() -> None:
    play = play_from(CLOCK, LAST)
    play.push("h t13")
    assert play.outcome is Outcome.OVER
    assert refusal(CLOCK, "t13 KS KC KD KH", "h t13") == "No card is turned up."


def test_the_fourth_king_may_change_places_once_at_level_2_and_three_times_at_level_1() -> None:
    assert moves(CLOCK, LAST) == {"h t13"}
    assert moves(CLOCK, LAST, 2) == {"h t1", "h t13"}
    changed = after(CLOCK, LAST, "h t1", level=2)
    assert changed == "t1 AC AD ks ah\nt2 2C 2D 2H 2S\nt13 KC KD KH\nh AS\nstage 1"
    spent = f"{LAST}\nstage 1"
    assert moves(CLOCK, spent, 2) == {"h t13"}
    assert moves(CLOCK, spent, 1) == {"h t1", "h t13"}
    assert moves(CLOCK, spent.replace("stage 1", "stage 3"), 1) == {"h t13"}
    assert moves(CLOCK, LAST.replace("h KS", "h AH"), 1) == {"h t1"}


def test_one_deal_in_thirteen_is_won() -> None:
    won = 0
    for deal in range(1, 131):
        play = Play(CLOCK, deal)
        while moves := list(play.legal_moves):
            play.push(moves[0])
        won += play.outcome is Outcome.WON
    assert 3 <= won <= 19
