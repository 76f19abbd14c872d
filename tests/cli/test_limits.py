"""Limits on external input, and the refusals of a kiosk."""

import io
import os
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from solterm.cli import main as cli
from solterm.cli import reports
from solterm.cli.console import Output
from solterm.context import Context
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.plain import loop
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.contests.results import a_sheet
from tests.here import here
from tests.plain.line_sessions import session_of


@pytest.fixture(autouse=True)
def no_kiosk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOLTERM_KIOSK", raising=False)


def given(file: str) -> Namespace:
    return Namespace(file=file, yes=True)


READERS: dict[str, Callable[[Context, str], object]] = {
    "replay": reports.read_play,
    "import": lambda context, file: reports.import_record(given(file), Output(context)),
    "restore": lambda context, file: reports.restore_backup(given(file), Output(context)),
}


@pytest.mark.parametrize("command", READERS)
def test_no_command_waits_for_a_pipe_or_reads_a_huge_file(tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "giant").open("wb") as giant:
        giant.truncate(20 << 30)
    for name, reason in (("pipe", "is not a plain file"), ("giant", r"larger than \d+ MB")):
        with pytest.raises(Refusal, match=reason):
            READERS[command](here(), str(tmp_path / name))


@pytest.mark.parametrize("command", [*READERS, "backup"])
def test_a_kiosk_does_not_read_or_write_named_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "record.txt").write_text(a_sheet())
    monkeypatch.setenv("SOLTERM_KIOSK", "1")
    do = READERS.get(command, lambda context, file: reports.back_up(given(file), Output(context)))
    for name in ("record.txt", ".", "new"):
        with pytest.raises(Refusal, match="no files that players name"):
            do(here(), str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.iterdir()) in (
        ["record.txt"],
        ["record.txt", "home"],
    )


def test_only_the_start_of_an_endless_line_is_read() -> None:
    class Endless(io.RawIOBase):
        """Fifty million bytes without a newline, then a command."""

        def __init__(self) -> None:
            self.left, self.most = 50_000_000, 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            count = min(len(buffer), self.left)
            if count == 0:
                text = b"\nquit\n" if self.left == 0 else b""
                self.left = -1
                buffer[: len(text)] = text
                return len(text)
            buffer[:count] = b"x" * count
            self.left -= count
            return count

    sink = io.StringIO()
    session = session_of(KeptPlay.start(Store.open(), find("demon"), 5))
    loop.run(session, io.BufferedReader(Endless()), sink, as_json=True)
    first, too_long, quitting = sink.getvalue().splitlines()
    assert '"ok": false' in too_long
    assert "too long" in too_long
    assert session.ended
    assert first
    assert quitting


def test_a_hosts_boards_are_prepared_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["boards"]) == 0
    assert "SOLTERM_SHARED is not set" in capsys.readouterr().out
    assert cli.main(["boards", "--prepare"]) == 1
    assert "set SOLTERM_SHARED" in capsys.readouterr().err
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    assert cli.main(["boards"]) == 1
    assert "No such file" in capsys.readouterr().err
    (tmp_path / "shared").mkdir()
    assert cli.main(["boards"]) == 1
    assert "not prepared: its owner runs 'solterm boards --prepare'." in capsys.readouterr().err
    assert cli.main(["boards", "--prepare"]) == 0
    assert "is ready" in capsys.readouterr().out
    assert cli.main(["boards"]) == 0
    assert "All players of this host share the boards in" in capsys.readouterr().out
