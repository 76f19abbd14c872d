"""Rich output at a terminal, and plain output in a pipe."""

import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solterm import capabilities
from solterm.cli import main as cli
from solterm.cli.console import Output, Task
from solterm.cli.long_tasks import progress
from solterm.cli.rendering import draw
from solterm.context import Context
from solterm.games import catalogue, find
from solterm.manual.rules_pages import page
from solterm.sessions.report import Column, Report
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.cli.calls import KLONDIKE
from tests.contests.results import enter_day, enter_sheet, enter_tour
from tests.harness.pty import PATIENCE, Terminal

REPORTS = (
    "list",
    "stats",
    "scores",
    "boards",
    "doctor",
    "rules free-cell",
    "deal kloncan-klondike --deal 617",
)
TABLES = REPORTS[:-2]
RICH = Output(Context(terminal=capabilities.Terminal("xterm")), is_rich=True)
SOLTERM = str(Path(sys.executable).with_name("solterm"))
CODES = re.compile(r"\x1b\[[0-9;]*m")


class Screen(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def shown(self) -> str:
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a data folder with games, and boards with one forged entry."""
    folder = tmp_path_factory.mktemp("played") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLTERM_HOME", str(folder))
        patch.setenv("LOGNAME", "ann")
        store = Store.open()
        for each in (enter_sheet, enter_tour, enter_tour, enter_day):
            each(store)
        with store.transaction() as database:  # as if an older program had made it
            database.execute(
                'UPDATE result SET games = \'[["reno", 1, 0, 0, "", 0]]\' WHERE digest ='
                " (SELECT max(digest) FROM result WHERE board = 'tour')"
            )
        kept = KeptPlay.start(store, find(KLONDIKE), 617)
        kept.perform("t2 f1")
        kept.finish()
        store.disconnect()
    return folder


@pytest.fixture
def played(home: Path, played_once: Path) -> None:
    """Give the player games, and boards with one forged entry."""
    shutil.copytree(played_once, home)


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that calls the command line at a terminal and returns the screen's text."""
    for name in ("NO_COLOR", "COLORTERM", "SOLTERM_SHARED"):
        monkeypatch.delenv(name, raising=False)

    def call(line: str, width: int = 80, **env: str) -> str:
        screen = Screen()
        with monkeypatch.context() as patch:
            for name, value in {"TERM": "xterm-256color", "COLUMNS": str(width), **env}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdout", screen)
            assert cli.main(line.split()) == 0
        return screen.shown

    yield call


# -- rich and plain ----------------------------------------------------------------------------


@pytest.mark.parametrize("line", REPORTS)
def test_a_report_fits_the_terminal(at_terminal: Any, played: None, line: str) -> None:
    for width in (60, 80, 132):
        shown = at_terminal(line, width)
        assert "\x1b[" in shown
        lines = CODES.sub("", shown).splitlines()
        assert max(map(len, lines)) <= width
        assert line not in TABLES or line == "doctor" or any("───" in each for each in lines)


def test_a_narrow_terminal_omits_columns_but_no_rows(at_terminal: Any) -> None:
    narrow, wide = (CODES.sub("", at_terminal("list", width)) for width in (60, 132))
    for game in catalogue().values():
        assert f"\n{game.id} " in narrow
        assert f"\n{game.id} " in wide
    assert "Also known as" in wide
    assert "Collection" not in narrow


@pytest.mark.parametrize("line", REPORTS[:5])
@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}])
def test_a_terminal_without_colours_gets_the_same_text_as_a_pipe(
    at_terminal: Any, solterm: Any, played: None, line: str, plain: dict[str, str]
) -> None:
    shown = at_terminal(line, **plain)
    piped = solterm(line).out
    if line == "doctor":  # which describes the terminal
        shown, piped = shown[:20], piped[:20]
    assert shown == piped
    assert "\x1b" not in shown


def test_json_is_plain_at_a_terminal_too(at_terminal: Any, solterm: Any) -> None:
    assert at_terminal("list --json") == solterm("list", "--json").out


@pytest.mark.parametrize("line", REPORTS)
def test_an_ascii_terminal_gets_ascii(
    at_terminal: Any, monkeypatch: pytest.MonkeyPatch, played: None, line: str
) -> None:
    monkeypatch.setattr(capabilities, "_charset", lambda environ: "ascii")
    monkeypatch.setattr(capabilities.Terminal, "colours", 0)
    shown = at_terminal(line)
    assert shown.isascii()
    assert "\x1b" not in shown
    if line.startswith("rules"):
        assert shown == page("free-cell")


