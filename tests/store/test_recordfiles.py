"""Records as files: written where none was, and read with every event checked."""

from pathlib import Path

import pytest

from solterm.core import record
from solterm.core.play import Play
from solterm.core.record import RecordError
from solterm.games import find
from solterm.store import recordfiles
from solterm.store.errors import StoreError


def a_record() -> str:
    play = Play(find("kloncan-klondike"), 24)
    play.perform("t4 t2")
    return record.write(play)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = recordfiles.written(str(tmp_path / "game.txt"), a_record())
    text, found = recordfiles.read(str(path), find)
    assert text == a_record()
    assert found.events == ("t4 t2",)


def test_no_file_is_written_over(tmp_path: Path) -> None:
    there = tmp_path / "mine.txt"
    there.write_text("dear diary")
    with pytest.raises(StoreError, match="exists already"):
        recordfiles.written(str(there), a_record())
    assert there.read_text() == "dear diary"


@pytest.mark.parametrize("name", ["", "  ", "a\nb"])
def test_a_file_needs_a_name(name: str) -> None:
    with pytest.raises(StoreError, match="name of a file"):
        recordfiles.written(name, a_record())


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        recordfiles.written(str(tmp_path / "nowhere" / "game.txt"), a_record())


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"\xff\xfe\x00", "not a text"), (b"x" * ((1 << 20) + 1), "larger than 1 MB")],
)
def test_what_cannot_be_a_record_is_said(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(StoreError, match=reason):
        recordfiles.read(str(path), find)


def test_a_damaged_record_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(a_record().replace("t4 t2", "t4 t9"))
    with pytest.raises(RecordError, match="Line"):
        recordfiles.read(str(path), find)
