"""Contests on the screen: starting, playing, resuming, and entering boards."""

from pathlib import Path

import pytest
from textual.widgets import Input

from solterm.contests.contest import lay_out
from solterm.contests.kinds import TOURNAMENT
from solterm.contests.tournaments import publish
from solterm.store import sharedfolder
from solterm.store.store import Store
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.scores import BoardScreen, RecordsScreen
from solterm.tui.screens.series import SeriesScreen
from tests.contests.results import enter_sheet
from tests.here import here
from tests.tui.contestant import (
    begin,
    contests,
    end_game,
    enter_as,
    pick,
    short_tour,
    top,
    under_way,
)
from tests.tui.screens import showing


async def test_a_whole_tour_is_played_and_entered() -> None:
    async with contests() as player:
        await begin(player, "Aunt Anne's tour")
        for place in range(8):
            assert isinstance(player.screen, SeriesScreen)
            assert player.screen.contest.next == place
            await player.press("enter")
            assert player.screen.play.mode.name == "STRICT"
            await end_game(player)
        await player.press("enter")
        assert player.screen.query_one(Input).value == "ann"
        await enter_as(player, "")
        assert "A name has 1 to 24" in player.text
        await enter_as(player, "Ann")
        assert isinstance(player.screen, BoardScreen)
        await player.press("enter")
        assert isinstance(player.screen, RecordsScreen)
        assert player.screen.list.option_count == 8
        await player.press("down", "enter")
        assert isinstance(player.screen, ReplayScreen)
        assert "Golf" in player.text
        await player.press("escape", "escape", "escape")
        assert isinstance(player.screen, ContestsScreen)
    assert top("tour") == [("Ann", 10)]


async def test_a_tour_resumes_where_it_was_left() -> None:
    async with contests() as player:
        await begin(player, "Aunt Anne's tour")
        await player.press("enter")
        await end_game(player)
        await player.press("enter", "f3")
    async with contests() as player:
        await begin(player, "1 of 8 played")
        assert player.screen.contest.played == 1
        await player.press("enter")
        assert player.screen.play.events == ["s"]


async def test_a_tour_ended_early_counts_its_finished_games() -> None:
    async with under_way(short_tour(), 1) as player:
        await player.press("x", "y")
        assert "Points: 1. Your name for the board?" in player.text
        await enter_as(player, "Ann")
    assert top("tour:Short") == [("Ann", 1)]


async def test_players_get_the_same_deal_in_a_tournament() -> None:
    async with contests() as player:
        await begin(player, "A tournament of your games")
        await pick(player, "kloncan-klondike")
        await player.type("Cup")
        await player.press("enter")
        deals = set()
        for name in ("Ann", "Bob"):
            await player.press("enter")
            deals.add(player.screen.play.deal)
            await end_game(player)
            await player.press("enter")
            await enter_as(player, name)
            await player.press("escape")
            assert isinstance(player.screen, SeriesScreen)
            await player.press("enter")
        assert len(deals) == 1
    assert {name for name, _ in top("tournament:Cup")} == {"Ann", "Bob"}
    async with contests() as player:
        assert "2 played" in player.text
        await begin(player, "Tournament Cup")
        assert player.screen.contest.player == "Bob"


async def test_the_name_of_an_evening_is_shown_whole(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(home / "shared"))
    sharedfolder.prepare(here())
    evening = "Evening 2026-11-27 2000"
    publish(here(), lay_out(TOURNAMENT, lambda: 617, ("demon",), evening))
    for does in ("on this host: Enter joins it", "0 of 1 played"):
        async with contests() as player:
            await begin(player, f"{evening}     {does}")
            assert isinstance(player.screen, SeriesScreen)
            await player.press("enter")


async def test_a_tournament_of_another_version_is_reported(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(home / "shared"))
    sharedfolder.prepare(here())
    (home / "shared" / "tournaments" / "cup.json").write_text('{"v": 9}')
    async with contests() as player:
        assert "It has form 9" in player.screen.notice


async def test_the_deal_of_the_day_has_one_try() -> None:
    async with contests() as player:
        await begin(player, "The deal of the day")
        day = player.screen.view.day
        await player.press("enter")
        assert player.screen.play.mode.name == "SCORED"
        await end_game(player)
        assert "E enters your result on the board." in player.text, "a mark of 0 may wait"
        await player.press("e")
        await enter_as(player, "Ann")
        assert "You reached place 1 of 1." in player.text
        await player.press("h", "enter")
        assert isinstance(player.screen, ReplayScreen), "whoever has played the deal may watch it"
        await player.press("escape", "escape", "enter")
        assert isinstance(player.screen, MenuScreen)
        player.app.game_doors.play_daily()
        await player.pilot.pause()
        assert not player.screen.view.may_play
    assert top(f"daily:{day}") == [("Ann", 0)]


