"""Wait until the App has handled a key, before the driver delivers the next one.

Textual delivers a key to the focused widget, from where it bubbles up to the App. The App runs the
binding's action, which may push a screen that composes, mounts and focuses later. A key sent too
early may reach the wrong screen or get lost.
"""

import asyncio
from contextlib import suppress
from typing import Any

from textual.app import App
from textual.errors import NoWidget
from textual.message_pump import MessagePump

AT_MOST = 2.0
"""Seconds to wait for a widget that does not answer before the next key is delivered."""


async def settle(app: App[Any]) -> None:
    """Return when all posted messages, and those that follow from them, have been handled."""
    try:
        async with asyncio.timeout(AT_MOST):
            while app.is_running and await _pass_through(app):
                pass
    except TimeoutError:
        pass


async def _pass_through(app: App[Any]) -> bool:
    # Whether another pass is needed.
    if not app.screen_stack:
        return False
    screen = app.screen
    pumps: list[MessagePump] = [app]
    pumps += (app.focused or screen).ancestors_with_self
    with suppress(NoWidget):  # the widget under the mouse
        pumps += screen.get_widget_at(*app.mouse_position)[0].ancestors_with_self
    for pump in pumps:
        await _handled(pump)
    return (
        bool(app.screen_stack and app.screen is not screen)
        or not screen.is_mounted
        or any(pump.message_queue_size for pump in pumps if pump.is_running)
    )


async def _handled(pump: MessagePump) -> None:
    done = asyncio.Event()
    if pump.is_running and pump.call_later(done.set):
        await done.wait()
