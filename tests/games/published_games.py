"""What holds of the example's games, with its package found by its entry point.

No test module of its own: ``test_published`` runs it in a process that has the package.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.core import deals
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.counts import LEVELS
from solterm.core.play.play import Play
from solterm.core.words.pilehelp import describe
from solterm.games import catalogue, every_game, find, find_by_name, find_known, others
from solterm.games.pages import opening_line, page
from solterm.tui.look.chrome import BARS
from solterm.tui.table.layout import layout, spots_of
from tests.core import test_properties
from tests.core.strategies import act, few

EXAMPLES = ("yukon", "spider", "accordion")
# Where doctests are sought the package is not there, and the module is imported all the same.
GAMES = [game for game in map(find_known, EXAMPLES) if game]
published = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

for _name, _test in list(vars(test_properties).items()):
    if _name.startswith("test_"):
        _again = given(data=st.data())(_test.hypothesis.inner_test)
        globals()[_name] = published(few(_again))


def test_the_packages_games_come_after_the_catalogue() -> None:
    assert list(every_game()) == [*catalogue(), "yukon", "spider", "accordion"]
    assert others().troubles == ()
    assert [game.id for game in GAMES] == list(EXAMPLES)
    assert find_by_name("Yukon") is find("yukon")


@published
def test_a_game_has_a_page(game: Game) -> None:
    assert page(game.id).startswith(f"# {game.name}")
    assert max(map(len, page(game.id).splitlines())) <= 76
    assert opening_line(game.id).endswith(".")


@published
def test_each_level_and_each_exception_has_its_place_on_the_page(game: Game) -> None:
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


@pytest.mark.parametrize(("suits", "letters"), [("1", "S"), ("2", "HS"), ("4", "CDHS")])
def test_spider_is_played_in_so_many_suits(suits: str, letters: str) -> None:
    spider = find("spider")
    play = Play(spider, 617, options={"suits": suits})
    assert {"CDHS"[card >> 4 & 3] for card in play.game.shuffle(617)} == set(letters)
    assert len(play.game.shuffle(deals.FIRST)) == play.game.in_play == 104
    for choice in range(40):
        act(play, choice * 5)
    again = record.read(record.write(play)).replay(find)
    assert (again.table, again.options) == (play.table, play.options)


def test_the_accordion_closes_up_and_is_won_with_one_pile() -> None:
    accordion = find("accordion")
    pack = accordion.shuffle(5)
    one_left = accordion.opening(pack)._replace(piles=(pack, *((),) * 51))
    assert accordion.rules().is_won(one_left)
    play = Play(accordion, 5)
    play.perform("t7 t4")
    assert [len(pile) for pile in play.table.piles][3:7] == [2, 1, 1, 1]
    assert play.table.piles[-1] == ()
