"""Wait until a key has done all it does.

Textual delivers a key to the focused widget; from there it bubbles up to the App, which runs the
binding's action, which may push a screen that composes, mounts and focuses in its own time. A key
sent before that is done may reach the wrong screen or nobody.
"""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.message_pump import MessagePump

AT_MOST = 2.0
"""Seconds to wait for a widget that does not answer, before the next key is delivered anyway."""


async def deliver(app: App[Any], pending: deque[events.Event]) -> None:
    """Post what was typed, one event after the other, each when the one before has settled."""
    while pending and app.is_running:
        event = pending.popleft()
        event.set_sender(app)
        app.post_message(event)
        await settle(app)


async def settle(app: App[Any]) -> None:
    """Return when everything that was posted so far, and what came of it, has been handled."""
    try:
        async with asyncio.timeout(AT_MOST):
            while app.is_running and await _pass_through(app):
                pass
    except TimeoutError:
        pass


async def _pass_through(app: App[Any]) -> bool:
    """Let every pump on a key's way handle its queue once; return whether to do so again."""
    if not app.screen_stack:
        return False
    screen = app.screen
    pumps: list[MessagePump] = [app]
    pumps += (app.focused or screen).ancestors_with_self
    with suppress(NoWidget):  # the one that the mouse is on
        pumps += screen.get_widget_at(*app.mouse_position)[0].ancestors_with_self
    for pump in pumps:
        await _handled(pump)
    return (
        bool(app.screen_stack and app.screen is not screen)
        or not screen.is_mounted
        or any(pump.message_queue_size for pump in pumps if pump.is_running)
    )


async def _handled(pump: MessagePump) -> None:
    """Return when a pump has handled what is in its queue now."""
    done = asyncio.Event()
    if pump.is_running and pump.call_later(done.set):
        await done.wait()
