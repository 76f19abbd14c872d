"""The mouse: clicks, double clicks, drags, the wheel and the function keys."""

from tests.tui.player import Player, playing
from tests.tui.table import at_table


async def roll(player: Player, down: bool = True) -> None:
    await player.pilot.roll(down)


def test_a_click_marks_and_a_click_on_a_target_moves() -> None:
    player = at_table()
    player.click("t4")
    assert (player.table.hand.cursor, player.table.hand.marked) == ("t4", "t4")
    player.click("t2")
    assert player.play.events == ["t4 t2"]
    assert player.table.hand.marked is None


def test_a_second_click_later_drops_the_mark() -> None:
    player = at_table()
    player.click("t4")
    player.click("t4")
    assert player.table.hand.marked is None
    assert player.play.events == []


def test_a_click_on_a_card_that_does_not_fit_marks_it_instead() -> None:
    player = at_table()
    player.click("t4")
    player.click("t7")
    assert player.play.events == []
    assert player.table.hand.marked == "t7"
    assert player.table.commands.error


def test_a_click_never_moves_cards_the_other_way() -> None:
    player = at_table()
    player.click("t2")
    player.click("t4")
    assert player.play.events == []
    assert player.table.hand.marked == "t4"


def test_a_pair_goes_in_either_order() -> None:
    player = at_table("the-wish", 1, 1)
    player.click("t3")
    player.click("t1")
    assert player.play.events == ["t1 t3"]


def test_a_double_click_sends_a_card_home_if_it_fits() -> None:
    player = at_table()
    player.click("t6", times=2)
    assert player.play.events == ["t6 f1"]
    player.click("t1", times=2)
    assert player.play.events == ["t6 f1"]


def test_a_click_turns_the_stock() -> None:
    player = at_table()
    player.click("s")
    player.click("s")
    assert player.play.events == ["s", "s"]


def test_a_drag_moves_cards_or_returns_them_if_illegal() -> None:
    player = at_table()
    player.down_on("t4")
    player.up_on("t2")
    assert player.play.events == ["t4 t2"]
    player.down_on("t1")
    player.up_on("t2")
    assert player.play.events == ["t4 t2"]
    assert player.table.hand.marked is None
    assert player.notice == player.table.commands.error


def test_dragging_can_be_switched_off() -> None:
    player = at_table()
    player.change_settings(drag=False)
    player.down_on("t4")
    player.up_on("t2")
    assert player.play.events == []


def test_a_click_deep_in_a_fan_lifts_from_there() -> None:
    player = at_table("scorpion", 617)
    player.click("t3", depth=3)
    assert (player.table.hand.marked, player.table.hand.marked_cards.depth) == ("t3", 3)
    player.click("t2")
    assert player.play.events == ["t3 t2 3"]


def test_a_click_on_a_unit_takes_all_of_it() -> None:
    player = at_table(events=("t4 t2",))
    player.click("t2", depth=1)
    assert player.table.hand.marked_cards.depth == 2


async def test_the_function_keys_can_be_clicked() -> None:
    async with playing() as player:
        await player.pilot.click(offset=(17, 23))
        assert player.play.events == ["s"]
        await player.pilot.click(offset=(9, 23))
        assert player.dialogs


async def test_clicks_under_the_help_touch_no_card() -> None:
    async with playing() as player:
        await player.press("f2")
        await player.click("s")
        await player.click("t4")
        assert player.play.events == []
        assert player.table.hand.marked is None


async def test_the_wheel_moves_no_card() -> None:
    async with playing() as player:
        await roll(player)
        await player.press("tab")
        await roll(player)
        assert player.play.events == []


async def test_a_click_chooses_from_the_menu_and_one_outside_closes_it() -> None:
    async with playing() as player:
        await player.press("tab")
        await player.pilot.click(offset=(9, 0))
        lines = player.text.splitlines()
        row = next(y for y, line in enumerate(lines) if "Move through hand" in line)
        await player.pilot.click(offset=(12, row))
        assert player.play.events == ["s"]
        await player.press("tab")
        await player.pilot.click(offset=(70, 20))
        assert not player.dialogs
        assert player.play.events == ["s"]


async def test_a_click_moves_pile_help_to_another_pile() -> None:
    async with playing() as player:
        await player.press("w")
        await player.click("t2")
        assert "Column 2 " in player.text
        await player.pilot.click(offset=(79, 12))
        assert not player.dialogs


async def test_the_wheel_scrolls_a_page_of_rules() -> None:
    async with playing() as player:
        await player.press("?")
        before = player.text
        await roll(player)
        assert player.text != before
        await roll(player, down=False)
        assert player.text == before
