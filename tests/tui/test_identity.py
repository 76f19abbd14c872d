"""The screen on a host: the welcome, guests, names and keys."""

import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.widgets import Input

from solterm import hall
from solterm.games import find
from solterm.hall.link import Link
from solterm.hall.messages import AskCode, Message, No, Rename, UseCode, Who, Yes
from solterm.store import locations
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.identity import IdentityScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.welcome import WelcomeScreen
from tests.tui.player import AppPilot, run_test


@pytest.fixture(autouse=True)
def own_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the environment after each test: the App stores a new nickname there."""
    monkeypatch.setattr("os.environ", dict(os.environ))


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    """The host's end of the connection; the host calls the player ann."""
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(hall, "_link", Link(ours))
    monkeypatch.setenv(locations.NICKNAME, "ann")
    with theirs:
        yield Link(theirs)


@pytest.fixture
def guest(host: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(locations.NICKNAME, "guest")
    monkeypatch.setenv(locations.GUEST, "1")


@asynccontextmanager
async def opened(width: int = 80, height: int = 24) -> AsyncIterator[AppPilot]:
    app = SoltermApp(Store.open())
    app.is_lesson_offered = True
    async with run_test(app, (width, height)) as pilot:
        await pilot.pause()
        yield pilot


def input_text(pilot: AppPilot) -> str:
    """Return the text in the dialog's input."""
    return pilot.app.screen.query_one(Input).value


async def answer(pilot: AppPilot, message: Message) -> None:
    assert any(screen.take_host_message(message) for screen in pilot.app.base_screens)
    await pilot.pause()


def requests(host: Link) -> list[Message]:
    """Return the requests about names and keys that the host has received."""
    return [each for each in host.hear() if isinstance(each, Rename | AskCode | UseCode)]


# -- the welcome -----------------------------------------------------------------------------


async def test_a_new_player_accepts_the_proposed_name(host: Link) -> None:
    async with opened() as pilot:
        assert isinstance(pilot.app.base_screen, WelcomeScreen)
        assert input_text(pilot) == "ann"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, MenuScreen)
        assert requests(host) == []
        assert locations.nickname() == "ann"


async def test_a_new_player_types_another_name(host: Link) -> None:
    async with opened() as pilot:
        await pilot.press(*"bob", "enter")
        assert requests(host) == [Rename("bob")]
        assert "One moment" in pilot.text
        await pilot.press("enter", "escape", "x")  # ignored until the host answers
        assert requests(host) == []
        await answer(pilot, No("That name is taken."))
        assert "That name is taken." in pilot.text
        await pilot.press("end", *"by", "enter")
        assert requests(host) == [Rename("bobby")]
        await answer(pilot, Yes("bobby"))
        assert isinstance(pilot.app.screen, MenuScreen)
        assert locations.nickname() == "bobby"


async def test_esc_accepts_the_proposed_name_too(host: Link) -> None:
    async with opened() as pilot:
        await pilot.press(*"bob", "escape")
        assert isinstance(pilot.app.screen, MenuScreen)
        assert locations.nickname() == "ann"


async def test_a_player_gets_past_the_welcome_if_the_host_is_gone(host: Link) -> None:
    async with opened() as pilot:
        host.close()
        await pilot.press(*"bob", "enter")
        assert "does not answer" in pilot.text or "One moment" in pilot.text
        await pilot.press("escape", "escape")
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_only_new_players_are_welcomed(host: Link) -> None:
    KeptPlay.start(Store.open(), find("demon"), 7).perform("s")
    async with opened() as pilot:
        assert not isinstance(pilot.app.base_screen, WelcomeScreen)


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_guest_reads_how_to_make_a_key(size: tuple[int, int]) -> None:
    async with opened(*size) as pilot:
        for part in ("You are a guest", "ssh-keygen -t ed25519", "Press any key to go on."):
            assert part in pilot.text
        await pilot.press("x")
        assert isinstance(pilot.app.screen, MenuScreen)


