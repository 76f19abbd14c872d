"""A game is over once no move makes progress, even after turning the stock."""

import pytest

from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.games.kloncan_games import KLONDIKE
from tests.core.positions import (
    COLUMNS,
    FOUNDATIONS,
    STOCK,
    WASTE,
    legal,
    play_from,
    position,
    small_game,
)

OVER = Outcome.OVER


def outcome(text: str, level: int = 3, game: Game = KLONDIKE) -> Outcome | None:
    rules = game.rules(level)
    return rules.outcome(position(rules, text))


# -- moves -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["t1 5D\nt2 4S", "t1 AD", "f1 AD\nt1 2D", "t1 5d KH", "w 4S\nt1 5D", "w KS\nt1 5D"]
)
def test_useful_move_makes_progress(text: str) -> None:
    assert outcome(text) is None


def test_moving_a_whole_column_to_an_empty_one_is_no_progress() -> None:
    rules, table = KLONDIKE.rules(), position(KLONDIKE, "t1 KH QS\nt2 5D")
    assert "t1 t3 2" in legal(rules, table)
    assert rules.outcome(table) is OVER


def test_rearranging_columns_at_level_1_is_no_progress() -> None:
    assert outcome("t1 9C\nt2 5D\nt3 5H", level=1) is OVER
    assert outcome("t1 9C\nt2 5D\nt3 4H", level=1) is None


# -- turning -----------------------------------------------------------------------------------

STUCK = "t1 5D\nt2 5H\nt3 5S\nt4 5C\nt5 9H\nt6 9D\nt7 JS"
"""Columns that accept any 4, a black 8 and a red 10, but no King; none is empty."""


@pytest.mark.parametrize(
    ("stock", "level", "over"),
    [
        ("s 7h 2s 3s", 3, True),
        ("s 7h 2s 3s", 2, True),
        ("s 8c 2s 3s", 3, False),
        ("s 7h 8c 3s", 3, True),
        ("s 7h 8c 3s", 2, False),
        ("s 3d 8c 7h 2s 3s", 3, True),
        ("s 8c 3d 7h 2s 3s", 3, False),
        ("w 8C", 3, False),
        ("w 8C 7H 2S", 3, True),
        ("w 7H 2S 8C 3S", 3, False),
        ("w 7H 2S 8C 3S", 2, False),
    ],
    ids=[
        "no hand card fits",
        "no hand card fits one by one",
        "the third card fits",
        "the second card is skipped by threes",
        "the second card fits one by one",
        "the fourth of five is skipped",
        "the fifth card fits",
        "on the waste now",
        "in the waste, and skipped after a turnover",
        "third after a turnover",
        "in the waste, one by one",
    ],
)
def test_unlimited_turning_is_searched_until_it_repeats(stock: str, level: int, over: bool) -> None:
    assert outcome(f"{STUCK}\n{stock}", level) is (OVER if over else None)


def test_limited_passes_are_moves_until_used_up() -> None:
    stock = replace(STOCK, action=TurnStock(1, passes=2))
    game = small_game(stock, WASTE, FOUNDATIONS, COLUMNS)
    columns = "t1 5D\nt2 5H\nt3 9C\nt4 9S"
    assert outcome(f"s 2s\n{columns}", game=game) is None
    assert outcome(f"w 2S\n{columns}", game=game) is None
    assert outcome(f"s 2s\n{columns}\npasses 1", game=game) is None
    assert outcome(f"w 2S\n{columns}\npasses 1", game=game) is OVER


# -- announcing the outcome --------------------------------------------------------------------


def test_the_end_is_announced_once_the_player_has_seen_the_whole_stock() -> None:
    play = play_from(KLONDIKE, f"{STUCK}\ns 2c 3c 7h 2s 3s")
    assert play.rules.outcome(play.table) is OVER
    assert play.outcome is None
    play.perform("s")
    assert play.outcome is None
    play.perform("s")
    assert play.outcome is OVER


def test_the_end_does_not_wait_for_cards_that_never_come_up() -> None:
    play = play_from(KLONDIKE, f"{STUCK}\ns 7h 8c 3s")
    play.perform("s")
    assert play.outcome is OVER


def test_another_level_may_turn_up_unseen_cards() -> None:
    play = play_from(KLONDIKE, f"{STUCK}\ns 7h 2c 3s")
    play.perform("s")
    assert play.outcome is OVER
    play.perform("level 2")
    assert play.outcome is None
    for _ in "turnover", "3S", "2C":
        play.perform("s")
    assert play.outcome is OVER


def test_a_game_that_is_over_still_takes_commands() -> None:
    play = play_from(KLONDIKE, "t1 5D\nt2 4S\nt3 6H")
    play.perform("t2 t1")
    assert play.outcome is OVER
    play.perform("undo")
    assert play.outcome is None
    play.perform("redo")
    play.perform("level 1")
    assert play.outcome is None
