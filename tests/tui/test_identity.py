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
from solterm.store import place
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.identity import IdentityScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.welcome import WelcomeScreen
from tests.tui.player import Hands, run_test


@pytest.fixture(autouse=True)
def own_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a new nickname, which the program writes to the environment, in this test."""
    monkeypatch.setattr("os.environ", dict(os.environ))


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    """The other end of the line to a host, which calls the player ann."""
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(hall, "_link", Link(ours))
    monkeypatch.setenv(place.NICKNAME, "ann")
    with theirs:
        yield Link(theirs)


@pytest.fixture
def guest(host: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(place.NICKNAME, "guest")
    monkeypatch.setenv(place.GUEST, "1")


@asynccontextmanager
async def opened(width: int = 80, height: int = 24) -> AsyncIterator[Hands]:
    app = SoltermApp(Store.open())
    app.is_lesson_offered = True
    async with run_test(app, (width, height)) as hands:
        await hands.pause()
        yield hands


def typed(hands: Hands) -> str:
    """What stands in the dialog's line."""
    return hands.app.screen.query_one(Input).value


async def answer(hands: Hands, message: Message) -> None:
    assert any(screen.hear(message) for screen in hands.app.base_screens)
    await hands.pause()


def said(host: Link) -> list[Message]:
    """What was asked of the host; what is played is not looked at here."""
    return [each for each in host.hear() if isinstance(each, Rename | AskCode | UseCode)]


# -- the welcome -----------------------------------------------------------------------------


async def test_a_new_player_takes_the_name_that_is_proposed(host: Link) -> None:
    async with opened() as hands:
        assert isinstance(hands.app.base_screen, WelcomeScreen)
        assert typed(hands) == "ann"
        await hands.press("enter")
        assert isinstance(hands.app.screen, MenuScreen)
        assert said(host) == []
        assert place.nickname() == "ann"


async def test_a_new_player_types_another_name(host: Link) -> None:
    async with opened() as hands:
        await hands.press(*"bob", "enter")
        assert said(host) == [Rename("bob")]
        assert "One moment" in hands.text
        await hands.press("enter", "escape", "x")  # the host has the word
        assert said(host) == []
        await answer(hands, No("Somebody here is called so."))
        assert "Somebody here is called so." in hands.text
        await hands.press("end", *"by", "enter")
        assert said(host) == [Rename("bobby")]
        await answer(hands, Yes("bobby"))
        assert isinstance(hands.app.screen, MenuScreen)
        assert place.nickname() == "bobby"


async def test_esc_takes_the_proposed_name_too(host: Link) -> None:
    async with opened() as hands:
        await hands.press(*"bob", "escape")
        assert isinstance(hands.app.screen, MenuScreen)
        assert place.nickname() == "ann"


async def test_a_player_gets_past_a_host_that_is_gone(host: Link) -> None:
    async with opened() as hands:
        host.close()
        await hands.press(*"bob", "enter")
        assert "does not answer" in hands.text or "One moment" in hands.text
        await hands.press("escape", "escape")
        assert isinstance(hands.app.screen, MenuScreen)


async def test_only_new_players_are_welcomed(host: Link) -> None:
    KeptPlay.start(Store.open(), find("demon"), 7).perform("s")
    async with opened() as hands:
        assert not isinstance(hands.app.base_screen, WelcomeScreen)


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_guest_reads_how_to_be_known(size: tuple[int, int]) -> None:
    async with opened(*size) as hands:
        for part in ("You are a guest", "ssh-keygen -t ed25519", "Press any key to go on."):
            assert part in hands.text
        await hands.press("x")
        assert isinstance(hands.app.screen, MenuScreen)


@pytest.mark.usefixtures("guest")
async def test_a_click_leads_a_guest_on() -> None:
    async with opened() as hands:
        await hands.click((10, 10))
        assert isinstance(hands.app.screen, MenuScreen)


@pytest.mark.usefixtures("guest")
async def test_a_guest_who_quits_is_not_told_that_games_are_kept() -> None:
    async with opened() as hands:
        assert "your games are gone" in " ".join(hands.text.split())
        await hands.press("x", "ctrl+c")
        assert "a guest's games end here" in hands.text
        assert "kept" not in hands.text


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (200, 60)])
async def test_the_welcome_fits(host: Link, size: tuple[int, int]) -> None:
    async with opened(*size) as hands:
        text = hands.text
        for part in ("Welcome", "Your key tells", "the settings.", "Enter takes this name", "ann"):
            assert part in text


@pytest.mark.parametrize("is_hosted", [False, True])
async def test_the_help_has_a_page_about_the_host(
    is_hosted: bool, host: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_hosted:
        monkeypatch.setattr(hall, "_link", None)
    async with opened() as hands:
        await hands.press("enter")
        hands.app.show_help_pages()
        await hands.pause()
        assert ("On this host" in hands.text) == is_hosted
        if is_hosted:
            await hands.press("up", "up", "enter")
            await hands.pause(0.1)
            assert "Who you are" in hands.text


# -- name and keys ---------------------------------------------------------------------------


@pytest.fixture
async def hands(host: Link) -> AsyncIterator[Hands]:
    async with opened() as hands:
        await hands.press("enter")
        hands.app.push_screen(IdentityScreen())
        await hands.pause()
        assert "ann" in hands.text
        yield hands


async def test_a_name_is_changed(hands: Hands, host: Link) -> None:
    await hands.press("enter", *"bob", "enter")
    assert said(host) == [Rename("bob")]
    await answer(hands, Yes("bob"))
    assert "You are bob on this host." in hands.text
    assert place.nickname() == "bob"
    await hands.press("enter", "enter")  # the same again asks nobody
    assert said(host) == []


async def test_a_code_is_shown_until_it_is_read(hands: Hands, host: Link) -> None:
    await hands.press("down", "enter")
    assert said(host) == [AskCode()]
    await answer(hands, Yes("ABCD-EFGH"))
    assert "Your code: ABCD-EFGH" in hands.text
    await hands.press("x")
    assert "ABCD-EFGH" not in hands.text
    await hands.press("enter")
    await answer(hands, No("A player has 20 keys at most."))
    assert "20 keys" in hands.text


async def test_a_code_is_used(hands: Hands, host: Link) -> None:
    await hands.press("up", "enter", *"abcd-efgh", "enter")
    assert said(host) == [UseCode("abcd-efgh")]
    await answer(hands, No("This code is not known."))
    assert "This code is not known." in hands.text
    await hands.press("enter")
    await answer(hands, Yes("From your next login on this key is ann's."))
    assert "next login" in hands.text


async def test_unrequested_answers_are_ignored(hands: Hands) -> None:
    for message in (Yes("bob"), No("no"), Who("a", ())):
        assert not hands.app.base_screen.hear(message)
    await hands.press("enter", *"bob", "enter")
    assert not hands.app.base_screen.hear(Who("a", ()))
    assert place.nickname() == "ann"


@pytest.mark.usefixtures("host")
async def test_a_guest_has_no_name_to_change(guest: None) -> None:
    async with opened(60, 20) as hands:
        await hands.press("x")
        hands.app.show_settings()
        await hands.pause()
        screen = hands.app.screen
        await hands.press("x")
        while "Your name and keys" not in hands.rows[hands.cursor.y]:
            await hands.press("down")
        await hands.press("enter")
        await hands.pause(0.1)
        assert "ssh-keygen -t ed25519" in hands.text
        await hands.press("escape")
        assert hands.app.screen is screen
