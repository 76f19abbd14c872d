"""Hidden cards stay hidden: no reply, hint or picture depends on an unseen card."""

from random import Random

import pytest

from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.games import catalogue
from tests.core.strategies import each_game, every_game
from tests.effort import THOROUGH, tries
from tests.twins import LeakCheck


@every_game
def test_swapping_two_unseen_cards_changes_no_answer(game: Game) -> None:
    """Every game is played in both modes, or in one of them in the usual run."""
    place = list(catalogue()).index(game.id)
    for seed in (0, 1) if THOROUGH else (place % 2,):
        check = LeakCheck(game, 617 + seed, Random(seed), (Mode.FREE, Mode.SCORED)[seed])
        for _ in range(tries(8, 2)):
            check.step()


@pytest.mark.long
@each_game
def test_swapping_two_unseen_cards_changes_no_answer_in_long_play(game: Game) -> None:
    for seed in range(12):
        check = LeakCheck(game, seed + 1, Random(seed), Mode(seed % 3 if seed % 4 == 0 else 0))
        for _ in range(120):
            check.step()
