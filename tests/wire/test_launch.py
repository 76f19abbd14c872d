"""The last picture, shown before the program is imported: when, in how many bytes, and when not."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from solterm.wire import launch
from solterm.wire.cell_style import CellStyle
from solterm.wire.last_picture import PictureKey, keep, read_cells
from solterm.wire.probe import MEASURED
from solterm.wire.wire import Cell, Wire, cells_of
from tests.harness.cases import over
from tests.harness.pty import Terminal

ROOT = Path(__file__).parents[2]
DEMO = [sys.executable, str(Path(__file__).with_name("quick_demo.py"))]
BEGINS, ENDS = b"\x1b[?1049h", b"\x1b[?1049l"
BYTES_AFTER = 300
"""The most bytes from the picture to the complete first screen."""

SIZE = (12, 2)
ROWS: list[list[Cell]] = [
    [*cells_of("Ann 日本", CellStyle((1,), "31")), *cells_of("e\u0301👩\u200d🚀 ", CellStyle())],
    [*cells_of("x" * 11, CellStyle(paper="44", link="https://example.org")), (" ", CellStyle())],
]


class Desk:
    """A folder for the picture, and demos that show it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.picture = folder / "cache" / "demo" / "picture"
        self.file = folder / "file"
        self.file.write_text("as before", encoding="utf-8")
        self._stack = stack

    def begin(self, *words: str, env: dict[str, str] | None = None, **named: Any) -> Terminal:
        """Start the demo."""
        known = {
            "PYTHONPATH": str(ROOT),
            "XDG_CACHE_HOME": str(self.picture.parents[1]),
            "DEMO_FILE": str(self.file),
            "DEMO_VERSION": "1",
        }
        return self._stack.enter_context(
            Terminal([*DEMO, *words], env={**known, **(env or {})}, **named)
        )

    def play(self, *keys: str) -> None:
        """Start the demo, press keys, and end it in order."""
        terminal = self.begin()
        terminal.press(*keys, "z")
        terminal.wait_for(lambda: terminal.row(0).endswith(" z"))
        terminal.press("q")
        assert terminal.wait_exit() == 0
        assert terminal.termios_restored()

    def is_shown(self, *words: str, **named: Any) -> bool:
        """Whether a start shows the picture; the terminal is restored if the start fails."""
        terminal = self.begin("fail", *words, **named)
        terminal.press("q", "\n")
        assert terminal.wait_exit() == ord("q")
        assert terminal.termios_restored()
        if BEGINS not in terminal.output:
            return False
        assert ENDS in terminal.output
        return True


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with ExitStack() as stack:
        yield Desk(tmp_path, stack)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A picture of two rows, which depends on a file."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "file").write_text("as before", encoding="utf-8")
    keep(PictureKey("demo", "1", (str(tmp_path / "file"), "/none")), picture(), (0, 0), "utf-8")
    return tmp_path / "demo" / "picture"


def picture() -> Wire:
    wire = Wire()
    wire.rows = ROWS
    return wire


def is_fit(version: str = "1", size: tuple[int, int] = SIZE) -> bool:
    try:
        launch.read("demo", version, size)
    except (OSError, ValueError):
        return False
    return True


# What is kept, and when it is shown


def test_the_cells_are_read_as_they_were(kept: Path) -> None:
    _, cells = launch.read("demo", "1", SIZE)
    assert read_cells(cells) == ROWS


@over("rows", [ROWS, ROWS[:1], [row[:1] for row in ROWS]])
def test_cells_that_something_has_overwritten_are_painted_again(rows: list[list[Cell]]) -> None:
    wire = Wire()
    wire.rows = [list(row) for row in rows]
    assert wire.changes() == ""
    wire.lose(*MEASURED)
    wire.changes()
    assert wire.rows == rows
    assert wire.changes() == ""


def test_the_picture_is_for_this_user_alone(kept: Path) -> None:
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    assert [each.name for each in kept.parent.iterdir()] == ["picture"]


def test_another_version_or_size_shows_nothing(kept: Path) -> None:
    assert is_fit()
    assert not is_fit(version="2")
    assert not is_fit(size=(13, 2))


@over("name value", [("TERM", "vt100"), ("LC_ALL", "C"), ("DEMO_HOME", "/a"), ("NO_COLOR", "1")])
def test_another_terminal_or_charset_or_home_shows_nothing(
    name: str, value: str, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(launch._ENVIRONMENT, name, value)
        assert not is_fit()
    assert is_fit()


def test_a_changed_file_shows_nothing(kept: Path) -> None:
    kept.parents[1].joinpath("file").write_text("changed", encoding="utf-8")
    assert not is_fit()


def test_a_damaged_picture_shows_nothing(kept: Path) -> None:
    data = kept.read_bytes()
    for at in range(0, len(data), 7):
        kept.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert not is_fit(), at
        kept.write_bytes(data[:at])
        assert not is_fit(), at
    kept.write_bytes(data + b"more")
    assert not is_fit()


def test_a_folder_that_takes_no_picture_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keep(PictureKey("demo", "1"), picture(), (0, 0), "utf-8")
    assert not is_fit()


# Two starts on a terminal


def test_the_next_start_sends_only_what_differs(desk: Desk) -> None:
    desk.play("Right", "d")
    terminal = desk.begin()
    terminal.send(b"y")  # typed while the program is imported
    terminal.wait_for(lambda: terminal.row(0).endswith(" y"))
    terminal.rest()
    fresh = desk.begin(env={"DEMO_VERSION": "2"})
    fresh.press("y")
    fresh.wait_for(lambda: fresh.row(0).endswith(" y"))
    fresh.rest()
    assert terminal.output.count(BEGINS) == 1
    assert terminal.snapshot() == fresh.snapshot()
    assert terminal.cursor() == fresh.cursor()


def test_a_stalled_line_gets_the_picture_once(desk: Desk) -> None:
    desk.play()
    picture = desk.picture.read_bytes().split(b"\n")[3]
    terminal = desk.begin()
    terminal.stall()
    terminal.wait_until_idle()
    terminal.resume_reading()
    terminal.wait_for(lambda: terminal.row(0).endswith("ready"))
    terminal.rest()
    assert terminal.output.count(picture) == 1
    assert terminal.bytes_written - len(picture) <= BYTES_AFTER


def test_a_window_of_another_size_is_painted_anew(desk: Desk) -> None:
    desk.play("Right")
    terminal = desk.begin()
    terminal.wait_for(lambda: terminal.output.startswith(BEGINS))
    terminal.resize(90, 30)
    terminal.wait_for("ready")
    terminal.rest()
    assert ">t1" in terminal.row(0)
    assert terminal.text().count("t1") == 1


def test_a_killed_start_shows_the_picture_again(desk: Desk) -> None:
    desk.play()
    terminal = desk.begin()
    terminal.wait_for("ready")
    terminal.signal(9)
    assert terminal.wait_exit() == -9
    assert desk.is_shown()


def test_only_the_own_terminal_gets_a_picture(desk: Desk, tmp_path: Path) -> None:
    desk.play()
    assert desk.is_shown()
    for elsewhere in (">", "2>"):
        words = f'exec "$@" {elsewhere} {tmp_path / "out"}'
        terminal = desk._stack.enter_context(
            Terminal(["sh", "-c", words, "sh", *DEMO, "fail"], env={**os.environ})
        )
        terminal.press("q", "\n")
        terminal.wait_exit()
        assert BEGINS not in terminal.output + (tmp_path / "out").read_bytes()
