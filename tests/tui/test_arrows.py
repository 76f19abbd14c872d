"""The arrow keys: each one moves, and few presses lead from any pile to any other."""

from collections import deque

from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.tui.keys.offers import is_kloncan
from solterm.tui.table.cursor import Arrow, step
from solterm.tui.table.geometry import Geometry, Slot
from solterm.tui.table.layout import BARS, layout, shows
from tests.core.strategies import some_games
from tests.effort import tries
from tests.harness.cases import over
from tests.tui.painting import SIZES, played
from tests.tui.table import at_table

GAMES = list(catalogue().values())
MOST_KEYS = 10
"""The most keys between two piles; the largest grid has 108 cells."""

Steps = dict[str, dict[Arrow, str]]


def steps_of(play: Play, geometry: Geometry) -> Steps:
    """Return where each arrow leads from each visible pile."""
    stops = [name for name in geometry.slots if shows(play, name)]
    arrows = [arrow for arrow in Arrow if not arrow.is_end]
    return {name: {arrow: step(play, geometry, name, arrow) for arrow in arrows} for name in stops}


def farthest(steps: Steps, start: str) -> int:
    """Return the most keys from a pile to any other; fail if arrows can't reach one."""
    keys_to = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in steps[here].values():
            if there not in keys_to:
                keys_to[there] = keys_to[here] + 1
                waiting.append(there)
    assert set(keys_to) == set(steps), f"{start} does not lead to all piles"
    return max(keys_to.values())


def tables(game) -> list[tuple[Play, Geometry]]:
    """Return tables of a game: levels 3 and 1, mid-game, all sizes, and left-handed.

    The usual run takes every other one of these, a different one first in the next game.
    """
    share = tries(1, 2)
    opening, easy, middle = Play(game, 617, 3), Play(game, 617, 1), played(game.id, 5, 3, 40)
    wanted = [(opening, size, False) for size in SIZES[:: tries(1, 4)]]
    wanted += [(easy, (80, 24), False), (middle, (80, 24), False), (opening, (80, 24), True)]
    wanted = wanted[GAMES.index(game) % share :: share]
    found = [(play, layout(play, size[0], size[1] - BARS, hand)) for play, size, hand in wanted]
    return [(play, geometry) for play, geometry in found if geometry]


def side(slot: Slot, arrow: Arrow) -> tuple[int, int]:
    """Return where a pile begins and ends in an arrow's direction."""
    first, length = (slot.x, slot.width) if arrow.is_level else (slot.y, slot.height)
    return (first, first + length) if arrow.by > 0 else (-first - length, -first)


def assert_arrows_lead_their_way(geometry: Geometry, steps: Steps) -> None:
    """Check that an arrow leads to a pile in its direction, if there is one."""
    for name, ways in steps.items():
        for arrow, there in ways.items():
            begins, ends = side(geometry.slots[name], arrow)
            if any(side(geometry.slots[other], arrow)[0] >= ends - 1 for other in steps):
                assert side(geometry.slots[there], arrow)[0] > begins, (name, arrow, there)


@some_games
def test_arrows_lead_their_way_and_few_keys_reach_any_pile(game) -> None:
    for play, geometry in tables(game):
        steps = steps_of(play, geometry)
        for name, ways in steps.items():
            assert name not in ways.values(), f"an arrow does nothing on {name}"
            assert set(ways.values()) <= set(steps), "arrows reach only visible piles"
        assert max(farthest(steps, name) for name in steps) <= MOST_KEYS
        if not is_kloncan(game):
            assert_arrows_lead_their_way(geometry, steps)


@over(
    "game way",
    [
        ("sir-tommy", "s left w4"),
        ("cabal", "t1 down t7 down f1"),
        ("royale-pyramid", "t1 right t3 right t6 right s"),
        ("free-cell", "t8 right f1 up r1 left t8"),
        ("propeller", "t3 down r right t6 up t4 right s"),
        ("windmill", "t1 right f3 right s left f3 down t6"),
        ("scorpion", "t7 right s right t1"),
        ("beleaguered-castle", "t1 right f1 right t5 down t6"),
        ("kloncan-klondike", "t6 right t7 right t1 left t7"),
        ("kloncan-canfield", "t4 right r right t1 left r"),
    ],
)
def test_arrows_follow_the_eye(game: str, way: str) -> None:
    play = Play(find(game), 617)
    geometry = layout(play, 80, 24 - BARS)
    assert geometry
    here, *rest = way.split()
    for arrow, there in zip(rest[::2], rest[1::2], strict=True):
        assert step(play, geometry, here, Arrow(arrow)) == there
        here = there


def test_the_cursor_leaves_an_empty_place_for_a_card_that_can_be_played() -> None:
    player = at_table("tri-peaks", 19329)
    player.press("enter")  # the QS leaves; the JS fits on it, the 3D does not
    assert player.play.events == ["t19 f"]
    assert player.cursor == "t22"


def test_home_and_end_lead_to_the_ends_of_the_row() -> None:
    player = at_table("free-cell")
    for key, pile in (("end", "t8"), ("left", "t7"), ("home", "t1"), ("right", "t2")):
        player.press(key)
        assert player.cursor == pile, key
    player.to("f3")
    player.press("home")
    assert player.cursor == "t1", "also from a pile beside the columns"
