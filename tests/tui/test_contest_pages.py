"""The pages of contests and boards: who is best, whose turn it is, and what a name stands for."""

import pytest

from solterm.contests.kinds import KINDS
from solterm.core.play import record
from solterm.games import find
from solterm.games.samples import sample
from solterm.store import contests
from solterm.store.boards import Boards
from solterm.store.store import Store
from solterm.tui.screens.contests import ContestsScreen
from solterm.tui.screens.series import SeriesScreen
from tests.contests.claims import claim, played
from tests.tui.contestant import begin, end_game, enter_as, pick, top
from tests.tui.visitor import menu

pytestmark = pytest.mark.usefixtures("anns_folder")


async def test_the_page_says_who_is_best_and_the_board_lights_the_place_reached() -> None:
    async with menu() as player:
        await begin(player, "An evening at Reno")
        await player.press("enter")
        await end_game(player)
        await player.press("e")
        await enter_as(player, "Ann")
        assert player.screen.notice == "You reached place 1 of 1."
        assert player.screen.here == 0
        await player.press("escape")
        while "-52 Ann" not in player.text:
            await player.pilot.pause(0.01)
        (line,) = (each for each in player.text.splitlines() if "An evening at Reno" in each)
        assert line.split() == [
            *[
                "An",
                "evening",
                "at",
                "Reno",
                "5",
                "min",
                "a",
                "deal",
                "-52",
                "dollars",
                "-52",
                "Ann",
            ]
        ]


async def test_a_tour_shows_ones_own_points_beside_the_best() -> None:
    async with menu() as player:
        await begin(player, "Aunt Anne's tour")
        assert "Yours    High" in player.text
        for _ in range(8):
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


async def test_a_contest_is_ended_only_when_sure() -> None:
    async with menu() as player:
        await begin(player, "Golf over nine")
        await player.press("x", "n")
        assert isinstance(player.screen, SeriesScreen)
        await player.press("x", "y")
        assert isinstance(player.screen, ContestsScreen)
    assert contests.list_contests(Store.open(), KINDS["match"], only_open=True) == []


async def test_a_board_fits_the_least_screen() -> None:
    name = "N" * 24
    for deal, profile in ((1, "a" * 16), (2, "b" * 16)):
        text = claim("sheet:demon", [played("demon", deal)], name, profile)
        Boards(Store.open(), find).take(text)
    async with menu((60, 20)) as player:
        await player.press("4", "enter")
        assert player.text.count("2026-11-21") == 2
        assert f"{name} (2)" in player.text


async def test_a_contest_is_told_in_its_own_words() -> None:
    async with menu() as player:
        await begin(player, "A tour of your own")
        await pick(player, "corners", "calculation", "reno")
        await player.type("Fri day")
        await player.press("enter")
        assert "Tour Fri day" in player.text
        assert "Aunt Anne" not in player.text
        await player.press("enter")
        assert "Corners Tour 1/3" in player.text
        await player.press("m")
        assert "> tour 1  " in player.text
        await player.press("3")
        assert "0 of 3 played, 0 points" in player.text


async def test_the_pointer_follows_the_next_game_and_eighteen_holes_all_show() -> None:
    async with menu() as player:
        await begin(player, "Golf over eighteen")
        for hole in range(1, 4):
            assert player.screen.here == hole - 1
            lines = [line.split() for line in player.text.splitlines()]
            holes = [line[line[0] == "►"] for line in lines if len(line) > 2 and "4" in line[1:3]]
            assert holes[:18] == [str(k) for k in range(1, 19)]
            assert f"Enter plays hole {hole}." in player.text
            await player.press("enter")
            assert f"Hole {hole}/18" in player.text
            await end_game(player)
        assert "Strokes" in player.text
        assert "Total 12 105 +93  +93 against par, after 3 of 18 holes" in player.text


async def test_a_key_at_the_table_shows_the_contest_and_the_game_goes_on() -> None:
    async with menu() as player:
        await begin(player, "Golf over nine")
        await player.press("enter", "f3", "a")
        assert isinstance(player.screen, SeriesScreen)
        await player.press("enter")
        assert player.screen.play.events == ["s"]


async def test_a_proposed_name_gives_way_to_what_is_typed() -> None:
    async with menu() as player:
        await begin(player, "An evening at Reno")
        await player.press("enter")
        await end_game(player)
        await player.press("e")
        assert player.screen.prompt.text == "ann"
        assert player.screen.prompt.question.startswith("Dollars: -52.")
        await player.type("Bob")
        assert player.screen.prompt.text == "Bob"
        await player.press("backspace", "enter")
        assert "Dollars" in player.text
        assert "high is better" in player.text
    assert top("reno") == [("Bo", -52)]


async def test_a_tour_among_the_best_is_left_without_a_name() -> None:
    async with menu() as player:
        await begin(player, "A tour of your own")
        await pick(player, "corners", "calculation", "reno")
        await player.type("Short")
        await player.press("enter", "enter")
        await end_game(player)
        await player.press("x", "y")
        assert "ESC leaves without one." in player.screen.prompt.question
        await player.press("escape")
        assert isinstance(player.screen, ContestsScreen)
    assert top("tour:Short") == []
    assert contests.list_contests(Store.open(), KINDS["tour"], only_open=True) == []


async def test_a_game_won_by_a_command_opens_one_box() -> None:
    won = record.read(sample("farewell-small"))
    *before, last = won.events
    async with menu() as player:
        player.app.deal(find(won.tags["Game"]), int(won.tags["Deal"]), 3, {"size": "small"})
        await player.pilot.pause()
        for event in before:
            player.screen.kept.perform(event)
        await player.press(":")
        await player.type(last)
        await player.press("enter")
        assert "You have won!" in player.text
        assert sum(line.count("╔") for line in player.text.splitlines()) == 1
        player.screen.notice = "What does not fit one row is not laid under an open box. " * 3
        player.screen.repaint()
        assert sum(line.count("╔") for line in player.text.splitlines()) == 1
