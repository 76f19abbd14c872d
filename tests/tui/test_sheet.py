"""The score sheet: its rows, their games, the board and the archive."""

from pathlib import Path

import pytest
from rich.color import ColorSystem

from solterm.contests import contests
from solterm.contests.contest import Row
from solterm.contests.sheets import SheetChoice, choice, present
from solterm.context import Context
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.sessions.plays import Start
from solterm.store.entries import ASIDE
from solterm.store.purpose import Purpose
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.kloncan import StartScreen, TitleScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.widgets.score_sheet import ScoreSheet
from solterm.wire.wire import Wire, cells_of_strip
from tests.contests.laid_out import row_of, sheet_of
from tests.tui.player import AppPilot, Player, playing, run_test
from tests.tui.screens import GAME, first_moves, started, starting_with


def rows(app: SoltermApp) -> dict[int, int]:
    """Return the scores on the sheet by row number."""
    written = enumerate(present(app.seat.store, "kloncan-klondike").rows, 1)
    return {number: row.score for number, row in written if row}


def deal_row(app: SoltermApp, number: int) -> None:
    """Deal a game of the sheet that can score ten points with 't6 f1'."""
    game = find("kloncan-klondike")
    row = row_of(app.seat.store, game.id, number)
    app.game_doors.deal(Start(game, 24, 3, mode=Mode.SCORED, purpose=row))


async def test_a_row_is_written_only_when_its_game_is_left() -> None:
    async with playing(mode=Mode.SCORED, events=("t6 f1",)) as player:
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
        assert rows(app) == {1: 10}, "a game without moves replaces no row"


@pytest.mark.parametrize(("answer", "score"), [("y", 0), ("n", 10), ("escape", 10)])
async def test_replacing_a_better_row_asks_first(answer: str, score: int) -> None:
    async with playing(mode=Mode.SCORED, events=("t6 f1",)) as player:
        app = player.table.solterm
        await player.press("f9", "3")
        deal_row(app, 1)
        await player.press("f3")
        player.table.commands.perform("t4 t2")
        await player.press("f9", "q")
        assert "has a score of 10, which is better" in player.text
        await player.press(answer)
        assert rows(app) == {1: score}
        stays = app.seat.store.load_suspended("kloncan-klondike", Purpose("sheet"))
        assert (stays is not None) == (answer == "escape")


async def test_viewing_the_sheet_or_choosing_another_row_ends_no_game() -> None:
    async with playing(mode=Mode.SCORED, events=("t6 f1",)) as player:
        await player.command("sheet")
        assert "1          -        -          -   under way, 1 move" in player.text
        await player.press("4", "f3")
        await player.command("sheet")
        await player.press("1")
        assert player.play.events == ["t6 f1"]
        await player.command("sheet")
        await player.press("4")
        assert (player.play.events, player.table.kept.purpose.row) == (["s"], 4)


async def test_a_full_sheet_goes_to_its_board_and_to_the_archive() -> None:
    async with playing() as player:
        app = player.table.solterm
        for number in range(1, 7):
            deal_row(app, number)
            await player.pilot.pause()
            for event in (*["s"] * number, "t6 f1"):
                player.table.commands.perform(event)
            await player.press("f9", "3")
        assert "All six games are played." in player.text
        assert "Enter: new sheet   B: board   A: replays" in player.text
        assert "This is your first full sheet." in player.text
        await player.press("b")
        (entry,) = app.seat.boards.top("sheet:kloncan-klondike")
        assert (entry.points, entry.level) == (60, 3)
        await player.press("escape", "enter", "y")
        assert rows(app) == {}
        await player.press("a")
        assert player.find_line("6/6").split()[1:] == ["3", "6/6", "60", "6", "0", "best"]
        await player.press("enter", "down", "enter")
        assert isinstance(player.screen, ReplayScreen)


