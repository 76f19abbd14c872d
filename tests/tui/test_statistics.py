"""The statistics on the screen: all games, one game, and the calendar of daily deals."""

from datetime import date

import pytest

from solterm.games import find
from solterm.sessions import calendar, statistics
from solterm.sessions.calendar import Day
from solterm.sessions.statistics import group_by_game
from solterm.sessions.statistics_report import tell_games
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.dialogs import Question
from solterm.tui.screens.statistics_page import (
    FiguresScreen,
    FinishedScreen,
)
from tests.tui.screens import GAME, SIZES, first_moves, showing, started


def show(app: SoltermApp) -> None:
    app.doors.show_statistics()


def finish_one() -> None:
    first_moves(started(), 3)
    started(GAME, 618)


async def test_finished_games_add_up_and_can_be_listed() -> None:
    finish_one()
    async with showing(show, SIZES[1]) as player:
        await player.to("Free Cell")
        await player.press("enter")
        assert isinstance(player.screen, FiguresScreen)
        assert "1 lost" in player.text
        await player.press("g")
        assert isinstance(player.screen, FinishedScreen)
        assert player.line.startswith("Free Cell")
        await player.press("escape", "escape", "home", "enter")
        assert isinstance(player.screen, FinishedScreen)


def test_each_choice_of_options_has_its_own_row_with_the_best_of_the_game() -> None:
    def finish(game: str, **options: str) -> None:
        kept = KeptPlay.start(Store.open(), find(game), 617, options=options)
        kept.perform(next(str(move) for move in kept.play.legal_moves if move.dst))
        kept.finish()

    finish("spider")
    finish("spider", suits="1")
    finish("royale-golf")
    rows = tell_games(group_by_game(statistics.figures(Store.open()))).rows
    found = {str(name): rest for name, *rest in rows}
    assert found["Spider"][:2] == found["Spider, one suit"][:2] == [1, 0]
    assert found["Spider"][-1] == "mark 0"
    assert found["Golf (Royale)"][-1] == "2 cards"


async def test_statistics_are_reset_only_after_a_yes() -> None:
    finish_one()
    async with showing(show) as player:
        await player.press("r", "up", "f7", "enter")
        assert isinstance(player.screen, Question), "these keys are no answers"
        await player.press("n")
        assert statistics.figures(player.app.seat.store)
        await player.press("r", "y")
        assert statistics.figures(player.app.seat.store) == []
        assert "No finished games yet." in player.text


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


async def test_the_calendar_turns_to_the_days_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played = {date(2026, 9, 2): Day(500, True), date(2026, 10, 31): Day(3, False)}
    monkeypatch.setattr(calendar, "days", lambda store: played)
    async with showing(show, SIZES[1]) as player:
        await player.press("c")
        assert isinstance(player.screen, DayScreen)
        await player.press(*["left"] * 8)
        assert "Saturday 31 October 2026" in player.text
        assert f"Oct 2026 {'.' * 30}o" in player.text
        await player.press("left", "left")
        assert "Wednesday 2 September 2026" in player.text
        assert "Sep 2026 .#." in player.text
        assert "2 days played, 1 won" in player.text
        assert player.screen.notice == "There are no earlier days."