def test_names_are_not_read_as_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report("", (Column("player"),), [("[red]Eve[/red] :smile:",)])
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    draw([report], RICH.context.terminal)
    assert "[red]Eve[/red] :smile:" in screen.shown


def test_cards_are_coloured_by_suit(at_terminal: Any) -> None:
    shown = at_terminal("deal free-cell --deal 617")
    assert "\x1b[1;31m7D\x1b[0m" in shown
    assert "\x1b[1m4C\x1b[0m" in shown
    assert CODES.sub("", shown).startswith("Free Cell (smallWare), deal 617, level 3\nf1  found")


def test_a_pipe_does_not_load_rich() -> None:
    asked = "for each in ('list', 'list --json', 'stats', 'rules demon'): main(each.split())"
    script = f"import sys; from solterm.cli.main import main\n{asked}\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    loaded = ran.stdout.splitlines()[-1].split()
    assert "solterm.cli.reports" in loaded
    assert not {"rich", "textual"} & set(loaded)


# -- progress ----------------------------------------------------------------------------------


def show_errors(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Make standard error a terminal."""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    return screen


def wait_for(screen: Screen, text: str) -> None:
    end = time.monotonic() + PATIENCE
    while text not in CODES.sub("", screen.shown):
        assert time.monotonic() < end, f"{text!r} is not in {screen.shown!r}"
        time.sleep(0.01)


def test_a_long_task_shows_a_bar_and_removes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = show_errors(monkeypatch)
    with progress(RICH, Task("Counting", 40, hint="Ctrl+C stops", delay=0)) as shown:
        shown.update(10)
        wait_for(errors, "10 of 40")
        shown.update(20, note="Half is done")
        wait_for(errors, "Half is done")
        assert "Ctrl+C stops" in errors.shown
    assert errors.shown.endswith("\x1b[2K")
    assert "\x1b[?25l" not in errors.shown, "the cursor stays visible"


def test_ctrl_c_ends_a_study_with_partial_results(tmp_path: Path) -> None:
    study = ["study", "german-patience", "--deals", "1-9", "--level", "3", "--seconds", "600"]
    with Terminal([SOLTERM, *study], (60, 24), env={"SOLTERM_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("0 of 9")
        terminal.press("Ctrl+C")
        terminal.wait_for("solterm: Stopped.")
        terminal.wait_exit()
        assert terminal.text().strip().splitlines() == ["solterm: Stopped."]


# -- long lines --------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["play golf", "import nowhere-and-nowhere-and-nowhere-and-no.txt"])
@pytest.mark.parametrize("width", [40, 80])
def test_a_sentence_breaks_between_words_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, line: str, width: int, solterm: Any
) -> None:
    whole = solterm(*line.split()).err
    assert whole.count("\n") == 1
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", str(width))
    with contextlib.suppress(SystemExit):
        cli.main(line.split())
    rows = screen.shown.splitlines()
    assert " ".join(rows) == whole.rstrip()
    assert all(len(row) <= width or " " not in row for row in rows)


# -- Ctrl+C ------------------------------------------------------------------------------------


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_is_reported_in_one_sentence(solterm: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.cli.reports.list_games", interrupt)
    ran = solterm("list")
    assert (ran.code, ran.out, ran.err) == (130, "", "solterm: Stopped.\n")


def test_an_interrupted_backup_leaves_no_file(
    solterm: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n")
    monkeypatch.setattr("zipfile.ZipFile.writestr", interrupt)
    ran = solterm("backup", str(tmp_path / "cards.zip"))
    assert (ran.code, ran.err) == (130, "solterm: Stopped; no backup was written.\n")
    assert not (tmp_path / "cards.zip").exists()


def test_an_interrupted_restore_changes_nothing(
    solterm: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "cards.zip")
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n")
    assert solterm("backup", file).code == 0
    solterm("play", KLONDIKE, "--json", stdin=b"undo\nt2 f\ns\n")
    unpack = "solterm.store.backup._unpack_part"
    monkeypatch.setattr(unpack, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    ran = solterm("restore", file, "--yes")
    assert (ran.code, ran.err) == (130, "solterm: Stopped; nothing was changed.\n")
    assert "t2 f1, s" in solterm("export").out
    assert not list(home.glob("before-*"))
