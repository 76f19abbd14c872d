"""Wait until the App has handled a key, before the driver delivers the next one.

Textual delivers a key to the focused widget, from where it bubbles up to the App. The App runs the
binding's action, which may push a screen that composes, mounts and focuses later. A key sent too
early may reach the wrong screen or get lost.
"""

import asyncio
from contextlib import suppress
from typing import Any

from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.message_pump import MessagePump

AT_MOST = 2.0
"""Seconds to wait for a widget that does not answer before the next key is delivered."""


async def settle(app: App[Any], last: events.Event | None = None) -> None:
    """Return when the last event, and the messages that follow from it, have been handled."""
    try:
        async with asyncio.timeout(AT_MOST):
            while app.is_running and await _pass_through(app, last):
                pass
    except TimeoutError:
        pass


async def _pass_through(app: App[Any], last: events.Event | None) -> bool:
    # Whether another pass is needed.
    if not app.screen_stack:
        return False
    screen = app.screen
    pumps: list[MessagePump] = [app]
    if not isinstance(last, events.Key):  # the widget under the mouse may handle it
        with suppress(NoWidget):
            pumps += screen.get_widget_at(*app.mouse_position)[0].ancestors_with_self
    pumps += (app.focused or screen).ancestors_with_self
    for pump in pumps:
        await _handled(pump)
    return (
        bool(app.screen_stack and app.screen is not screen)
        or not screen.is_mounted
        or any(pump.message_queue_size for pump in pumps if pump.is_running)
    )


async def _handled(pump: MessagePump) -> None:
    done = asyncio.Event()
    # ``call_later`` would wrap the method, and Textual inspect the wrapper each time.
    if pump.is_running and pump.post_message(events.Callback(done.set)):
        await done.wait()
