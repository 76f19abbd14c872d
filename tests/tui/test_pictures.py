"""Pictures of the most used screens: whatever changes one of their cells fails here.

If a change is meant, look at the report (`snapshot_report.html`), then run
`scripts/test tests/tui/test_pictures.py --snapshot-update` and commit the new pictures.
"""

from collections.abc import Awaitable, Callable, Iterator
from importlib.metadata import version

import pytest
import time_machine
from textual.pilot import Pilot

from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.race_end import RaceEndScreen
from tests.hall.races import raced, ran
from tests.tui.player import AppPilot

SIZES = [(80, 24), (132, 43)]
_DEAL = 617

Opening = Callable[[], SoltermApp]
Compare = Callable[..., bool]

pytestmark = pytest.mark.skipif(
    version("textual") != "8.2.8", reason="the pictures were drawn with Textual 8.2.8"
)


@pytest.fixture(autouse=True)
def same_picture_everywhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Stop the clock, and play at a terminal with all colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with time_machine.travel("2026-11-23T12:00:00Z", tick=False):
        yield


def _menu() -> SoltermApp:
    store = Store.open()
    for deal in (3, 4):
        with time_machine.travel(f"2026-11-23T11:0{deal}:00Z", tick=False):
            done = KeptPlay.start(store, find("royale-golf"), deal)
            while done.play.moves < deal:
                done.perform(str(list(done.play.legal_moves)[-1]))
            done.finish()
    return _app(store)


def _game(game: str, *events: str) -> SoltermApp:
    store = Store.open()
    kept = KeptPlay.start(store, find(game), _DEAL)
    for event in events:
        kept.perform(event)
    return _app(store, game)


def _app(store: Store, game: str = "") -> SoltermApp:
    app = SoltermApp(store, find(game) if game else None)
    app.shown.add("lesson")
    app.change_settings(fast_deal=True, titles=False)
    return app


def _race() -> SoltermApp:
    app = _app(Store.open())
    over = raced(ran("ann", 18, 20), ran("bob", 12, 12))
    app.opening = lambda: app.push_screen(RaceEndScreen(over))
    return app


SCREENS: dict[str, tuple[Opening, tuple[str, ...]]] = {
    "menu": (_menu, ()),
    "klondike": (lambda: _game("kloncan-klondike", "s", "s"), ("right", "enter")),
    "free-cell": (lambda: _game("free-cell"), ("enter", "right", "enter")),
    "pyramid": (lambda: _game("royale-pyramid"), ()),
    "poker": (lambda: _game("poker"), ("enter",)),
    "keys": (lambda: _game("demon"), ("f2",)),
    "rules": (lambda: _game("royale-golf"), ("question_mark",)),
    "deal": (_menu, ("down", "f9")),
    "settings": (_menu, ("f7",)),
    "statistics": (_menu, ("f5",)),
    "contests": (_menu, ("f3",)),
    "sheet": (_menu, ("down", "tab", "enter")),
    "race": (_race, ()),
    "end": (lambda: _game("royale-golf", "s", "s"), ("f9",)),
}
"""Of each picture: how the program opens, and the keys that lead to the screen."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_before(snap_compare: Compare, name: str, size: tuple[int, int]) -> None:
    opening, keys = SCREENS[name]

    async def lead(pilot: Pilot[int]) -> None:
        player = AppPilot(pilot.app, pilot)
        await player.pause()
        await player.press(*keys)
        await player.pause()

    run: Callable[[Pilot[int]], Awaitable[None]] = lead
    assert snap_compare(opening(), terminal_size=size, run_before=run)
