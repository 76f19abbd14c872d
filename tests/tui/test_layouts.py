"""Every game on its table: all piles drawn, inside the window, without overlap."""

import random
from functools import lru_cache
from itertools import pairwise, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solterm.core import cards as pack
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.groups import is_closed
from solterm.core.play.play import Play
from solterm.core.vocabulary.policies import Lift
from solterm.games import catalogue, find
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import ASCII, UNICODE
from solterm.tui.table.geometry import Geometry, TallColumn, arrange
from solterm.tui.table.layout import BARS, Spot, hit, layout, spots_of
from solterm.tui.table.painter import TableMarks, cursor_cell, paint_table
from tests.core.positions import play_from
from tests.core.strategies import some_games
from tests.effort import tries
from tests.harness.cases import over

GAMES = list(catalogue().values())
SIZES = [(60, 20), (80, 24), (100, 30), (132, 43), (200, 60)]


def table_of(play: Play, width: int, height: int, mirrored: bool = False) -> Geometry:
    geometry = layout(play, width, height - BARS, mirrored)
    assert geometry is not None, f"{play.game.id} does not fit {width}x{height}"
    return geometry


def lay_out(play: Play, geometry: Geometry) -> list[Spot]:
    """Return the visible spots of all piles; check that none overlap."""
    filled: dict[int, int] = {}  # the columns of each row, as bits
    laid = []
    for name in geometry.slots:
        if is_closed(play.rules.game.group(name)) and not play.pile(name):
            continue
        for spot in spots_of(play, name, geometry):
            if spot.width <= 0 or spot.height <= 0:
                continue
            assert spot.x >= 0, f"{name} leaves the screen on the left"
            columns = (1 << spot.width) - 1 << spot.x
            for y in range(spot.y, spot.y + spot.height):
                assert not filled.get(y, 0) & columns, f"{name} lies over something in row {y}"
                filled[y] = filled.get(y, 0) | columns
            laid.append(spot)
    return laid


@lru_cache(8)
def played(game_id: str, deal: int, level: int, moves: int) -> Play:
    """Return a play after random moves, few of them stock turns. It is cached: don't play it."""
    play = Play(catalogue()[game_id], deal, level)
    chance = random.Random(deal)
    for _ in range(moves):
        legal = list(play.legal_moves)
        if not legal:
            break
        cards = [move for move in legal if not play.rules.is_turn(move)]
        play.push(chance.choice(cards if cards and chance.random() < 0.8 else legal))
    return play


@some_games
def test_every_pile_has_a_place(game) -> None:
    geometry = table_of(Play(game, 1), 80, 24)
    assert set(geometry.slots) == set(game.ids)


@pytest.mark.parametrize("level", [3, 1])
@some_games
def test_no_pile_leaves_the_screen_or_overlaps_another(game, level: int) -> None:
    for deal, moves in ((3, 80), (1, 0), (2, 30), (4, 200))[: tries(4, 1)]:
        play = played(game.id, deal, level, moves)
        for (width, height), mirrored in product(SIZES, (False, True)):
            geometry = table_of(play, width, height, mirrored)
            for spot in lay_out(play, geometry):
                assert 0 <= spot.x <= width - spot.width, (width, height, spot)
                assert 0 <= spot.y <= height - BARS - spot.height, (width, height, spot)


@some_games
def test_captions_stay_on_the_board_and_over_piles_that_show(game) -> None:
    play = Play(game, 1)
    for width, height in SIZES:
        if geometry := layout(play, width, height - BARS):
            for caption in geometry.captions:
                assert 0 <= caption.x <= width - len(caption.text), (width, height, caption)
                below = [
                    (slot.y, is_closed(play.rules.game.group(name)) and not play.pile(name))
                    for name, slot in geometry.slots.items()
                    if slot.x == caption.x and slot.y >= caption.y
                ]
                assert not below or not min(below)[1], (width, height, caption)


@some_games
def test_a_layout_for_a_larger_window_can_be_painted(game) -> None:
    """The window may shrink between the layout and the picture."""
    play = Play(game, 617)
    geometry = table_of(play, 132, 41)
    paint_table(Canvas(40, 12, UNICODE), play, TableMarks(next(iter(geometry.slots))), geometry)


