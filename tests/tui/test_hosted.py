"""The screen on a host: it shows the host's messages and reports the game."""

import asyncio
import io
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.message_pump import MessagePump

from solterm.context import KIOSK
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.link import Link
from solterm.hall.messages import (
    AskProof,
    AskTonight,
    Door,
    End,
    Message,
    No,
    Notice,
    PlayLeft,
    PlayStarted,
    Proof,
    Result,
    SignUp,
    Step,
    Tonight,
)
from solterm.sessions.life import QUESTIONS
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.host_news import Heard, Listening
from tests.hall.hosts import HostEnd, kinds
from tests.harness.pty import Terminal
from tests.tui.player import AppPilot, run_test

pytestmark = pytest.mark.usefixtures("no_welcome")

SESSION = Path(__file__).parents[1] / "hall" / "session.py"
WON = Result("bob", "demon", 3, "617", "", True, 900)
NEWS = "bob won Demon, 900."
OBJECT = "Bring all cards home, 7 to 6 by suit.  ? rules, F2 keys, H hint, U undo"
"""The row of a new game without news."""


@pytest.fixture
def app(host: HostEnd, monkeypatch: pytest.MonkeyPatch) -> SoltermApp:
    monkeypatch.setattr("solterm.sessions.host_link.READ", 3600.0)
    return SoltermApp(Store.open(), find("demon"), 617, host=host.session)


@contextmanager
def session(*words: str, face: str = "screen") -> Iterator[tuple[Terminal, Link]]:
    """Start a session on a terminal; yield it and the host's end of its connection."""
    KeptPlay.start(Store.open(), find("fly"), 1)  # a new player would get the welcome first
    here, there = socket.socketpair()
    there.set_inheritable(True)
    argv = [sys.executable, str(SESSION), str(there.fileno()), face, *words]
    with Terminal(argv) as terminal:
        there.close()
        host = Link(here)
        yield terminal, host
        host.close()


def message_row(pilot: AppPilot) -> str:
    """The row above the last."""
    return pilot.rows[-2].strip()


async def receive(pilot: AppPilot, host: Link, message: Message) -> None:
    host.say(message)
    await pilot.pause(0.001)
    await pilot.pause()


