"""The sample games can be replayed to the end, like any record."""

import pytest

from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.games import find
from solterm.manual.rules_pages import SAMPLES, sample


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_game_is_won(name: str) -> None:
    play = record.read(sample(name)).replay(find)
    assert play.outcome is Outcome.WON
    assert (play.level, play.tally.exceptions) == (3, 0)
    assert len(play.pile("d")) == 52


def test_the_samples_use_two_sizes_of_the_grid() -> None:
    sizes = [record.read(sample(name)).replay(find).options["size"] for name in SAMPLES]
    assert sizes == ["normal", "small"]