@pytest.mark.parametrize("is_slow", [True, False])
async def test_the_new_row_is_lit_and_the_totals_count_up_unless_the_line_is_slow(
    is_slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SoltermApp, "lags", is_slow)
    seen: list[str] = []
    count_on = ScoreSheet._count_on

    def watch(sheet: ScoreSheet) -> None:
        seen.append(str(sheet.render()).partition("Totals")[2].split()[0])
        count_on(sheet)

    monkeypatch.setattr(ScoreSheet, "_count_on", watch)
    async with playing(mode=Mode.SCORED, events=("t6 f1",)) as player:
        await player.press("f9", "3")
        deal_row(player.pilot.app, 2)
        await player.pilot.pause()
        player.table.commands.perform("t6 f1")
        seen.clear()
        await player.press("f9", "3")
        assert player.screen.lit == 2
        await player.pilot.wait_until(lambda: total_of(player) == 20)
        assert (len({*seen}) > 2) != is_slow


def total_of(player: Player) -> int:
    """Return the total score that the sheet shows."""
    return int(player.find_line("Totals").split()[1])


async def test_messages_and_the_level_can_be_changed_on_the_sheet() -> None:
    async with playing(mode=Mode.SCORED) as player:
        await player.command("sheet")
        assert "E: error messages (on)" in player.text
        await player.press("e")
        assert "E: error messages (off)" in player.text
        await player.press("f8", "2")
        assert "level 2" in player.text
        await player.press("3")
        assert (player.table.kept.purpose.row, player.play.level) == (3, 2)
        app = player.pilot.app
        assert not app.tells_errors(player.table.kept)
        assert (app.settings.messages, app.settings.level) == (True, 3), "the sheet's alone"
        contests.close(app.seat.store, present(app.seat.store, "kloncan-klondike"))
        kept = choice(app.seat.store, "kloncan-klondike")
        assert kept == SheetChoice(2, False), "as the last sheet"


async def test_the_keys_and_the_mouse_of_a_sheet() -> None:
    async with playing(mode=Mode.SCORED, events=("t6 f1",)) as player:
        await player.press("f9", "2", "enter")
        assert (player.table.kept.purpose.row, player.play.level) == (2, 2), "the next one"
        await player.command("sheet")
        footer = player.text.splitlines()[-1]
        assert "F2 Help" in footer and "? Help" not in footer, "? shows the rules"
        left, top = player.screen.sheet.region.offset
        await player.pilot.click(offset=(left + 3, top + 6))
        await player.pilot.pause()
        assert player.table.kept.purpose.row == 4
        player.pilot.app.game_doors.deal(Start(find("free-cell"), 617))
        await player.pilot.pause()
        await player.command("sheet")
        assert player.notice == "This is a free game; it counts for no score sheet."


def test_the_cursor_stands_on_the_next_game_or_the_totals() -> None:
    row, found = Row(0, 9, 0), []
    for each in (sheet_of(), sheet_of(row, row), sheet_of(*[row] * 6)):
        widget = ScoreSheet("-")
        widget.show(each, {}, None)
        found.append(widget.selected_cell)
    assert found == [(2, 3), (2, 5), (2, 10)]


# -- the title, and the questions before the first sheet ------------------------------------------


def is_sheet(player: Player) -> bool:
    return type(player.screen).__name__ == "SheetScreen"


async def test_the_title_comes_once_per_run_and_the_questions_once_for_a_game() -> None:
    klondike, canfield = find("kloncan-klondike"), find("kloncan-canfield")
    async with starting_with(lambda app: app.game_doors.play_sheet(klondike)) as player:
        app = player.app
        assert isinstance(player.screen, TitleScreen)
        await player.press("space")
        assert isinstance(player.screen, StartScreen)
        await player.press("y", "n", "2")
        assert is_sheet(player)
        app.game_doors.play_sheet(canfield)
        await player.pilot.pause()
        assert isinstance(player.screen, StartScreen), "no title, and its own answers"
        await player.press("enter")
        assert player.screen.level == 3
        assert "error messages (on)" in player.text
        app.game_doors.play_sheet(klondike)
        await player.pilot.pause()
        assert is_sheet(player), "the questions come only once"
        assert player.screen.level == 2
        assert "error messages (off)" in player.text
        assert (app.settings.level, app.settings.messages) == (3, True)
        app.game_doors.play_sheet(find("calculation"))
        await player.pilot.pause()
        assert isinstance(player.screen, TitleScreen), "Royale's"
        assert "three for children" in player.text
        app.change_settings(titles=False)
        app.shown.clear()
        app.game_doors.play_sheet(find("corners"))
        await player.pilot.pause()
        assert isinstance(player.screen, StartScreen)