async def test_a_board_shows_no_replay_of_a_deal_still_to_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enter_sheet(Store.open())
    async with showing(lambda app: app.doors.show_boards()) as player:
        await player.press("enter", "enter")
        monkeypatch.setattr("solterm.tui.screens.scores.find_spoiler", lambda *_: "Play first.")
        await player.press("enter")
        assert isinstance(player.screen, RecordsScreen)
        assert player.screen.notice == "Play first."


async def test_clearing_a_board_asks_first() -> None:
    enter_sheet(Store.open())
    async with showing(lambda app: app.doors.show_boards()) as player:
        await player.press("enter", "c", "n")
        assert "Ann" in player.text
        await player.press("c", "y")
        assert "No entries on this board yet." in player.text
        assert "Clear" not in player.text.splitlines()[-1]
    assert top("sheet:demon") == []


async def test_a_mixed_sheet_has_six_games_of_the_players_choice() -> None:
    async with contests() as player:
        await begin(player, "A mixed score sheet")
        await player.press("enter")
        for place, name in enumerate(("demon", "fly", "reno", "agnes", "corners", "windmill")):
            player.screen.go_to(place)
            await player.press("enter", *name)
            await player.press("enter")
            assert player.screen.play.game.id == name
            await end_game(player)
        await player.press("e")
        await enter_as(player, "Ann")
    assert top("mix") == [("Ann", 0)]


async def test_a_player_picks_and_names_a_tour() -> None:
    async with contests() as player:
        await begin(player, "A tour of your own")
        await player.press("enter")
        assert player.screen.notice == "Pick at least 2 games with Space."
        await pick(player, "demon")
        assert player.screen.notice == "Pick at least 2 games with Space."
        await player.press(*"agnes", "comma", "enter")
        assert player.screen.picked == ["demon", "agnes"]
        assert player.screen.search == ""
        await player.press("space")
        assert player.screen.picked == ["demon"], "Space removes it"
        await player.type("klondike, draw 1")
        assert player.screen.search == "klondike, draw 1"
        assert player.screen.picked == ["demon"]
        await player.press("escape")
        await pick(player, "tommy")
        assert "1 Demon, 2 Sir Tommy" in player.text
        await player.press("enter")
        assert "A name has 1 to 24" in player.text
        await player.type("Short")
        await player.press("enter")
        assert [leg.game for leg in player.screen.contest.games] == ["demon", "sir-tommy"]


async def test_the_games_of_a_mixed_sheet_can_be_picked_at_once() -> None:
    async with contests() as player:
        await begin(player, "A mixed score sheet")
        await pick(player, "demon", "agnes")
        assert [leg.game for leg in player.screen.contest.games] == ["demon", "agnes", *[""] * 4]
        await player.press("escape")
        await begin(player, "A mixed score sheet")
        games = ("demon", "agnes", "reno", "fly", "corners", "windmill", "bristol")
        await pick(player, *games)
        assert [leg.game for leg in player.screen.contest.games] == list(games[:6])


async def test_a_tour_begins_with_its_first_move() -> None:
    async with showing(lambda app: app.doors.go_to_contests()) as player:
        await player.to("Aunt Anne's tour")
        await player.press("enter")
        assert "three for children" in player.text, "the title"
        await player.press("space")
        assert isinstance(player.screen, SeriesScreen)
        assert Store.open().read("SELECT count(*) FROM contest") == [(0,)]
        await player.press("enter")
        player.screen.commands.run("sheet")
        await player.pilot.pause()
        number, deals = player.screen.contest.id, player.screen.contest.games
        await player.press("escape")
        assert isinstance(player.screen, ContestsScreen)
        assert "Go on with" not in player.text, "no game has a move yet"
        await player.to("Aunt Anne's tour")
        await player.press("enter")
        assert (player.screen.contest.id, player.screen.contest.games) == (number, deals)
        await player.press("enter")
        while not player.screen.play.moves:
            player.screen.kept.perform(str(min(player.screen.play.legal_moves)))
        player.screen.commands.run("sheet")
        await player.pilot.pause()
        await player.press("escape")
        assert "Go on with" in player.text
        assert "0 of 8 played" in player.text
        await player.to("The deal of the day")
        await player.to("Aunt Anne's tour")
        await player.press("enter")
        assert player.screen.contest.id != number


async def test_a_mixed_sheet_begins_with_its_first_game() -> None:
    async with contests() as player:
        for _ in range(2):
            await begin(player, "A mixed score sheet")
            await player.press("enter", "enter")  # looks at the sheet, then at the games to choose
            await player.press("escape", "escape")
            assert isinstance(player.screen, ContestsScreen)
        assert Store.open().read("SELECT count(*) FROM contest") == [(0,)]
        await begin(player, "A mixed score sheet")
        await player.press("enter", "enter", *"demon", "enter")
        assert str(player.screen.kept.purpose).startswith("mix:")
        assert Store.open().read("SELECT count(*) FROM contest") == [(1,)]
