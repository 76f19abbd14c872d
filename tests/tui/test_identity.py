"""The screen on a host: the welcome, guests, names and keys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.widgets import Input

from solterm.context import GUEST, NICKNAME
from solterm.games import find
from solterm.hall.messages import (
    AskCode,
    Message,
    No,
    Notice,
    Races,
    Rename,
    Tonight,
    UseCode,
    Visitor,
    Who,
    Yes,
)
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.identity import IdentityScreen, WelcomeScreen
from solterm.tui.screens.menu import MenuScreen
from tests.hall.hosts import HostEnd
from tests.tui.player import AppPilot, run_test


@pytest.fixture(autouse=True)
def nickname(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "guest")
    monkeypatch.setenv(GUEST, "1")


@asynccontextmanager
async def opened(
    host: HostEnd | None, width: int = 80, height: int = 24
) -> AsyncIterator[AppPilot]:
    app = SoltermApp(Store.open(), host=host and host.session)
    app.shown.add("lesson")
    async with run_test(app, (width, height)) as pilot:
        await pilot.pause()
        yield pilot


async def answer(pilot: AppPilot, message: Message) -> None:
    assert any(screen.take_host_message(message) for screen in pilot.app.base_screens)
    await pilot.pause()


def requests(host: HostEnd) -> list[Message]:
    """Return the requests about names and keys that the host has received."""
    return [each for each in host.hear() if isinstance(each, Rename | AskCode | UseCode)]


# -- the welcome -----------------------------------------------------------------------------


async def test_a_new_player_accepts_the_proposed_name(host: HostEnd) -> None:
    for is_new, keys in ((True, ["enter"]), (True, [*"bob", "escape"]), (False, [])):
        if not is_new:
            KeptPlay.start(Store.open(), find("demon"), 7).perform("s")
        async with opened(host) as pilot:
            assert isinstance(pilot.app.base_screen, WelcomeScreen) == is_new
            if is_new:
                assert pilot.app.screen.query_one(Input).value == "ann"
                assert "Enter takes this name" in pilot.text
                await pilot.press(*keys)
                assert isinstance(pilot.app.screen, MenuScreen)
            assert requests(host) == []
            assert pilot.app.context.nickname == "ann"


async def test_a_new_player_types_another_name(host: HostEnd) -> None:
    async with opened(host) as pilot:
        await pilot.press(*"bob", "enter")
        assert requests(host) == [Rename("bob")]
        assert "One moment" in pilot.text
        await pilot.press("enter", "x")  # ignored until the host answers
        assert requests(host) == []
        await answer(pilot, No("That name is taken."))
        assert "That name is taken." in pilot.text
        await pilot.press("end", *"by", "enter")
        assert requests(host) == [Rename("bobby")]
        await answer(pilot, Yes("bobby"))
        assert isinstance(pilot.app.screen, MenuScreen)
        assert pilot.app.context.nickname == "bobby"


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_guest_reads_how_to_make_a_key(host: HostEnd, size: tuple[int, int]) -> None:
    async with opened(host, *size) as pilot:
        for part in ("You are a guest", "ssh-keygen -t ed25519", "Press any key to go on."):
            assert part in pilot.text
        assert "your games are gone" in " ".join(pilot.text.split())
        await pilot.click((10, 10))
        await pilot.press("ctrl+c")
        assert "a guest's games end here" in " ".join(pilot.text.split())
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, MenuScreen)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_dialog_for_the_name_covers_nothing(host: HostEnd, size: tuple[int, int]) -> None:
    start, end = "2999-01-01T20:00:00+00:00", "2999-01-01T22:00:00+00:00"
    async with opened(host, *size) as pilot:
        for message in (
            Notice("Tonight: Demon, 20:00 to 22:00 UTC. The host restarts at ten."),
            Who("a", (Visitor("b", "bob", "", "", "fly", 3, "617", "", True, 0),), 2),
            Races((), (), ()),
            Tonight("Evening 2999-01-01 2000", ("demon", "fly"), start, end, 6, True),
        ):
            host.say(message)
            await pilot.pause(0.01)
            await pilot.pause()
        assert "The host restarts at ten." in " ".join(pilot.text.split())
        *_, last = (row for row in pilot.rows if row.startswith("  Evening: Tuesday"))
        assert last.rstrip().endswith(("signed up,", " ..."))
        assert "Enter takes this name" in pilot.text


@pytest.mark.parametrize("is_hosted", [False, True])
async def test_the_help_has_a_page_about_the_host_on_hosts_only(
    is_hosted: bool, host: HostEnd
) -> None:
    async with opened(host if is_hosted else None) as pilot:
        await pilot.press("enter")
        pilot.app.push_screen(HelpPagesScreen())
        await pilot.pause()
        assert ("On this host" in pilot.text) == is_hosted
        if is_hosted:
            await pilot.press("up", "up", "enter")
            await pilot.wait_until(lambda: "Who you are" in pilot.text)


# -- name and keys ---------------------------------------------------------------------------


async def test_a_name_is_changed_and_a_code_shown_and_used(host: HostEnd) -> None:
    async with opened(host) as pilot:
        await pilot.press("enter")
        pilot.app.push_screen(IdentityScreen())
        await pilot.pause()
        assert not pilot.app.base_screen.take_host_message(Yes("bob")), "nobody asked"
        await pilot.press("enter", *"bob", "enter")
        assert not pilot.app.base_screen.take_host_message(Who("a", ()))
        await answer(pilot, Yes("bob"))
        assert "You are bob on this host." in pilot.text
        assert pilot.app.context.nickname == "bob"
        await pilot.press("enter", "enter")  # the same name needs no request

        await pilot.press("down", "enter")
        await answer(pilot, Yes("ABCD-EFGH"))
        assert "Your code: ABCD-EFGH" in pilot.text
        await pilot.press("x")
        assert "ABCD-EFGH" not in pilot.text

        await pilot.press("down", "enter", *"abcd-efgh", "enter")
        await answer(pilot, No("This code is not known."))
        assert "This code is not known." in pilot.text
        await pilot.press("enter")
        await answer(pilot, Yes("From your next login on this key is ann's."))
        assert "next login" in pilot.text
        used = UseCode("abcd-efgh")
        assert requests(host) == [Rename("bob"), AskCode(), used, used]


async def test_a_guest_has_no_name_to_change(host: HostEnd, guest: None) -> None:
    async with opened(host, 60, 20) as pilot:
        await pilot.press("x")
        pilot.app.doors.show_settings()
        await pilot.pause()
        screen = pilot.app.screen
        await pilot.press("x", "escape")
        while "Your name and keys" not in pilot.rows[pilot.cursor.y]:
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.wait_until(lambda: "ssh-keygen -t ed25519" in pilot.text)
        await pilot.press("escape")
        assert pilot.app.screen is screen
