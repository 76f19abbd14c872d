"""Boards: what is entered stays, what is false is not shown, and a hundred may write at once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from solterm.core import record
from solterm.core.terms import Terms
from solterm.games import find
from solterm.store import players
from solterm.store.boards import BoardError, Boards
from solterm.store.errors import StoreError
from solterm.store.store import Store
from tests.contests.claims import a_day, a_sheet, claim, played

ANN, BOB = "0123456789abcdef", "fedcba9876543210"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SOLTERM_SHARED", raising=False)
    return tmp_path / "home"


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    return tmp_path / "shared"


def boards() -> Boards:
    return Boards(Store.open(), find)


def golf(deal: int, moves: int) -> str:
    """The record of one game for a tournament."""
    return record.write(played("corners", deal, Terms.STRICT, moves))


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.txt"))


def test_the_best_come_first_and_of_equals_the_earlier() -> None:
    mine = boards()
    for deal in (1, 2, 3):
        mine.take(claim("sheet:demon", [played("demon", deal, moves=30)]))
    scores = [entry.score for entry in mine.top("sheet:demon")]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert mine.names() == ["sheet:demon"]


def test_a_result_is_entered_once_however_often_it_is_sent() -> None:
    mine = boards()
    mine.take(a_day())
    mine.take(a_day())
    assert len(mine.top("daily:2026-11-21")) == 1


def test_a_result_that_its_records_do_not_bear_out_is_refused() -> None:
    with pytest.raises(BoardError, match="claims 999 points"):
        boards().enter("tournament:Cup", "Ann", ANN, [golf(1, 2)], 999)
    assert boards().names() == []


def test_games_cannot_be_claimed_under_another_name(shared: Path) -> None:
    mine = boards()
    played_long = [played("demon", deal, moves=12) for deal in (1, 2, 3)]
    mine.take(claim("sheet:demon", played_long))
    with pytest.raises(BoardError, match="already, under another player's name"):
        mine.take(claim("sheet:demon", played_long, "Eve", BOB))
    assert [entry.player for entry in mine.top("sheet:demon")] == ["Ann"]


def test_players_of_one_name_are_told_apart() -> None:
    mine = boards()
    for profile, deal in ((ANN, 1), (BOB, 2)):
        mine.take(claim("sheet:demon", [played("demon", deal)], "Ann", profile))
    assert sorted(entry.player for entry in mine.top("sheet:demon")) == ["Ann", "Ann (2)"]


def test_the_host_shares_what_its_players_enter(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards().take(a_day())
    monkeypatch.setenv("SOLTERM_HOME", str(shared.parent / "another"))
    assert [entry.player for entry in boards().top("daily:2026-11-21")] == ["Ann"]


def test_a_shared_place_that_fails_loses_nothing(shared: Path) -> None:
    shared.write_text("no folder")
    mine = boards()
    mine.take(a_day())
    assert "your results are kept and sent there later" in mine.complaint
    assert len(mine.top("daily:2026-11-21")) == 1
    shared.unlink()
    mine.send()
    assert mine.complaint == ""
    assert len(files(shared)) == 1


def test_what_was_changed_in_the_shared_place_is_not_shown_but_named(shared: Path) -> None:
    mine = boards()
    mine.take(a_sheet())
    (file,) = files(shared)
    text = file.read_text()
    file.write_text(text.replace('[Player "Ann"]', '[Player "Bob"]'))
    files(Path(os.environ["SOLTERM_HOME"]))[0].unlink()
    assert mine.top("sheet:demon") == []
    assert [why for _, why in mine.refused("sheet:demon")] == [
        "It was changed after it was entered."
    ]


def test_what_lies_on_a_foreign_board_is_not_shown(shared: Path) -> None:
    mine = boards()
    mine.take(a_sheet())
    (file,) = files(shared)
    (file.parent.parent / "tour").mkdir()
    file.rename(file.parent.parent / "tour" / file.name)
    assert mine.top("tour") == []


def test_what_is_no_file_is_passed_by(shared: Path) -> None:
    mine = boards()
    mine.take(a_sheet())
    folder = files(shared)[0].parent
    os.mkfifo(folder / f"{'a' * 64}.txt")
    (folder / f"{'b' * 64}.txt").symlink_to("/dev/zero")
    (folder / f"{'c' * 64}.txt").write_bytes(b"\xff\xfe")
    (folder / ".draft").write_text("half of")
    assert len(mine.top("sheet:demon")) == 1
    assert len(mine.refused("sheet:demon")) == 3


def test_a_board_that_cannot_be_written_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    mine = boards()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        mine.take(a_day())
    monkeypatch.undo()
    assert files(Path(os.environ.get("SOLTERM_HOME", "/nowhere"))) == []


_SESSION = """
import json, os, sys
from solterm.games import find
from solterm.store.boards import Boards
from solterm.store.store import Store
claims = json.load(sys.stdin)
children = []
for text in claims:
    pid = os.fork()
    if pid == 0:
        try:
            Boards(Store.memory("this is a test."), find).take(text)
            os._exit(0)
        except BaseException:
            os._exit(1)
    children.append(pid)
sys.exit(sum(os.waitpid(pid, 0)[1] != 0 for pid in children))
"""


def test_a_hundred_sessions_at_once_lose_nothing(shared: Path) -> None:
    claims = [
        claim("sheet:demon", [played("demon", deal)], f"Player {deal}", f"{deal:016x}")
        for deal in range(1, 101)
    ]
    done = subprocess.run(
        [sys.executable, "-c", _SESSION], input=json.dumps(claims), text=True, check=False
    )
    assert done.returncode == 0
    top = boards().top("sheet:demon", 200)
    assert {entry.player for entry in top} == {f"Player {deal}" for deal in range(1, 101)}
    assert len(files(shared)) == 100
    assert not [path for path in shared.rglob(".*") if path.is_file()], "no draft is left"


# -- players -----------------------------------------------------------------------------------


def test_a_profile_is_drawn_once(home: Path) -> None:
    drawn = players.profile()
    assert players.profile() == drawn
    assert len(drawn) == 16


def test_a_name_that_is_none_gives_way_to_the_login_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ann")
    assert players.name_of("Bob") == "Bob"
    assert players.name_of("") == "ann"
    monkeypatch.setenv("LOGNAME", "x" * 99)
    assert players.name_of("\x07") == "player"
