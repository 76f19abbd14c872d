"""The statistics on the screen: all games, one game, and the calendar of daily deals."""

from collections.abc import Sequence
from datetime import date

import pytest

from solterm.games import find
from solterm.sessions import calendar, statistics
from solterm.sessions.calendar import Day
from solterm.sessions.figures import group_by_game, tell_games
from solterm.sessions.report import Value
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.dialogs import Question
from solterm.tui.screens.statistics_page import (
    FiguresScreen,
    FinishedScreen,
    StatisticsScreen,
)
from tests.tui.screens import GAME, SIZES, first_moves, showing, started


def show(app: SoltermApp) -> None:
    app.doors.show_statistics()


def finish_one() -> None:
    first_moves(started(), 3)
    started(GAME, 618)


@pytest.mark.parametrize("size", SIZES)
async def test_finished_games_add_up_and_can_be_listed(size: tuple[int, int]) -> None:
    finish_one()
    async with showing(show, size) as player:
        await player.to("Free Cell")
        assert "Enter Open" in player.text
        await player.press("enter")
        assert isinstance(player.screen, FiguresScreen)
        assert "1 lost" in player.text
        await player.press("g")
        assert isinstance(player.screen, FinishedScreen)
        assert player.line.startswith("Free Cell")
        await player.press("escape", "escape")
        assert isinstance(player.screen, StatisticsScreen)
        await player.press("home", "enter")
        assert isinstance(player.screen, FinishedScreen)


def rows_of_games() -> dict[str, Sequence[Value]]:
    """Return the rows of the statistics, by the name of the game."""
    rows = tell_games(group_by_game(statistics.figures(Store.open()))).rows
    return {str(name): rest for name, *rest in rows}


def test_the_best_of_a_game_is_its_own_score_or_else_its_mark() -> None:
    finish_one()
    kept = KeptPlay.start(Store.open(), find("royale-golf"), 617)
    kept.perform(next(str(move) for move in kept.play.legal_moves if move.dst))
    kept.finish()
    rows = rows_of_games()
    assert rows["Free Cell"][-1] == "mark 0"
    assert rows["Golf (Royale)"][-1] == "2 cards"


def test_each_choice_of_options_has_its_own_statistics() -> None:
    for suits in ("4", "1"):
        kept = KeptPlay.start(Store.open(), find("spider"), 5, options={"suits": suits})
        kept.perform(next(str(move) for move in kept.play.legal_moves if move.dst))
        kept.finish()
    rows = rows_of_games()
    assert rows["Spider"][:2] == rows["Spider, one suit"][:2] == [1, 0]


async def test_statistics_are_reset_only_after_a_yes() -> None:
    finish_one()
    async with showing(show) as player:
        await player.press("r")
        assert isinstance(player.screen, Question)
        assert "Reset all statistics? (Finished games are kept.)" in player.text
        await player.press("up", "f7", "enter")
        assert isinstance(player.screen, Question), "these keys are no answers"
        await player.press("n")
        assert statistics.figures(player.app.seat.store)
        await player.press("r", "y")
        assert statistics.figures(player.app.seat.store) == []
        assert "No finished games yet." in player.text
        await player.press("enter", "r", "g")
        assert isinstance(player.screen, StatisticsScreen)


async def test_the_last_games_are_a_graph_and_plain_in_ascii() -> None:
    finish_one()
    async with showing(show) as player:
        await player.press("down", "enter")
        assert "Marks of the last game" in player.text
        assert "\u2588" in player.text
        player.app.change_settings(cards="ascii")
        await player.press("escape", "enter")
        assert "W won alone" in player.text
        assert player.text.isascii()


async def test_a_failed_read_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(store: object) -> None:
        raise StoreError("The disk is gone.")

    monkeypatch.setattr(statistics, "figures", fail)
    async with showing(show) as player:
        assert "The disk is gone." in player.text


@pytest.mark.parametrize("size", SIZES)
async def test_the_calendar_turns_to_the_days_played(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = {date(2026, 9, 2): Day(500, True), date(2026, 10, 31): Day(3, False)}
    monkeypatch.setattr(calendar, "days", lambda store: played)
    async with showing(show, size) as player:
        await player.press("c")
        assert isinstance(player.screen, DayScreen)
        await player.press(*["left"] * 8)
        assert "Saturday 31 October 2026" in player.text
        assert f"October 2026   |{'.' * 30}o" in player.text
        await player.press("left", "left")
        assert "Wednesday 2 September 2026" in player.text
        assert "September 2026 |.#." in player.text
        assert "2 days played, 1 won" in player.text
        assert player.screen.notice == "There are no earlier days."
