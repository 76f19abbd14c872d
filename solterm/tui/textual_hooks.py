"""The private names of Textual that the App and its screens use; check them on upgrades.

Textual has no public place around every message handler, or for errors that no handler expects. The
classes below override private methods and pass the calls on to methods with public names, which the
App and its screens define. The Wire's private names are in ``wire/frames.py``.
"""

from textual.app import App, ReturnType
from textual.command import CommandPalette
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
