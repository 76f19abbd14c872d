"""The App: start-up, settings, what a host does not offer, and the way out."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from solterm import __version__
from solterm.capabilities import Terminal
from solterm.contests import sheets
from solterm.contests.kinds import RACE
from solterm.contests.sheets import SheetChoice
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.values import replace
from solterm.sessions.crash_report import write_report
from solterm.sessions.host_link import HostLink, Silent
from solterm.sessions.life import Life, is_stranger
from solterm.sessions.news import tame
from solterm.sessions.plays import Start
from solterm.sessions.seat import Seat
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import FILE, Settings
from solterm.store.store import Store
from solterm.tui.doors import Doors
from solterm.tui.game_doors import GameDoors
from solterm.tui.host_news import Heard, HostNews, Listening
from solterm.tui.keys.commands import COMMANDS
from solterm.tui.look import themes
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.skin import Skin
from solterm.tui.terminal_cursor import selection
from solterm.tui.textual_hooks import HookedApp, SharedStylesheet, turn_off_markup
from solterm.tui.textual_themes import chosen_theme
from solterm.wire.last_picture import PictureKey

_PATIENCE = 1.0
"""Seconds for which the screen stands still while the host answers a question."""


class WholeCells(ScrollBarRender):
    """A scroll bar whose thumb begins and ends with a cell, as ASCII needs it."""

    VERTICAL_BARS = [" "]
    HORIZONTAL_BARS = [" "]


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


class SoltermApp(HookedApp[int], inherit_bindings=False):
    """The program, for one player and one store."""

    CSS_PATH = "solterm.tcss"
    TITLE = "solterm"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(",".join(each.key_names), each.id, each.help, id=each.binding_id, show=False)
            for each in (COMMANDS["who"], COMMANDS["races"], COMMANDS["evening"])
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
        self.seat = Seat(store, host)
        """What the player plays, with the store, the settings and the host."""
        self.seat.host.patience = _PATIENCE
        self.skin = Skin(self.seat.settings, self.abilities)
        super().__init__()
        self.news = HostNews(self)
        self.doors = Doors(self)
        self.game_doors = GameDoors(self)
        complaints = [*self.seat.complaints, *self.skin.keys.faults]
        self.complaint = store.unsaved or store.loss or next(iter(complaints), "")
        """Something that went wrong outside the game, for the next screen to show."""
        self.shown: set[str] = set()
        """What the player has been shown or asked, as ``shows_first`` names it."""
        self.animation_level = "none"
        self._wear_skin()
        self._colours_parsed = self.get_css_variables()
        self.stylesheet = SharedStylesheet(self._colours_parsed)
        self._request = (game, deal, level, options)
        self.opening: Callable[[], object] = self.open
        """Shows the first screen, once the App runs."""
        self._listening: Listening | None = None
        self._pressed: _Press | None = None
        self._left: tuple[PictureKey, KeptPlay, Settings] | None = None
        """The table left last, whose picture was taken, and the settings of it."""
        self.report = ""
        """A sentence to print after an unexpected end."""

    # -- what the screens use --------------------------------------------------------------

    @property
    def context(self) -> Context:
        """Who plays, and where."""
        return self.seat.context

    @property
    def abilities(self) -> Terminal:
        return self.context.terminal

    @cached_property
    def life(self) -> Life:
        """Today's life on the host, as last told."""
        return Life(self.context.nickname, not self.context.is_guest)

    # -- screens and messages --------------------------------------------------------------

    def on_heard(self, event: Heard) -> None:
        if self.is_running:
            self.news.hear(event.message)

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

    def go_to(self, screen: Screen[Any]) -> None:
        """Replace all screens by this one."""
        if not getattr(screen, "is_table", False):
            self._take_picture()
            self.seat.clear()
        with self.batch_update():
            while len(self.screen_stack) > 1:  # the first one is Textual's own, and blank
                self.pop_screen()
            self.push_screen(screen)

    def complain(self, sentence: str) -> None:
        self.complaint = sentence

    def take_complaint(self) -> str:
        """Return the sentence of ``complain``, once."""
        complaint, self.complaint = self.complaint, ""
        return complaint

    def shows_first(self, what: str) -> bool:
        """Note that a title, an offer or a question shows; return whether it is the first time."""
        is_first = what not in self.shown
        self.shown.add(what)
        return is_first

    def beep(self) -> None:
        """Sound the terminal's bell, if the player wants sound."""
        if self.settings.sound:
            self.bell()

    def alert(self, sentence: str) -> None:
        """Ring once, and mark the window's title until the next key: the player may look elsewhere.

        The setting turns both off.
        """
        if self.settings.alerts:
            self.bell()
            self.show_title(f"* {tame(sentence)}")

    # -- the first screen ------------------------------------------------------------------

    def open(self) -> None:
        """Show the first screen, after a welcome for guests and new players of a host."""
        if self.seat.host.has_host and is_stranger(self.seat.store):
            self.doors.go_to_welcome()
        else:
            self._open_requested()

    def on_welcome_screen_done(self) -> None:
        self._open_requested()

    def _open_requested(self) -> None:
        game, deal, level, options = self._request
        if game is None:
            self.game_doors.resume_or(self.doors.go_to_menu)
        else:
            self.game_doors.bring(Start(game, deal, level, options or {}))

    def ask_host(self, do: Callable[[], None]) -> None:
        """Do what asks the host, perhaps twice.

        If the host is slow, a box says so until its answer comes, or the player gives up.
        """
        try:
            do()
        except Silent as silent:
            self.doors.wait_for_host(silent, partial(self.ask_host, do))

    # -- the life of the App ---------------------------------------------------------------

    def on_mount(self) -> None:
        self.seat.store.patience.tell = None  # waiting for a locked file would block the event loop
        self.seat.host.tell_wishes(self.settings)  # before the host hears what is played
        self.opening()
        if self.seat.host.has_host:
            self._listening = Listening(self.seat.host, self)
            self._listening.start()
        self.set_interval(_TENDING, self.tend_store)

    def on_unmount(self) -> None:
        self.seat.host.catch_up()
        if self._listening:
            self._listening.stop()
        self.seat.worker.end()

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self.show_title("")
        # Two clicks on one cell are one click if the first has opened another screen.
        if isinstance(event, events.MouseDown) and not event.is_forwarded:
            press = _Press(self.screen, event.screen_offset, event.time)
            last, self._pressed = self._pressed, press
            if last and last.is_followed_by(press):
                self._pressed = last._replace(time=event.time)
                return
        await super().on_event(event)

    def tend_store(self, now: bool = False) -> None:
        news = self.seat.tend(now)
        if news and self.base_screens:
            self.base_screen.tell_store_news(news)

    def on_terminate(self) -> None:
        self.seat.store.flush()

    def picture_key(self) -> PictureKey | None:
        """Return what the picture depends on, and show it, if the next start opens this screen.

        If it opens a table that the player has left for the menu, that one's picture was taken.
        Only players at home keep one; it depends on their file, which every play changes.
        """
        context, path, screens = self.context, self.seat.store.path, self.base_screens
        is_home = not (context.is_on_host or context.is_kiosk or self.seat.host.has_host)
        is_usual = is_home and context.player == Context.from_environment().player
        if self.report or path is None or not is_usual or screens[-1:] != [self.screen]:
            return None
        try:
            if not screens[-1].look_reopened():
                return self._find_left()
        except StoreError:
            return None
        return PictureKey("solterm", __version__, (str(path), str(path.with_name(FILE))))

    def _take_picture(self) -> None:
        """Take the picture of a table that is left: the next start may open it again."""
        is_table = self.base_screens and getattr(self.base_screens[-1], "is_table", False)
        left, self._left = self._left, None  # the key of this table, of none left before
        if self.terminal and is_table and (key := self.picture_key()):
            self.terminal.take_picture(key)
            left = key, self.seat.kept, self.settings
        self._left = left

    def _find_left(self) -> PictureKey | None:
        """Return the key of the table left last, if the next start opens it as it was."""
        if self._left is None:
            return None
        key, kept, settings = self._left
        suspended = self.seat.store.load_suspended(but=RACE.id)
        is_next = suspended and suspended.row.play_id == kept.play_id and kept.is_as_stored
        return key if is_next and settings is self.settings else None

    def suspended(self) -> None:
        self.seat.worker.halt()

    def handle_crash(self, error: Exception) -> None:
        try:
            self.report = self.report or write_report(self.context, error)
        finally:
            self.exit(1)

    def cursor(self) -> Offset:
        """Return the cell of the selection, where the terminal's cursor goes."""
        return selection(self.screen)

    def action_evening(self) -> None:
        self.doors.show_evening()

    def action_races(self) -> None:
        self.doors.show_races()

    def action_who(self) -> None:
        self.doors.show_who()

    # -- settings --------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        return self.seat.settings

    def sheet_choice(self, game: Game) -> SheetChoice:
        """Return what the player chose for the score sheet of a game, else the settings."""
        usual = SheetChoice(self.settings.level, self.settings.messages)
        return sheets.choice(self.seat.store, game.id) or usual

    def tells_errors(self, kept: KeptPlay) -> bool:
        """Whether error messages appear by themselves in a game."""
        game, is_on_sheet = kept.play.game, kept.purpose.row
        return self.sheet_choice(game).messages if is_on_sheet else self.settings.messages

    def change_settings(self, **changes: Any) -> None:
        self.seat.settings = replace(self.settings, **changes)
        self.follow_settings()
        try:
            self.seat.keep_settings(self.settings)
            if "messages" in changes:
                sheets.set_messages(self.seat.store, changes["messages"])
        except StoreError as error:
            self.complain(str(error))

    def follow_settings(self) -> None:
        """Show what the settings say, after some have changed."""
        if not self.skin.is_for(self.settings):
            self.skin = Skin(self.settings, self.abilities, self.skin.has_wide_lines)
            self._wear_skin()
        if screens := self.base_screens:
            screens[-1].settings_changed()

    def cycle_colours(self, background: int = 0, foreground: int = 0) -> None:
        """Step through KLONCAN's backgrounds and foregrounds."""
        self.change_settings(
            theme="dos",
            board="desktop",
            background=(self.settings.background + background) % len(themes.BACKGROUNDS),
            foreground=(self.settings.foreground + foreground) % len(themes.FOREGROUNDS),
        )

    def avoid_lines(self) -> None:
        self.skin = Skin(self.settings, self.abilities, has_wide_lines=True)
        self._wear_skin()
        if screens := self.base_screens:
            screens[-1].settings_changed()
        self.picture_lost()

    def _wear_skin(self) -> None:
        theme = chosen_theme(self.settings, self.context.terminal.colours)
        self.register_theme(theme)
        self.theme = theme.name
        self.set_class(self.skin.glyphs.ascii, "-ascii")
        self.set_keymap(self.skin.keys.for_textual())

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
