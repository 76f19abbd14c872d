"""Every game on its table: all piles drawn, inside the window, without overlap."""

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
from solterm.tui.look.glyphs import ASCII, UNICODE, Glyphs
from solterm.tui.table.geometry import CardSize, Geometry, Slot, TallColumn, arrange
from solterm.tui.table.layout import BARS, Spot, hit, layout, shows, spots, spots_of
from solterm.tui.table.painter import TableMarks, cursor_cell
from solterm.tui.table.small_painter import paint_miniature
from tests.core.positions import play_from
from tests.core.strategies import some_games
from tests.effort import tries
from tests.harness.cases import over
from tests.tui.painting import SIZES, painted, played, table_of

GAMES = list(catalogue().values())


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


@pytest.mark.parametrize(("glyphs", "rest"), [(UNICODE, "··"), (ASCII, "..")])
def test_a_small_table_shows_the_end_of_a_column_that_is_too_long(
    glyphs: Glyphs, rest: str
) -> None:
    canvas = Canvas(36, 5, glyphs)
    paint_miniature(canvas, play_from(find("free-cell"), "t1 KS QH JS TH 9S 8H 7S 6H"))
    rows = [chars[:3].strip() for chars, _ in canvas.rows()]
    assert (rows[0], *(each[0] for each in rows[1:])) == (rest, "9", "8", "7", "6")


@pytest.mark.parametrize("level", [3, 1])
@some_games
def test_no_pile_leaves_the_screen_or_overlaps_another(game, level: int) -> None:
    for deal, moves in ((3, 80), (1, 0), (2, 30), (4, 200))[: tries(4, 1)]:
        play = played(game.id, deal, level, moves)
        for (width, height), mirrored in product(SIZES, (False, True)):
            geometry = table_of(play, width, height, mirrored)
            assert set(geometry.slots) == set(game.ids)
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
def test_all_end_cards_and_captions_are_drawn(game) -> None:
    play = played(game.id, 5, 3, 25)
    tops = {pile[-1] for pile in play.table.piles if pile} & {*play.game.visible(play.table)}
    for glyphs in (UNICODE, ASCII):
        picture = "\n".join(painted(play, glyphs=glyphs))
        assert all(glyphs.card(card).strip() in picture for card in tops)
        assert all(caption.text in picture for caption in table_of(play, 80, 24).captions)
        assert picture.isascii() or glyphs is UNICODE


@over(
    "game_id counted",
    [
        ("demon", {"s": "▌34│▌0 ", "r": "▌13 "}),
        ("seven-devils", {"s": "▌69│▌0   ", "r": "▌▌▌▌▌▌▌ "}),
        ("klondike-deal-1", {"s": f"{'▌' * 24}│ "}),
    ],
)
def test_each_count_is_next_to_its_pile(game_id: str, counted: dict[str, str]) -> None:
    play = Play(catalogue()[game_id], 617)
    rows = painted(play)
    for pile, text in counted.items():
        slot = table_of(play, 80, 24).slots[pile]
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


def test_cursor_mark_and_clicks_reach_the_second_strip() -> None:
    play = crowded("scorpion", [5, 25, 5, 5, 4, 4, 4])
    geometry = table_of(play, 80, 24)
    found = spots_of(play, "t2", geometry)
    first, second = sorted({spot.x for spot in found})
    assert second == first + geometry.size.inner + 1
    after = second + geometry.size.inner
    assert geometry.slots["t3"].x == after, "the next column moves over"
    view = TableMarks("t2", "t2", 10)
    rows = painted(play, view=view)
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


@over("game_id", ["kloncan-klondike", "royale-golf", "the-wish", "agnes"])
def test_the_card_size_stays_from_the_deal_to_the_end(game_id: str) -> None:
    plays = [played(game_id, 3, level, moves) for level in (3, 1) for moves in (0, 60)]
    for size in SIZES:
        assert len({table_of(play, *size).size[:2] for play in plays}) == 1


@over("game_id size", product(["kloncan-klondike", "free-cell", "scorpion"], SIZES[-2:]))
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


