"""Tests of every game that another package publishes.

``test_published`` runs this module in a process that has the example's package. Authors of games
install theirs next to solterm and run it, too (docs/new-games.md, "Test it").
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.core.game import Game
from solterm.core.play.history import LEVELS
from solterm.core.play.play import Play
from solterm.core.words.pilehelp import describe
from solterm.games import others
from solterm.manual.rules_pages import opening_line, page
from solterm.tui.table.layout import BARS, layout, spots_of
from tests.core import test_properties
from tests.core.strategies import act, few
from tests.games.trial import find_fault

# The search for doctests imports this module without any package.
GAMES = list(others().games.values())
published = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

for _name, _test in list(vars(test_properties).items()):
    if _name.startswith("test_"):
        _again = given(data=st.data())(_test.__wrapped__.hypothesis.inner_test)
        globals()[_name] = published(few(_again))


def test_no_package_is_left_out() -> None:
    assert not others().troubles, " ".join(others().troubles)
    assert GAMES, (
        "No package of games is installed next to solterm: see docs/new-games.md, 'Test it'."
    )


@published
def test_a_game_passes_the_trial(game: Game) -> None:
    assert find_fault(game) is None


@published
def test_a_game_has_a_page(game: Game) -> None:
    assert page(game.id).startswith(f"# {game.name}")
    assert max(map(len, page(game.id).splitlines())) <= 76
    assert opening_line(game.id).endswith(".")


@published
def test_the_page_describes_each_level_and_exception(game: Game) -> None:
    assert set(game.exceptions) == {3, 2}
    assert all(f"**Level {level}**" in page(game.id) for level in LEVELS)


@published
@pytest.mark.parametrize("moves", [0, 30, 120])
def test_the_table_fits_80_columns_and_24_rows(game: Game, moves: int) -> None:
    play = Play(game, 617)
    for choice in range(moves):
        act(play, choice * 7)
    geometry = layout(play, 80, 24 - BARS, False)
    assert geometry is not None
    assert set(geometry.slots) == set(game.ids)
    for name in game.ids:
        for spot in spots_of(play, name, geometry):
            assert spot.x >= 0 and spot.x + spot.width <= 80
            assert spot.y >= 0 and spot.y + spot.height <= 24 - BARS


@published
def test_every_pile_is_described(game: Game) -> None:
    for level in LEVELS:
        for name in game.ids:
            assert describe(game.rules(level).game, name, Play(game, 617, level).table)
