"""What solterm overrides in Textual and Rich; check it on upgrades.

Textual has no public place around every message handler, or for errors that no handler expects. The
classes below override private methods and pass the calls on to methods with public names, which the
App and its screens define. The Wire's private names are in ``wire/frames.py``.

Textual and Rich look for markup in the text of every label, list, title, tooltip, toast and of the
command palette, unless each of them is told not to. The names that other people choose come to all
of these places, and a click on ``[@click=app.quit]Ann`` would end the session of whoever sees the
name. solterm styles text with ``Content`` and ``Text`` and needs no markup.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from inspect import isabstract
from typing import TYPE_CHECKING, Any, cast

from rich.color import ColorSystem
from rich.text import Text
from textual import constants, events
from textual.app import App, ReturnType
from textual.command import CommandPalette
from textual.content import Content
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.geometry import Offset
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType
from textual.worker import Worker

from solterm.capabilities import Terminal
from solterm.core.refusal import Refusal
from solterm.sessions.seat import Seat
from solterm.wire.cell_style import colour_system
from solterm.wire.driver import WireDriver
from solterm.wire.last_picture import PictureKey

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp
    from solterm.tui.doors import Doors
    from solterm.tui.game_doors import GameDoors
    from solterm.tui.skin import Skin


class GuardedPump(MessagePump):
    """The App or a screen: a refusal in a handler becomes a message."""

    def say_trouble(self, sentence: str) -> None:
        """Beep, and show the sentence."""
        raise NotImplementedError

    @contextmanager
    def telling_trouble(self) -> Iterator[None]:
        """Show a refusal as a message; callbacks need this, handlers have it already."""
        try:
            yield
        except Refusal as refusal:
            self.say_trouble(str(refusal))

    async def _dispatch_message(self, message: Message) -> None:
        with self.telling_trouble():
            await super()._dispatch_message(message)


class HookedScreen(GuardedPump, Screen[ScreenResultType]):
    """A screen that does not paint while the App batches updates, as Textual drops such frames."""

    @property
    def solterm(self) -> "SoltermApp":
        return cast("SoltermApp", self.app)

    @property
    def seat(self) -> Seat:
        """What the player plays, with the store and the host."""
        return self.solterm.seat

    @property
    def doors(self) -> "Doors":
        """The ways to other screens."""
        return self.solterm.doors

    @property
    def game_doors(self) -> "GameDoors":
        """The ways to games."""
        return self.solterm.game_doors

    @property
    def skin(self) -> "Skin":
        """The look and the keys that the player has chosen."""
        return self.solterm.skin

    def say_trouble(self, sentence: str) -> None:
        self.solterm.say_trouble(sentence)

    def is_bound(self, key: str) -> bool:
        """Whether a key has a binding; ``active_bindings`` would check the actions of all keys."""
        return any(
            self.app._check_action_state(binding.action, node) is not False
            for node, bindings in self._modal_binding_chain
            for binding in bindings.key_to_bindings.get(key, ())
        )

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        if not self.stack_updates:  # the first time: each widget got its style when it was mounted
            event.refresh_styles = False

    def _compositor_refresh(self) -> None:
        if not self.app._batch_count:
            super()._compositor_refresh()


class HookedPalette(CommandPalette):
    """Textual's palette, which the player may close before its search has begun."""

    def _gather_commands(self, search_value: str) -> Worker[None]:
        search = super()._gather_commands(search_value)
        search.exit_on_error = False  # it does not find the list of a palette that is gone
        return search


class WrongDriver(Exception):
    """TEXTUAL_DRIVER names no driver; the message says so."""


class AppDriver(WireDriver):
    """The driver of a ``HookedApp``."""

    reports_hover = False
    reports_focus = False
    longest_paste = 4096

    def __init__(self, app: "HookedApp[Any]", **named: Any) -> None:
        self._colours = colour_system(app.abilities.colours)
        super().__init__(app, **named)

    @property
    def charset(self) -> str:
        return self._hooked.abilities.charset

    @property
    def colours(self) -> ColorSystem | None:
        return self._colours

    @property
    def _hooked(self) -> "HookedApp[Any]":
        return cast("HookedApp[Any]", self._app)

    def cursor(self) -> Offset:
        return self._hooked.cursor()

    def on_terminate(self) -> None:
        self._hooked.on_terminate()

    def picture_key(self) -> PictureKey | None:
        return self._hooked.picture_key()

    def suspended(self) -> None:
        self._hooked.suspended()

    def line_width_told(self, cells: int) -> None:
        if cells > 1:
            self._hooked.call_later(self._hooked.avoid_lines)


