"""What solterm overrides in Textual and Rich; check it on upgrades.

Textual has no public place around every message handler, or for errors that no handler expects. The
classes below override private methods and pass the calls on to methods with public names, which the
App and its screens define. The Wire's private names are in ``wire/frames.py``.

Textual and Rich look for markup in the text of every label, list, title, tooltip, toast and of the
command palette, unless each of them is told not to. The names that other people choose come to all
of these places, and a click on ``[@click=app.quit]Ann`` would end the session of whoever sees the
name. solterm styles text with ``Content`` and ``Text`` and needs no markup.
"""

from typing import Any

from rich.text import Text
from textual.app import App, ReturnType
from textual.command import CommandPalette
from textual.content import Content
from textual.driver import Driver
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType
from textual.worker import Worker


class GuardedPump(MessagePump):
    """A message pump whose handlers may raise expected errors."""

    EXPECTED: tuple[type[Exception], ...] = ()

    def tell_trouble(self, error: Exception) -> None:
        """Show an expected error as a message."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except self.EXPECTED as error:
            self.tell_trouble(error)


class HookedScreen(Screen[ScreenResultType]):
    """A screen that does not paint while the App batches updates, as Textual drops such frames."""

    def is_bound(self, key: str) -> bool:
        """Whether a key has a binding; ``active_bindings`` would check the actions of all keys."""
        return any(
            self.app._check_action_state(binding.action, node) is not False
            for node, bindings in self._modal_binding_chain
            for binding in bindings.key_to_bindings.get(key, ())
        )

    def _compositor_refresh(self) -> None:
        if not self.app._batch_count:
            super()._compositor_refresh()


class HookedPalette(CommandPalette):
    """Textual's palette, which the player may close before its search has begun."""

    def _gather_commands(self, search_value: str) -> Worker[None]:
        search = super()._gather_commands(search_value)
        search.exit_on_error = False  # it does not find the list of a palette that is gone
        return search


class HookedApp(App[ReturnType]):
    """An App that may take over its last-resort error handler."""

    @property
    def current_driver(self) -> Driver | None:
        """The driver, once the App runs."""
        return self._driver

    def handle_crash(self, error: Exception) -> None:
        """Report an error that no handler expected, and exit."""
        super()._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        if self.is_headless:  # a test, which should see the error
            super()._handle_exception(error)
        else:
            self.handle_crash(error)


def turn_off_markup() -> None:
    """Have every text without a style of its own taken literally, in the whole process."""
    Content.from_markup = staticmethod(_content)  # type: ignore[assignment, method-assign]
    Text.from_markup = staticmethod(_text)  # type: ignore[method-assign]


def _content(text: str | Content, **_: object) -> Content:
    return text if isinstance(text, Content) else Content(text)


def _text(text: str, *, emoji: bool = True, emoji_variant: object = None, **look: Any) -> Text:
    return Text(text, **look)
