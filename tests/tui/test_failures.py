"""Damaged files, failing disks and unexpected errors: the screen reports each in a sentence."""

import random
import re
import sqlite3
import sys
from itertools import chain, zip_longest
from pathlib import Path

import pytest
from textual.widgets import Input

from solterm.contests.contest import lay_out
from solterm.contests.kinds import TOUR
from solterm.games import find
from solterm.sessions import crash_report, shelf
from solterm.store import patience
from solterm.store.database import FILE
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.saves_page import SavesScreen
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.screens.unread import UnreadScreen
from tests.contests.laid_out import sheet_of, stored
from tests.effort import tries
from tests.harness.pty import Terminal
from tests.here import here
from tests.store.faults import FAULTS, failing
from tests.tui.player import run_test

GAME = "kloncan-klondike"


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.02)  # every key finds the file locked


@pytest.fixture
def played() -> KeptPlay:
    kept = KeptPlay.start(Store.open(), find(GAME), 17)
    kept.perform("t3 f1")
    return kept


WAYS = {
    "menu": ["m"],
    "contests": ["m", "f3"],
    "statistics": ["m", "f5"],
    "finished": ["m", "f5", "f"],
    "saves": ["v"],
    "table": [],
}
AFTER = ["enter", "down", "s", "a", "enter", "e", "enter", "escape", "f1", "f5", "x", "h", "n", "y"]


SCREENS_AND_FAULTS = [
    (way, fault)
    for row, way in enumerate(WAYS)
    for column, fault in enumerate(FAULTS)
    if (row + column) % tries(1, 3) == 0
]
"""Every fault on every screen; the usual run tries each fault on two screens."""


@pytest.mark.parametrize(("way", "fault"), SCREENS_AND_FAULTS)
async def test_screens_report_a_file_that_fails_while_they_are_used(
    played: KeptPlay, fault: str, way: str
) -> None:
    app = SoltermApp(Store.open(), find(GAME))
    async with run_test(app) as pilot:
        await pilot.pause()
        app.seat.store.disconnect()
        with failing(fault):
            await pilot.press(*WAYS[way], *AFTER, "escape", "escape", "escape")
        app.seat.store.disconnect()
        while not isinstance(app.screen, MenuScreen | TableScreen):
            await pilot.press("escape")
        assert app.return_value is None
    assert Store.open().load_suspended(GAME, FREE) is not None


@pytest.mark.parametrize("seed", range(tries(12, 2)))
async def test_intermittent_faults_cause_no_error(played: KeptPlay, seed: int) -> None:
    chance = random.Random(seed)
    keys = [*"abcdefhijklnoprstuvx123456789?:,. ", "enter", "escape", "f3", "f4", "f5", "f6", "f9"]
    app = SoltermApp(Store.open(), find(GAME))
    with failing(chance.choice(list(FAULTS)), lambda number, _: chance.random() < 0.2):
        async with run_test(app) as pilot:
            app.seat.store.disconnect()
            await pilot.press(*chance.choices(keys, k=80))


DAMAGE = {
    "play": [
        "UPDATE play SET touched = 7, context = 9, game = 'no-such-game'",
        "UPDATE play SET moves = 'many', score = 'x', seconds = 'y'",
        "UPDATE play SET deal = 'x'",
        "UPDATE play SET context = 'sheet x'",
        "UPDATE play SET context = 'tour:99 0'",
        "DELETE FROM event",
        "DROP TABLE event",
    ],
    "saved_game": [
        "UPDATE saved_game SET record = 'x', saved = 5",
        "UPDATE saved_game SET record = CAST(X'FF' AS TEXT)",
    ],
    "contest": [
        "UPDATE contest SET kind = 'x', begun = 3",
        "UPDATE contest SET name = 5, played_by = 7",
        "DROP TABLE contest",
    ],
    "contest_game": [
        "UPDATE contest_game SET points = 'x', moves = 'y', game = 7",
        "UPDATE contest_game SET place = 77 WHERE place = 0",
        "UPDATE contest_game SET deal = 'x'",
        "DELETE FROM contest_game WHERE place > 0",
    ],
}
"""Damage to the tables of the file."""

TOGETHER = [";".join(filter(None, each)) for each in zip_longest(*DAMAGE.values())]
"""Damage to up to four tables at once; different screens read them."""
ALONE = [each for each in chain(*DAMAGE.values()) if each not in TOGETHER]


@pytest.mark.parametrize("is_ended", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "damage", [*TOGETHER, *(pytest.param(each, marks=pytest.mark.long) for each in ALONE)]
)
async def test_every_screen_reports_a_damaged_file(
    home: Path, played: KeptPlay, damage: str, is_ended: bool
) -> None:
    from solterm.chance import random_deal
    from solterm.contests.contest import Row

    store = Store.open()
    shelf.save(store, "mine", played)
    stored(store, lay_out(TOUR, random_deal))
    stored(store, sheet_of(Row(10, 1, 0), game=GAME))
    if is_ended:
        played.finish()
    with sqlite3.connect(home / FILE) as database:
        database.executescript(damage)
    app = SoltermApp(Store.to_play_with())
    async with run_test(app) as pilot:
        await pilot.pause()
        await pilot.press("enter", "s", "escape", "escape")
        for keys in WAYS.values():
            await pilot.press(*keys, "enter", "down", "enter", "escape", "escape", "escape")
        app.go_to(SheetScreen(find(GAME), 3))
        await pilot.pause()
        assert isinstance(app.screen, SheetScreen)
        await pilot.press("1", "f9", "escape", "escape")


