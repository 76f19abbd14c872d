"""The title, and the two questions before the first score sheet."""

from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.segment import Segment

from solterm.context import PLAYER, Context
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.sessions.plays import resume
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, save_settings
from solterm.store.store import ASIDE, Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.kloncan import StartScreen, TitleScreen
from solterm.wire.wire import Wire, cells_of_strip
from tests.tui.player import AppPilot, run_test
from tests.tui.screens import GAME, Player, first_moves, started, starting_with


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
async def test_the_title_costs_at_most_three_kilobytes(tmp_path: Path, charset: str) -> None:
    save_settings(Context(folder=tmp_path), Settings(cards=charset))  # type: ignore[arg-type]
    app = SoltermApp(Store.open())
    app.shown.add("lesson")
    async with run_test(app) as pilot:
        for size in [(80, 24), (60, 20), (132, 43), (200, 60), (40, 14)]:
            app.doors.go_to_menu()
            await pilot.textual.resize_terminal(*size)
            await pilot.pause()
            wires = {
                colours: Wire() for colours in (None, ColorSystem.STANDARD, ColorSystem.TRUECOLOR)
            }
            for colours, wire in wires.items():
                wire.resize(*size)
                # Any new screen clears a large window, so measure from a blank one.
                paint(wire, pilot, colours)
                if size > (80, 24):
                    blank = [cells_of_strip([Segment(" ", app.screen.rich_style)], colours)[0]]
                    for y in range(size[1]):
                        wire.put(0, y, blank * size[0])
                    wire.changes((0, 0))
            app.shown.clear()
            app.game_doors.play_sheet(find("kloncan-klondike"))
            await pilot.pause()
            assert isinstance(app.screen, TitleScreen)
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


async def test_a_free_game_on_the_table_has_a_picture_for_the_next_start(home: Path) -> None:
    kept = started()
    async with starting_with(lambda app: app.game_doors.show_table(kept)) as player:
        key = player.app.picture_key()
        assert key and key.files == (str(home / "solterm.db"), str(home / "settings.toml"))
        await player.press("q")
        assert player.app.picture_key() is None, "a dialog covers the table"
        await player.press("escape")
        first_moves(resume(Store.open(), find(GAME)).kept, 1)
        assert player.app.picture_key() is None, "it went on elsewhere"


async def test_the_menu_has_a_picture_unless_a_game_waits() -> None:
    async with starting_with(lambda app: app.doors.go_to_menu()) as player:
        assert player.app.picture_key()
        started()
        assert player.app.picture_key() is None


async def test_contests_hosts_and_named_players_keep_no_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scored = KeptPlay.start(Store.open(), find(GAME), 617, purpose="tour:1 0")
    async with starting_with(lambda app: app.game_doors.show_table(scored)) as player:
        assert player.app.picture_key() is None
        player.app.game_doors.show_table(started())
        await player.pilot.pause()
        assert player.app.picture_key()
        with monkeypatch.context() as patch:
            patch.setenv(PLAYER, "ben")
            assert player.app.picture_key() is None, "the next start is another player's"
        store = player.app.seat.store
        for changes in ({"is_guest": True}, {"nickname": "ann"}, {"is_kiosk": True}):
            with monkeypatch.context() as patch:
                patch.setattr(store, "context", store.context._replace(**changes))
                assert player.app.picture_key() is None
