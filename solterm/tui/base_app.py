"""The App as its screens know it: the player's data, look and keys, and the ways to games.

Screens import this module and not ``app``, which imports the screens. The App defines the abstract
methods, because they open screens.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from textual.screen import Screen

from solterm.capabilities import Terminal
from solterm.chance import random_deal
from solterm.contests import sheets
from solterm.contests.sheets import SheetChoice
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.sessions.boards import Boards
from solterm.sessions.host_link import HostLink
from solterm.sessions.life import Life
from solterm.sessions.races import RaceClient
from solterm.sessions.seat import Seat
from solterm.sessions.sharing import block
from solterm.sessions.winnable import draw
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.background_search import BackgroundSearch
from solterm.tui.keys import keymap
from solterm.tui.keys.commands import Command
from solterm.tui.look import glyphs, themes
from solterm.tui.textual_hooks import GuardedPump
from solterm.tui.wired_app import WiredApp

if TYPE_CHECKING:
    from datetime import date

    from solterm.advice.workers import Worker
    from solterm.contests.contests import Contest
    from solterm.games.matching import Wanted
    from solterm.sessions.plays import Start
    from solterm.sessions.resumable import Resumable
    from solterm.tui.doors import Doors


class ErrorReporting(GuardedPump):
    """A mixin for the App and its screens: an expected error in a handler becomes a message."""

    EXPECTED = (StoreError, RecordError, OSError)
    """Errors that the player's files and the system may cause; they do not end the program."""

    @property
    def solterm(self) -> "BaseApp":
        return cast("BaseApp", self.app)

    @property
    def doors(self) -> "Doors":
        """The ways to other screens."""
        return self.solterm.doors

    def say_trouble(self, sentence: str) -> None:
        """Beep, and show the sentence."""
        self.solterm.say_trouble(sentence)

    @contextmanager
    def telling_trouble(self) -> Iterator[None]:
        """Show an expected error as a message; callbacks need this, handlers have it already."""
        try:
            yield
        except self.EXPECTED as error:
            self.tell_trouble(error)

    def tell_trouble(self, error: Exception) -> None:
        if isinstance(error, OSError):
            self.say_trouble(f"The system reports an error: {error.strerror or error}.")
        else:
            self.say_trouble(str(error))


