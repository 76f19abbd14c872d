"""The list of players, and watching them, from the menu and the table."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from solterm.contests.daily import daily
from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.link import Link
from solterm.hall.messages import Door, Leave, Result, Rise, Seat, Step, Watch
from solterm.sessions.waiting import today
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.scores import BoardScreen
from solterm.tui.screens.table import TableScreen
from solterm.tui.screens.visitors import LatestScreen, VisitorsScreen
from solterm.tui.screens.watching import WatchScreen
from tests.hall.hosts import joined
from tests.serve.hosts import House
from tests.sessions.seats import seat_of
from tests.tui.player import Hands, run_test

PLAY = Play(find("demon"), 617)
PLAY.push(next(iter(PLAY.legal_moves)))


@pytest.fixture(autouse=True)
def no_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.sessions.welcome.is_stranger", lambda store: False)


class Evening:
    """A program that a host has where ann is, too, and cid behind a closed door."""

    def __init__(self, line: Link) -> None:
        self.house = House()
        self._line = line
        self.app = SoltermApp(Store.open())
        self.app.is_lesson_offered = True
        self.house.enter("ann", "ann")
        self.house.enter("cid", "cid", is_open=False)
        self.house.say("ann", seat_of(PLAY))
        self.house.enter("me", "bob")
        self.house.enter("someone")
        self.hands: Hands

    @asynccontextmanager
    async def running(self, size: tuple[int, int] = (80, 24)) -> AsyncIterator[None]:
        """The program runs, and says what it has to say."""
        async with run_test(self.app, size) as self.hands:
            await self.talk()
            yield

    async def talk(self) -> None:
        """Let the program and the host say what they have to say."""
        for _ in range(3):
            self.house.seconds += 1
            self.house.hall.settle()
            for message in self._line.hear():
                self.house.say("me", message)
            for message in self.house.heard("me"):
                self._line.say(message)
            await self.hands.pause(0.001)
            await self.hands.pause()

    async def press(self, *keys: str) -> None:
        """Press keys, and hear what the host has to say to each."""
        for key in keys:
            await self.hands.press(key)
            await self.talk()

    async def ann(self, message: Seat | Step | Rise | Door | Result) -> None:
        self.house.say("ann", message)
        await self.talk()

    @property
    def text(self) -> str:
        return self.hands.text


@pytest.fixture
def evening() -> Iterator[Evening]:
    with joined() as line:
        yield Evening(line)


async def test_the_menu_opens_the_list_of_players(evening: Evening) -> None:
    async with evening.running():
        assert "@ Who is here" in evening.text
        await evening.press("@")
        assert isinstance(evening.app.screen, VisitorsScreen)
        bob, ann, cid, guest = evening.text.splitlines()[2:6]
        assert "a guest" in guest
        assert all(word in ann for word in ("ann", "Demon", "open"))
        assert "cid" in cid
        assert "closed" in cid
        assert "bob" in bob
        assert "ann plays Demon" in evening.text, "the cursor is on the first of the others"
        await evening.press("up", "enter")
        assert "That is your own game." in evening.text
        await evening.press("down", "down", "enter")
        assert "cid accepts no spectators." in evening.text
        await evening.press("escape")
        assert "s o l t e r m" in evening.text


async def test_a_guest_is_looked_at_only_when_chosen(evening: Evening) -> None:
    evening.house.enter("nameless")
    async with evening.running():
        await evening.press("@")
        assert isinstance(evening.app.screen, VisitorsScreen)
        assert "a guest" in evening.text


async def test_a_game_is_seen_as_it_is_played(evening: Evening) -> None:
    play = Play(find("demon"), 617)
    async with evening.running():
        await evening.press("@", "enter")
        screen = evening.app.screen
        assert isinstance(screen, WatchScreen)
        assert "Demon" in evening.text
        assert "- ann" in evening.text
        assert screen.watching.play
        assert str(screen.watching.play) == str(PLAY)
        await evening.ann(Step(2, ("undo", "level 2")))
        for event in (*PLAY.events, "undo", "level 2"):
            play.perform(event)
        assert str(screen.watching.play) == str(play)
        assert "Level 2" in evening.text
        table = evening.text.splitlines()[:-2]
        await evening.ann(Rise())
        assert evening.text.splitlines()[:-2] == table, "the last table stays"
        assert "ann is choosing the next game." in evening.text
        await evening.ann(seat_of(Play(find("free-cell"), 5)))
        assert "Free Cell" in evening.text
        await evening.ann(Door(False))
        assert "ann no longer accepts spectators." in evening.text
        await evening.press("escape")
        assert isinstance(evening.app.screen, VisitorsScreen)
        assert not evening.house.hall.visitors()[0].watchers


async def test_a_player_who_has_not_begun_is_waited_for(evening: Evening) -> None:
    async with evening.running():
        await evening.ann(Rise())
        await evening.press("@", "enter")
        assert "ann is choosing a game." in evening.text
        await evening.press("f12")
        assert "F12 does nothing here. F2 lists the keys." in evening.text
        await evening.ann(seat_of(PLAY))
        assert "Demon" in evening.text


async def test_nobody_reads_a_sentence_meant_for_the_player(evening: Evening) -> None:
    own = Play(find("fly"), 5)
    own.push(next(iter(own.legal_moves)))
    async with evening.running():
        evening.app.deal(find("fly"), 5)
        await evening.press("enter", "enter")
        evening.app.resume_or(evening.app.show_menu)
        await evening.talk()
        assert "Welcome back." in evening.text
        await evening.press("@", "enter")
        assert isinstance(evening.app.screen, WatchScreen)
        assert "Welcome back." not in evening.text
        await evening.ann(Rise())
        await evening.ann(seat_of(own))
        assert "Fly" in evening.text
        assert "Welcome back." not in evening.text


@pytest.mark.usefixtures("short_rules")
async def test_leaving_the_screen_ends_watching(evening: Evening) -> None:
    async with evening.running():
        await evening.press("@", "enter")
        assert evening.house.hall.visitors()[0].watchers == 1
        await evening.press("?")
        await evening.ann(Step(2, ("undo",)))
        await evening.press("escape")
        screen = evening.app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.watching.play
        assert screen.watching.play.events[-1] == "undo", "a page over it keeps nothing from it"
        await evening.press("escape")
        assert evening.house.hall.visitors()[0].watchers == 0


async def test_many_events_at_once_are_shown_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening.running():
        await evening.press("@", "enter")
        screen = evening.app.screen
        assert isinstance(screen, WatchScreen)
        shown = []
        monkeypatch.setattr(screen, "show_play", lambda: shown.append(screen.watching.play))
        for number in range(2, 22):
            evening.house.say("ann", Step(number, (f"level {number % 2 + 2}",)))
        await evening.talk()
        assert screen.watching.play
        assert len(screen.watching.play.events) == 21
        assert len(shown) == 1


async def test_the_deal_of_the_day_is_seen_once_it_is_played(evening: Evening) -> None:
    leg = daily(today()).legs[0]
    async with evening.running():
        await evening.ann(seat_of(Play(find(leg.game), leg.deal)))
        await evening.press("@", "enter")
        assert isinstance(evening.app.screen, VisitorsScreen)
        assert "This is the deal of the day" in evening.text
        await evening.ann(seat_of(PLAY))
        await evening.talk()
        await evening.press("enter")
        assert isinstance(evening.app.screen, WatchScreen)
        await evening.ann(seat_of(Play(find(leg.game), leg.deal)))
        assert "This is the deal of the day" in evening.text
        assert evening.app.screen.watching.play is None


async def test_the_table_leads_there_too_and_its_game_is_kept(evening: Evening) -> None:
    async with evening.running():
        evening.app.deal(find("fly"), 5)
        await evening.press("@", "escape")
        assert isinstance(evening.app.screen, TableScreen)
        await evening.press("colon", *"watch ann", "enter")
        assert isinstance(evening.app.screen, WatchScreen)
        await evening.press("escape", "escape", "colon", *"results", "enter")
        assert isinstance(evening.app.screen, LatestScreen)
        await evening.press("w")
        assert isinstance(evening.app.screen, VisitorsScreen)
        await evening.press("escape", "escape", "colon", *"door closed", "enter")
        assert evening.house.hall.visitors()[2].is_open is False
        assert "Your door is closed." in evening.text
        assert evening.house.hall.visitors()[2].game == "fly"


async def test_the_door_is_opened_and_closed_on_the_list(evening: Evening) -> None:
    async with evening.running():
        await evening.press("@", "d")
        assert "Your door is closed." in evening.text
        await evening.press("d")
        assert "Your door is open." in evening.text
        assert evening.app.settings.door


async def test_results_come_in_and_lead_to_their_boards(evening: Evening) -> None:
    won = Result("", "demon", 3, "617", "", True, 900)
    async with evening.running():
        await evening.ann(won)
        await evening.press("@", "r")
        assert "ann won Demon, 900." in evening.text
        await evening.press("enter")
        assert "it is on no board" in evening.text
        await evening.ann(replace(won, purpose="sheet 1", mark=77, won=False))
        await evening.press("home")
        assert "ann played Demon, 77." in evening.text
        await evening.press("enter")
        screen = evening.app.screen
        assert isinstance(screen, BoardScreen)
        assert screen.board == "sheet:demon"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (132, 43), (40, 14)])
async def test_everything_fits_the_window(evening: Evening, size: tuple[int, int]) -> None:
    async with evening.running(size):
        await evening.press("@")
        lines = evening.text.splitlines()
        assert "ann" in lines[3]
        assert "Demon" in lines[3]
        assert "Esc Back" in lines[-1]
        await evening.press("enter")
        assert "Esc Back" in evening.text or "More room" in evening.text
        await evening.press("escape")
        if size[0] > 40:
            await evening.press("r")
            assert "Esc Back" in evening.text


async def test_a_name_is_searched(evening: Evening) -> None:
    async with evening.running():
        await evening.press("@", "slash", *"an", "enter")
        assert "(1 like an)" in evening.text
        assert "cid" not in evening.text
        await evening.press("slash", *"xy", "enter")
        assert "No player by that name is here." in evening.text
        await evening.press("escape")
        assert isinstance(evening.app.screen, VisitorsScreen)
        assert "cid" in evening.text
        await evening.press("escape")
        assert not isinstance(evening.app.screen, VisitorsScreen)


async def test_a_long_list_has_pages(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.tui.screens.visitors._MOST", 2)
    async with evening.running():
        await evening.press("@")
        assert "(4, from 1)" in evening.text
        assert "Right Next page" in evening.text
        assert "cid" not in evening.text
        await evening.press("right")
        assert "cid" in evening.text
        await evening.press("right")
        assert "(4, from 1)" in evening.text
        await evening.press("left")
        assert "(4, from 3)" in evening.text


async def test_spectators_follow_a_player_who_reconnects(evening: Evening) -> None:
    async with evening.running():
        await evening.press("@", "enter")
        screen = evening.app.screen
        assert isinstance(screen, WatchScreen)
        evening.house.hall.leave("ann")
        await evening.talk()
        assert "ann has left." in evening.text
        evening.house.enter("ann2", "ann")
        evening.house.say("ann2", seat_of(Play(find("free-cell"), 5)))
        await evening.talk()
        await evening.talk()
        assert "ann has left." not in evening.text
        assert screen.watching.play
        assert screen.watching.play.game.id == "free-cell"


async def test_players_see_how_many_watch_them(evening: Evening) -> None:
    async with evening.running():
        evening.app.deal(find("fly"), 5)
        await evening.press("right")
        evening.house.say("ann", Watch("me"))
        await evening.talk()
        assert "1 person is watching you." in evening.text
        assert "1 watching" in evening.text.splitlines()[0]
        evening.house.say("ann", Leave())
        await evening.talk()
        assert "Nobody is watching you." in evening.text
        assert "watching" not in evening.text.splitlines()[0]


async def test_without_a_host_nothing_of_it_is_there() -> None:
    app = SoltermApp(Store.open(), find("fly"), 5)
    async with run_test(app) as hands:
        await hands.press("@")
        assert isinstance(app.screen, TableScreen)
        assert "You are alone here" in app.screen.notice
        await hands.press("m", "@")
        assert "@ Who" not in hands.text
