"""Tournaments of a host: published once, and checked on reading."""

import os
import shutil
from pathlib import Path

import pytest

from solterm.contests.kinds import TOURNAMENT
from solterm.contests.tournaments import NameTaken, deals_of, list_published, publish
from solterm.core.refusal import Refusal
from solterm.sessions.contest_steps import check_name_for
from solterm.store.errors import StoreError
from solterm.store.store import Store
from tests.contests.laid_out import cup_of, stored
from tests.here import here

pytestmark = pytest.mark.usefixtures("shared")

CUP = cup_of("Cup", ("corners", "fly"), (42, 617))


def file_of(shared: Path) -> Path:
    (path,) = shared.rglob("*.json")
    return path


def test_a_published_tournament_has_no_turns(shared: Path) -> None:
    publish(here(), CUP.next_turn())
    assert list_published(here()) == ([CUP], [])
    assert file_of(shared).parent == shared / "tournaments"
    assert file_of(shared).stat().st_mode & 0o7777 == 0o644
    assert file_of(shared).parent.stat().st_mode & 0o7777 == 0o1777


def test_another_tournament_needs_another_name(shared: Path) -> None:
    publish(here(), CUP)
    publish(here(), CUP)
    for other in (cup_of("Cup", ("corners",), (42,)), cup_of("CUP", ("corners", "fly"), (1, 2))):
        with pytest.raises(NameTaken, match="already"):
            publish(here(), other)
    assert list_published(here()) == ([CUP], [])


def test_a_name_with_brackets_is_refused(shared: Path) -> None:
    publish(here(), CUP._replace(name="[@click=app.quit]x"))
    found, (fault,) = list_published(here())
    assert found == [] and "no square brackets" in fault
    with pytest.raises(Refusal, match="no square brackets"):
        check_name_for(Store.open(), TOURNAMENT, "[red]z")


@pytest.mark.parametrize("name", [" evening 2026-11-27 2000", "Even1ng", "Evènińg 2", "E-vening"])
def test_players_cannot_name_a_tournament_like_an_evening_of_the_host(
    home: Path, name: str
) -> None:
    with pytest.raises(Refusal, match="tournaments of the host"):
        check_name_for(Store.open(), TOURNAMENT, name)


def test_tournaments_of_a_host_have_names_that_differ_at_a_glance(shared: Path) -> None:
    publish(here(), CUP)
    at_home, on_host = Store.open(), Store.open(context=here()._replace(nickname="ann"))
    assert check_name_for(at_home, TOURNAMENT, "Пятница") == "Пятница"
    for name in ("\u0415vening 2026", "Пятница", "ꓰꓦꓰꓠꓲꓠꓖ", "Ev℮ning"):
        with pytest.raises(Refusal, match="in Latin letters"):
            check_name_for(on_host, TOURNAMENT, name)
    for name in ("cup", "C-u-p", "Čüp", "Cμp".replace("μ", "v")):
        with pytest.raises(Refusal, match="There is a tournament Cup already"):
            check_name_for(on_host, TOURNAMENT, name)
    for name in ("Zoë’s Cup", "Søren 2", "Cup 2", "Cups"):
        assert check_name_for(on_host, TOURNAMENT, name) == name


@pytest.mark.parametrize("name", ["..", "../up", "a/b", "💥" * 24, "Coupe d'été"])
def test_a_tournament_name_cannot_escape_the_folder(shared: Path, name: str) -> None:
    cup = CUP._replace(name=name)
    publish(here(), cup)
    assert list_published(here()) == ([cup], [])
    assert file_of(shared).parent == shared / "tournaments"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"v": 1', '"v": 2', "form 2; this solterm reads form 1"),
        ('"v": 1', '"w": 1', "damaged"),
        ('{"v"', '"v"', "damaged"),
        ("617", "0", "damaged"),
        ("42", '"x"', "damaged"),
        ('"Cup"', '"Mug"', "file of another tournament"),
        ('"Cup"', '"C\\u001bup"', "another tournament"),
        ('"Cup"', "[]", "damaged"),
        (', "fly"', "", "damaged"),
    ],
)
def test_a_newer_or_damaged_file_is_reported_and_stays(
    shared: Path, old: str, new: str, reason: str
) -> None:
    publish(here(), CUP)
    path = file_of(shared)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    found, (fault,) = list_published(here())
    assert found == []
    assert "cup.json" in fault
    assert reason in fault
    with pytest.raises(StoreError):
        publish(here(), CUP)
    assert path.read_text() == text.replace(old, new)


def test_a_tournament_under_way_is_published_once(shared: Path) -> None:
    for state in (CUP.next_turn(), CUP.next_turn(), CUP):
        publish(here(), state)
    assert list_published(here()) == ([CUP], [])


def test_pipes_and_links_are_reported_without_waiting(shared: Path) -> None:
    publish(here(), CUP)
    folder = file_of(shared).parent
    os.mkfifo(folder / "pipe.json")
    (folder / "zero.json").symlink_to("/dev/zero")
    (folder / "bytes.json").write_bytes(b"\xff\xfe")
    (folder / "large.json").write_bytes(b" " * (1 << 17))
    (folder / ".draft.json").write_text("half of")
    found, faults = list_published(here())
    assert (found, len(faults)) == ([CUP], 4)


def test_a_missing_shared_folder_is_reported_and_not_created(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(shared)
    with pytest.raises(StoreError, match="cannot be published"):
        publish(here(), CUP)
    assert list_published(here()) == ([], [])
    assert not shared.exists()
    monkeypatch.delenv("SOLTERM_SHARED")
    publish(here(), CUP)
    assert list_published(here()) == ([], [])


def test_the_deals_of_a_board_come_from_the_host_first(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "home")
    assert deals_of(store, "tournament:Cup") is None
    stored(store, cup_of("cup", ("fly",), (1,)))
    assert deals_of(store, "tournament:Cup") == [("fly", 1)]
    publish(here(), CUP)
    assert deals_of(store, "tournament:cup") == [("corners", 42), ("fly", 617)]
    assert deals_of(store, "tour:Cup") is None
