"""The start: what it loads, and the picture that the next one shows at once."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from solterm.contests.kinds import DAILY
from solterm.context import PLAYER
from solterm.games import find
from solterm.sessions import contest_steps
from solterm.sessions.plays import resume
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.day_page import DayScreen
from tests.harness.pty import Terminal
from tests.tui.screens import GAME, first_moves, started, starting_with

BYTES_AFTER = 300
"""The most bytes from the picture to the complete first screen."""


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
    scored = KeptPlay.start(Store.open(), find(GAME), 617, purpose=Purpose("tour", 1, 0))
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


async def test_a_contest_ends_though_a_free_game_was_left_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table that had ended was once taken for the one left."""
    taken: list[object] = []
    async with starting_with(lambda app: app.game_doors.show_table(started())) as player:
        monkeypatch.setattr(SoltermApp, "terminal", Mock(take_picture=taken.append, is_busy=False))
        player.app.doors.go_to_menu()
        day = contest_steps.begin(player.app.seat.store, DAILY)
        player.app.game_doors.bring(contest_steps.start_of(day, 0))
        await player.pilot.pause()
        player.app.game_doors.end_for_contest(player.app.seat.kept)
        assert isinstance(player.screen, DayScreen)
        assert len(taken) == 1


def test_the_screen_loads_no_openssl(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "solterm", "play", "free-cell", "--deal", "617"]
    with Terminal(argv, env={"SOLTERM_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("617")
        loaded = Path(f"/proc/{terminal.pid}/maps").read_text(encoding="utf-8")
    assert "libcrypto" not in loaded
    assert "sqlite" in loaded


def test_the_menu_of_a_new_player_loads_the_rules_of_no_game(home: Path) -> None:
    script = """
import sys
from solterm.games import listed
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.screens.menu_lines import MenuData, tell_line
data = MenuData.look_up(Store.open(), Settings())
lines = data.list_lines([*listed().values()])
print(*(tell_line(line, data.tell_state(line), 80) for line in lines), sep="\\n")
print(*sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    *shown, loaded = ran.stdout.splitlines()
    assert any("Yukon" in line for line in shown)
    assert not [each for each in loaded.split() if each.startswith("solterm.core.engines")]


def test_a_table_left_for_the_menu_has_a_picture_for_the_next_start(tmp_path: Path) -> None:
    env = {"SOLTERM_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    (tmp_path / "settings.toml").write_text("lesson = false\n", encoding="utf-8")
    argv = [sys.executable, "-m", "solterm"]
    with Terminal([*argv, "play", "free-cell", "--deal", "617"], env=env) as terminal:
        terminal.wait_for("CELLS")
        terminal.rest()
        terminal.press("m")
        terminal.wait_for("type to search")
        terminal.press("q", "q")
        terminal.wait_exit()
    picture = (tmp_path / "cache" / "solterm" / "picture").read_bytes().split(b"\n")[3]
    with Terminal(argv, env=env) as terminal:
        terminal.wait_for(lambda: picture in terminal.output)
        before = terminal.bytes_written
        assert "CELLS" in terminal.text()
        terminal.rest()
        assert terminal.bytes_written - before <= BYTES_AFTER
        assert "CELLS" in terminal.text()