@some_games
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_all_end_cards_and_captions_are_drawn(game, glyphs) -> None:
    play = played(game.id, 5, 3, 25)
    geometry = table_of(play, 80, 24)
    canvas = Canvas(80, 21, glyphs)
    paint_table(canvas, play, TableMarks(next(iter(geometry.slots))), geometry)
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
    ("game_id", "counted"),
    [
        ("demon", {"s": "▌34│▌0 ", "r": "▌13 "}),
        ("seven-devils", {"s": "▌69│▌0   ", "r": "▌▌▌▌▌▌▌ "}),
        ("bristol", {"s": "▌28  ", "w1": "││ "}),
        ("klondike-deal-1", {"s": f"{'▌' * 24}│ "}),
    ],
)
def test_each_count_is_next_to_its_pile(game_id: str, counted: dict[str, str]) -> None:
    play = Play(catalogue()[game_id], 617)
    geometry = table_of(play, 80, 24)
    canvas = Canvas(80, 21, UNICODE)
    paint_table(canvas, play, TableMarks("t1"), geometry)
    rows = [row for row, _ in canvas.rows()]
    for pile, text in counted.items():
        slot = geometry.slots[pile]
        near = [rows[y][slot.x :] for y in (slot.y - 1, slot.y + slot.height)]
        assert any(row.startswith(text) for row in near), near


# -- columns too tall for the table --------------------------------------------------------


def crowded(game_id: str, heights: list[int], down: int = 0) -> Play:
    """Return a play with columns of these heights, each with up to `down` face-down cards."""
    left = list(pack.pack())
    lines = []
    for number, height in enumerate(heights, 1):
        column, left = left[:height], left[height:]
        hidden = min(down, max(0, height - 1))
        texts = [pack.text(card | DOWN if k < hidden else card) for k, card in enumerate(column)]
        lines.append(f"t{number} {' '.join(texts)}")
    return play_from(catalogue()[game_id], "\n".join(lines))


def columns_of(cuts: list[int]) -> list[int]:
    """Return the heights of seven columns that these cuts divide a pack into."""
    ends = [0, *sorted(cuts), 52]
    return [high - low for low, high in pairwise(ends)]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=["80x24", "60x20"])
@pytest.mark.parametrize("game_id", ["scorpion", "will-o-wisp"])
@settings(max_examples=tries(100, 8))
@given(
    cuts=st.lists(st.integers(0, 52), min_size=6, max_size=6),
    down=st.integers(0, 4),
    mirrored=st.booleans(),
)
@example(cuts=[35, 52, 52, 52, 52, 52], down=0, mirrored=False)
@example(cuts=[20, 40, 52, 52, 52, 52], down=0, mirrored=False)
@example(cuts=[52] * 6, down=0, mirrored=False)
@example(cuts=[16, 32, 48, 48, 48, 48], down=0, mirrored=True)
def test_no_card_that_may_be_lifted_is_ever_hidden(
    game_id: str, size: tuple[int, int], cuts: list[int], down: int, mirrored: bool
) -> None:
    play = crowded(game_id, columns_of(cuts), down)
    geometry = table_of(play, *size, mirrored)
    for spot in lay_out(play, geometry):
        assert 0 < spot.x < size[0] - spot.width
        assert 0 <= spot.y <= size[1] - BARS - spot.height
    for name in geometry.slots:
        pile = play.pile(name)
        if name[0] != "t":
            continue
        alone = {spot.place for spot in spots_of(play, name, geometry) if not spot.hidden}
        # A run of one suit is no longer than that.
        first = 0 if play.game.group(name).lift is Lift.ANY else len(pile) - 13
        assert {k for k, card in enumerate(pile) if k >= first and not card & DOWN} <= alone


def test_the_smallest_screen_shows_every_scorpion_card_that_fits() -> None:
    for height in range(14, 30):
        play = crowded("scorpion", [0, 12, 6, 6, 6, 6, 6])
        geometry = table_of(play, 60, height)
        assert len(spots_of(play, "t2", geometry)) == 12


def test_cursor_mark_and_clicks_reach_the_second_strip() -> None:
    play = crowded("scorpion", [5, 25, 5, 5, 4, 4, 4])
    geometry = table_of(play, 80, 24)
    found = spots_of(play, "t2", geometry)
    first, second = sorted({spot.x for spot in found})
    assert second == first + geometry.size.inner + 1
    after = second + geometry.size.inner
    assert geometry.slots["t3"].x == after, "the next column moves over"
    canvas = Canvas(80, 21, UNICODE)
    view = TableMarks("t2", "t2", 10)
    paint_table(canvas, play, view, geometry)
    rows = [row for row, _ in canvas.rows()]
    assert cursor_cell(play, view, geometry) == (second, 6)
    assert rows[6][second - 1] + rows[6][after] == "►◄"
    assert rows[16][first - 1] == "╔", "four of them in the first strip"
    assert all(rows[y][first - 1] == "║" for y in range(17, 20))
    assert all(rows[y][second - 1] == "║" for y in range(1, 6)), "six in the second"
    for spot in found:
        at = hit(play, geometry, spot.x + 1, spot.y)
        assert at is not None
        assert at == ("t2", len(play.pile("t2")) - spot.place)


