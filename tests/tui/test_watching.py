"""The list of players, and spectating, from the menu and the table."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import (
    Door,
    Leave,
    PlayLeft,
    PlayStarted,
    Result,
    SetPhrase,
    Step,
    Visitor,
    Watch,
)
from solterm.sessions.plays import Start
from solterm.store.purpose import Purpose
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.scores import BoardScreen
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.screens.visitors import LatestScreen, VisitorsScreen, _tell_cells
from solterm.tui.screens.watching_screen import WatchScreen
from tests.hall.hosts import HostEnd, joined
from tests.serve.hosts import HallHarness
from tests.sessions.messages import play_started
from tests.tui.player import AppPilot, run_test

pytestmark = pytest.mark.usefixtures("no_welcome", "no_glances")

PLAY = Play(find("demon"), 617)
PLAY.push(next(iter(PLAY.legal_moves)))


@pytest.fixture
def no_glances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the list of players look at a table only when a test says so."""
    for name in ("_GLANCE", "_ROUND"):
        monkeypatch.setattr(f"solterm.tui.screens.visitors.{name}", 3600.0)


class Session:
    """Bob's App, on a host where ann plays and cid accepts no spectators."""

    def __init__(self, line: HostEnd) -> None:
        self.house = HallHarness()
        self._line = line
        self.app = SoltermApp(Store.open(), host=line.session)
        self.app.shown.add("lesson")
        self.house.enter("ann", "ann")
        self.house.enter("cid", "cid", is_open=False)
        self.house.say("ann", play_started(PLAY))
        self.house.enter("me", "bob")
        self.house.enter("someone")
        self.pilot: AppPilot

    @asynccontextmanager
    async def running(self, size: tuple[int, int] = (80, 24)) -> AsyncIterator[None]:
        """Run the App, after its first messages to and from the host."""
        async with run_test(self.app, size) as self.pilot:
            await self.exchange()
            yield

    async def exchange(self) -> None:
        """Pass on all messages between the App and the host."""
        for _ in range(3):
            self.house.seconds += 1
            self.house.hall.settle()
            for message in self._line.hear():
                self.house.say("me", message)
            for message in self.house.received("me"):
                self._line.say(message)
            await self.pilot.pause(0.001)
            await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys, and exchange messages after each."""
        for key in keys:
            await self.pilot.press(key)
            await self.exchange()

    async def send_as_ann(self, message: PlayStarted | Step | PlayLeft | Door | Result) -> None:
        self.house.say("ann", message)
        await self.exchange()

    @property
    def text(self) -> str:
        return self.pilot.text


@pytest.fixture
def session() -> Iterator[Session]:
    with joined() as line:
        yield Session(line)


async def test_the_menu_opens_the_list_of_players(session: Session) -> None:
    async with session.running():
        assert "@ Who is here" in session.text
        await session.press("@")
        assert isinstance(session.app.screen, VisitorsScreen)
        bob, ann, cid, guest = session.text.splitlines()[2:6]
        assert "bob" in bob and "a guest" in guest
        assert all(word in ann for word in ("ann", "Demon", "open"))
        assert "cid" in cid and "closed" in cid
        assert "ann plays Demon" in session.text, "the cursor starts on another player"
        await session.press("up", "enter")
        assert "That is your own game." in session.text
        await session.press("down", "down", "enter")
        assert "cid accepts no spectators." in session.text
        await session.press("d")
        assert "Your door is closed." in session.text
        assert not session.app.settings.door
        await session.press("escape")
        assert "Who is here          ann plays Demon; " in session.text, "not nobody"


async def test_a_long_list_has_pages_and_a_search(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solterm.tui.screens.visitors._MOST", 2)
    async with session.running():
        await session.press("@")
        assert "(4, from 1)" in session.text
        assert "cid" not in session.text
        await session.press("right")
        assert "cid" in session.text
        await session.press("right", "left")
        assert "(4, from 3)" in session.text
        await session.press("slash", *"an", "enter")
        assert "(1 like an)" in session.text
        await session.press("slash", *"xy", "enter")
        assert "No player by that name is here." in session.text
        await session.press("escape")
        assert isinstance(session.app.screen, VisitorsScreen), "Esc ends the search first"


async def test_spectators_see_a_game_as_it_is_played(session: Session) -> None:
    play = Play(find("demon"), 617)
    session.house.seconds += 300
    async with session.running():
        await session.press("@", "enter")
        screen = session.app.screen
        assert isinstance(screen, WatchScreen)
        assert "Demon" in session.text and "- ann" in session.text
        assert str(screen.watching.play) == str(PLAY)
        assert "ann has not moved for 5 minutes." in session.text
        await session.send_as_ann(Step(2, ("undo", "level 2")))
        for event in (*PLAY.events, "undo", "level 2"):
            play.perform(event)
        assert str(screen.watching.play) == str(play)
        assert "Level 2" in session.text
        assert "has not moved" not in session.text
        table = session.text.splitlines()[:8]
        await session.send_as_ann(PlayLeft())
        assert session.text.splitlines()[:8] == table, "the last table stays"
        assert "ann is choosing a game." in session.text.splitlines()[11], "in the middle"
        await session.send_as_ann(play_started(Play(find("free-cell"), 5)))
        assert "Free Cell" in session.text
        await session.send_as_ann(Door(False))
        assert "ann no longer accepts spectators." in session.text
        await session.press("escape")
        assert isinstance(session.app.screen, VisitorsScreen)
        assert not session.house.hall.visitors()[0].watchers


async def test_spectators_wait_for_a_player_without_a_game(session: Session) -> None:
    async with session.running():
        await session.send_as_ann(PlayLeft())
        await session.press("@", "enter")
        assert "ann is choosing a game." in session.text.splitlines()[11], "in the middle"
        await session.press("f12")
        assert "F12 does nothing here. F2 lists the keys." in session.text
        await session.send_as_ann(play_started(PLAY))
        assert "Demon" in session.text
        assert "choosing" not in session.text
        session.house.hall.leave("ann")
        await session.exchange()
        assert "ann has left. You go on watching" in session.text
        session.house.enter("ann2", "ann")
        session.house.say("ann2", play_started(Play(find("free-cell"), 5)))
        await session.exchange()
        await session.exchange()
        assert "ann has left." not in session.text
        assert "Free Cell" in session.text


async def test_spectators_see_no_notice_meant_for_the_player(session: Session) -> None:
    async with session.running():
        session.app.game_doors.deal(Start(find("fly"), 5))
        await session.press("enter", "enter")
        session.app.game_doors.resume_or(session.app.doors.go_to_menu)
        await session.exchange()
        assert "Welcome back." in session.text
        await session.press("@", "enter")
        assert isinstance(session.app.screen, WatchScreen)
        assert "Welcome back." not in session.text


@pytest.mark.usefixtures("short_rules")
async def test_leaving_the_screen_ends_watching(session: Session) -> None:
    async with session.running():
        await session.press("@", "enter")
        assert session.house.hall.visitors()[0].watchers == 1
        await session.press("?")
        await session.send_as_ann(Step(2, ("undo",)))
        await session.press("escape")
        screen = session.app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.watching.play
        assert screen.watching.play.events[-1] == "undo", "events arrive under a page too"
        await session.press("escape")
        assert session.house.hall.visitors()[0].watchers == 0


async def test_the_list_shows_the_table_of_the_player_under_the_cursor(session: Session) -> None:
    async with session.running():
        await session.press("@")
        screen = session.app.screen
        assert isinstance(screen, VisitorsScreen)
        screen._glance()
        await session.exchange()
        assert "[]" in session.text, "a free foundation of the small table"
        await session.send_as_ann(Step(2, ("s",)))
        assert screen._watching.play and screen._watching.play.events[-1] == "s"
        assert session.house.hall.visitors()[0].watchers == 0, "a glance does not count"


async def test_a_single_table_tells_whose_it_is_unless_the_cursor_does(session: Session) -> None:
    async with session.running((132, 43)):
        await session.press("@")
        screen = session.app.screen
        assert isinstance(screen, VisitorsScreen)
        screen._glance()
        await session.exchange()
        assert "ann: Demon" not in session.text, "the cursor is on ann"
        await session.press("down")
        screen._glance()
        await session.exchange()
        assert "ann: Demon" in session.text


async def test_a_large_window_shows_the_tables_of_several_players(session: Session) -> None:
    for name in ("dan", "eve"):
        session.house.enter(name, name)
        session.house.say(name, play_started(Play(find("free-cell"), 5)))
    async with session.running((132, 43)):
        await session.press("@")
        screen = session.app.screen
        assert isinstance(screen, VisitorsScreen)
        for _ in range(3):
            screen._glance()
            await session.exchange()
        for caption in ("ann: Demon", "dan: Free Cell", "eve: Free Cell"):
            assert caption in session.text
        assert screen._glanced == screen.item.session, "it is followed move by move"


def test_a_racer_is_not_told_to_have_closed_the_door() -> None:
    racer = Visitor("a", "ann", "", "", "demon", 3, "", str(Purpose("race", 7)), False, 0)
    assert _tell_cells(racer)[4] == "racing"
    assert _tell_cells(replace(racer, purpose=""))[4] == "closed"


async def test_arrows_watch_the_other_players_in_turn(session: Session) -> None:
    for name in ("dan", "eve"):
        session.house.enter(name, name)
    async with session.running():
        await session.press("@", "enter", "right")
        assert "Nobody else plays with an open door now." in session.text
        session.house.say("eve", play_started(Play(find("fly"), 5)))
        session.house.say("dan", play_started(Play(find("free-cell"), 5)))
        for key, name in [("right", "dan"), ("right", "eve"), ("right", "ann"), ("left", "eve")]:
            await session.press(key)
            assert f"- {name}" in session.text
            watched = [each.player for each in session.house.hall.visitors() if each.watchers]
            assert watched == [name]
        await session.press("escape")
        assert isinstance(session.app.screen, VisitorsScreen)


async def test_a_spectator_says_a_phrase_and_hears_the_answer(session: Session) -> None:
    async with session.running():
        await session.press("@", "enter", "s")
        assert "B   - Good luck" in session.text
        session.house.received("ann")
        await session.press("b")
        assert session.house.received("ann") == [SetPhrase("luck", "bob")]
        assert "bob: Good luck" in session.text
        session.house.say("ann", SetPhrase("thanks"))
        await session.exchange()
        assert "ann: Thank you" in session.text
        session.app.change_settings(ignored="Ann")
        session.house.say("ann", SetPhrase("bye"))
        await session.exchange()
        assert "Goodbye" not in session.text


async def test_a_player_sees_spectators_and_answers_from_the_menu_of_commands(
    session: Session,
) -> None:
    async with session.running():
        session.app.game_doors.deal(Start(find("fly"), 5))
        await session.press("colon", *"say thanks", "enter")
        await session.pilot.app.screen.run_action("do('phrase')")
        assert "Nobody is watching you." in session.text
        await session.press("right")
        session.house.say("ann", Watch("me"))
        await session.exchange()
        assert "1 person is watching you. S says a phrase." in session.text
        assert "1 watching" in session.text.splitlines()[0]
        await session.press("s", "c")
        assert SetPhrase("thanks", "bob") in session.house.received("ann")
        session.house.say("ann", Leave())
        await session.exchange()
        assert "watching" not in session.text.splitlines()[0]


async def test_many_events_at_once_are_shown_once(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with session.running():
        await session.press("@", "enter")
        screen = session.app.screen
        shown = []
        monkeypatch.setattr(screen, "show_play", lambda: shown.append(screen.watching.play))
        for number in range(2, 22):
            session.house.say("ann", Step(number, (f"level {number % 2 + 2}",)))
        await session.exchange()
        assert [len(play.events) for play in shown] == [21]


async def test_a_deal_that_others_have_still_to_play_is_not_watched(session: Session) -> None:
    secret = replace(play_started(PLAY), purpose="daily:3 0")
    async with session.running():
        for before, after in ((secret, secret), (play_started(PLAY), secret)):
            await session.send_as_ann(before)
            await session.press("@", "enter")
            await session.exchange()
            await session.send_as_ann(after)
            assert isinstance(session.app.screen, WatchScreen)
            assert "others have still to play" in session.app.screen.watching.ended
            assert session.house.hall.visitors()[0].watchers == 0
            await session.press("escape", "escape")


async def test_the_list_opens_from_the_table_and_the_game_is_kept(session: Session) -> None:
    async with session.running():
        session.app.game_doors.deal(Start(find("fly"), 5))
        await session.press("@", "escape")
        assert isinstance(session.app.screen, TableScreen)
        await session.press("colon", *"watch ann", "enter")
        assert isinstance(session.app.screen, WatchScreen)
        await session.press("escape", "escape", "colon", *"results", "enter")
        assert isinstance(session.app.screen, LatestScreen)
        await session.press("w")
        assert isinstance(session.app.screen, VisitorsScreen)
        await session.press("escape", "escape", "colon", *"door closed", "enter")
        assert "Your door is closed: nobody may watch you." in session.text
        bob = session.house.hall.visitors()[2]
        assert (bob.game, bob.is_open) == ("fly", False)


async def test_results_arrive_and_open_their_boards(session: Session) -> None:
    won = Result("", "demon", 3, "617", "", True, 900)
    async with session.running():
        await session.send_as_ann(won)
        await session.press("@", "r")
        assert "ann won Demon, 900." in session.text
        await session.press("enter")
        assert "it is on no board" in session.text
        await session.send_as_ann(
            replace(won, purpose="sheet:1 0", board="sheet:demon", mark=77, won=False)
        )
        await session.press("home")
        assert "ann played Demon, 77." in session.text
        await session.press("enter")
        screen = session.app.screen
        assert isinstance(screen, BoardScreen)
        assert screen.board == "sheet:demon"


async def test_without_a_host_there_is_no_list() -> None:
    app = SoltermApp(Store.open(), find("fly"), 5)
    async with run_test(app) as pilot:
        for key in ("@", "!", "&"):
            await pilot.press(key)
            assert isinstance(app.screen, TableScreen)
            assert "You are alone here" in app.screen.notice
            await pilot.press("right")
        await pilot.press("m", "@")
        assert "@ Who" not in pilot.text


async def test_the_host_names_the_session_to_watch_first() -> None:
    """A player can come to the host by a link to a game; its player may be a guest."""
    with joined() as line:
        session = Session(line)
        session.house.say("someone", play_started(PLAY))
        async with session.running():
            line.say(Watch("someone"))
            await session.exchange()
            await session.exchange()
            assert isinstance(session.app.screen, WatchScreen)
            assert "a guest" in session.text
            await session.press("escape")
            assert isinstance(session.app.screen, VisitorsScreen)
