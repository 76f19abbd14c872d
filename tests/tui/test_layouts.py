"""Every rule-set on its table: all piles drawn, nothing outside, nothing over something else."""

import random

import pytest

from solterm.core.play import Play
from solterm.games import catalogue
from solterm.tui.canvas import Canvas
from solterm.tui.chrome import BARS
from solterm.tui.fans import spots
from solterm.tui.geometry import Geometry, arrange
from solterm.tui.glyphs import ASCII, UNICODE
from solterm.tui.painter import View, paint_table

GAMES = list(catalogue().values())
SIZES = [(60, 20), (80, 24), (132, 43), (200, 60)]
TOO_WIDE_FOR_60 = {"three-shuffles-and-a-draw"}


def table_of(play: Play, width: int, height: int) -> Geometry:
    geometry = arrange(play.game, width, height - BARS)
    assert geometry is not None, f"{play.game.id} does not fit {width}x{height}"
    return geometry


def cells(play: Play, geometry: Geometry) -> dict[tuple[int, int], str]:
    """The cells of all cards, by the pile that fills them."""
    filled: dict[tuple[int, int], str] = {}
    for name, slot in geometry.slots.items():
        if play.rules.game.group(name).closed and not play.pile(name):
            continue
        group = play.rules.game.group(name)
        for spot in spots(play.pile(name), slot, group.lift, geometry.size):
            for x in range(spot.x, spot.x + spot.width):
                for y in range(spot.y, spot.y + spot.height):
                    assert (x, y) not in filled, f"{name} lies over {filled[x, y]}"
                    filled[x, y] = name
    return filled


def played(game_id: str, deal: int, level: int, moves: int) -> Play:
    """A play some random moves on, stock turns rarer than others."""
    play = Play(catalogue()[game_id], deal, level)
    chance = random.Random(deal)
    for _ in range(moves):
        legal = list(play.legal_moves)
        if not legal:
            break
        cards = [move for move in legal if not play.rules.is_turn(move)]
        play.move(chance.choice(cards if cards and chance.random() < 0.8 else legal))
    return play


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_pile_has_its_place(game) -> None:
    geometry = table_of(Play(game, 1), 80, 24)
    assert set(geometry.slots) == set(game.ids)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nothing_lies_outside_or_over_something_else(game, size: tuple[int, int]) -> None:
    width, height = size
    if width == 60 and game.id in TOO_WIDE_FOR_60:
        assert arrange(game, width, height - BARS) is None, "it fits by now"
        return
    for level in (3, 1):
        for deal, moves in ((1, 0), (2, 30), (3, 80), (4, 200)):
            play = played(game.id, deal, level, moves)
            geometry = table_of(play, width, height)
            for x, y in cells(play, geometry):
                assert 0 < x < width, f"{game.id} leaves the screen at column {x}"
                assert 0 <= y < height - BARS, f"{game.id} leaves the screen at row {y}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_end_cards_and_captions_are_all_on_the_picture(game, glyphs) -> None:
    play = played(game.id, 5, 3, 25)
    geometry = table_of(play, 80, 24)
    canvas = Canvas(80, 21, glyphs)
    paint_table(canvas, play, View(next(iter(geometry.slots))), geometry, 0)
    picture = "\n".join(row for row, _ in canvas.rows())
    for card in play.game.visible(play.table):
        tops = {pile[-1] for pile in play.table.piles if pile}
        if card in tops:
            assert glyphs.card(card).strip() in picture
    for caption in geometry.captions:
        assert caption.text in picture
    if glyphs is ASCII:
        assert picture.isascii()


@pytest.mark.parametrize(
    ("game_id", "counters"),
    [
        ("demon", [(1, 37, f"{'▌' * 34}│"), (5, 0, "▌13")]),
        ("seven-devils", [(1, 37, "▌69│▌0   "), (1, 52, "▌▌▌▌▌▌▌ ")]),
        ("bristol", [(1, 42, "▌28  "), (1, 50, "││ ")]),
    ],
)
def test_each_count_stands_by_its_pile(game_id: str, counters: list[tuple[int, int, str]]) -> None:
    play = Play(catalogue()[game_id], 617)
    geometry = table_of(play, 80, 24)
    canvas = Canvas(80, 21, UNICODE)
    paint_table(canvas, play, View("t1"), geometry, 0)
    rows = [row for row, _ in canvas.rows()]
    for y, x, text in counters:
        assert rows[y][x:].startswith(text), rows[y]