async def test_a_key_at_the_title_answers_no_question_and_settings_are_proposed() -> None:
    async with starting_with(
        lambda app: app.game_doors.play_sheet(find("kloncan-klondike"))
    ) as player:
        assert isinstance(player.screen, TitleScreen)
        await player.press("n")
        assert isinstance(player.screen, StartScreen)
        assert player.pilot.rows[0].split() == ["Score", "sheet:", "Klondike", "(KLONCAN)"]
        assert "Error messages    on" in player.text and "Level             3" in player.text
        assert "Off: a mistake only beeps" in player.text
        await player.press("left", "down")
        assert "Error messages    off" in player.text
        assert "2: the hand turns" in player.text, "in KLONCAN's words"
        assert "3: the rules of this game, unchanged" in player.text
        await player.press("right", "y", "n", "2", "6")
        assert player.screen.kept.purpose.row == 6
        assert (player.screen.play.level, player.screen.play.mode) == (2, Mode.SCORED)


def paint(wire: Wire, pilot: AppPilot, colours: ColorSystem | None) -> int:
    """Send the screen over a wire; return the number of bytes."""
    text = pilot.text  # paints the screen
    assert text
    for y, strip in enumerate(pilot.app.screen._compositor.render_strips()):
        wire.put(0, y, cells_of_strip(list(strip), colours))
    return len(wire.changes((0, 0)).encode())


@pytest.mark.parametrize("charset", ["unicode", "ascii"])
async def test_the_title_costs_at_most_three_kilobytes(home: Path, charset: str) -> None:
    save_settings(Context(folder=home), Settings(cards=charset))  # type: ignore[arg-type]
    app = SoltermApp(Store.open())
    app.shown.add("lesson")
    async with run_test(app) as pilot:
        for size in [(80, 24), (60, 20), (40, 14)]:
            app.doors.go_to_menu()
            await pilot.textual.resize_terminal(*size)
            await pilot.pause()
            wires = {
                colours: Wire() for colours in (None, ColorSystem.STANDARD, ColorSystem.TRUECOLOR)
            }
            for colours, wire in wires.items():
                wire.resize(*size)
                paint(wire, pilot, colours)
            app.shown.clear()
            app.game_doors.play_sheet(find("kloncan-klondike"))
            await pilot.pause()
            for colours, wire in wires.items():
                assert 100 < paint(wire, pilot, colours) <= 3000, size


async def test_a_deal_of_the_command_line_puts_an_unfinished_game_aside() -> None:
    kept = first_moves(started(), 2)
    app = SoltermApp(Store.open(), find(GAME), 24)
    async with run_test(app) as pilot:
        await pilot.pause()
        assert "Your unfinished game, deal 617, is put aside" in pilot.text
        assert [each.play_id for each in app.seat.store.list_plays(ASIDE)] == [kept.play_id]
        assert app.seat.store.results() == []


async def test_a_terminal_with_wide_lines_gets_frames_in_ascii() -> None:
    async with starting_with(lambda app: app.game_doors.show_table(started())) as player:
        assert "┌" in player.text
        player.app.avoid_lines()
        await player.pilot.pause()
        assert "+----+" in player.text
        assert player.text.isascii()
        player.app.change_settings(cards="unicode")
        await player.pilot.pause()
        assert "┌" in player.text, "the player's own setting comes first"