class BaseApp(ErrorReporting, WiredApp[int], inherit_bindings=False):
    """What the screens may use of the App."""

    def __init__(self, store: Store, host: HostLink | None = None) -> None:
        self.seat = Seat(store, host)
        """What the player plays, with the store, the settings and the host."""
        self.has_wide_lines = False
        """Whether the terminal draws line characters two cells wide."""
        self.settings = self.seat.settings
        super().__init__()
        self.search = BackgroundSearch(store.context)
        complaints = [*self.seat.complaints, *keymap.faults(self.keys)]
        self.complaint = store.unsaved or store.loss or next(iter(complaints), "")
        """Something that went wrong outside the game, for the next screen to show."""
        self.titles_seen: set[str] = set()
        """The collections whose title the player has seen since the program began."""
        self.is_lesson_offered = False
        """Whether the menu has offered the lesson since then."""
        self.boards_offered: set[str] = set()
        """The boards of days that have asked for the player's name since then."""

    @property
    def store(self) -> Store:
        return self.seat.store

    @property
    def hall(self) -> HostLink:
        """The connection to the host, which says nothing without one."""
        return self.seat.host

    @property
    def context(self) -> Context:
        """Who plays, and where."""
        return self.seat.context

    @property
    def abilities(self) -> Terminal:
        return self.context.terminal

    @property
    def worker(self) -> "Worker":
        """The process that searches while the player plays on."""
        return self.search.worker

    @property
    def races(self) -> RaceClient:
        """What this session knows about races; only on a host."""
        return self.seat.races

    @cached_property
    def life(self) -> Life:
        """Today's life on the host, as last told."""
        return Life()

    def boards(self) -> Boards:
        return self.seat.boards

    def copy_game(self, play: Play, is_over: bool = True, is_found: bool = False) -> None:
        """Copy a game with its record as text, for a chat, and show the text."""
        self.copy_and_show(block(play, is_over, is_found))

    def copy_and_show(self, text: str) -> None:
        """Copy a text, and show it on a page, since terminals may refuse their clipboard."""
        self.copy_to_clipboard(text)
        told = "Sent to the terminal's clipboard. If it is not there, select it here: Shift+mouse."
        self.doors.show_text("Copied", f"{told}\n\n{text}")

    # -- messages --------------------------------------------------------------------------

    def complain(self, sentence: str) -> None:
        self.complaint = sentence

    def take_complaint(self) -> str:
        """Return the sentence of ``complain``, once."""
        complaint, self.complaint = self.complaint, ""
        return complaint

    @abstractmethod
    def say_trouble(self, sentence: str) -> None:
        """Beep, and show the sentence on the screen with the message line."""

    def beep(self) -> None:
        """Sound the terminal's bell, if the player wants sound."""
        if self.settings.sound:
            self.bell()

    # -- look and keys ---------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        return self.seat.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        # Every key press asks for both.
        self.seat.settings, terminal = settings, self.abilities
        charset = "ascii" if self.has_wide_lines else terminal.charset
        self.glyphs = glyphs.choose(settings.cards, charset, settings.deck)
        """The characters for cards and lines."""
        self.palette = themes.chosen_palette(settings, terminal.colours)
        """The style of each role."""

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that differ from the usual ones: the chosen set, and the player's own."""
        return keymap.keys_of(self.settings.preset, self.settings.keys)

    def find_own(self, name: str) -> Command:
        """Return a command with this player's keys."""
        return keymap.find_own(name, self.keys)

    def name_key(self, command: str) -> str:
        """Return the name of a command's first key."""
        return keymap.key_name(self.find_own(command))

    def sheet_choice(self, game: Game) -> SheetChoice:
        """Return what the player chose for the score sheet of a game, else the settings."""
        usual = SheetChoice(self.settings.level, self.settings.messages)
        return sheets.choice(self.store, game.id) or usual

    def tells_errors(self, kept: KeptPlay) -> bool:
        """Whether error messages appear by themselves in a game."""
        game, is_on_sheet = kept.play.game, kept.purpose.row
        return self.sheet_choice(game).messages if is_on_sheet else self.settings.messages

    @abstractmethod
    def change_settings(self, **changes: Any) -> None:
        """Change settings, show the effect and save them."""

    def cycle_colours(self, background: int = 0, foreground: int = 0) -> None:
        """Step through KLONCAN's backgrounds and foregrounds."""
        self.change_settings(
            theme="dos",
            board="desktop",
            background=(self.settings.background + background) % len(themes.BACKGROUNDS),
            foreground=(self.settings.foreground + foreground) % len(themes.FOREGROUNDS),
        )

    # -- to other screens ------------------------------------------------------------------

    def go_to(self, screen: Screen[Any]) -> None:
        """Replace all screens by this one."""
        if not getattr(screen, "is_table", False):
            self.seat.clear()
        with self.batch_update():
            while len(self.screen_stack) > 1:  # the first one is Textual's own, and blank
                self.pop_screen()
            self.push_screen(screen)

    # -- to games --------------------------------------------------------------------------

    @abstractmethod
    def show_table(self, kept: KeptPlay, notice: str = "", is_outcome_known: bool = False) -> None:
        """Play a game; ``is_outcome_known`` means that the player has read how it ended."""

    def deal(
        self,
        game: Game,
        number: int | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
        context: str = "",
        mode: Mode = Mode.FREE,
        notice: str = "",
    ) -> None:
        """Deal a number, or a random one; ``context`` is the purpose of the game."""
        level = level or self.settings.level
        if number is None and not context and mode is Mode.FREE:
            number, told = draw(self.store, self.settings, game, level, options or {})
            notice = notice or told
        number = number or random_deal()
        kept = KeptPlay.start(self.store, game, number, level, mode, options, context)
        self.show_table(kept, notice)

    @abstractmethod
    def play(self, start: "Start") -> None:
        """Resume a game of a sheet or contest, or deal it."""

    @abstractmethod
    def play_free(
        self,
        game: Game,
        options: Mapping[str, str] = MappingProxyType({}),
        wanted: "Wanted | None" = None,
    ) -> None:
        """Resume the free game with these options, or deal it.

        Without options, the question that a game has comes before a deal. A deal that was asked
        for is dealt beside an unfinished game; if there is none of this number, none is dealt.
        """

    @abstractmethod
    def deal_beside(self, start: "Start") -> None:
        """Deal a free game, and put an unfinished one aside."""

    @abstractmethod
    def go_on(self, waiting: "Resumable") -> None:
        """Resume the game of a list entry, or take the next step of its sheet or contest."""

    @abstractmethod
    def play_sheet(self, game: Game) -> None:
        """Resume a game's scored play, else show its sheet, after KLONCAN's title and questions."""

    @abstractmethod
    def play_daily(self, day: "date | None" = None) -> None:
        """Show the page of a deal of the day, by default today's."""

    @abstractmethod
    def show_contest(self, contest: "Contest") -> None:
        """Show a contest under way, or its result."""

    @abstractmethod
    def end_for_contest(self, kept: KeptPlay) -> None:
        """End a game of a contest for good, and show the contest."""
