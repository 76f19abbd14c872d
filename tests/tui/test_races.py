"""Races on the screen: the countdown, the table, the end, and the page of races."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from solterm.contests.tournaments import publish
from solterm.context import Context
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import (
    AcceptRace,
    AskPlayer,
    AskRace,
    AskRaces,
    AskRun,
    Challenge,
    FinishedRun,
    Message,
    No,
    Notice,
    PlayerPage,
    RaceGames,
    Races,
    RaceScore,
    RaceStep,
    Run,
    SetPhrase,
    Tonight,
    Visitor,
    Who,
)
from solterm.sessions.evenings import BoardPlace
from solterm.sessions.life import WHO, BoardNews
from solterm.sessions.plays import Start
from solterm.sessions.race_result import read_race
from solterm.store import sharedfolder
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.look import glyphs
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.race_end import RaceEndScreen
from solterm.tui.screens.races_page import Countdown, RacesScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.scores import RecordsScreen
from solterm.tui.screens.series import SeriesScreen
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.screens.visitors import PlayerScreen
from solterm.tui.table.race_painter import paint_race
from tests.contests.laid_out import cup_of
from tests.hall.hosts import HostEnd
from tests.hall.races import ANN, BOB, no_time, race, raced, ran  # noqa: F401
from tests.tui.player import AppPilot, run_test

pytestmark = pytest.mark.usefixtures("no_welcome")


@pytest.fixture
def app(host: HostEnd, monkeypatch: pytest.MonkeyPatch) -> SoltermApp:
    monkeypatch.setattr("solterm.sessions.host_link.READ", 3600.0)
    context = Context.from_environment()._replace(is_kiosk=True, nickname="ann")
    return SoltermApp(Store.memory("test", context), host=host.session)


async def receive(pilot: AppPilot, host: HostEnd, message: Message) -> None:
    host.say(message)
    await pilot.pause(0.01)
    await pilot.pause()


async def begin(pilot: AppPilot, host: HostEnd) -> None:
    """Let a race begin whose countdown is over."""
    await receive(pilot, host, race())
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, TableScreen))


def said(host: HostEnd, kind: type[Message]) -> list[Message]:
    return [each for each in host.hear() if isinstance(each, kind)]


@pytest.mark.usefixtures("no_time")
async def test_the_table_shows_the_rival_and_the_clock(app: SoltermApp, host: HostEnd) -> None:
    async with run_test(app) as pilot:
        await receive(pilot, host, race(since=-2.5))
        assert isinstance(app.screen, Countdown)
        assert "3 ..." in pilot.text and "Race 7 against bob" in pilot.text
        await begin(pilot, host)
        assert "Race 7" in pilot.rows[0]
        await receive(pilot, host, RaceStep(7, 12, 34, False, seat=1))
        app.screen.show_notice()
        await pilot.pause()
        assert "bob 12 home, 34 moves  9:59" in pilot.rows[-2]
        assert said(host, RaceStep) == [RaceStep(7, 0, 0, has_stopped=False)]
        await receive(pilot, host, SetPhrase("luck", "bob"))
        assert "bob: Good luck" in pilot.rows[-2]


async def test_the_end_of_a_race_leaves_the_table(
    app: SoltermApp, host: HostEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_test(app) as pilot:
        bell, title = Mock(), Mock()
        monkeypatch.setattr(app, "bell", bell)
        monkeypatch.setattr(app, "show_title", title)
        monkeypatch.setattr("solterm.tui.screens.race_end._STILL_SECONDS", 3600)
        await begin(pilot, host)
        won = replace(BOB, won=True, moves=90, seconds=401)
        await receive(pilot, host, race("over", racers=(ANN, won), winner=1))
        assert isinstance(app.screen, RaceEndScreen)
        titles = [each.args[0] for each in title.mock_calls]
        assert bell.call_count == len(titles) == 2
        assert titles[0].startswith("* Race 7 against bob goes on:")
        assert titles[1].startswith("* bob has won race 7.")
        assert "bob has won race 7." in pilot.text
        assert "The game was won in 6:41, with 90 moves." in pilot.text
        assert app.seat.store.in_progress() == []
        await pilot.press("r")
        assert title.mock_calls[-1].args == ("",), "the player has looked"
        assert Challenge("bob", "demon", 3) not in host.hear(), "it was typed for the game"
        app.screen.still_until = 0
        await pilot.press("r")
        assert Challenge("bob", "demon", 3) in host.hear()


async def test_the_end_page_shows_both_games_and_leads_on(app: SoltermApp, host: HostEnd) -> None:
    over = raced(ran("ann", 9, 20), ran("bob", 6, 12))
    asked = race("open", id=8, seat=-1, racers=(BOB,), wanted="ann", starts="", deal="")
    async with run_test(app) as pilot:
        without = (replace(each, pace="", record="") for each in over.racers)
        app.doors.show_race(replace(over, racers=tuple(without)))
        await pilot.pause()
        await pilot.press("w")
        assert "The host does not have the game of bob." in pilot.text
        assert said(host, AskRace) == [AskRace(7)]
        await receive(pilot, host, RaceGames(over))
        assert "You were ahead for good from" in pilot.text
        assert "▲" in pilot.text and "█" in pilot.text
        await pilot.press("w")
        assert isinstance(app.screen, ReplayScreen)
        assert pilot.rows[0].startswith(" Golf (Ultimate Solitaire) - bob  ")
        await pilot.press("escape")
        app.seat.store.context = app.context._replace(site="http://cards.example")
        await pilot.press("c")
        assert "You" not in pilot.text and "ann won. By the better mark:" in pilot.text
        assert "The page names only players who allow it" in pilot.text
        await pilot.press("escape")
        await receive(pilot, host, replace(asked, racers=(replace(BOB, player="cid"),)))
        await receive(pilot, host, replace(asked, id=9))
        assert "bob challenges you to Demon, level 3. R accepts." in pilot.text
        await receive(pilot, host, replace(asked, id=10, seat=0, wanted=""))
        assert isinstance(app.screen, RaceEndScreen)
        assert app.screen.tell() == "Your challenge is out. R accepts that of bob."
        host.hear()
        await pilot.press("r")
        assert said(host, AcceptRace) == [AcceptRace(9)], "at another game"
        await pilot.press("n")
        await receive(pilot, host, Who("a", (), 3))
        assert said(host, AcceptRace) == [AcceptRace(8)], "bob is no new rival"
        await receive(pilot, host, race("gone", id=8, racers=(), seat=-1))
        await pilot.press("n")
        await receive(pilot, host, Who("a", (), 1))
        assert said(host, Challenge) == [Challenge("", "ultimate-golf", 3, is_ghost=True)]


@pytest.mark.parametrize(
    ("moves", "told"), [(12, "▲ 4:20 ──────── 6:00 "), (17, " 6:00 ▲ "), (18, "──── 6:00 ")]
)
def test_the_moment_of_the_decision_has_room_on_the_line(moves: int, told: str) -> None:
    view = read_race(raced(ran("ann", 18, 20), ran("bob", moves, 12 if moves == 12 else 20)))
    assert view is not None
    canvas = Canvas(80, 21, glyphs.UNICODE)
    paint_race(canvas, view)
    assert next(chars for chars, _ in canvas.rows() if " 0:00 ─" in chars).endswith(told)


def test_the_start_of_the_line_gives_way_to_an_early_decision() -> None:
    view = read_race(raced(ran("ann", 9, 12), ran("bob", 1, 200)))
    assert view is not None
    canvas = Canvas(80, 21, glyphs.UNICODE)
    paint_race(canvas, view)
    (line,) = (chars for chars, _ in canvas.rows() if "▲" in chars)
    assert line.strip().startswith("────▲ 0:12 ──")


async def test_a_race_that_ends_during_another_game_waits_for_the_key(
    app: SoltermApp, host: HostEnd
) -> None:
    async with run_test(app) as pilot:
        await begin(pilot, host)
        await pilot.press("f9", "y")
        app.game_doors.deal(Start(find("fly")))
        await pilot.pause()
        await receive(pilot, host, race("over", winner=1))
        assert isinstance(app.screen, TableScreen)
        assert "bob has won race 7." in pilot.text and "! shows how it went." in pilot.text
        await pilot.press("exclamation_mark")
        assert isinstance(app.screen, RaceEndScreen)
        await pilot.press("escape", "exclamation_mark")
        assert isinstance(app.screen, RacesScreen)
        await receive(pilot, host, Races((), (race("over", winner=1),), ()))
        await pilot.press("end", "enter")
        assert isinstance(app.screen, RaceEndScreen)


async def test_a_winner_celebrates_before_the_end_page(app: SoltermApp, host: HostEnd) -> None:
    app.change_settings(animation=False, cascade=False)
    async with run_test(app) as pilot:
        await receive(pilot, host, race(game="pairs", deal="1"))
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, TableScreen))
        moves = record.read(ran("ann", 50, 1, "pairs", 1).record).events
        await pilot.press("colon", *", ".join(moves), "enter")
        assert "You have won!" in pilot.text
        over = race("over", game="pairs", racers=(replace(ANN, won=True), BOB), winner=0)
        await receive(pilot, host, over)
        assert "You have won!" in pilot.text
        await pilot.press("enter")
        assert isinstance(app.screen, RaceEndScreen)
        assert "You have won race 7." in pilot.text
        assert app.seat.store.in_progress() == []


async def test_the_cascade_of_a_table_that_is_left_does_no_harm(
    app: SoltermApp, host: HostEnd
) -> None:
    async with run_test(app) as pilot:
        await begin(pilot, host)
        table = app.screen
        assert isinstance(table, TableScreen)
        app.seat.clear()  # as at the end of the race, before the screen is gone
        table.show_table()


async def test_who_stops_waits_on_the_page_of_races(app: SoltermApp, host: HostEnd) -> None:
    async with run_test(app) as pilot:
        await begin(pilot, host)
        await pilot.press("f9")
        assert "You can't come back to this race." in pilot.text
        await pilot.press("y")
        assert isinstance(app.screen, RacesScreen)
        assert " Demon, level 3   bob " in pilot.text
        assert RaceStep(7, 0, 0, has_stopped=True) in host.hear()
        assert "you have stopped" in pilot.text
        await receive(pilot, host, race("over"))
        assert "Race 7 is a draw." in pilot.text
        assert isinstance(app.screen, RaceEndScreen)


async def test_a_race_in_another_session_is_brought_here_by_enter(
    app: SoltermApp, host: HostEnd
) -> None:
    async with run_test(app) as pilot:
        await pilot.press("escape")
        await receive(pilot, host, race(is_here=False))
        assert "is open in another session of yours. ! shows the races." in pilot.text
        await pilot.press("exclamation_mark", "home")
        assert "Enter brings it here." in pilot.text
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)
        assert said(host, RaceStep) == [RaceStep(7, 0, 0, has_stopped=False)]


async def test_the_page_offers_what_the_host_accepts(app: SoltermApp, host: HostEnd) -> None:
    own = race("open", racers=(ANN,), wanted="", starts="", deal="")
    others = replace(own, id=8, racers=(BOB,), seat=-1)
    to_bob = replace(others, id=9, racers=(replace(BOB, player="cid"),), wanted="bob")
    to_ann = replace(to_bob, id=10, wanted="ann")
    async with run_test(app) as pilot:
        await pilot.press("exclamation_mark")
        await receive(pilot, host, Races((to_bob, own, others), (), ()))
        assert "Enter Choose   ? Help" in pilot.rows[-1], "the first is for anybody"
        await pilot.press("down")
        assert "9: cid challenges bob" in pilot.text
        assert "Enter" not in pilot.rows[-1], "that one is for bob"
        await pilot.press("down")
        assert "Enter Choose   D Drop   ? Help" in pilot.rows[-1]
        await receive(pilot, host, Races((to_bob, own, others, to_ann), (), ()))
        await pilot.press("home", "enter")
        assert said(host, AcceptRace) == [AcceptRace(10)]
        await receive(pilot, host, Races((), (), ()))
        await pilot.press("end", "enter")
        assert "Which game does the host play?" in pilot.text
        await pilot.press(*"fly", "enter")
        assert said(host, Challenge) == [Challenge("", "fly", 3, is_ghost=True)]


async def test_a_player_of_the_list_is_ignored(app: SoltermApp, host: HostEnd) -> None:
    ann, bob = (Visitor(each, each, "", "", "", 0, "", "", True, 0) for each in ("ann", "bob"))
    challenge = race("open", seat=-1, racers=(BOB,), wanted="ann", starts="", deal="")
    async with run_test(app) as pilot:
        await pilot.press("at")
        await receive(pilot, host, Who("ann", (ann, bob), 2))
        await pilot.press("i")
        assert "You no longer hear the phrases and challenges of bob." in pilot.text
        await pilot.press("up")
        await receive(pilot, host, challenge)
        await receive(pilot, host, SetPhrase("luck", "bob"))
        assert "bob challenges" not in pilot.text
        assert "Good luck" not in pilot.text
        await pilot.press("down", "i")
        assert "You hear the phrases and challenges of bob again." in pilot.text


async def test_a_guest_is_told_how_to_race(app: SoltermApp, host: HostEnd) -> None:
    app.seat.store.context = app.context._replace(is_guest=True)
    async with run_test(app) as pilot:
        await pilot.press("exclamation_mark")
        await receive(pilot, host, Races((), (), ()))
        assert "Guests race ghosts alone: log in with an SSH key" in pilot.text
        assert "Challenge anybody" not in pilot.text
        await pilot.press("enter")
        assert "Which game does the host play?" in pilot.text
        await pilot.press("enter")
        assert said(host, Challenge) == [Challenge("", "klondike-deal-1", 3, is_ghost=True)]


async def test_a_challenge_tells_the_key_in_a_small_window(app: SoltermApp, host: HostEnd) -> None:
    challenge = race("open", seat=-1, racers=(BOB,), wanted="ann", starts="", deal="")
    async with run_test(app, (60, 20)) as pilot:
        await pilot.press("escape")
        await receive(pilot, host, challenge)
        assert "bob challenges you to Demon, level 3. ! shows it." in pilot.text
        await receive(pilot, host, replace(challenge, id=8, game="three-shuffles-and-a-draw"))
        assert "bob challenges you to Three Shuffles" in pilot.text and "! shows it." in pilot.text


async def test_a_challenge_is_announced_and_accepted(app: SoltermApp, host: HostEnd) -> None:
    challenge = race("open", seat=-1, racers=(BOB,), wanted="ann", starts="", deal="")
    week = (RaceScore("bob", False, 3, 2), RaceScore("bot", True, 1, 1))
    async with run_test(app) as pilot:
        await pilot.press("escape")  # leaves the offer of the lesson
        await receive(pilot, host, Notice("The host stops at ten."))
        await receive(pilot, host, challenge)
        assert "bob challenges you to Demon, level 3. ! shows it." in pilot.text
        await pilot.press("down")
        assert "The host stops at ten." in pilot.text
        await pilot.press("exclamation_mark")
        assert AskRaces() in host.hear()
        await receive(pilot, host, Races((challenge,), (), week))
        assert "7: bob challenges ann: Demon, level 3." in pilot.text
        assert "bot (a program)" in pilot.text
        await pilot.press("home", "enter")
        assert said(host, AcceptRace) == [AcceptRace(7)]
        await receive(pilot, host, No("Somebody else has accepted that challenge."))
        assert "Somebody else has accepted" in pilot.text


async def test_a_run_of_a_board_can_be_raced(app: SoltermApp, host: HostEnd) -> None:
    text = record.write(Play(find("demon"), 617, mode=Mode.SCORED), Time="90")
    runs = [record.read(text)] * 2
    async with run_test(app) as pilot:
        await app.push_screen(RecordsScreen("Tour", "bob", runs))
        await pilot.press("r")
        (challenge,) = said(host, Challenge)
        assert challenge == Challenge("", "demon", 3, True, str(runs[0]), 90, "bob")
        await receive(pilot, host, No("That run can't be raced."))
        assert "That run can't be raced." in pilot.text


async def test_the_menu_tells_todays_life(app: SoltermApp, host: HostEnd) -> None:
    bob = Visitor("b", "bob", "", "", "demon", 3, "617", "", True, 0)
    won = BoardPlace("", 3, 1, "bob", "2 points")
    async with run_test(app) as pilot:
        await pilot.press("escape")
        await receive(pilot, host, Who("a", (bob,), 2))
        app.life.boards = BoardNews(yesterday=(won,))
        await receive(pilot, host, Races((), (), ()))
        assert "Yesterday's contest  1st of 3, 2 points ahead of bob." in pilot.text
        assert "Who is here          bob plays Demon." in pilot.text
        await pilot.press("end", "home", "down", "down", "down", "enter")
        assert isinstance(app.screen, RacesScreen)


async def test_who_is_alone_races_the_host_with_one_key(app: SoltermApp, host: HostEnd) -> None:
    async with run_test(app) as pilot:
        await pilot.press("escape")
        assert "Race the host" not in pilot.rows[-2]
        await receive(pilot, host, Who("a", (), 1))
        assert "Who is here          Nobody else. Race the host's ghost." in pilot.text
        assert "! Race the host" in pilot.rows[-2]
        host.hear()
        await pilot.press("exclamation_mark")
        assert host.hear() == [WHO], "somebody may have come"
        await receive(pilot, host, Who("a", (), 1))
        wanted = Challenge("", "klondike-deal-1", 3, is_ghost=True)
        assert said(host, Challenge) == [wanted]
        assert "The host plays Klondike, draw 1" in pilot.text
        await pilot.press("home", "down", "down", "enter")
        await receive(pilot, host, Who("a", (), 1))
        assert said(host, Challenge) == [wanted], "so does Enter on the line"
        await receive(pilot, host, Races((), (), ()))
        asked = race("open", id=8, seat=-1, racers=(BOB,), wanted="ann", starts="", deal="")
        await receive(pilot, host, asked)
        assert host.hear() == [WHO], "bob must have come"
        assert "! Race the host" not in pilot.rows[-2]
        await pilot.press("exclamation_mark")
        assert isinstance(app.screen, RacesScreen)


async def test_who_left_a_race_goes_back_to_it(app: SoltermApp, host: HostEnd) -> None:
    async with run_test(app) as pilot:
        await begin(pilot, host)
        await pilot.press("m")
        await receive(pilot, host, Who("a", (), 1))
        assert "! Race the host" not in pilot.rows[-2]
        await pilot.press("exclamation_mark")
        assert isinstance(app.screen, RacesScreen)
        await pilot.press("escape", "home")
        assert "  Race 7  " in pilot.rows[3]
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)


async def test_who_is_no_longer_alone_sees_the_races(app: SoltermApp, host: HostEnd) -> None:
    async with run_test(app) as pilot:
        await pilot.press("escape")
        await receive(pilot, host, Who("a", (), 1))
        await pilot.press("exclamation_mark")
        await receive(pilot, host, Who("a", (), 2))
        assert isinstance(app.screen, RacesScreen)
        assert said(host, Challenge) == []


async def test_tonight_opens_the_evening(
    app: SoltermApp, host: HostEnd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solterm.sessions.evenings.list_leaders", lambda *_: ["bob 50"])
    app.seat.store.context = app.context._replace(shared=tmp_path / "shared")
    start, end = "2999-01-01T20:00:00+00:00", "2999-01-01T22:00:00+00:00"
    tonight = Tonight("Evening 2999-01-01 2000", ("demon",), start, end)
    async with run_test(app) as pilot:
        await pilot.press("escape")
        await receive(pilot, host, tonight)
        await pilot.press("home", "down", "down", "enter")
        assert isinstance(app.screen, ContestsScreen)
        assert "Nobody has signed up yet. Enter signs you up." in pilot.text
        app.doors.go_to_menu()
        sharedfolder.prepare(app.context)
        publish(app.context, cup_of(tonight.name, ("demon",), (617,)))
        await pilot.pause()
        await receive(pilot, host, replace(tonight, start="2026-01-01T20:00:00+00:00"))
        await pilot.press("home", "down", "down", "enter")
        assert isinstance(app.screen, SeriesScreen)
        assert "Evening of 2999-01-01 20:00" in pilot.text
        assert [each.strip() for each in pilot.rows[4:6]] == ["Standings", "1. bob 50"]
        assert "Standings: " not in pilot.text, "they are told once"


async def test_a_players_finished_game_is_replayed_and_raced(
    app: SoltermApp, host: HostEnd
) -> None:
    text = record.write(Play(find("demon"), 617))
    page = PlayerPage("bob", 4, 2, 1, 1, ("demon",), (FinishedRun(5, "demon", 3, True, 900, ""),))
    async with run_test(app) as pilot:
        await app.push_screen(PlayerScreen("bob"))
        await pilot.pause()
        assert said(host, AskPlayer) == [AskPlayer("bob")]
        await receive(pilot, host, page)
        assert "bob has finished 4 games and won 2, and has won 1 of 1 race." in pilot.text
        await pilot.press("enter")
        assert said(host, AskRun) == [AskRun("bob", 5)]
        await receive(pilot, host, Run("bob", text, 60))
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("escape", "r")
        await receive(pilot, host, Run("bob", text, 60))
        (challenge,) = said(host, Challenge)
        assert (challenge.called, challenge.seconds) == ("bob", 60)


async def test_the_page_looks_for_the_end_of_others_races(
    app: SoltermApp, host: HostEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solterm.tui.screens.races_page._AGAIN", 0.01)
    async with run_test(app) as pilot:
        await pilot.press("exclamation_mark")
        await receive(pilot, host, Races((race(seat=-1, deal=""),), (), ()))
        host.hear()
        await pilot.wait_until(lambda: AskRaces() in host.hear())
        await receive(pilot, host, Races((), (), ()))
        host.hear()
        await pilot.pause(0.05)
        assert AskRaces() not in host.hear()