def test_cards_grow_as_far_as_the_longest_piles_of_their_game_allow() -> None:
    for game_id, face in {"royale-golf": 5, "kloncan-klondike": 3, "free-cell": 1}.items():
        assert table_of(Play(find(game_id), 1), 80, 24).size.face == face
    # No pile of Eagle Wing holds more than three cards, no fan of Shamrocks more than four.
    narrow = {"montana": (4, 3), "black-hole": (3, 3), "eagle-wing": (6, 4), "shamrocks": (3, 3)}
    for game_id, size in narrow.items():
        assert table_of(Play(find(game_id), 1), 80, 24).size[:2] == size


@pytest.mark.parametrize("game", ["klondike-deal-1", "free-cell", "spider"])
def test_an_upright_window_has_the_columns_below_all_else(game: str) -> None:
    """As wide as it is, they may be larger there."""
    upright, lying = arrange(find(game), 60, 45), arrange(find(game), 60, 21)
    assert upright and lying
    columns = {name: slot for name, slot in upright.slots.items() if name[0] == "t"}
    top = min(slot.y for slot in columns.values())
    others = [slot for name, slot in upright.slots.items() if name not in columns]
    assert all(slot.y + slot.height <= top for slot in others)
    assert upright.size.inner > lying.size.inner


def test_a_full_row_of_osmosis_shows_all_its_ranks() -> None:
    play = play_from(find("osmosis"), "f1 AS 5S 9S 2S TS KS 3S 7S JS 4S QS 8S 6S\nr1 AH")
    for size in SIZES[2:]:
        shown = spots_of(play, "f1", table_of(play, *size))
        assert [spot.hidden for spot in shown] == [0] * 13


@over("game_id size", product(["kloncan-klondike", "concentration", "windmill"], SIZES))
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
    row = painted(play, mirrored=True)[1]
    stock = left.slots["s"]
    assert row[: stock.x + stock.width].endswith(" ▌0│▌69"), "the count is above the stock"
    fans = table_of(Play(catalogue()["beleaguered-castle"], 1), 80, 24, mirrored=True).slots
    assert fans["t1"].fan == ">"
    assert fans["t5"].fan == "<"
    assert fans["t5"].x < fans["t1"].x
    grid = table_of(Play(catalogue()["poker"], 1), 80, 24, mirrored=True).slots
    assert grid["s"].x < grid["g1"].x < grid["g2"].x, "grids run left to right for either hand"


# -- empty places --------------------------------------------------------------------------


@over("game_id", [game.id for game in GAMES if game.most_in_sight.get("w", 1) > 1])
def test_cards_turned_together_are_fanned_if_there_is_room(game_id: str) -> None:
    play = Play(catalogue()[game_id], 617)
    play.perform("s")
    play.perform("s")
    *_, under, middle, top = (UNICODE.card(card) for card in play.pile("w"))
    for size, mirrored in product([(80, 24), (60, 20)], [False, True]):
        end = spots_of(play, "w", table_of(play, *size, mirrored))[-1]
        row = painted(play, size, mirrored=mirrored)[end.y][: end.x + end.width]
        fanned = f"│{under}│{middle}" if size == (80, 24) else ""
        assert row.endswith(f"{fanned}│{top.ljust(end.width)}")
        assert end.place == len(play.pile("w")) - 1


def shown_in_piles(play: Play) -> dict[str, str]:
    """Return the text in each pile, with "unframed" before it if the pile has no frame."""
    geometry = table_of(play, 80, 24)
    nowhere = next(name for name in geometry.slots if play.pile(name))
    rows = painted(play, view=TableMarks(nowhere))
    shown = {}
    for name, slot in geometry.slots.items():
        within = [row[slot.x + 1 : slot.x + 1 + geometry.size.inner] for row in rows]
        inside = "".join(within[slot.y + 1 : slot.y + 1 + geometry.size.face]).split()
        framed = within[slot.y][1] in "─═"
        first = inside[0] if inside else ""
        shown[name] = first if framed else f"unframed {first}".strip()
    return shown


