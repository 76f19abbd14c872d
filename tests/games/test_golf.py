"""The three Golfs, TriPeaks and Black Hole."""

import pytest

from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.golfs import BLACK_HOLE, ROYALE, SMALLWARE, TRI_PEAKS, ULTIMATE
from solterm.plain import prose
from tests.core.positions import play_from
from tests.games.tables import after, dealt, each, moves, piles_alike, position_of, refusal

ALL = (ROYALE, ULTIMATE, SMALLWARE)


def followers(game: Game, top: str, level: int = 3) -> str:
    """Return the ranks that may follow a card, whatever the suit."""
    found = {
        cards.text(card)
        for card in cards.pack()
        if "t1 f" in moves(game, f"f {top}\nt1 {cards.text(card)}", level)
    }
    ranks = {letters[0] for letters in found}
    assert found == {rank + suit for rank in ranks for suit in cards.SUITS}
    return "".join(rank for rank in cards.RANKS if rank in ranks)


# -- levels and exceptions ---------------------------------------------------------------------


@each(*ALL)
def test_x_shows_the_next_stock_card_without_moving_it(game: Game) -> None:
    play = play_from(game, "s 9c 2d\nf 5H\nt1 8D")
    assert play.exception() == (cards.parse("2D"),)
    assert position_of(play) == "s 9c 2d\nf 5H\nt1 8D"
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove, match="no hidden card"):
        play_from(game, "f 5H\nt1 8D").exception()


# -- the end -----------------------------------------------------------------------------------


@each(*ALL)
def test_a_cleared_tableau_wins_and_the_stock_counts_as_dealt(game: Game) -> None:
    play = play_from(game, "s 9c 2d\nf 5H\nt1 4D")
    play.perform("t1 f")
    assert play.outcome is Outcome.WON
    assert play.mark == 1000
    assert play.score == {ROYALE: 52, ULTIMATE: 0, SMALLWARE: 1000}[game]


@each(*ALL)
def test_the_mark_counts_cards_from_the_tableau_but_not_from_the_stock(game: Game) -> None:
    play = Play(game, 617)
    for _ in range(16):
        play.perform("s")
    assert play.mark == 0
    assert play.score == {ROYALE: 17, ULTIMATE: 35, SMALLWARE: 0}[game]
    assert "0 cards of the tableau played" in prose.counts(play)
    play = play_from(game, "s 9c 2d\nf 5H\nt1 9D 4D\nt2 KC")
    for event in ("t1 f", "s"):
        play.perform(event)
    assert play.mark == 10


@pytest.mark.parametrize(
    ("text", "home", "strokes"),
    [("s 9c 2d\nf 5H 6H\nt1 9D 4D\nt3 KS", 2, 3), ("s 9c\nf 5H", 52, 0)],
    ids=["in play", "won"],
)
def test_royale_scores_the_cards_on_the_foundation_and_ultimate_those_left_as_strokes(
    text: str, home: int, strokes: int
) -> None:
    for game, own in ((ROYALE, home), (ULTIMATE, strokes)):
        assert play_from(game, text).score == own
    assert SMALLWARE.own_score is None


# -- TriPeaks ----------------------------------------------------------------------------------


def test_every_card_of_a_peak_lies_under_two_of_the_next_row() -> None:
    over = TRI_PEAKS.over
    assert [over[f"t{number}"] for number in (1, 2, 3)] == [
        ("t4", "t5"),
        ("t6", "t7"),
        ("t8", "t9"),
    ]
    assert (over["t5"], over["t6"]) == (("t11", "t12"), ("t13", "t14"))
    assert [over[f"t{number}"] for number in range(10, 19)] == [
        (f"t{number}", f"t{number + 1}") for number in range(19, 28)
    ]
    assert len(over) == 18


PEAK = "f 5H\nt4 9s\nt10 6d\nt11 7h\nt19 6S\nt20 4C\nt21 KD"


def test_only_uncovered_cards_of_the_peaks_play_and_the_ranks_go_round() -> None:
    assert moves(TRI_PEAKS, PEAK) == {"t19 f", "t20 f"}
    assert followers(TRI_PEAKS, "KC") == "AQ"
    assert refusal(TRI_PEAKS, PEAK, "t10 f") == "That card is covered by 6S and 4C."
    assert refusal(TRI_PEAKS, PEAK.replace("6d", "6D"), "t10 f") == "6D is covered by 6S and 4C."
    assert refusal(TRI_PEAKS, PEAK, "t4 f") == "That card is covered."
    assert refusal(TRI_PEAKS, PEAK, "t21 f") == "KD can't go on 5H: a 4 or a 6 is wanted."


def test_at_level_2_a_card_under_only_one_other_turns_up_and_plays() -> None:
    there = after(TRI_PEAKS, PEAK, "t20 f", level=2)
    assert "t10 6D" in there and "t11 7H" in there and "t4 9s" in there
    assert "t11 f" in moves(TRI_PEAKS, there.replace("5H 4C", "5H 4C 8C"), 2)
    assert "t11 f" not in moves(TRI_PEAKS, there.replace("5H 4C", "5H 4C 8C"), 3)
    assert followers(TRI_PEAKS, "5C", 2) == "46"
    assert followers(TRI_PEAKS, "5C", 1) == "456"


# -- Black Hole --------------------------------------------------------------------------------


def test_black_hole_deals_seventeen_fans_around_the_ace_of_spades() -> None:
    assert dealt(BLACK_HOLE) == {"f": "0+1"} | piles_alike("t", 17, "0+3")
    for deal in (1, 617, 24680):
        assert BLACK_HOLE.deal(deal).pile("f") == (cards.parse("AS"),)
    pack = [card for card in deals.shuffle(617) if card != cards.parse("AS")]
    assert BLACK_HOLE.deal(617).pile("t2") == tuple(pack[1:51:17])


def test_all_cards_in_the_hole_win_and_the_ace_counts() -> None:
    first = [card for card in cards.pack() if cards.text(card) not in ("KH", "QD")]
    play = play_from(BLACK_HOLE, f"f {' '.join(map(cards.text, first))} QD\nt1 KH")
    play.perform("t1 f")
    assert play.outcome is Outcome.WON
    assert BLACK_HOLE.rules().count_scored(BLACK_HOLE.deal(617).table) == 1
