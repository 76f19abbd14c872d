"""KLONCAN's title and its two questions, before the first score sheet of a program."""

from pathlib import Path

import pytest

from solterm.games import find
from solterm.store.settings import Settings, save
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.look import themes
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.screens.start import StartScreen
from solterm.tui.screens.table import TableScreen
from solterm.tui.screens.title import TitleScreen
from solterm.tui.terminal.pens import pen_of
from solterm.tui.terminal.wire import Wire
from tests.tui.player import Player, run_test


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    monkeypatch.delenv("SOLTERM_SHARED", raising=False)


async def test_the_title_is_shown_and_the_questions_are_asked_once_a_program() -> None:
    app = SoltermApp(Store.open())
    async with run_test(app) as pilot:
        player = Player(pilot)
        await player.press("enter")
        assert isinstance(app.screen, TitleScreen)
        await player.press("space")
        assert isinstance(app.screen, StartScreen)
        await player.press("escape", "enter")
        assert isinstance(app.screen, StartScreen), "the title was seen"
        await player.press("n", "2")
        assert isinstance(app.screen, SheetScreen)
        await player.press("escape", "enter")
        assert isinstance(app.screen, SheetScreen), "the questions were answered"
        assert (app.screen.level, app.settings.messages) == (2, False)
        await player.press("escape", "down", "enter")
        assert isinstance(app.screen, SheetScreen)
        assert app.screen.game is find("kloncan-canfield")


async def test_who_knows_the_way_types_on_through_the_title() -> None:
    app = SoltermApp(Store.open())
    async with run_test(app) as pilot:
        await pilot.press("enter", "n", "2", "6")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.level == 2


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (132, 43), (200, 60), (40, 14)], ids=str)
@pytest.mark.parametrize("charset", ["unicode", "ascii"])
@pytest.mark.parametrize("colours", [0, 16, 1 << 24])
async def test_the_title_costs_at_most_three_kilobytes(
    tmp_path: Path, size: tuple[int, int], charset: str, colours: int
) -> None:
    save(tmp_path, Settings(cards=charset))  # type: ignore[arg-type]
    app = SoltermApp(Store.open())
    async with run_test(app, size) as pilot:
        pens = tuple(map(pen_of, themes.palette(theme="dos", colours=colours)))
        wire = Wire()
        wire.resize(*size)
        await pilot.press("down", "up")
        assert app.picture
        # What a large window shows already is wiped away by any screen: there it begins blank.
        blank = Canvas(*size, UNICODE).rows()
        sent = []
        for rows in (app.picture.rows if size <= (80, 24) else blank, None):
            if rows is None:
                await pilot.press("enter")
                assert isinstance(app.screen, TitleScreen)
                rows = app.picture.rows
            for y, row in enumerate(rows):
                wire.put(y, row, pens)
            sent.append(len(wire.changes((0, 0)).encode()))
        assert 100 < sent[-1] <= 3000
