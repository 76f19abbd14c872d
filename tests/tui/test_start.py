"""The title, and the two questions before the first score sheet."""

from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.segment import Segment

from solterm.core.play.terms import Terms
from solterm.games import find
from solterm.store.settings import Settings, save
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.kloncan import StartScreen, TitleScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.terminal.wire import Wire, cells_of_strip
from tests.tui.player import Hands, run_test
from tests.tui.visitor import Player, opening


def is_sheet(player: Player) -> bool:
    return type(player.screen).__name__ == "SheetScreen"


async def test_the_title_is_shown_and_the_questions_are_asked_once_a_program() -> None:
    async with opening(SoltermApp.show_menu) as player:
        app = player.app
        await player.press("tab")
        assert isinstance(player.screen, TitleScreen)
        await player.press("space")
        assert isinstance(player.screen, StartScreen)
        await player.press("escape", "tab")
        assert isinstance(player.screen, StartScreen), "the title was seen"
        await player.press("n", "escape", "enter", "2")
        assert is_sheet(player)
        await player.press("escape")
        assert isinstance(player.screen, MenuScreen)
        await player.press("down", "tab")
        assert is_sheet(player), "the questions were answered"
        assert (player.screen.level, app.settings.messages) == (2, False)
        assert player.screen.game is find("kloncan-canfield")


async def test_a_player_who_knows_the_way_types_on_through_the_title() -> None:
    async with opening(SoltermApp.show_menu) as player:
        await player.press("tab", "n", "2")
        assert not player.app.settings.messages
        assert is_sheet(player)
        await player.press("6")
        assert player.screen.kept.context == "sheet 6"
        assert (player.screen.play.level, player.screen.play.terms) == (2, Terms.SCORED)


async def test_the_questions_propose_the_answers_of_last_time() -> None:
    async with opening(lambda app: app.show_start(find("demon"))) as player:
        assert "Enter: Y." in player.text
        assert "Level" not in player.pilot.rows[-1]
        await player.press("enter")
        assert "Enter: level 3." in player.text
        assert "Y Yes" not in player.pilot.rows[-1]
        await player.press("enter")
        assert is_sheet(player)


def paint(wire: Wire, hands: Hands, colours: ColorSystem | None) -> int:
    """Send what the window shows; return the bytes."""
    text = hands.text  # which paints
    assert text
    for y, strip in enumerate(hands.app.screen._compositor.render_strips()):
        wire.put(0, y, cells_of_strip(list(strip), colours))
    return len(wire.changes((0, 0)).encode())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (132, 43), (200, 60), (40, 14)], ids=str)
@pytest.mark.parametrize("charset", ["unicode", "ascii"])
async def test_the_title_costs_at_most_three_kilobytes(
    tmp_path: Path, size: tuple[int, int], charset: str
) -> None:
    save(tmp_path, Settings(cards=charset))  # type: ignore[arg-type]
    app = SoltermApp(Store.open())
    app.is_lesson_offered = True
    async with run_test(app, size) as hands:
        wires = {colours: Wire() for colours in (None, ColorSystem.STANDARD, ColorSystem.TRUECOLOR)}
        for colours, wire in wires.items():
            wire.resize(*size)
            # What a large window shows already is wiped away by any screen: there it begins blank.
            paint(wire, hands, colours)
            if size > (80, 24):
                blank = [cells_of_strip([Segment(" ", app.screen.rich_style)], colours)[0]]
                for y in range(size[1]):
                    wire.put(0, y, blank * size[0])
                wire.changes((0, 0))
        await hands.press("tab")
        assert isinstance(app.screen, TitleScreen)
        for colours, wire in wires.items():
            assert 100 < paint(wire, hands, colours) <= 3000
