"""The three Golfs, TriPeaks and Black Hole."""

import pytest

from solterm.contests.score import tell_score
from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.words.pilehelp import describe
from solterm.games.golfs import BLACK_HOLE, ROYALE, SMALLWARE, TRI_PEAKS, ULTIMATE
from solterm.plain import prose
from tests.core.positions import play_from
from tests.games.tables import after, dealt, each, moves, outcome, piles_alike, position_of, refusal

ALL = (ROYALE, ULTIMATE, SMALLWARE)
STOPPING = (ROYALE, ULTIMATE)


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


# -- the deal ----------------------------------------------------------------------------------


@each(*ALL)
def test_the_deal_has_seven_columns_of_five_a_foundation_card_and_a_stock_of_sixteen(
    game: Game,
) -> None:
    assert dealt(game) == {"s": "16+0", "f": "0+1"} | piles_alike("t", 7, "0+5")


@each(*ALL)
def test_golf_is_dealt_row_by_row_and_the_36th_card_starts_the_foundation(game: Game) -> None:
    pack = deals.shuffle(617)
    opening = dict(zip(game.ids, game.opening(pack).piles, strict=True))
    assert opening["t1"] == pack[0:35:7]
    assert opening["t7"] == pack[6:35:7]
    assert opening["f"] == (pack[35],)
    assert opening["s"][-1] & ~cards.DOWN == pack[36]


def test_golfs_belong_to_the_family_of_sequences() -> None:
    assert {game.engine.engine_name for game in ALL} == {"sequence"}


# -- sequences ---------------------------------------------------------------------------------


@each(*ALL)
def test_cards_follow_one_rank_up_or_down_regardless_of_suit(game: Game) -> None:
    assert followers(game, "5H") == "46"
    assert followers(game, "QS") == "JK"
    assert refusal(game, "f 5H\nt1 9C", "t1 f") == "9C can't go on 5H: a 4 or a 6 is wanted."


@each(*ALL)
def test_the_direction_may_change(game: Game) -> None:
    text = "f 2C\nt1 AD\nt2 2D\nt3 3D\nt4 2S\nt5 KH"
    assert after(game, text, "t1 f", "t2 f", "t3 f", "t4 f") == "f 2C AD 2D 3D 2S\nt5 KH"


@each(*ALL)
def test_only_a_2_follows_an_ace(game: Game) -> None:
    assert followers(game, "AC") == "2"


@each(*STOPPING)
def test_no_card_follows_a_king(game: Game) -> None:
    assert followers(game, "KC") == ""
    reason = "QD can't go on KC: nothing goes on a King."
    assert refusal(game, "f KC\nt1 QD", "t1 f") == reason
    assert moves(game, "s 9c\nf KC\nt1 QD") == {"s"}


def test_in_smallwares_a_queen_follows_a_king() -> None:
    assert followers(SMALLWARE, "KC") == "Q"


@each(*ALL)
def test_end_cards_go_one_at_a_time_and_only_to_the_foundation(game: Game) -> None:
    assert moves(game, "f 5H\nt1 6S 9C\nt2 8D\nt3 4D") == {"t3 f"}
    assert refusal(game, "f 5H\nt1 6S 9C\nt2 8D", "t1@2 f").endswith("under others.")
    assert (
        refusal(game, "f 5H\nt1 9C\nt2 8D", "t2 t1") == "Cards can't go from column 2 to column 1."
    )
    assert refusal(game, "f 5H\nt1 9C", "f t1") == "Cards on the " + (
        "waste stay there." if game is ULTIMATE else "foundation stay there."
    )


# -- the stock ---------------------------------------------------------------------------------


@each(*ALL)
def test_the_stock_gives_any_card_at_any_time_without_a_redeal(game: Game) -> None:
    assert "s" in moves(game, "s 9c 2d\nf 5H\nt1 4D")
    assert after(game, "s 9c 2d\nf 5H\nt1 4D", "s") == "s 9c\nf 5H 2D\nt1 4D"
    assert moves(game, "f 5H\nt1 9D") == set()
    assert refusal(game, "f 5H\nt1 9D", "s") == "The stock is out."


