"""Tests of the example's games, which solterm finds by the package's entry point.

``test_published`` runs this module in a process that has the package installed.
"""

import pytest

from solterm.core import deals
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import catalogue, find, others, search
from tests.core.strategies import act

EXAMPLES = ["number-ten", "simon-jester"]


def test_games_of_packages_come_after_the_catalogue() -> None:
    assert list(catalogue(published=True)) == [*catalogue(), *EXAMPLES]
    assert others().troubles == ()
    assert list(others().games) == EXAMPLES
    assert search("Number Ten") is find("number-ten")


@pytest.mark.parametrize(("suits", "letters"), [("1", "S"), ("2", "HS"), ("4", "CDHS")])
def test_simon_jester_can_be_played_with_one_two_or_four_suits(suits: str, letters: str) -> None:
    jester = find("simon-jester")
    play = Play(jester, 617, options={"suits": suits})
    assert {"CDHS"[card >> 4 & 3] for card in play.game.shuffle(617)} == set(letters)
    assert len(play.game.shuffle(deals.FIRST)) == play.game.in_play == 104
    for choice in range(40):
        act(play, choice * 5)
    again = record.read(record.write(play)).replay(find)
    assert (again.table, again.options) == (play.table, play.options)
