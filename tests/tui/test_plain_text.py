"""Text of other people is shown as it is, on every screen: no markup, and no action at a click."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.app import ComposeResult
from textual.notifications import Notification
from textual.screen import Screen
from textual.widgets import (
    Button,
    Checkbox,
    DataTable,
    Header,
    Input,
    Label,
    OptionList,
    RadioButton,
    Select,
    Static,
)
from textual.widgets._toast import Toast

import solterm.tui
from solterm.hall.messages import Notice, Result, Results, Who
from solterm.tui.app import SoltermApp
from solterm.tui.screens import dialogs
from solterm.tui.screens.about_pile import WhatDialog
from solterm.tui.screens.kloncan import StartScreen, TitleScreen
from solterm.tui.widgets.lines import MessageLine
from tests.effort import tries
from tests.tui.every_screen import BASES, OTHERS, OVER_THE_TABLE, SHOWING, World, world_of
from tests.tui.player import AppPilot, run_test
from tests.tui.screens import search_palette

HOSTILE = ("[@click=app.quit]x", "[/]", "[link=http://x]y", "[red]z")[: tries(4, 1)]
SIZE = (120, 36)

pytestmark = pytest.mark.parametrize("text", HOSTILE)


@pytest.fixture
def world(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    with world_of(text, tmp_path, monkeypatch) as world:
        yield world


async def show(pilot: AppPilot, world: World, screen: Screen[Any]) -> None:
    pilot.app.push_screen(screen)
    await pilot.pause()
    won = Result(world.text, "demon", 3, "617", "", True, 900)
    world.host.say(Who("2", (world.visitor,), 1, 0))
    world.host.say(Results((won,)))
    await pilot.pause(0.001)
    await pilot.pause()


def check(pilot: AppPilot, text: str, where: object) -> None:
    """Check that the text is on the screen, and that no cell has an action or a link from it."""
    assert text in pilot.text, f"{where}:\n{pilot.text}"
    for strip in pilot.strips:
        for segment in strip:
            style = segment.style
            assert style is None or style.link is None, where
            assert style is None or style.meta.get("@click") != "app.quit", where


async def test_every_screen_shows_it_literally(text: str, world: World) -> None:
    app = SoltermApp(world.store, host=world.host.session)
    title = TitleScreen("KLONCAN", StartScreen(world.game))  # has no name of others
    app.opening = lambda: app.go_to(title)
    async with run_test(app, SIZE) as pilot:
        for kind, make in {**SHOWING, **OTHERS}.items():
            screen = make(world)
            await show(pilot, world, screen)
            assert app.screen is screen, kind
            if kind in SHOWING:
                check(pilot, text, kind)
            elif screen.query(MessageLine) or isinstance(screen, dialogs.Box):
                screen.say_trouble(text)
                await pilot.pause()
                check(pilot, text, kind)
            app.pop_screen()
            await pilot.pause()


def test_every_screen_is_visited(text: str) -> None:
    for module in pkgutil.walk_packages(solterm.tui.__path__, "solterm.tui."):
        importlib.import_module(module.name)
    visited = {*SHOWING, *OTHERS, *OVER_THE_TABLE, *BASES}
    ours = {each for each in _below(Screen) if each.__module__.startswith("solterm.")}
    assert ours == visited, "a new screen belongs into SHOWING or OTHERS"


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


async def test_dialogs_about_piles_and_messages_of_the_host_do_too(text: str, world: World) -> None:
    app = SoltermApp(world.store, host=world.host.session)
    app.opening = lambda: app.game_doors.show_table(world.kept)
    async with run_test(app, SIZE) as pilot:
        await pilot.press("w")
        assert isinstance(app.screen, WhatDialog), app.screen
        check(pilot, text, WhatDialog)
        await pilot.press("escape")
        world.host.say(Notice(text))
        await pilot.pause(0.001)
        await pilot.pause()
        assert any(text in row for row in pilot.rows[-4:])
        check(pilot, text, "a notice of the host")


@pytest.mark.parametrize("query", ["hostile", "resume", "saved games", "board", "rules"])
async def test_every_list_of_the_palette_does_too(text: str, query: str, world: World) -> None:
    app = SoltermApp(world.store, host=world.host.session)
    app.opening = lambda: app.game_doors.show_table(world.kept)
    async with run_test(app, SIZE) as pilot:
        await search_palette(pilot, query)
        found = app.screen.query_one("CommandList", OptionList).options
        assert any(text in str(each.prompt) for each in found), pilot.text
        check(pilot, text, query)


class Widgets(Screen[None]):
    """Every kind of widget with a text, made without a word about markup."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        text = self.text
        yield from (Static(text), Label(text), Button(text), Checkbox(text), RadioButton(text))
        titled = Static("titled")
        titled.border_title = text
        titled.border_subtitle = text
        titled.styles.border = ("ascii", "white")
        yield titled
        yield OptionList(text)
        yield Input(placeholder=text)
        yield Select([(text, 1)], value=1, allow_blank=False)
        table: DataTable[str] = DataTable()
        table.add_columns(text)
        table.add_row(text, label=text)
        yield table
        yield Toast(Notification(text, timeout=3600))
        yield Header()


async def test_a_widget_that_says_nothing_about_markup_does_too(text: str, world: World) -> None:
    app = SoltermApp(world.store, host=world.host.session)
    app.opening = app.doors.go_to_menu
    async with run_test(app, (120, 80)) as pilot:
        app.title = text
        app.push_screen(Widgets(text))
        await pilot.pause()
        check(pilot, text, "widgets")
        # Five labels, two titles, a line, a placeholder, a value, three in the table, a toast, and
        # the header.
        assert pilot.text.count(text) == 15, pilot.text
        assert Text.from_markup(text).plain == text