# -- levels and exceptions ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "level", "on_king", "on_ace", "on_five"),
    [
        (ROYALE, 2, "Q", "2", "46"),
        (ULTIMATE, 2, "Q", "2", "46"),
        (SMALLWARE, 2, "AQ", "2K", "46"),
        (ROYALE, 1, "AQK", "A2K", "456"),
        (ULTIMATE, 1, "AQK", "A2K", "456"),
        (SMALLWARE, 1, "AQK", "A2K", "456"),
    ],
    ids=lambda value: value.id if isinstance(value, Game) else str(value),
)
def test_level_2_lets_a_queen_follow_a_king_or_wraps_and_level_1_allows_more(
    game: Game, level: int, on_king: str, on_ace: str, on_five: str
) -> None:
    assert followers(game, "KC", level) == on_king
    assert followers(game, "AC", level) == on_ace
    assert followers(game, "5C", level) == on_five


@each(*ALL)
def test_x_shows_the_next_stock_card_without_moving_it(game: Game) -> None:
    play = play_from(game, "s 9c 2d\nf 5H\nt1 8D")
    assert play.exception() == (cards.parse("2D"),)
    assert position_of(play) == "s 9c 2d\nf 5H\nt1 8D"
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove, match="no hidden card"):
        play_from(game, "f 5H\nt1 8D").exception()


@each(*ALL)
def test_at_level_2_x_allows_one_move_of_level_1(game: Game) -> None:
    play = play_from(game, "f 5H\nt1 9C 5C\nt2 5D", level=2)
    play.perform("x")
    play.perform("t1 f")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("t2 f")


# -- the end -----------------------------------------------------------------------------------


@each(*ALL)
def test_a_cleared_tableau_wins_and_the_stock_counts_as_dealt(game: Game) -> None:
    play = play_from(game, "s 9c 2d\nf 5H\nt1 4D")
    play.perform("t1 f")
    assert play.outcome is Outcome.WON
    assert play.mark == 1000
    assert play.score == {ROYALE: 52, ULTIMATE: 0, SMALLWARE: 1000}[game]


@each(*ALL, TRI_PEAKS)
def test_no_card_of_the_tableau_is_played_before_the_first_move(game: Game) -> None:
    assert game.rules().count_scored(game.deal(617).table) == 0


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


@each(*ALL)
def test_the_game_is_over_when_the_stock_is_out_and_no_card_fits(game: Game) -> None:
    assert outcome(game, "s 9c\nf 5H\nt1 9D") is None
    assert outcome(game, "f 5H\nt1 9D") is Outcome.OVER
    assert outcome(game, "f 5H\nt1 6D\nt2 9D") is None


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


def test_ultimate_reports_its_score_in_strokes() -> None:
    assert tell_score(play_from(ULTIMATE, "f KD\nt1 2C")) == "1 stroke (mark 0)"
    assert tell_score(play_from(ULTIMATE, "f KD\nt1 2C 3H")) == "2 strokes (mark 0)"
    assert tell_score(play_from(SMALLWARE, "f KD\nt1 2C")) == "0"


# -- TriPeaks ----------------------------------------------------------------------------------


def test_tri_peaks_deals_three_peaks_face_down_on_a_row_of_ten() -> None:
    down = ["1+0"] * 18 + ["0+1"] * 10
    assert dealt(TRI_PEAKS) == {"s": "23+0", "f": "0+1"} | piles_alike("t", 28, *down)
    pack = deals.shuffle(617)
    opening = dict(zip(TRI_PEAKS.ids, TRI_PEAKS.opening(pack).piles, strict=True))
    assert (opening["t1"][0] & ~cards.DOWN, opening["t28"][0]) == (pack[0], pack[27])


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


def test_a_card_of_a_peak_turns_up_when_both_cards_over_it_are_gone() -> None:
    assert "t10 6d" in after(TRI_PEAKS, PEAK, "t19 f")
    assert "t10 6D" in after(TRI_PEAKS, PEAK.replace("4C", "7C"), "t19 f", "t20 f")