def test_the_card_size_stays_when_a_column_grows() -> None:
    for game in map(find, ("bouquet", "free-cell", "german-patience")):
        for width, height in SIZES:
            calm = arrange(game, width, height - BARS)
            full = arrange(game, width, height - BARS, tall=(TallColumn("t2", 26, urgent=False),))
            assert calm
            assert full
            assert calm.size == full.size


@over("size", SIZES)
@pytest.mark.parametrize("game_id", ["kloncan-klondike", "royale-golf", "the-wish", "agnes"])
def test_the_card_size_stays_from_the_deal_to_the_end(game_id: str, size: tuple[int, int]) -> None:
    plays = [played(game_id, 3, level, moves) for level in (3, 1) for moves in (0, 60)]
    sizes = {table_of(play, *size).size[:2] for play in plays}
    assert len(sizes) == 1


@pytest.mark.parametrize("size", [(132, 43), (200, 60)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game_id", ["kloncan-klondike", "free-cell", "scorpion"])
def test_columns_spread_and_stand_near_the_middle_of_a_large_window(
    game_id: str, size: tuple[int, int]
) -> None:
    play = Play(find(game_id), 617)
    geometry = table_of(play, *size)
    columns = [name for name in geometry.slots if name[0] == "t"]
    spots = [spot for name in columns for spot in spots_of(play, name, geometry)]
    above, last = min(spot.y for spot in spots), max(spot.y + spot.height for spot in spots)
    assert geometry.size.step >= 3
    assert 3 <= above <= size[1] - BARS - last + 3
    assert last > 0.6 * (size[1] - BARS)


@some_games
def test_covered_cards_never_look_like_empty_ones(game: Game) -> None:
    size = table_of(Play(game, 1), 200, 60).size
    assert size.step <= max(3, size.face // 2)


def test_cards_grow_as_far_as_the_longest_columns_of_their_game_allow() -> None:
    faces = {
        game_id: table_of(Play(find(game_id), 1), 80, 24).size.face
        for game_id in ("royale-golf", "kloncan-klondike", "free-cell")
    }
    assert faces == {"royale-golf": 5, "kloncan-klondike": 3, "free-cell": 1}


def test_narrow_cards_are_as_tall_as_there_is_room() -> None:
    sizes = {
        game_id: table_of(Play(find(game_id), 1), 80, 24).size[:2]
        for game_id in ("montana", "forty-thieves", "black-hole", "fortress")
    }
    assert sizes == {
        "montana": (4, 3),
        "forty-thieves": (4, 3),
        "black-hole": (3, 3),
        "fortress": (4, 2),
    }


def test_piles_that_hold_few_cards_need_no_room_for_more() -> None:
    """No pile of Eagle Wing holds more than three cards, no fan of Shamrocks more than four."""
    sizes = {
        game_id: table_of(Play(find(game_id), 1), 80, 24).size[:2]
        for game_id in ("eagle-wing", "shamrocks")
    }
    assert sizes == {"eagle-wing": (6, 4), "shamrocks": (3, 3)}


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_full_row_of_osmosis_shows_all_its_ranks(size: tuple[int, int]) -> None:
    play = play_from(find("osmosis"), "f1 AS 5S 9S 2S TS KS 3S 7S JS 4S QS 8S 6S\nr1 AH")
    shown = spots_of(play, "f1", table_of(play, *size))
    assert [spot.hidden for spot in shown] == [0] * 13


@over("size", SIZES)
def test_cards_of_a_sideways_fan_never_touch(size: tuple[int, int]) -> None:
    """Whole cards side by side without a line between them look like one long card."""
    play = Play(find("streets-and-alleys"), 617)
    geometry = table_of(play, *size)
    if geometry.size.face > 1:
        for spot, other in pairwise(spots_of(play, "t5", geometry)):
            assert other.x - spot.x != geometry.size.inner


@over("size", SIZES)
@pytest.mark.parametrize("game_id", ["kloncan-klondike", "concentration", "windmill"])
def test_tables_are_centred(game_id: str, size: tuple[int, int]) -> None:
    geometry = table_of(Play(find(game_id), 1), *size)
    left = min(slot.x for slot in geometry.slots.values())
    captions = [caption.x + len(caption.text) for caption in geometry.captions]
    right = max(geometry.right, *captions, 0)
    assert abs(left - (size[0] - right)) <= 1


# -- left-handed tables --------------------------------------------------------------------


def test_a_left_handed_table_is_mirrored() -> None:
    play = Play(catalogue()["seven-devils"], 617)
    right, left = table_of(play, 80, 24), table_of(play, 80, 24, mirrored=True)
    for name, slot in right.slots.items():
        mirror = left.slots[name]
        assert slot.x + mirror.x + slot.width == 80
        assert slot[1:] == mirror[1:]
    canvas = Canvas(80, 21, UNICODE)
    paint_table(canvas, play, TableMarks("t1"), left)
    row = canvas.rows()[1][0]
    stock = left.slots["s"]
    assert row[: stock.x + stock.width].endswith(" ▌0│▌69"), "the count is above the stock"
    fans = table_of(Play(catalogue()["beleaguered-castle"], 1), 80, 24, mirrored=True).slots
    assert fans["t1"].fan == ">"
    assert fans["t5"].fan == "<"
    assert fans["t5"].x < fans["t1"].x


def test_grids_run_left_to_right_for_either_hand() -> None:
    left = table_of(Play(catalogue()["poker"], 1), 80, 24, mirrored=True).slots
    assert left["g1"].x < left["g2"].x
    assert left["s"].x < left["g1"].x


# -- empty places --------------------------------------------------------------------------


@pytest.mark.parametrize("mirrored", [False, True], ids=["right", "left"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=["80x24", "60x20"])
@over("game_id", [game.id for game in GAMES if game.most_in_sight.get("w", 1) > 1])
def test_cards_turned_together_are_fanned_if_there_is_room(
    game_id: str, size: tuple[int, int], mirrored: bool
) -> None:
    play = Play(catalogue()[game_id], 617)
    play.perform("s")
    play.perform("s")
    geometry = table_of(play, *size, mirrored)
    canvas = Canvas(size[0], size[1] - BARS, UNICODE)
    paint_table(canvas, play, TableMarks("f1"), geometry)
    end = spots_of(play, "w", geometry)[-1]
    row = [row for row, _ in canvas.rows()][end.y][: end.x + end.width]
    *_, under, middle, top = (UNICODE.card(card) for card in play.pile("w"))
    if size == (80, 24):
        assert row.endswith(f"│{under}│{middle}│{top.ljust(end.width)}")
    else:
        assert row.endswith(f"│{top.ljust(end.width)}")
    assert end.place == len(play.pile("w")) - 1


def painted(play: Play) -> dict[str, str]:
    """Return the text in each pile, with "unframed" before it if the pile has no frame."""
    geometry = table_of(play, 80, 24)
    canvas = Canvas(80, 21, UNICODE)
    nowhere = next(name for name in geometry.slots if play.pile(name))
    paint_table(canvas, play, TableMarks(nowhere), geometry)
    rows = [row for row, _ in canvas.rows()]
    shown = {}
    for name, slot in geometry.slots.items():
        within = [row[slot.x + 1 : slot.x + 1 + geometry.size.inner] for row in rows]
        inside = "".join(within[slot.y + 1 : slot.y + 1 + geometry.size.face]).split()
        framed = within[slot.y][1] in "─═"
        first = inside[0] if inside else ""
        shown[name] = first if framed else f"unframed {first}".strip()
    return shown


def test_empty_places_show_what_they_are_for() -> None:
    play = play_from(catalogue()["klondike-deal-3"], "t2 KH\nw 3C")
    assert painted(play)["s"] == "«○»", "it may be turned over"
    assert painted(play)["t1"] == ""
    assert painted(play)["f1"] == "A"
    play = play_from(catalogue()["klondike-deal-3"], "t2 KH\ns 3c")
    assert painted(play)["w"] == "·"
    play = play_from(catalogue()["demon"], "t2 KH\nf1 5C")
    assert painted(play)["f2"] == "5", "the rank that the first foundation starts with"
    assert painted(play)["s"] == "·", "no cards are left to turn over"


@pytest.mark.parametrize(("game_id", "pile"), [("ultimate-pyramid", "t1"), ("pairs", "t5")])
def test_a_place_that_takes_no_card_has_no_frame(game_id: str, pile: str) -> None:
    play = play_from(catalogue()[game_id], "t8 KH")
    shown = painted(play)
    assert shown[pile] == "unframed"
    assert shown["d"] == ""
    assert shown["t8"] == "K♥"


def test_the_row_of_accordion_ends_where_its_last_pile_is() -> None:
    row = "".join(f"t{place} {card}\n" for place, card in enumerate(("2C", "3D", "4H"), 1))
    shown = painted(play_from(find("accordion"), row))
    assert [shown[pile] for pile in ("t3", "t4", "t52")] == ["4♥", "unframed", "unframed"]


def test_an_empty_cell_that_takes_cards_has_a_frame() -> None:
    assert painted(Play(catalogue()["poker"], 1))["g7"] == ""
    # No card can be moved there, but the stock deals to all columns.
    assert painted(play_from(catalogue()["interregnum"], "t2 KH"))["t1"] == ""


@pytest.mark.parametrize(("game_id", "sign"), [("klondike-deal-3", "·"), ("royale-klondike", "·")])
def test_an_empty_waste_shows_a_dot_in_every_collection(game_id: str, sign: str) -> None:
    assert sign in painted(Play(find(game_id), 617))["w"]
