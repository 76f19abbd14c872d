"""Record files: never overwritten, and read with care."""

import os
from pathlib import Path

import pytest

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store import recordfiles
from solterm.store.errors import StoreError
from tests.here import here


def a_record() -> str:
    play = Play(find("kloncan-klondike"), 24)
    play.perform("t4 t2")
    return record.write(play)


def test_a_written_record_can_be_read(tmp_path: Path) -> None:
    path = recordfiles.write(here(), str(tmp_path / "game.txt"), a_record())
    assert recordfiles.read(here(), str(path)) == a_record()


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    there = tmp_path / "mine.txt"
    there.write_text("dear diary")
    with pytest.raises(StoreError, match="is there already; choose another name"):
        recordfiles.write(here(), str(there), a_record())
    assert there.read_text() == "dear diary"


@pytest.mark.parametrize("name", ["", "  ", "a\nb"])
def test_a_file_needs_a_name(name: str) -> None:
    with pytest.raises(StoreError, match="name of a file"):
        recordfiles.write(here(), name, a_record())


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"\xff\xfe\x00", "not a text"), (b"x" * ((1 << 20) + 1), "larger than 1 MB")],
)
def test_a_file_without_a_record_is_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(StoreError, match=reason):
        recordfiles.read(here(), str(path))


def test_pipes_and_terminals_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null"), Path("/dev/zero")):
        with pytest.raises(StoreError, match="is not a plain file"):
            recordfiles.read(here(), str(path))


def test_a_kiosk_reads_and_writes_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = recordfiles.write(here(), str(tmp_path / "game.txt"), a_record())
    monkeypatch.setenv("SOLTERM_KIOSK", "1")
    for attempt in (
        lambda: recordfiles.write(here(), str(tmp_path / "other.txt"), a_record()),
        lambda: recordfiles.read(here(), str(path)),
    ):
        with pytest.raises(StoreError, match="no files that players name"):
            attempt()
    assert [each.name for each in tmp_path.iterdir()] == ["game.txt"]
