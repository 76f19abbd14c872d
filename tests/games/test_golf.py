"""The three Golfs."""

import pytest

from solterm.contests.score import tell_score
from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games import find
from solterm.games.golf import ROYALE, SMALLWARE, ULTIMATE
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
    assert {find(f"{source}-golf").family for source in ("royale", "ultimate", "smallware")} == {
        "sequence"
    }


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
