"""Poker by the rules of The Ultimate Solitaire Collection."""

from functools import partial

import pytest

from solterm.contests.result_words import headline
from solterm.core import cards, deals
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.vocabulary.grids import Grid
from solterm.games.poker_squares import POKER, PokerHand, hand_of, hands
from solterm.plain.interpreter import carry_out
from solterm.plain.protocol import piles
from tests.core.positions import play_from, position
from tests.games import tables
from tests.plain.line_sessions import new_session

moves = partial(tables.moves, POKER)
refusal = partial(tables.refusal, POKER)


def cells(*numbers: int) -> set[str]:
    return {f"h g{number}" for number in numbers}


def full_grid(*rows: str) -> str:
    """Return the text of a grid of five rows."""
    named = enumerate(" ".join(rows).split(), 1)
    return "\n".join(f"g{number} {card}" for number, card in named)


# -- the deal ----------------------------------------------------------------------------------


def test_the_25_cards_are_those_of_pysolfc_after_its_first_27() -> None:
    pack = deals.shuffle(617)
    play = Play(POKER, 617)
    for card, cell in zip(pack[27:], range(1, 26), strict=True):
        assert play.pile("h") == (card,)
        play.push(Move("h", f"g{cell}"))


# -- placing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("h", "Name the cell for the card of the hand, as in h g1."),
        ("s g3", "A card of the stock comes to the hand before it is placed."),
        ("h g3 2", "Cards are placed one at a time."),
        ("g9 g3", "Cell 9 is empty."),
    ],
)
def test_other_moves_are_refused(move: str, reason: str) -> None:
    assert refusal("h 9H\ng7 2C", move) == reason


@pytest.mark.parametrize("level", [3, 2, 1])
def test_the_25th_card_ends_the_game_with_its_points(level: int) -> None:
    session = new_session("poker", 1, level)
    for cell in range(1, 26):
        assert session.play.ending == ""
        text = carry_out(session, f"h g{cell}").text
    scored = session.play.score
    assert session.play.ending == f"All 25 cards are placed: {scored} points of 200."
    assert session.play.ending in text and "No move is left" not in text
    assert headline(session.play) == session.play.ending
    assert reason_against(session.play, "g1 g2").endswith("is placed and stays.")


def reason_against(play: Play, move: str) -> str:
    return str(play.why_not(Move.parse(move)))


# -- the hands ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hand", "points"),
    [
        ("TH JH QH KH AH", PokerHand.ROYAL_FLUSH, 100),
        ("AS TS QS JS KS", PokerHand.ROYAL_FLUSH, 100),
        ("9H TH JH QH KH", PokerHand.STRAIGHT_FLUSH, 75),
        ("AC 2C 3C 4C 5C", PokerHand.STRAIGHT_FLUSH, 75),
        ("7C 7D 7H 7S 2D", PokerHand.FOUR_OF_A_KIND, 50),
        ("7C 7D 7H 2S 2D", PokerHand.FULL_HOUSE, 25),
        ("2D 5D 9D JD KD", PokerHand.FLUSH, 20),
        ("QD KD AD 2D 3D", PokerHand.FLUSH, 20),
        ("4C 7D 5H 6S 8C", PokerHand.STRAIGHT, 15),
        ("AC 2D 3H 4S 5C", PokerHand.STRAIGHT, 15),
        ("TC JD QH KS AC", PokerHand.STRAIGHT, 15),
        ("JC QD KH AS 2C", PokerHand.NOTHING, 0),
        ("QC KD AH 2S 3C", PokerHand.NOTHING, 0),
        ("KC AD 2H 3S 4C", PokerHand.NOTHING, 0),
        ("7C 7D 7H 2S 3D", PokerHand.THREE_OF_A_KIND, 10),
        ("7C 7D 2H 2S 3D", PokerHand.TWO_PAIR, 5),
        ("7C 7D 2H 4S 3D", PokerHand.PAIR, 2),
        ("7C 9D 2H 4S 3D", PokerHand.NOTHING, 0),
        ("7C 7D 7H 7S", PokerHand.FOUR_OF_A_KIND, 50),
        ("4C 5C 6C 7C", PokerHand.NOTHING, 0),
        ("7C 7D 7H", PokerHand.THREE_OF_A_KIND, 10),
        ("7C 7D", PokerHand.PAIR, 2),
        ("7C", PokerHand.NOTHING, 0),
        ("", PokerHand.NOTHING, 0),
    ],
)
def test_each_hand_scores_its_points(line: str, hand: PokerHand, points: int) -> None:
    held = [cards.parse(card) for card in line.split()]
    assert hand_of(held) is hand
    assert hand_of(held[::-1]) is hand
    assert hand == points


MIXED = full_grid(
    "TH JH QH KH AH",  # royal flush
    "7C 7D 7H 2S 2D",  # full house
    "3C 5D 9S JC KC",
    "4C 6D TS QC 8S",
    "9C 8C 6S 5S QS",
)
"""The columns are T 7 3 4 9, J 7 5 6 8, Q 7 9 T 6, K 2 J Q 5 and A 2 K 8 Q: a straight at most."""


def test_rows_and_columns_score_and_diagonals_do_not() -> None:
    table = position(POKER, MIXED)
    found = hands(table.piles[2:], Grid(5, 5))
    assert found[:5] == (
        PokerHand.ROYAL_FLUSH,
        PokerHand.FULL_HOUSE,
        PokerHand(0),
        PokerHand(0),
        PokerHand(0),
    )
    assert found[5:] == (PokerHand(0),) * 5
    assert POKER.rules().count_scored(table) == 125
    diagonal = position(POKER, "g1 7C\ng7 7D\ng13 7H\ng19 7S")
    assert POKER.rules().count_scored(diagonal) == 0
    assert POKER.rules().count_scored(position(POKER, "g1 7C\ng6 7D\ng2 7H")) == 4


FOUR_FOURS = full_grid("AC AD AH AS 5C", "9C 9D 9H 9S 6D", "3C 3D 3H 3S 8H", "KC KD KH KS 7C")
"""Four times four of a kind: 200 points. No column has a hand."""

LAST_ROW = "g22 6C\ng23 7S\ng24 TH\ng25 JC\nh 2D\ns 8c"


def test_200_points_win_once_the_grid_is_full() -> None:
    play = play_from(POKER, f"{FOUR_FOURS}\n{LAST_ROW}")
    assert play.rules.count_scored(play.table) == 200
    assert play.outcome is None
    play.push(Move("h", "g21"))
    assert play.outcome is Outcome.WON
    assert play.tally.won


# -- levels and the exception ------------------------------------------------------------------

POSITION = "h 9H\ns 4d 3c 2s\ng1 2C"


def test_level_2_shows_the_next_card() -> None:
    play = play_from(POKER, POSITION)
    assert not play.rules.count_revealed(play.table)
    assert seen_stock(play) == ["??", "??", "??"]
    play.set_level(2)
    assert play.rules.count_revealed(play.table) == {"s": 1}
    assert seen_stock(play) == ["??", "??", "2S"]
    assert cards.parse("2S") in play.seen
    assert cards.parse("3C") not in play.seen
    play.push(Move("h", "g2"))
    assert seen_stock(play) == ["??", "3C"]


def seen_stock(play: Play) -> list[str]:
    shown = piles(play.rules.game, play.shown)
    return list(shown["s"]["cards"])


def test_level_2_changes_no_move_and_at_level_1_cards_need_not_touch() -> None:
    assert moves(POSITION, 2) == moves(POSITION) == cells(2, 6, 7)
    assert moves(POSITION, 1) == cells(*range(2, 26))