@over(
    "game_id text shown",
    [
        ("klondike-deal-3", "t2 KH\nw 3C", {"s": "«○»", "t1": "", "f1": "A"}),
        ("klondike-deal-3", "t2 KH\ns 3c", {"w": "·"}),
        ("demon", "t2 KH\nf1 5C", {"f2": "5", "s": "·"}),
        ("ultimate-pyramid", "t8 KH", {"t1": "unframed", "d": "", "t8": "K♥"}),
        ("accordion", "t1 2C\nt2 3D\nt3 4H", {"t3": "4♥", "t4": "unframed", "t52": "unframed"}),
        ("interregnum", "t2 KH", {"t1": ""}),
    ],
)
def test_empty_places_show_what_they_are_for(
    game_id: str, text: str, shown: dict[str, str]
) -> None:
    found = shown_in_piles(play_from(find(game_id), text))
    assert {pile: found[pile] for pile in shown} == shown


def test_a_closed_pile_is_on_the_table_while_it_holds_a_card() -> None:
    play = Play(find("free-cell"), 617, 2)
    play.push("t1 r5")
    play.perform("level 3")
    assert shows(play, "r5")
    assert not shows(Play(find("free-cell"), 617), "r5")


# -- fans -----------------------------------------------------------------------------------------


SMALL = CardSize(4, 1, 1)
WIDER = CardSize(5, 1, 1)
PACK = pack.pack()


def column(down: int, up: int) -> tuple[int, ...]:
    return tuple(card | DOWN for card in PACK[:down]) + PACK[down : down + up]


def shown(down: int, up: int, rows: int, lift: Lift = Lift.WHOLE) -> list[str]:
    """Return each row of a fan: a card, or the number of hidden ones in parentheses."""
    pile = column(down, up)
    slot = Slot(0, 0, 6, rows + 2, "v")
    return [
        f"({spot.hidden})" if spot.hidden else pack.text(pile[spot.place])
        for spot in spots(pile, slot, lift, SMALL)
    ]


def test_the_tallest_klondike_column_fits_an_80x24_screen() -> None:
    assert len(shown(6, 13, 19)) == 19


def test_face_down_cards_are_squeezed_first() -> None:
    assert shown(6, 3, 5) == ["(6)", "7C", "8C", "9C"]


def test_face_up_cards_are_squeezed_next_except_their_head_and_end() -> None:
    assert shown(2, 9, 6) == ["(2)", "3C", "(5)", "9C", "TC", "JC"]


def test_an_empty_pile_shows_one_empty_place() -> None:
    (spot,) = spots((), Slot(3, 2, 6, 10, "v"), Lift.WHOLE, SMALL)
    assert (spot.x, spot.y, spot.place) == (4, 3, -1)


def test_a_narrow_fan_runs_to_the_right_and_a_left_handed_one_ends_there() -> None:
    for fan, alone in ((">", 1), ("<", 9)):
        slot = Slot(0, 0, 15, 3, fan, step=4)
        assert [spot.x for spot in spots(column(0, 3), slot, Lift.TOP, WIDER)] == [1, 5, 9]
        assert [spot.x for spot in spots(column(0, 1), slot, Lift.TOP, WIDER)] == [alone]


@given(
    down=st.integers(0, 20),
    up=st.integers(1, 30),
    room=st.integers(6, 40),
    lift=st.sampled_from([Lift.WHOLE, Lift.TOP, Lift.CHAIN]),
)
def test_every_fan_fits_and_accounts_for_every_card(
    down: int, up: int, room: int, lift: Lift
) -> None:
    pile = column(down, up)
    found = spots(pile, Slot(0, 0, 6, room + 2, "v"), lift, SMALL)
    assert sum(spot.height for spot in found) <= room
    assert sum(spot.hidden or 1 for spot in found) == len(pile)
    assert found[-1].place == len(pile) - 1
    assert not found[-1].hidden
    if lift is not Lift.TOP:
        assert any(spot.place == down and not spot.hidden for spot in found)