@pytest.mark.usefixtures("guest")
async def test_a_click_closes_the_page_for_guests() -> None:
    async with opened() as pilot:
        await pilot.click((10, 10))
        assert isinstance(pilot.app.screen, MenuScreen)


@pytest.mark.usefixtures("guest")
async def test_quitting_warns_guests_that_their_games_end() -> None:
    async with opened() as pilot:
        assert "your games are gone" in " ".join(pilot.text.split())
        await pilot.press("x", "ctrl+c")
        assert "a guest's games end here" in pilot.text
        assert "kept" not in pilot.text


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (200, 60)])
async def test_the_welcome_fits(host: Link, size: tuple[int, int]) -> None:
    async with opened(*size) as pilot:
        text = pilot.text
        for part in ("Welcome", "Your key tells", "the settings.", "Enter takes this name", "ann"):
            assert part in text


@pytest.mark.parametrize("is_hosted", [False, True])
async def test_the_help_has_a_page_about_the_host_on_hosts_only(
    is_hosted: bool, host: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_hosted:
        monkeypatch.setattr(hall, "_link", None)
    async with opened() as pilot:
        await pilot.press("enter")
        pilot.app.push_screen(HelpPagesScreen())
        await pilot.pause()
        assert ("On this host" in pilot.text) == is_hosted
        if is_hosted:
            await pilot.press("up", "up", "enter")
            await pilot.pause(0.1)
            assert "Who you are" in pilot.text


# -- name and keys ---------------------------------------------------------------------------


@pytest.fixture
async def pilot(host: Link) -> AsyncIterator[AppPilot]:
    async with opened() as pilot:
        await pilot.press("enter")
        pilot.app.push_screen(IdentityScreen())
        await pilot.pause()
        assert "ann" in pilot.text
        yield pilot


async def test_a_name_is_changed(pilot: AppPilot, host: Link) -> None:
    await pilot.press("enter", *"bob", "enter")
    assert requests(host) == [Rename("bob")]
    await answer(pilot, Yes("bob"))
    assert "You are bob on this host." in pilot.text
    assert locations.nickname() == "bob"
    await pilot.press("enter", "enter")  # the same name needs no request
    assert requests(host) == []


async def test_a_code_is_shown_until_it_is_read(pilot: AppPilot, host: Link) -> None:
    await pilot.press("down", "enter")
    assert requests(host) == [AskCode()]
    await answer(pilot, Yes("ABCD-EFGH"))
    assert "Your code: ABCD-EFGH" in pilot.text
    await pilot.press("x")
    assert "ABCD-EFGH" not in pilot.text
    await pilot.press("enter")
    await answer(pilot, No("A player has 20 keys at most."))
    assert "20 keys" in pilot.text


async def test_a_code_is_used(pilot: AppPilot, host: Link) -> None:
    await pilot.press("up", "enter", *"abcd-efgh", "enter")
    assert requests(host) == [UseCode("abcd-efgh")]
    await answer(pilot, No("This code is not known."))
    assert "This code is not known." in pilot.text
    await pilot.press("enter")
    await answer(pilot, Yes("From your next login on this key is ann's."))
    assert "next login" in pilot.text


async def test_unrequested_answers_are_ignored(pilot: AppPilot) -> None:
    for message in (Yes("bob"), No("no"), Who("a", ())):
        assert not pilot.app.base_screen.take_host_message(message)
    await pilot.press("enter", *"bob", "enter")
    assert not pilot.app.base_screen.take_host_message(Who("a", ()))
    assert locations.nickname() == "ann"


@pytest.mark.usefixtures("host")
async def test_a_guest_has_no_name_to_change(guest: None) -> None:
    async with opened(60, 20) as pilot:
        await pilot.press("x")
        pilot.app.push_screen("settings")
        await pilot.pause()
        screen = pilot.app.screen
        await pilot.press("x")
        while "Your name and keys" not in pilot.rows[pilot.cursor.y]:
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert "ssh-keygen -t ed25519" in pilot.text
        await pilot.press("escape")
        assert pilot.app.screen is screen
