"""The App: start-up, screens by name, settings, messages of the host, and the way out."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from solterm.contests import sheets
from solterm.core.game import Game
from solterm.core.values import replace
from solterm.hall.messages import (
    End,
    No,
    Notice,
    Race,
    RaceStep,
    Result,
    Saving,
    SetPhrase,
    Watch,
    Watchers,
)
from solterm.sessions import welcome
from solterm.sessions.crash_report import write_report
from solterm.sessions.evenings import tell_notice
from solterm.sessions.host_link import HostLink
from solterm.sessions.news import tame, tell_result
from solterm.sessions.phrases import tell_phrase
from solterm.sessions.plays import Start
from solterm.sessions.races import tell_challenge
from solterm.sessions.watching import tell_watchers
from solterm.store.errors import StoreError
from solterm.store.store import Store
from solterm.tui.doors import Doors
from solterm.tui.game_app import GameApp
from solterm.tui.keys import keymap
from solterm.tui.keys.commands import find_command
from solterm.tui.listening import Heard, Listening
from solterm.tui.screens.base import BaseScreen
from solterm.tui.terminal_cursor import selection
from solterm.tui.textual_hooks import turn_off_markup
from solterm.tui.themes import chosen_theme
from solterm.tui.widgets.scrolling import WholeCells

turn_off_markup()
ScrollBar.renderer = WholeCells

_TENDING = 1.0
"""Seconds between two attempts to save what the store could not save."""


class _Press(NamedTuple):
    screen: Screen[Any]
    at: Offset
    time: float

    def is_followed_by(self, other: "_Press") -> bool:
        is_soon = other.time - self.time <= App.CLICK_CHAIN_TIME_THRESHOLD
        return is_soon and other.at == self.at and other.screen is not self.screen


class SoltermApp(GameApp, inherit_bindings=False):
    """The program, for one player and one store."""

    CSS_PATH = "solterm.tcss"
    TITLE = "solterm"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(",".join(each.key_names), each.id, each.help, id=each.binding_id, show=False)
            for each in map(find_command, ("who", "races"))
        ),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
    ]

    def __init__(
        self,
        store: Store,
        game: Game | None = None,
        deal: int | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
        host: HostLink | None = None,
    ) -> None:
        """Prepare to show a game, or the latest game, or the menu.

        A deal number starts a new game; without one, the App resumes the suspended free game. The
        first screen reports faults of the store and the settings.
        """
        super().__init__(store, host)
        self.animation_level = "none"
        self._apply_settings()
        self._colours_parsed = self.get_css_variables()
        self.stylesheet.set_variables(self._colours_parsed)
        self._request = (game, deal, level, options)
        self.opening: Callable[[], object] = self.open
        """Shows the first screen, once the App runs."""
        self._listening: Listening | None = None
        self._pressed: _Press | None = None
        self._news = ""
        """The last sentence about other players."""
        self.report = ""
        """A sentence to print after an unexpected end."""

    # -- screens and messages --------------------------------------------------------------

    @cached_property
    def doors(self) -> Doors:
        return Doors(self)

    @property
    def base_screens(self) -> list[BaseScreen[Any]]:
        """The screens with a message line, from the bottom; dialogs have none."""
        return [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]

    @property
    def base_screen(self) -> BaseScreen[Any]:
        return self.base_screens[-1]

    def say_trouble(self, sentence: str) -> None:
        self.beep()
        if self.base_screens:
            self.base_screen.notice = sentence
        else:
            self.complain(sentence)

    # -- the first screen ------------------------------------------------------------------

    def open(self) -> None:
        """Show the first screen, after a welcome for guests and new players of a host."""
        if self.hall.has_host and welcome.is_stranger(self.store):
            self.doors.go_to_welcome()
        else:
            self._open_requested()

    def on_welcome_screen_done(self) -> None:
        self._open_requested()

    def _open_requested(self) -> None:
        game, deal, level, options = self._request
        if game is None:
            self.resume_or(self.doors.go_to_menu)
        elif deal is None:
            start = partial(self.deal, game, level=level, options=options or {})
            self.resume_or(start, game, "", level, options or None)
        else:
            self.deal_beside(Start(game, deal, level, options or {}))

    # -- the life of the App ---------------------------------------------------------------

    def on_mount(self) -> None:
        self.store.patience.tell = None  # waiting for a locked file would block the event loop
        self.hall.tell_wishes(self.settings)  # before the host hears what is played
        self.opening()
        if self.hall.has_host:
            self._listening = Listening(self.hall, self)
            self._listening.start()
        self.set_interval(_TENDING, self._tend_store)

    def on_unmount(self) -> None:
        self.hall.catch_up()
        if self._listening:
            self._listening.stop()
        self.search.end()

    async def on_event(self, event: events.Event) -> None:
        # Two clicks on one cell are one click if the first has opened another screen.
        if isinstance(event, events.MouseDown) and not event.is_forwarded:
            press = _Press(self.screen, event.screen_offset, event.time)
            last, self._pressed = self._pressed, press
            if last and last.is_followed_by(press):
                self._pressed = last._replace(time=event.time)
                return
        await super().on_event(event)

    def _tend_store(self, now: bool = False) -> None:
        news = self.seat.tend(now)
        if news and self.base_screens:
            self.base_screen.tell_store_news(news)

    def on_terminate(self) -> None:
        self.store.flush()

    def suspended(self) -> None:
        self.search.halt()

    def handle_crash(self, error: Exception) -> None:
        try:
            self.report = self.report or write_report(self.context, error)
        finally:
            self.exit(1)

    def cursor(self) -> Offset:
        """Return the cell of the selection, where the terminal's cursor goes."""
        return selection(self.screen)

    # -- messages of the host --------------------------------------------------------------

    def on_heard(self, event: Heard) -> None:
        """Act on a message of the host, or give it to the screen that waits for it."""
        message = event.message
        if not self.is_running:
            return
        if isinstance(message, Notice):
            self._hear_notice(message)
        elif isinstance(message, End):
            self.hall.farewell = tame(message.text)
            self.exit(0)
        elif isinstance(message, Result):
            self._hear_result(message)
        elif isinstance(message, Watch):
            self.doors.show_visitors(message.session)
        elif isinstance(message, Watchers):
            self._hear_watchers(message.number)
        elif isinstance(message, Saving):
            self._tend_store(now=True)
        elif isinstance(message, SetPhrase):
            self._announce(tell_phrase(message, self.settings), may_replace=True)
        else:
            screens = reversed(self.base_screens)
            is_taken = any(screen.take_host_message(message) for screen in screens)
            if isinstance(message, No) and not is_taken:
                self.say_trouble(tame(message.text))
            if isinstance(message, Race | RaceStep):
                with self.telling_trouble():
                    self._hear_race(message)

    def _hear_notice(self, message: Notice) -> None:
        if told := tell_notice(self.store, message):
            self.hall.hear_notice(told)
            self.base_screen.say("")

    def _hear_race(self, message: Race | RaceStep) -> None:
        if isinstance(message, RaceStep):
            self.races.hear(message)
            return
        known = self.races.challenges.get(message.id)
        told = self.races.hear(message)
        if known and message.state != "open":
            self._drop_news(tell_challenge(known))
        if message.state == "over" and message.seat >= 0:
            self._end_race(message, told or "")
        elif self.races.seconds_to_start() is not None:
            self._begin_race()
        elif told:
            if message.state == "open" and message.wanted:
                self.beep()
            longer = f"{told} {self.name_key('races')} shows the races."
            fits = len(longer) <= self.size.width - 2
            self._announce(longer if fits else told, may_replace=True)

    def _begin_race(self) -> None:
        """Count down, and bring the cards to the table unless they are there already."""
        if not self.races.keep_open(self.seat.on_table):
            self.doors.count_down(self.races, self._deal_race)

    def _deal_race(self) -> None:
        with self.telling_trouble():
            if kept := self.races.open():
                self.show_table(kept)

    def _end_race(self, race: Race, told: str) -> None:
        """End the game of a race that is over, and show the races."""
        if told:
            self.beep()
        if self.races.end(race, self.seat.on_table):
            self.doors.go_to_races(told)
        elif told:
            self.base_screen.notice = told

    def action_races(self) -> None:
        self.doors.show_races()

    def action_who(self) -> None:
        self.doors.show_who()

    def _hear_result(self, result: Result) -> None:
        if not self.base_screen.take_host_message(result) and self.settings.news:
            self._announce(tell_result(result))

    def _hear_watchers(self, number: int) -> None:
        self.hall.watchers = number
        for screen in self.base_screens:
            screen.watchers_changed()
        says = f" {self.name_key('score')} says a phrase." if self.base_screen.is_table else ""
        self._announce(f"{tell_watchers(number)}{says if number else ''}")

    def _announce(self, sentence: str, may_replace: bool = False) -> None:
        # News replace only older news; what somebody says replaces any message but the host's.
        screen = self.base_screen
        is_free = may_replace or screen.notice in ("", self._news)
        if sentence and screen.takes_news and not self.hall.bulletin and is_free:
            self._news = sentence
            if may_replace or len(sentence) <= self.size.width - 2:
                screen.notice = sentence

    def _drop_news(self, sentence: str) -> None:
        """Remove news that are no longer true, with what follows in the message."""
        for screen in self.base_screens:
            if sentence and screen.notice.startswith(sentence):
                screen.notice = ""

    # -- settings --------------------------------------------------------------------------

    def change_settings(self, **changes: Any) -> None:
        self.settings = replace(self.settings, **changes)
        self._apply_settings()
        if screens := self.base_screens:
            screens[-1].settings_changed()
        try:
            self.seat.keep_settings(self.settings)
            if "messages" in changes:
                sheets.set_messages(self.store, changes["messages"])
        except StoreError as error:
            self.complain(str(error))

    def avoid_lines(self) -> None:
        self.has_wide_lines = True
        self.settings = self.settings  # chooses the characters again
        self._apply_settings()
        if screens := self.base_screens:
            screens[-1].settings_changed()
        self.picture_lost()

    def _apply_settings(self) -> None:
        theme = chosen_theme(self.settings, self.context.terminal.colours)
        self.register_theme(theme)
        self.theme = theme.name
        self.set_class(self.glyphs.ascii, "-ascii")
        self.set_keymap(keymap.for_textual(self.keys))

    def refresh_css(self, animate: bool = True) -> None:
        # Textual parses the style sheets twice at start-up, the second time for the theme. Another
        # theme may have the same colours, and restyling every widget is slow.
        colours = self.get_css_variables()
        if colours != self._colours_parsed:
            self._colours_parsed = colours
            super().refresh_css(animate)

    # -- what a host does not offer --------------------------------------------------------

    def _is_refused(self) -> bool:
        """On a host, say that it does not offer an action of Textual's."""
        if self.context.is_kiosk:
            self.say_trouble("This host does not offer that.")
        return self.context.is_kiosk

    def action_suspend_process(self) -> None:
        if not self._is_refused():
            super().action_suspend_process()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        if not self._is_refused():
            super().open_url(url, new_tab=new_tab)

    def save_screenshot(self, *given: Any, **named: Any) -> str:
        return "" if self._is_refused() else super().save_screenshot(*given, **named)

    def deliver_screenshot(self, *given: Any, **named: Any) -> str | None:
        return None if self._is_refused() else super().deliver_screenshot(*given, **named)

    def deliver_text(self, *given: Any, **named: Any) -> str | None:
        return None if self._is_refused() else super().deliver_text(*given, **named)

    def deliver_binary(self, *given: Any, **named: Any) -> str | None:
        return None if self._is_refused() else super().deliver_binary(*given, **named)

    # -- for every screen ------------------------------------------------------------------

    def action_command_palette(self) -> None:
        self.doors.show_palette()
