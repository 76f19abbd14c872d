"""What is hidden stays hidden: nothing said or shown depends on a card nobody has seen."""

from random import Random

import pytest

from solterm.core.game import Game
from solterm.core.play.terms import Terms
from tests.core.strategies import every_game
from tests.effort import tries
from tests.twins import Watch


@every_game
def test_exchanging_two_unseen_cards_changes_no_answer(game: Game) -> None:
    for seed in range(2):
        watch = Watch(game, 617 + seed, Random(seed), (Terms.FREE, Terms.SCORED)[seed])
        for _ in range(tries(8, 2 - seed)):
            watch.step()


@pytest.mark.long
@every_game
def test_exchanging_two_unseen_cards_changes_no_answer_in_long_play(game: Game) -> None:
    for seed in range(12):
        watch = Watch(game, seed + 1, Random(seed), Terms(seed % 3 if seed % 4 == 0 else 0))
        for _ in range(120):
            watch.step()
