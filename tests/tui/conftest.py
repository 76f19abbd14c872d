"""How tests of the screen wait: until the program has nothing left to do, and no longer.

Textual's pilot waits after each key until the process has been idle for some milliseconds by the
clock. That is slow where the machine is quiet and wrong where it is busy. Here the end of the work
is seen itself: nothing is ready to run in the event loop any more.
"""

import asyncio

import pytest


async def settle(*_: float) -> None:
    """Let the program run until it waits for a key, for a timer or for nothing at all."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(0)
        if not loop._ready:  # type: ignore[attr-defined]
            return


@pytest.fixture(autouse=True)
def wait_for_what_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Textual's pilot wait so."""
    monkeypatch.setattr("textual.app.wait_for_idle", settle)
    monkeypatch.setattr("textual.pilot.wait_for_idle", settle)
