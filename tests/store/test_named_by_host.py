"""On a host, boards show the names it assigns, and no guests' results."""

from pathlib import Path

import pytest

from solterm.contests.tournaments import list_published, publish
from solterm.context import GUEST, NICKNAME
from solterm.core.play.mode import Mode
from solterm.core.refusal import Refusal
from solterm.sessions import contest_steps
from solterm.store import players
from solterm.store import settings as kept_settings
from solterm.store.errors import StoreError
from solterm.store.settings import Settings, change, list_settings
from solterm.store.store import Store
from tests.contests import results
from tests.contests.laid_out import cup_of
from tests.contests.results import played
from tests.here import here
from tests.store.opening import boards

CUP = cup_of("Cup", ("corners",), (42,))


@pytest.fixture(autouse=True)
def shared(host: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_PLAYER", "0123456789abcdef")
    return host


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST, "1")


def enter(name: str, store: Store | None = None) -> str:
    """Enter a game of a tournament; return the name on the board."""
    play = played("corners", 42, Mode.SINGLE, 2)
    return results.enter(store or Store.open(), "tournament:Cup", [play], name).player


@pytest.mark.usefixtures("ann")
def test_the_hosts_name_overrides_all_others() -> None:
    assert players.name_of(here(), "Bob") == "ann"
    assert enter("Bob") == "ann"


@pytest.mark.usefixtures("ann")
def test_a_new_name_applies_at_once() -> None:
    store = Store.open()
    store.rename_player("anna")
    assert enter("ann", store) == "anna"


@pytest.mark.usefixtures("guest")
def test_guests_leave_no_data_on_the_host(shared: Path) -> None:
    with pytest.raises(StoreError, match="Guests can't enter boards"):
        enter("ann")
    with pytest.raises(StoreError, match="Guests can't enter boards"):
        publish(here(), CUP)
    assert not [path for path in shared.rglob("*") if path.is_file()]
    assert boards().names() == []


def test_a_guest_reads_the_boards_and_joins_no_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    publish(here(), CUP)
    enter("Ann")
    monkeypatch.setenv(GUEST, "1")
    assert [each.player for each in boards().top("tournament:Cup")] == ["Ann"]
    assert list_published(here()) == ([CUP], [])
    with pytest.raises(StoreError, match="log in with a key"):
        contest_steps.join(Store.open(), CUP)


@pytest.mark.parametrize("who", ["ann", "guest"])
def test_a_host_hides_the_name_setting(who: str, request: pytest.FixtureRequest) -> None:
    assert any(line.startswith("player ") for line in list_settings(here(), Settings()))
    request.getfixturevalue(who)
    assert not any(line.startswith("player ") for line in list_settings(here(), Settings()))
    with pytest.raises(Refusal, match="no setting 'player'"):
        change(here(), Settings(), "player", "Bob")
    assert "player" in kept_settings.as_text(Settings())  # the settings file is the same everywhere