async def test_the_contests_page_signs_up_for_the_evening(
    app: SoltermApp, host: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_SOON", "_AGAIN"):
        monkeypatch.setattr(f"solterm.tui.screens.contests_page.{name}", 3600.0)
    start, end = "2999-01-01T20:00:00+00:00", "2999-01-01T22:00:00+00:00"
    tonight = Tonight("Evening 2999-01-01 2000", ("demon",), start, end)
    async with run_test(app) as pilot:
        app.doors.go_to_contests()
        await pilot.pause()
        assert AskTonight() in host.hear()
        await receive(pilot, host, tonight)
        assert "Tuesday at 20:00 UTC" in pilot.text and "Demon, 0 signed up" in pilot.text
        await pilot.press("up", "enter")
        assert host.hear() == [SignUp(tonight.name, True)]
        await receive(pilot, host, replace(tonight, signed_up=2, is_signed_up=True))
        assert "2 players have signed up, you too. Enter withdraws." in pilot.text
        await pilot.press("enter")
        assert host.hear() == [SignUp(tonight.name, False)]
        await receive(pilot, host, replace(tonight, start="2026-01-01T20:00:00+00:00"))
        assert "Coming up" not in pilot.text, "it has begun, and can be joined"


async def test_the_next_evening_is_cut_at_a_word_beside_the_preview(
    app: SoltermApp, host: Link
) -> None:
    start, end = "2999-01-01T20:00:00+00:00", "2999-01-01T22:00:00+00:00"
    games = ("kloncan-klondike", "free-cell", "smallware-golf")
    async with run_test(app, (132, 43)) as pilot:
        app.doors.go_to_menu()
        await pilot.pause()
        await receive(pilot, host, Tonight("Evening", games, start, end))
        (row,) = [each for each in pilot.rows if each.startswith("  Evening")]
        assert row[:80].rstrip().endswith(" ...")


async def test_a_slow_host_is_waited_for_until_it_answers_or_the_player_gives_up(
    app: SoltermApp, host: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.seat.host, "patience", 0.0)
    asked: list[int] = []

    def ask() -> None:
        asked.append(len(asked))
        if len(asked) < 4:
            app.seat.host.ask(AskProof("digest"), Proof)

    async with run_test(app) as pilot:
        for _ in range(2):
            app.call_later(app.ask_host, ask)
            await pilot.pause()
            assert "The host is slow to answer" in pilot.text
            await pilot.press("escape")
            assert "The host is slow to answer" not in pilot.text
        app.call_later(app.ask_host, ask)
        await pilot.pause()
        for each in (Proof("given up"), No("given up")):
            await receive(pilot, host, each)
            assert "The host is slow to answer" in pilot.text
        await receive(pilot, host, Proof("late"))
        await pilot.pause()
        assert "The host is slow to answer" not in pilot.text
    assert asked == [0, 1, 2, 3], "it is asked again"


async def test_a_notice_names_the_key_that_leads_to_its_evening(
    app: SoltermApp, host: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[object] = []
    monkeypatch.setattr(app.doors, "show_board", lambda board: shown.append(board))
    monkeypatch.setattr(app.doors, "go_to_evening", shown.append)
    begun, coming = "2026-01-01T20:00:00+00:00", "2999-01-01T20:00:00+00:00"
    tonight = Tonight("Evening", ("demon",), begun, coming)
    async with run_test(app) as pilot:
        await receive(pilot, host, Notice("It is soon.", next=coming))
        assert message_row(pilot) == "It is soon. & shows it."
        await receive(pilot, host, Notice("It is on.", next=begun))
        assert message_row(pilot) == "It is on. & joins it."
        assert host.hear()[-2:] == [AskTonight()] * 2, "what was known of it has changed"
        with monkeypatch.context() as patch:
            patch.setattr(app.seat.store, "context", app.context._replace(is_guest=True))
            app.base_screen.show_notice()
            assert message_row(pilot) == "It is on. Log in with an SSH key to take part."
        app.base_screen.show_notice()
        await receive(pilot, host, tonight)
        await pilot.click((14, len(pilot.rows) - 2))
        assert shown == [tonight]
        await receive(pilot, host, Notice("", "Evening"))
        assert message_row(pilot) == OBJECT, "it is no longer on"
        await receive(pilot, host, Notice("It is over.", "Evening"))
        assert message_row(pilot) == "It is over. & shows its board."
        over = "The evening is over: ann won with 640; you are 3rd of 5"
        next_one = "; the next is Friday 20:00 UTC, 21:00 here."
        await receive(pilot, host, Notice(over + next_one, "Evening"))
        assert message_row(pilot) == f"{over}. & shows its board.", "it covers no cards"
        counts = (
            "The evening is over: ann won with 640. What you play of it still counts on its board."
        )
        await receive(pilot, host, Notice(counts, "Evening"))
        assert "The evening is over: ann won" in pilot.text, "nothing is left out of a box"
        monkeypatch.setattr("solterm.sessions.host_link.READ", -1.0)
        await pilot.press("ampersand")
        assert message_row(pilot) == OBJECT
    assert shown[1:] == ["tournament:Evening"]


@pytest.mark.usefixtures("short_rules")
async def test_the_host_receives_each_event(app: SoltermApp, host: Link) -> None:
    async with run_test(app) as pilot:
        assert kinds(host.hear()) == ["Door", "PlayStarted"]
        await pilot.press("h", "f8", "2")
        assert host.hear() == [Step(1, ("hint",)), Step(2, ("level 2",))]
        await pilot.press("question_mark", "escape")
        assert host.hear() == [], "a page over the table sends no message"
        await pilot.press("colon", *"new 5", "enter")
        (started,) = host.hear()
        assert isinstance(started, PlayStarted) and started.deal == "5"
        app.change_settings(door=False)
        app.change_settings(sound=False)
        assert host.hear() == [Door(False)]
        await pilot.press("m")
        await pilot.pause()  # the menu asks after its first picture
        left, *questions = host.hear()
        assert left == PlayLeft()
        await pilot.pause()
        questions += host.hear()
        assert questions == list(QUESTIONS), "the menu tells today's life"


async def test_a_notice_is_whole_in_a_window_that_became_narrow(
    app: SoltermApp, host: Link
) -> None:
    told = "Today: Klondike, draw 1, 11:50 to 12:05 UTC. That is 12:50 here."
    async with run_test(app) as pilot:
        await pilot.press("escape", "m")
        await receive(pilot, host, Notice(told, next="2999-01-01T20:00:00+00:00"))
        await pilot.textual.resize_terminal(60, 20)
        await pilot.pause()
        assert "║ 12:50 here. & shows it. " in pilot.text


@pytest.mark.usefixtures("short_rules")
async def test_a_notice_from_the_host_stays_until_it_is_read(
    app: SoltermApp, host: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "Going down [2J at ten."
    alerts: list[str] = []
    monkeypatch.setattr(app, "alert", alerts.append)
    async with run_test(app) as pilot:
        await receive(pilot, host, Notice("Welcome.", is_greeting=True))
        await receive(pilot, host, Notice("Going down\x1b[2J at ten."))
        assert message_row(pilot) == told
        assert alerts == [told]
        await pilot.press("right")
        assert message_row(pilot) == told
        await pilot.press("f4")
        assert message_row(pilot) != told, "the player's own keys are answered first"
        await pilot.press("right", "question_mark")
        assert message_row(pilot) == told, "on every screen"
        await pilot.press("escape")
        monkeypatch.setattr("solterm.sessions.host_link.READ", -1.0)
        await pilot.press("right")
        assert message_row(pilot) == OBJECT


async def test_wins_of_others_appear_on_a_free_message_row(app: SoltermApp, host: Link) -> None:
    async with run_test(app) as pilot:
        await pilot.press("right")
        await receive(pilot, host, WON)
        assert message_row(pilot) == NEWS
        await pilot.press("f4")
        shown = message_row(pilot)
        await receive(pilot, host, WON)
        assert message_row(pilot) == shown != NEWS
        await pilot.press("right", "f2")
        await receive(pilot, host, WON)
        assert NEWS not in message_row(pilot)
        await pilot.press("escape")
        app.change_settings(news=False)
        await receive(pilot, host, WON)
        assert message_row(pilot) == OBJECT


async def test_the_game_is_saved_when_the_host_ends_the_session(
    app: SoltermApp, host: Link
) -> None:
    async with run_test(app) as pilot:
        await pilot.press("h")
        host.say(End("The host goes down."))
        host.say(Notice("Too late."))
        await pilot.wait_until(lambda: not app.is_running)
    assert app.return_code == 0
    assert app.seat.host.farewell == "The host goes down."
    saved = Store.open().load_suspended()
    assert saved
    assert saved.record.events == ("hint",)


async def test_messages_wait_for_a_busy_host(host: HostEnd) -> None:
    link, received = host.line, list[Message]()

    class Receiver(MessagePump):
        def post_message(self, message: Heard) -> bool:
            received.append(message.message)
            return True

    listening = Listening(host.session, Receiver())
    listening.start()
    started = PlayStarted("demon", 1, "617", 3, 0, "", "", ("t1 t2",) * 10_000)
    for _ in range(10):
        link.say(started)
    assert not link.flush()
    taken: list[Message] = []
    async with asyncio.timeout(60):
        while len(taken) < 10:
            taken += host.hear()
            await asyncio.sleep(0)
        assert taken == [started] * 10
        host.say(PlayLeft())
        host.close()
        while link.is_up:
            await asyncio.sleep(0)
    assert received == [PlayLeft()]
    link.say(started)
    listening.stop()


def test_a_session_takes_both_keys_and_messages_from_the_host() -> None:
    """From the first screen on; the farewell is on the terminal's normal screen."""
    with session("play", "demon", "--deal", "617") as (terminal, host):
        terminal.wait_for("Deal 617")
        received = []
        terminal.wait_for(lambda: bool(received.extend(host.hear()) or len(received) == 2))
        host.say(Notice("Going down at ten."))
        terminal.wait_for("Going down at ten.")
        terminal.press("h")
        terminal.wait_for(lambda: bool(received.extend(host.hear()) or len(received) == 3))
        assert kinds(received) == ["Door", "PlayStarted", "Step"]
        host.say(End("The host goes down. Your game is kept."))
        assert terminal.wait_exit() == 0
        assert "The host goes down. Your game is kept." in terminal.text()
        assert terminal.termios_restored()


def test_a_session_goes_on_when_its_host_is_gone() -> None:
    with session("play", "demon", "--deal", "617") as (terminal, host):
        terminal.wait_for("Deal 617")
        host.close()
        terminal.press("F8", "2")
        terminal.wait_for("Level 2")
        terminal.press("q", "q")
        assert terminal.wait_exit() == 0


# -- actions that touch files, browsers or processes ----------------------------------------------


ACTIONS: dict[str, Callable[[SoltermApp, Path], object]] = {
    "screenshot": lambda app, folder: app.action_screenshot("a.svg", str(folder)),
    "deliver_screenshot": lambda app, folder: app.deliver_screenshot("a.svg", str(folder)),
    "save_screenshot": lambda app, folder: app.save_screenshot("a.svg", str(folder)),
    "deliver_text": lambda app, folder: app.deliver_text(
        io.StringIO("text"), save_directory=folder, save_filename="a.txt"
    ),
    "deliver_binary": lambda app, folder: app.deliver_binary(
        io.BytesIO(b"data"), save_directory=folder, save_filename="a.bin"
    ),
    "open_url": lambda app, folder: app.open_url("http://127.0.0.1:9"),
    "suspend_process": lambda app, folder: app.action_suspend_process(),
}


@pytest.mark.parametrize("on_a_host", [False, True])
async def test_a_host_refuses_them_and_says_so(
    on_a_host: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    monkeypatch.setattr("webbrowser.open", lambda *given, **named: done.append(given))
    monkeypatch.setattr("os.kill", lambda *given: done.append(given))
    if on_a_host:
        monkeypatch.setenv(KIOSK, "1")
    app = SoltermApp(Store.open())
    app.opening = app.doors.go_to_menu
    async with run_test(app) as pilot:
        monkeypatch.setattr(type(app._driver), "can_suspend", True)
        for name, act in ACTIONS.items():
            folder = tmp_path / name
            folder.mkdir()
            done.clear()
            app.base_screen.notice = ""
            act(app, folder)
            await pilot.pause()
            await pilot.wait_until(lambda folder=folder: on_a_host or done or [*folder.iterdir()])
            assert ("This host does not offer that." in pilot.text) == on_a_host, name
            assert bool(done or list(folder.iterdir())) == (not on_a_host), name
