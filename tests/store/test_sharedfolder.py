"""The shared folder: its owner and modes, and links in it."""

import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from solterm.store import files, sharedfolder
from solterm.store.errors import StoreError
from solterm.store.files import Folder
from solterm.store.interface import digest_of
from solterm.store.store import Store
from tests.contests.results import DAY, a_sheet, enter_day
from tests.here import here
from tests.store.opening import boards

pytestmark = pytest.mark.usefixtures("host")

_ANOTHER = 70_002
"""An account other than the player's."""


@pytest.mark.parametrize("name", [sharedfolder.BOARDS, sharedfolder.TOURNAMENTS])
def test_a_link_instead_of_a_folder_is_not_followed(host: Path, tmp_path: Path, name: str) -> None:
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    (private / "letter").write_text("dear")
    (private / "letter").chmod(0o600)
    (host / name).rmdir()
    (host / name).symlink_to(private)
    with pytest.raises(OSError, match="not prepared"):
        sharedfolder.open_folder(host, name)
    enter_day(Store.open())
    mine = boards()
    mine.send()
    assert ("not prepared" in mine.complaint) is (name == sharedfolder.BOARDS)
    with pytest.raises(StoreError, match="is not a folder; remove it first"):
        sharedfolder.prepare(here())
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert [path.name for path in private.iterdir()] == ["letter"]
    assert stat.S_IMODE((private / "letter").stat().st_mode) == 0o600


def test_a_folder_that_another_account_made_is_not_used(
    host: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_day(Store.open())
    real = Folder.state.fget
    assert real
    owner = host.stat().st_uid
    foreign = (host / sharedfolder.BOARDS).stat().st_ino

    def state(folder: Folder) -> os.stat_result:
        found = list(real(folder))
        found[4] = _ANOTHER if found[1] == foreign else owner
        return os.stat_result(found)

    monkeypatch.setattr(Folder, "state", property(state))
    mine = boards()
    assert len(mine.top(DAY)) == 1, "the player's own files stay"
    assert "not prepared" in mine.complaint
    with pytest.raises(StoreError, match="another account's folder; remove it first"):
        sharedfolder.prepare(here())


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_folder_without_the_sticky_bit_is_refused_until_prepared(host: Path, mode: int) -> None:
    (host / sharedfolder.BOARDS).chmod(mode)
    enter_day(Store.open())
    mine = boards()
    mine.send()
    assert "not prepared" in mine.complaint
    assert sharedfolder.trouble(here())
    sharedfolder.prepare(here())
    mine.send()
    assert (mine.complaint, sharedfolder.trouble(here())) == ("", "")
    assert stat.S_IMODE((host / sharedfolder.BOARDS).stat().st_mode) == 0o1777


def test_a_folder_writable_by_others_is_not_prepared(host: Path) -> None:
    host.chmod(0o777)
    with pytest.raises(StoreError, match="chmod go-w"):
        sharedfolder.prepare(here())
    host.chmod(0o1777)
    sharedfolder.prepare(here())


def test_only_its_owner_or_root_prepares_a_folder(
    host: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: _ANOTHER)
    with pytest.raises(StoreError, match="only its owner or root"):
        sharedfolder.prepare(here())


def test_a_file_replaced_by_a_link_is_not_followed(host: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(a_sheet())
    name = sharedfolder.result_file("sheet:demon", digest_of(a_sheet()))
    (host / sharedfolder.BOARDS / name).symlink_to(secret)
    assert boards().top("sheet:demon") == []
    with sharedfolder.open_folder(host, sharedfolder.BOARDS) as folder:
        assert not folder.put(name, "mine", files.FOR_ALL), "nothing is written through it, either"
    assert secret.read_text() == a_sheet()


@pytest.mark.parametrize(
    ("age", "is_own", "is_removed"), [(3599, True, False), (3601, True, True), (3601, False, False)]
)
def test_drafts_of_this_account_are_removed_after_an_hour(
    host: Path, monkeypatch: pytest.MonkeyPatch, age: int, is_own: bool, is_removed: bool
) -> None:
    with sharedfolder.open_folder(host, sharedfolder.BOARDS) as folder:
        draft = host / sharedfolder.BOARDS / folder._draft("x", "half of", files.FOR_ALL)
        written = draft.stat().st_ctime
        monkeypatch.setattr(files, "time", SimpleNamespace(time=lambda: written + age))
        if not is_own:
            monkeypatch.setattr(os, "getuid", lambda: _ANOTHER)
        folder.sweep()
    assert draft.exists() is not is_removed
