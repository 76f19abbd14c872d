"""The mouse: clicks, double clicks, drags, the wheel and the function keys."""

from tests.tui.player import Player, playing


async def roll(player: Player, down: bool = True) -> None:
    await player.pilot.roll(down)


async def test_a_click_marks_and_a_click_on_a_target_moves() -> None:
    async with playing() as player:
        await player.click("t4")
        assert (player.table.selection.cursor, player.table.selection.marked) == ("t4", "t4")
        await player.click("t2")
        assert player.play.events == ["t4 t2"]
        assert player.table.selection.marked is None


async def test_a_second_click_later_drops_the_mark() -> None:
    async with playing() as player:
        await player.click("t4")
        await player.click("t4")
        assert player.table.selection.marked is None
        assert player.play.events == []


async def test_a_click_on_a_card_that_does_not_fit_marks_it_instead() -> None:
    async with playing() as player:
        await player.click("t4")
        await player.click("t7")
        assert player.play.events == []
        assert player.table.selection.marked == "t7"
        assert player.table.model.error


async def test_a_click_never_moves_cards_the_other_way() -> None:
    async with playing() as player:
        await player.click("t2")
        await player.click("t4")
        assert player.play.events == []
        assert player.table.selection.marked == "t4"


async def test_a_pair_goes_in_either_order() -> None:
    async with playing("the-wish", 1, 1) as player:
        await player.click("t3")
        await player.click("t1")
        assert player.play.events == ["t1 t3"]


async def test_a_double_click_sends_a_card_home_if_it_fits() -> None:
    async with playing() as player:
        await player.click("t6", times=2)
        assert player.play.events == ["t6 f1"]
        await player.click("t1", times=2)
        assert player.play.events == ["t6 f1"]


async def test_a_click_turns_the_stock() -> None:
    async with playing() as player:
        await player.click("s")
        await player.click("s")
        assert player.play.events == ["s", "s"]


async def test_a_drag_moves_cards_or_returns_them_if_illegal() -> None:
    async with playing() as player:
        await player.down_on("t4")
        await player.up_on("t2")
        assert player.play.events == ["t4 t2"]
        await player.down_on("t1")
        await player.up_on("t2")
        assert player.play.events == ["t4 t2"]
        assert player.table.selection.marked is None
        assert player.notice == player.table.model.error


async def test_dragging_can_be_switched_off() -> None:
    async with playing() as player:
        player.table.solterm.change_settings(drag=False)
        await player.down_on("t4")
        await player.up_on("t2")
        assert player.play.events == []


async def test_a_click_deep_in_a_fan_lifts_from_there() -> None:
    async with playing("scorpion", 617) as player:
        await player.click("t3", depth=3)
        assert (player.table.selection.marked, player.table.selection.lifted) == ("t3", 3)
        await player.click("t2")
        assert player.play.events == ["t3 t2 3"]


async def test_a_click_on_a_unit_takes_all_of_it() -> None:
    async with playing(events=("t4 t2",)) as player:
        await player.click("t2", depth=1)
        assert player.table.selection.lifted == 2


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
        assert player.table.selection.marked is None


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
