"""The score sheet as a player goes through it: rows, the game behind it, the board, the archive."""

from pathlib import Path

import pytest

from solterm.core.play.terms import Terms
from solterm.games import find
from solterm.store.settings import Settings, save
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.look import themes
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.screens.start import StartScreen
from solterm.tui.screens.table import TableScreen
from solterm.tui.screens.title import TitleScreen
from solterm.tui.terminal.pens import pen_of
from solterm.tui.terminal.wire import Wire
from tests.tui.player import Line, Player, playing, run_test


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
        assert "Leaving records it as game 1." in player.text
        assert rows(app) == {}
        await player.press("escape", "f3", "f9")
        assert rows(app) == {}
        await player.press("1")
        assert isinstance(app.screen, SheetScreen)
        assert app.screen.level == 1
        assert rows(app) == {1: 10}
        await player.press("f9", "1", "f9")
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
        line = next(line for line in player.text.splitlines() if "6/6" in line)
        assert line.split()[2:] == ["3", "6/6", "60", "6", "0", "best"]
        await player.press("enter", "down", "enter")
        assert "Left/Right PgUp/PgDn" in player.text
        await player.press("escape", "escape", "escape")
        assert isinstance(player.screen, SheetScreen)


async def write_two_rows(player: Player, line: Line | None) -> SoltermApp:
    """Leave a game of the sheet, then another, whose row is shown."""
    app = player.table.solterm
    await player.press("f9", "3")
    app.deal(find("kloncan-klondike"), 24, 3, context="sheet 2", terms=Terms.SCORED)
    assert player.table.sitting.attempt("t6 f1")
    app.display = line  # type: ignore[assignment]
    await player.press("f9", "3")
    return app


@pytest.mark.parametrize("line", [Line(busy=True), None], ids=["busy", "none"])
async def test_the_new_row_is_lit_and_a_busy_line_gets_the_totals_at_once(
    line: Line | None,
) -> None:
    async with playing(terms=Terms.SCORED, events=("t6 f1",)) as player:
        await write_two_rows(player, line)
        assert isinstance(player.screen, SheetScreen)
        assert player.screen.lit == 2
        assert total_of(player) == 20
        picture = player.pilot.app.picture
        assert picture
        lit = [y for y, (_, roles) in enumerate(picture.rows) if Role.BOX in roles]
        assert lit == [7], "row 2 and no other"


async def test_the_totals_count_up_and_any_key_ends_it() -> None:
    async with playing(terms=Terms.SCORED, events=("t6 f1",)) as player:
        app = await write_two_rows(player, Line())
        assert total_of(player) == 10
        seen = {10}
        for _ in range(2000):  # twenty seconds at most, on a machine that is busy
            await player.pilot.pause(0.01)
            seen.add(total_of(player))
            if 20 in seen:
                break
        assert len(seen) > 3
        app.show_sheet(find("kloncan-klondike"), 3, lit=2)
        assert total_of(player) == 10
        await player.press("x")
        assert total_of(player) == 20


def total_of(player: Player) -> int:
    """The score among the totals that the sheet shows."""
    line = next(line for line in player.text.splitlines() if "Totals" in line)
    return int(line.split()[1])


async def test_messages_and_the_level_are_changed_on_the_sheet() -> None:
    async with playing(terms=Terms.SCORED) as player:
        await player.press("a")
        assert "E: error messages on" in player.text
        await player.press("e")
        assert "E: error messages off" in player.text
        assert not player.pilot.app.settings.messages
        await player.press("f8", "2")
        assert "level 2" in player.text
        await player.press("3")
        assert (player.table.kept.context, player.play.level) == ("sheet 3", 2)


async def test_the_title_is_shown_and_the_questions_are_asked_once_a_program() -> None:
    app = SoltermApp(Store.open())
    async with run_test(app) as pilot:
        player = Player(pilot)
        await player.press("enter")
        assert isinstance(app.screen, TitleScreen)
        await player.press("space")
        assert isinstance(app.screen, StartScreen)
        await player.press("escape", "enter")
        assert isinstance(app.screen, StartScreen), "the title was seen"
        await player.press("n", "2")
        assert isinstance(app.screen, SheetScreen)
        await player.press("escape", "enter")
        assert isinstance(app.screen, SheetScreen), "the questions were answered"
        assert (app.screen.level, app.settings.messages) == (2, False)
        await player.press("escape", "down", "enter")
        assert isinstance(app.screen, SheetScreen)
        assert app.screen.game is find("kloncan-canfield")


async def test_who_knows_the_way_types_on_through_the_title() -> None:
    app = SoltermApp(Store.open())
    async with run_test(app) as pilot:
        await pilot.press("enter", "n", "2", "6")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.level == 2


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (132, 43), (200, 60), (40, 14)], ids=str)
@pytest.mark.parametrize("charset", ["unicode", "ascii"])
@pytest.mark.parametrize("colours", [0, 16, 1 << 24])
async def test_the_title_costs_at_most_three_kilobytes(
    tmp_path: Path, size: tuple[int, int], charset: str, colours: int
) -> None:
    save(tmp_path, Settings(cards=charset))  # type: ignore[arg-type]
    app = SoltermApp(Store.open())
    async with run_test(app, size) as pilot:
        pens = tuple(map(pen_of, themes.palette(theme="dos", colours=colours)))
        wire = Wire()
        wire.resize(*size)
        await pilot.press("down", "up")
        assert app.picture
        # What a large window shows already is wiped away by any screen: there it begins blank.
        blank = Canvas(*size, UNICODE).rows()
        sent = []
        for rows in (app.picture.rows if size <= (80, 24) else blank, None):
            if rows is None:
                await pilot.press("enter")
                assert isinstance(app.screen, TitleScreen)
                rows = app.picture.rows
            for y, row in enumerate(rows):
                wire.put(y, row, pens)
            sent.append(len(wire.changes((0, 0)).encode()))
        assert 100 < sent[-1] <= 3000