def test_at_level_2_a_card_under_only_one_other_turns_up_and_plays() -> None:
    there = after(TRI_PEAKS, PEAK, "t20 f", level=2)
    assert "t10 6D" in there and "t11 7H" in there and "t4 9s" in there
    assert "t11 f" in moves(TRI_PEAKS, there.replace("5H 4C", "5H 4C 8C"), 2)
    assert "t11 f" not in moves(TRI_PEAKS, there.replace("5H 4C", "5H 4C 8C"), 3)
    assert followers(TRI_PEAKS, "5C", 2) == "46"
    assert followers(TRI_PEAKS, "5C", 1) == "456"


def test_a_change_of_level_turns_up_no_card_before_the_next_action() -> None:
    play = play_from(TRI_PEAKS, f"s 9c 2d\n{PEAK}".replace("t20 4C\n", ""))
    play.perform("level 2")
    assert "t10 6d" in position_of(play)
    play.perform("s")
    assert "t10 6D" in position_of(play)


def test_the_peaks_taken_down_win_and_their_cards_count() -> None:
    play = play_from(TRI_PEAKS, "s 9c 2d\nf 5H\nt1 4D")
    play.perform("t1 f")
    assert (play.outcome, play.mark) == (Outcome.WON, 1000)
    assert "28 cards of the tableau" in prose.counts(play)


def test_the_help_on_a_place_of_a_peak_says_when_its_card_turns_up() -> None:
    table = TRI_PEAKS.deal(617).table
    said = "Its card turns up, and may go, once no card covers it."
    assert said in describe(TRI_PEAKS, "t1", table)
    assert "no more than one card covers it" in describe(TRI_PEAKS.rules(2).game, "t1", table)
    assert said not in describe(SMALLWARE, "t1", SMALLWARE.deal(617).table)


# -- Black Hole --------------------------------------------------------------------------------


def test_black_hole_deals_seventeen_fans_around_the_ace_of_spades() -> None:
    assert dealt(BLACK_HOLE) == {"f": "0+1"} | piles_alike("t", 17, "0+3")
    for deal in (1, 617, 24680):
        assert BLACK_HOLE.deal(deal).pile("f") == (cards.parse("AS"),)
    pack = [card for card in deals.shuffle(617) if card != cards.parse("AS")]
    assert BLACK_HOLE.deal(617).pile("t2") == tuple(pack[1:51:17])


def test_the_hole_takes_end_cards_up_or_down_and_goes_round() -> None:
    there = "f AS\nt1 5H KD\nt2 3C 2C\nt3 AD"
    assert moves(BLACK_HOLE, there) == {"t1 f", "t2 f"}
    assert after(BLACK_HOLE, there, "t1 f") == "f AS KD\nt1 5H\nt2 3C 2C\nt3 AD"
    assert moves(BLACK_HOLE, there, 2) == {"t1 f", "t2 f", "t3 f"}
    assert refusal(BLACK_HOLE, there, "t1 t3") == "Cards can't go from fan 1 to fan 3."


def test_a_card_under_an_end_card_falls_by_x_or_at_level_1() -> None:
    there = "f AS\nt1 2H 9D\nt2 9C"
    assert moves(BLACK_HOLE, there, 2) == set()
    assert moves(BLACK_HOLE, there, 1) == {"t1@2 f"}
    play = play_from(BLACK_HOLE, there)
    play.perform("x")
    play.perform("t1@2 f")
    assert position_of(play) == "f AS 2H\nt1 9D\nt2 9C"


def test_all_cards_in_the_hole_win_and_the_ace_counts() -> None:
    first = [card for card in cards.pack() if cards.text(card) not in ("KH", "QD")]
    play = play_from(BLACK_HOLE, f"f {' '.join(map(cards.text, first))} QD\nt1 KH")
    play.perform("t1 f")
    assert play.outcome is Outcome.WON
    assert BLACK_HOLE.rules().count_scored(BLACK_HOLE.deal(617).table) == 1
