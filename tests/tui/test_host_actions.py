"""Actions of Textual that touch files, browsers or processes: a host offers none of them."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from solterm.context import KIOSK
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from tests.tui.player import run_test

ACTIONS: dict[str, Callable[[SoltermApp, Path], object]] = {
    "screenshot": lambda app, folder: app.action_screenshot("a.svg", str(folder)),
    "deliver_screenshot": lambda app, folder: app.deliver_screenshot("a.svg", str(folder)),
    "save_screenshot": lambda app, folder: app.save_screenshot("a.svg", str(folder)),
    "deliver_text": lambda app, folder: app.deliver_text(
        io.StringIO("text"), save_directory=folder, save_filename="a.txt"
    ),
    "deliver_binary": lambda app, folder: app.deliver_binary(
        io.BytesIO(b"data"), save_directory=folder, save_filename="a.bin"
    ),
    "open_url": lambda app, folder: app.open_url("http://127.0.0.1:9"),
    "suspend_process": lambda app, folder: app.action_suspend_process(),
}


@pytest.mark.parametrize("on_a_host", [False, True])
async def test_a_host_refuses_them_and_says_so(
    on_a_host: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    monkeypatch.setattr("webbrowser.open", lambda *given, **named: done.append(given))
    monkeypatch.setattr("os.kill", lambda *given: done.append(given))
    if on_a_host:
        monkeypatch.setenv(KIOSK, "1")
    app = SoltermApp(Store.open())
    app.opening = app.doors.go_to_menu
    async with run_test(app) as pilot:
        monkeypatch.setattr(type(app._driver), "can_suspend", True)
        for name, act in ACTIONS.items():
            folder = tmp_path / name
            folder.mkdir()
            done.clear()
            app.base_screen.notice = ""
            act(app, folder)
            for _ in range(100):
                await pilot.pause(0.02)
                if on_a_host or done or list(folder.iterdir()):
                    break
            assert ("This host does not offer that." in pilot.text) == on_a_host, name
            assert bool(done or list(folder.iterdir())) == (not on_a_host), name
