"""On a host: who is new is welcomed, a guest reads how to be known, a name and keys are changed."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from solterm import hall
from solterm.hall.link import Link
from solterm.hall.messages import AskCode, Message, No, Rename, UseCode, Who, Yes
from solterm.store import place
from solterm.store.settings import Setting
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.identity import IdentityScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.settings import SettingsScreen
from solterm.tui.screens.welcome import WelcomeScreen
from tests.tui.player import Hands


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.environ", dict(os.environ))
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    for name in (place.NICKNAME, place.GUEST, "SOLTERM_SHARED"):
        monkeypatch.delenv(name, raising=False)


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


def opened(width: int = 80, height: int = 24) -> Hands:
    app = SoltermApp(Store.open())
    app.resize(width, height)
    app.open()
    return Hands(app)


def seen(hands: Hands) -> str:
    assert hands.app.picture
    return "\n".join("".join(chars).rstrip() for chars, _ in hands.app.picture.rows)


def answer(hands: Hands, message: Message) -> None:
    assert hands.app.screen.hear(message)


def said(host: Link) -> list[Message]:
    """What was asked of the host; what is played is not looked at here."""
    return [each for each in host.hear() if isinstance(each, Rename | AskCode | UseCode)]


def rows(screen: SettingsScreen, hands: Hands) -> list[str]:
    """What the lines of the settings are about."""
    hands.app.push_screen(screen)
    return [getattr(each, "name" if isinstance(each, Setting) else "id") for each in screen.entries]


# -- the welcome -----------------------------------------------------------------------------


async def test_a_new_player_takes_the_name_that_is_proposed(host: Link) -> None:
    hands = opened()
    assert isinstance(hands.app.screen, WelcomeScreen)
    assert "> ann_" in seen(hands)
    await hands.press("enter")
    assert isinstance(hands.app.screen, MenuScreen)
    assert said(host) == []
    assert place.nickname() == "ann"


async def test_a_new_player_types_another_name(host: Link) -> None:
    hands = opened()
    await hands.press(*"bob", "enter")
    assert said(host) == [Rename("bob")]
    assert "One moment" in seen(hands)
    await hands.press("enter", "escape", "x")  # the host has the word
    assert said(host) == []
    answer(hands, No("Somebody here is called so."))
    assert "Somebody here is called so." in seen(hands)
    await hands.press(*"by", "enter")
    answer(hands, Yes("bobby"))
    assert isinstance(hands.app.screen, MenuScreen)
    assert place.nickname() == "bobby"


async def test_esc_takes_the_proposed_name_too(host: Link) -> None:
    hands = opened()
    await hands.press(*"bob", "escape")
    assert isinstance(hands.app.screen, MenuScreen)
    assert place.nickname() == "ann"


async def test_a_host_that_is_gone_stops_nobody(host: Link) -> None:
    host.close()
    hands = opened()
    await hands.press(*"bob", "enter")
    assert "does not answer" in seen(hands) or "One moment" in seen(hands)
    await hands.press("escape", "escape")
    assert isinstance(hands.app.screen, MenuScreen)


async def test_who_has_played_is_not_welcomed_again(host: Link) -> None:
    hands = opened()
    await hands.press("enter", "tab")  # at the menu: the free game is dealt
    assert not isinstance(opened().app.screen, WelcomeScreen)


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_guest_reads_how_to_be_known(size: tuple[int, int]) -> None:
    hands = opened(*size)
    for part in ("You are a guest", "ssh-keygen -t ed25519", "Any key goes on"):
        assert part in seen(hands)
    await hands.press("x")
    assert isinstance(hands.app.screen, MenuScreen)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (200, 60)])
async def test_the_welcome_fits(host: Link, size: tuple[int, int]) -> None:
    hands = opened(*size)
    for part in (
        "Welcome",
        "Your key tells this host",
        "the settings.",
        "Enter takes this name",
        "> ann",
    ):
        assert part in seen(hands)


async def test_a_program_that_nobody_hosts_shows_nothing_of_it() -> None:
    hands = opened()
    assert isinstance(hands.app.screen, MenuScreen)
    entries = rows(SettingsScreen(), hands)
    assert "player" in entries
    assert "identity" not in entries


@pytest.mark.parametrize("is_hosted", [False, True])
async def test_the_help_has_a_page_about_the_host(
    is_hosted: bool, host: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_hosted:
        monkeypatch.setattr(hall, "_link", None)
    hands = opened()
    hands.app.show_help_pages()
    assert ("On this host" in seen(hands)) == is_hosted
    if is_hosted:
        await hands.press("up", "up", "enter")
        assert "Who you are" in seen(hands)


# -- name and keys ---------------------------------------------------------------------------


def open_identity(hands: Hands) -> None:
    """Come there through the settings."""
    screen = SettingsScreen()
    hands.app.switch_screen(MenuScreen())
    about = rows(screen, hands)
    assert "player" not in about
    screen.here = about.index("identity")
    screen.press("enter", None)


@pytest.fixture
def hands(host: Link) -> Hands:
    """At the screen of name and keys, as one comes there."""
    hands = opened()
    open_identity(hands)
    assert isinstance(hands.app.screen, IdentityScreen)
    assert "ann" in seen(hands)
    return hands


async def test_a_name_is_changed(hands: Hands, host: Link) -> None:
    await hands.press("enter", *"bob", "enter")
    assert said(host) == [Rename("bob")]
    answer(hands, Yes("bob"))
    assert "You are bob on this host." in seen(hands)
    assert place.nickname() == "bob"
    await hands.press("enter", "enter")  # the same again asks nobody
    assert said(host) == []


async def test_a_code_is_shown_until_it_is_read(hands: Hands, host: Link) -> None:
    await hands.press("down", "enter")
    assert said(host) == [AskCode()]
    answer(hands, Yes("ABCD-EFGH"))
    assert "Your code: ABCD-EFGH" in seen(hands)
    await hands.press("x")
    assert "ABCD-EFGH" not in seen(hands)
    await hands.press("enter")
    answer(hands, No("A player has 20 keys at most."))
    assert "20 keys" in seen(hands)


async def test_a_code_is_used(hands: Hands, host: Link) -> None:
    await hands.press("up", "enter", *"abcd-efgh", "enter")
    assert said(host) == [UseCode("abcd-efgh")]
    answer(hands, No("This code is not known."))
    assert "This code is not known." in seen(hands)
    await hands.press("enter")
    answer(hands, Yes("From your next login on this key is ann's."))
    assert "next login" in seen(hands)


async def test_what_was_not_asked_for_is_not_heard(hands: Hands) -> None:
    for message in (Yes("bob"), No("no"), Who("a", ())):
        assert not hands.app.screen.hear(message)
    await hands.press("enter", *"bob", "enter")
    assert not hands.app.screen.hear(Who("a", ()))
    assert place.nickname() == "ann"


@pytest.mark.usefixtures("guest")
async def test_a_guest_has_no_name_to_change() -> None:
    hands = opened(60, 20)
    open_identity(hands)
    assert "ssh-keygen -t ed25519" in seen(hands)
    await hands.press("escape")
    assert isinstance(hands.app.screen, SettingsScreen)
