"""The pages of contests and boards: results, turns and names."""

from textual.widgets import Input

from solterm.chance import random_deal
from solterm.contests import contests as stored
from solterm.contests.boards import Boards
from solterm.contests.contest import lay_out
from solterm.contests.kinds import KINDS, TOUR
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.store.store import Store
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.end import EndScreen
from solterm.tui.screens.scores import BoardScreen
from solterm.tui.screens.series import SeriesScreen
from tests.contests.results import enter, enter_match, played
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
from tests.tui.screens import Player, showing


async def test_a_contest_opens_on_its_next_game() -> None:
    async with under_way(short_tour(), 2) as player:
        assert player.screen.here == 2


async def test_the_page_names_the_best_and_the_board_lights_the_new_entry() -> None:
    async with contests() as player:
        await begin(player, "An evening at Reno")
        await player.press("enter")
        await end_game(player)
        await player.press("e")
        await enter_as(player, "Ann")
        assert player.screen.notice == "You reached place 1 of 1."
        assert player.screen.here == 0
        await player.press("escape")
        await player.pilot.wait_until(lambda: "-52 Ann" in player.text)
        (line,) = (each for each in player.text.splitlines() if "An evening at Reno" in each)
        assert " ".join(line.split()) == "An evening at Reno 5 min a deal -52 dollars -52 Ann"


async def test_a_tour_shows_the_players_points_next_to_the_best() -> None:
    async with under_way(lay_out(TOUR, random_deal), 7) as player:
        assert "Yours  High" in player.text
        await player.press("enter")
        await end_game(player)
        await player.press("e")
        await enter_as(player, "Ann")
        await player.press("escape")
        await begin(player, "Aunt Anne's tour")
        (line,) = (each for each in player.text.splitlines() if "Calculation" in each)
        assert line.split()[-2:] == ["-", "4"]
        (line,) = (each for each in player.text.splitlines() if "Total" in each)
        assert line.split() == ["Total", "0", "10"]


async def test_ending_a_contest_asks_first() -> None:
    async with contests() as player:
        await begin(player, "Golf over nine")
        await player.press("x", "n")
        assert isinstance(player.screen, SeriesScreen)
        await player.press("x", "y")
        assert isinstance(player.screen, ContestsScreen)
    assert stored.list_contests(Store.open(), KINDS["match"], only_open=True) == []


async def test_a_board_fits_the_smallest_screen() -> None:
    name = "N" * 24
    for deal in (1, 2):
        enter(Store.open(), "sheet:demon", [played("demon", deal)], name)
    async with showing(lambda app: app.doors.show_boards(), (60, 20)) as player:
        await player.press("enter")
        assert player.text.count(f"{name} ") == 2


async def test_a_contest_goes_by_its_own_name() -> None:
    async with contests() as player:
        await begin(player, "A tour of your own")
        await pick(player, "corners", "calculation", "reno")
        await player.type("Fri day")
        await player.press("enter")
        assert "Tour Fri day" in player.text
        assert "Aunt Anne" not in player.text
        await player.press("enter")
        assert "Corners Tour 1/3" in player.text
        await player.press("m")
        assert "  tour 1  " in player.text
        await player.press("3")
        assert "0 of 3 played, 0 points" in player.text


async def test_the_pointer_is_on_the_next_hole_and_all_eighteen_show() -> None:
    async with contests() as player:
        await begin(player, "Golf over eighteen")
        for hole in range(1, 4):
            assert player.screen.here == hole - 1
            lines = [line.split() for line in player.text.splitlines()]
            holes = [line[0] for line in lines if len(line) > 2 and line[1] == "4"]
            assert holes[:18] == [str(k) for k in range(1, 19)]
            assert f"Enter plays hole {hole}." in player.text
            await player.press("enter")
            assert f"Hole {hole}/18" in player.text
            await end_game(player)
        assert "Strokes" in player.text
        assert "Total 12 105 +93" in " ".join(player.text.split())
        assert "+93 against par, after 3 of 18 holes" in player.text


async def test_a_command_of_the_table_shows_the_contest_and_the_game_goes_on() -> None:
    async with contests() as player:
        await begin(player, "Golf over nine")
        await player.press("enter", "f3")
        player.screen.commands.run("sheet")
        await player.pilot.pause()
        assert isinstance(player.screen, SeriesScreen)
        await player.press("enter")
        assert player.screen.play.events == ["s"]


async def test_typing_replaces_the_proposed_name() -> None:
    async with contests() as player:
        await begin(player, "An evening at Reno")
        await player.press("enter")
        await end_game(player)
        await player.press("e")
        assert player.screen.query_one(Input).value == "ann"
        assert "Dollars: -52. Your name for the board?" in player.text
        await player.type("Bob")
        assert player.screen.query_one(Input).value == "Bob"
        await player.press("backspace", "enter")
        assert "Dollars" in player.text
        assert "high is better" in player.text
    assert top("reno") == [("Bo", -52)]


async def test_esc_leaves_a_tour_without_entering_a_name() -> None:
    async with under_way(short_tour(), 1) as player:
        await player.press("x", "y")
        assert "Esc leaves without one." in " ".join(player.text.split())
        await player.press("escape")
        assert isinstance(player.screen, ContestsScreen)
    assert top("tour:Short") == []
    assert stored.list_contests(Store.open(), KINDS["tour"], only_open=True) == []


async def test_a_game_won_by_a_command_opens_one_dialog() -> None:
    won = record.read(sample("farewell-small"))
    *before, last = won.events
    async with showing(lambda app: app.doors.go_to_contests()) as player:
        player.app.game_doors.deal(
            find(won.tags["Game"]), int(won.tags["Deal"]), 3, {"size": "small"}
        )
        await player.pilot.pause()
        for event in before:
            player.screen.kept.perform(event)
        await player.press(":")
        await player.type(last)
        await player.press("enter")
        assert "You have won!" in player.text
        assert sum(line.count("╔") for line in player.text.splitlines()) == 1
        player.app.screen_stack[-2].notice = "This sentence is too long for the message row. " * 3
        await player.pilot.pause()
        assert "You have won!" in player.text
        await player.press("h")
        assert not isinstance(player.screen, EndScreen), "as a key for another hint"
        await player.press("enter")
        assert isinstance(player.screen, EndScreen)


async def test_the_page_updates_while_it_is_open() -> None:
    async with contests((132, 43)) as player:
        assert not line_of(player, "Golf over nine").endswith("Ann")
        enter_match(Store.open())
        player.screen.look_again()
        await player.pilot.wait_until(lambda: line_of(player, "Golf over nine").endswith("Ann"))
        player.app.push_screen(BoardScreen("match:9"))
        await player.pilot.pause()
        others = [played("ultimate-golf", deal, Mode.STRICT, 60) for deal in range(11, 20)]
        enter(Store.open(), "match:9", others, "Bea")
        (best,) = Boards(Store.open()).top("match:9", 1)
        assert best.player == "Bea"
        await player.press("escape")
        await player.pilot.wait_until(lambda: line_of(player, "Golf over nine").endswith("Bea"))


def line_of(player: Player, name: str) -> str:
    return next(line.rstrip() for line in player.text.splitlines() if name in line)