class SharedStylesheet(Stylesheet):
    """A style sheet whose rules are parsed once in a process, whichever App needs them first.

    A host's template parses them for its sessions, which saves 5 of 79 ms of each login.
    """

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._parser = _parser(tuple(variables.items()))

    def set_variables(self, variables: dict[str, str]) -> None:
        super().set_variables(variables)
        self._parser = _parser(tuple(variables.items()))

    def _parse_rules(self, *source: Any, **named: Any) -> list[RuleSet]:
        return self._parser._parse_rules(*source, **named)


@lru_cache(maxsize=4)
def _parser(variables: tuple[tuple[str, str], ...]) -> Stylesheet:
    return Stylesheet(variables=dict(variables))


class HookedApp(GuardedPump, App[ReturnType]):
    """An App on the Wire, which may take over the last-resort error handler.

    If TEXTUAL_DRIVER names a driver, and in tests, Textual paints as usual.
    """

    def handle_crash(self, error: Exception) -> None:
        """Report an error that no handler expected, and exit."""
        super()._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        if self.is_headless:  # a test, which should see the error
            super()._handle_exception(error)
        else:
            self.handle_crash(error)

    def get_driver_class(self) -> type[Driver]:
        """Return the class of the driver; raises ``WrongDriver``."""
        if constants.DRIVER is None:
            return AppDriver
        try:
            driver = super().get_driver_class()
        except Exception:  # whatever the import of that module raises
            driver = None
        if driver is None or isabstract(driver):
            raise WrongDriver(
                f"TEXTUAL_DRIVER names no driver of Textual: {constants.DRIVER!r}. Unset it to play"
                " in this terminal."
            )
        return driver

    @property
    def abilities(self) -> Terminal:
        """What the environment says about the terminal."""
        return Terminal()

    @property
    def terminal(self) -> WireDriver | None:
        """Our driver, if it is the one that runs."""
        return self._driver if isinstance(self._driver, WireDriver) else None

    @property
    def lags(self) -> bool:
        """Whether the terminal has not yet taken the last frame, so that animations should wait."""
        return self.terminal is not None and self.terminal.is_busy

    @property
    def sent(self) -> int:
        """Characters of frames sent so far."""
        return self.terminal.sent if self.terminal else 0

    def picture_lost(self) -> None:
        """Repaint every cell: the terminal's picture is unknown."""
        if self.terminal:
            self.terminal.repaint()

    def show_title(self, text: str) -> None:
        """Give the terminal's window a title; "" gives the old one back."""
        if self.terminal:
            self.terminal.set_title(text)

    # -- calls from the driver -------------------------------------------------------------

    def on_terminate(self) -> None:
        """Save unsaved data: the process ends when this returns."""

    def picture_key(self) -> PictureKey | None:
        """Return what the picture depends on if the next start may show it; None keeps none."""
        return None

    def suspended(self) -> None:
        """Prepare for SIGTSTP."""

    def avoid_lines(self) -> None:
        """Draw frames in ASCII: this terminal draws line characters two cells wide."""

    def cursor(self) -> Offset:
        """Return the cell for the terminal's cursor."""
        return self.cursor_position


def turn_off_markup() -> None:
    """Have every text without a style of its own taken literally, in the whole process."""
    Content.from_markup = staticmethod(_content)  # type: ignore[assignment, method-assign]
    Text.from_markup = staticmethod(_text)  # type: ignore[method-assign]


def _content(text: str | Content, **_: object) -> Content:
    return text if isinstance(text, Content) else Content(text)


def _text(text: str, *, emoji: bool = True, emoji_variant: object = None, **look: Any) -> Text:
    return Text(text, **look)