@pytest.mark.parametrize("is_requested", [False, True])
async def test_an_unreadable_game_is_reported_and_replaced_only_on_request(
    home: Path, played: KeptPlay, is_requested: bool
) -> None:
    app = SoltermApp(Store.open(), find(GAME))
    app.seat.store.disconnect()
    with failing("unread", lambda _, text: "FROM event" in text):
        async with run_test(app) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, UnreadScreen)
            assert "cannot be written or read" in app.screen.reason
            if is_requested:
                at = [row.cells[0] for row in app.screen.shown.rows].index("Play another")
                await pilot.press(*["down"] * at, "enter")
                assert isinstance(app.screen, TableScreen)
                assert app.screen.play.deal != 17
            else:
                await pilot.press("escape")
                assert isinstance(app.screen, MenuScreen)
    with sqlite3.connect(home / FILE) as database:
        states = database.execute("SELECT open FROM play ORDER BY touched").fetchall()
    assert states == ([(2,), (1,)] if is_requested else [(1,)])
    assert Store.open().results() == []


async def test_an_unreadable_file_is_reported_before_anything_is_dealt(
    home: Path, played: KeptPlay
) -> None:
    whole = (home / FILE).read_bytes()
    (home / FILE).write_bytes(b"\0" * len(whole))
    app = SoltermApp(Store.to_play_with(), find(GAME))
    async with run_test(app) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, UnreadScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, UnreadScreen)
        (home / FILE).write_bytes(whole)
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.events == ["t3 f1"]


async def test_a_game_of_another_version_is_put_aside_exported_and_resumed(
    home: Path, played: KeptPlay, tmp_path: Path
) -> None:
    with sqlite3.connect(home / FILE) as database:
        database.execute("UPDATE play SET version = version + 1")
    app = SoltermApp(Store.open())
    async with run_test(app) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, UnreadScreen)
        await pilot.press("down", "down", "enter")
        app.screen.query_one(Input).value = str(tmp_path / "kept.txt")
        await pilot.press("enter", "up", "up")
        assert "t3 f1" in (tmp_path / "kept.txt").read_text()
        await pilot.press("down", "enter")
        assert isinstance(app.screen, MenuScreen)
        with sqlite3.connect(home / FILE) as database:
            database.execute("UPDATE play SET version = version - 1")
        await pilot.press("f6", "enter")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.events == ["t3 f1"]


async def test_an_unsaved_game_is_not_reported_as_saved(played: KeptPlay) -> None:
    app = SoltermApp(Store.memory("the disk is full."), find(GAME), 17)
    async with run_test(app) as pilot:
        await pilot.pause()
        await pilot.press("v", "s")
        assert isinstance(app.screen, SavesScreen)
        assert "until the program ends" in app.screen.notice
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q")
        assert "NOT SAVED" in pilot.text


# -- unexpected errors -------------------------------------------------------------------------

BROKEN = """
import sys
from solterm.tui.screens.table_screen import TableScreen
from solterm.cli import main
def broken(self, *_):
    my_secret_word = "xyzzy"
    raise RuntimeError("unforeseen")
from solterm.tui.app import SoltermApp
for owner in (TableScreen, SoltermApp):
    if hasattr(owner, "{where}"):
        setattr(owner, "{where}", broken)
sys.exit(main.main(["play", "ultimate-golf", "--deal", "7"]))
"""


@pytest.mark.parametrize("where", ["action_do", "on_mount", "cursor"])
def test_an_unexpected_error_restores_the_terminal_and_writes_a_report(
    home: Path, where: str
) -> None:
    argv = [sys.executable, "-c", BROKEN.format(where=where)]
    with Terminal(argv, env={"SOLTERM_HOME": str(home), "LC_ALL": "C.UTF-8"}) as terminal:
        if where == "action_do":
            terminal.wait_for("2Help")
            terminal.press("s")
        assert terminal.wait_exit() == 1
        assert terminal.termios_restored()
        output = bytes(terminal.output).decode(errors="replace")
        assert "Traceback" not in output
        farewell = output.rpartition("\x1b")[2].partition("solterm: ")[2]
        # The terminal may answer queries after the program has ended; the tty echoes the answers.
        written = " ".join(re.sub(r"\^\[\[[?;$\d]*[a-zA-Z]", "", farewell).split())
        assert re.fullmatch(r"Something went wrong .*; a report is in \S+\.txt\.?", written), (
            written
        )
        entered, left = b"\x1b[?1049h", b"\x1b[?1049l"
        assert terminal.output.rfind(left) >= terminal.output.rfind(entered), "the normal screen"
    (found,) = home.glob("report-*.txt")
    text = found.read_text()
    assert "RuntimeError: unforeseen" in text
    assert "xyzzy" not in text.replace('my_secret_word = "xyzzy"', "")
    assert found.stat().st_mode & 0o777 == 0o600


def test_only_the_latest_reports_are_kept(home: Path) -> None:
    for number in range(9):
        (home / f"report-2026010{number}-000000-1.txt").touch()
    assert "a report is in" in crash_report.write_report(here(), ValueError("x"))
    assert len(list(home.glob("report-*.txt"))) == 5


def test_a_report_that_cannot_be_written_is_mentioned(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "a file" / "b"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "nowhere"))
    assert "no report could be written" in crash_report.write_report(here(), ValueError("x"))
