"""The score sheet as a player goes through it: rows, the game behind it, the board, the archive."""

from pathlib import Path

import pytest

from solterm.core.play.terms import Terms
from solterm.games import find
from solterm.tui.app import SoltermApp
from solterm.tui.screens.sheet import SheetScreen
from tests.tui.player import playing


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    monkeypatch.delenv("SOLTERM_SHARED", raising=False)


def rows(app: SoltermApp) -> dict[int, int]:
    """The scores on the sheet, by their rows."""
    written = enumerate(app.store.sheet("kloncan-klondike").rows, 1)
    return {number: row.score for number, row in written if row}


async def test_a_row_is_written_when_its_game_is_left_and_not_before() -> None:
    async with playing(terms=Terms.SCORED, events=("t6 f1",)) as player:
        app = player.table.solterm
        await player.press("f9")
        assert "It is written as game 1 when you leave." in player.text
        assert rows(app) == {}
        await player.press("escape", "f3", "f9")
        assert rows(app) == {}
        await player.press("1")
        assert isinstance(app.screen, SheetScreen)
        assert app.screen.level == 1
        assert rows(app) == {1: 10}
        await player.press("f9", "1", "f3", "f9")
        assert "Game 1 of the sheet stays as it is." in player.text
        await player.press("3")
        assert rows(app) == {1: 10}, "a game without a move replaces nothing"


@pytest.mark.parametrize(("answer", "score"), [("y", 0), ("n", 10), ("escape", 10)])
async def test_a_better_row_is_replaced_only_when_sure(answer: str, score: int) -> None:
    async with playing(terms=Terms.SCORED, events=("t6 f1",)) as player:
        app = player.table.solterm
        await player.press("f9", "3")
        app.deal(find("kloncan-klondike"), 24, 3, context="sheet 1", terms=Terms.SCORED)
        await player.press("f3")
        assert player.table.sitting.attempt("t4 t2")
        await player.press("f9", "q")
        assert "has a score of 10, which is better" in player.text
        await player.press(answer)
        assert rows(app) == {1: score}
        stays = app.store.load_suspended("kloncan-klondike", "sheet")
        assert (stays is not None) == (answer == "escape")


async def test_the_sheet_is_looked_at_and_another_row_chosen_without_ending_a_game() -> None:
    async with playing(terms=Terms.SCORED, events=("t6 f1",)) as player:
        await player.press("a")
        assert "1          -        -          -   under way, 1 moves" in player.text
        await player.press("escape")
        assert player.play.events == ["t6 f1"]
        await player.press("a", "4", "f3", "a", "1")
        assert player.play.events == ["t6 f1"]
        await player.press("a", "4")
        assert (player.play.events, player.table.kept.context) == (["s"], "sheet 4")


async def test_enter_starts_the_next_game_that_is_not_played() -> None:
    async with playing(terms=Terms.SCORED, events=("t6 f1",)) as player:
        await player.press("f9", "2", "enter")
        assert (player.table.kept.context, player.play.level) == ("sheet 2", 2)


async def test_a_game_that_is_on_no_sheet_says_so() -> None:
    async with playing() as player:
        await player.press("a")
        assert player.notice == "This game is played for itself: it is on no score sheet."


async def test_a_full_sheet_is_on_its_board_and_in_the_archive_when_a_new_one_begins() -> None:
    async with playing() as player:
        app = player.table.solterm
        game = find("kloncan-klondike")
        for number in range(1, 7):
            app.deal(game, 24, 3, context=f"sheet {number}", terms=Terms.SCORED)
            await player.pilot.pause()
            for event in (*["s"] * number, "t6 f1"):
                assert player.table.sitting.attempt(event)
            await player.press("f9", "3")
        assert "All six games are played." in player.text
        assert "Enter: a new sheet   B: the board   A: the replays" in player.text
        await player.press("b")
        assert "Score sheet, Klondike (KLONCAN)" in player.text
        (entry,) = app.boards().top("sheet:kloncan-klondike")
        assert (entry.score, entry.level) == (60, 3)
        await player.press("escape", "enter", "y")
        assert rows(app) == {}
        await player.press("a")
        assert "6/6      60       6" in player.text
        await player.press("enter", "down", "enter")
        assert "Left/Right Step" in player.text
        await player.press("escape", "escape", "escape")
        assert isinstance(player.screen, SheetScreen)
