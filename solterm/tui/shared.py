"""What all screens share: the store, the settings and what follows from them, a worker, a bell."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solterm.capabilities import charset, colours
from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.store.errors import StoreError
from solterm.store.settings import load_own, save_own
from solterm.store.store import Store
from solterm.tui.boxes.questions import QuitBox
from solterm.tui.keys import keymap, presets
from solterm.tui.keys.commands import TABLE, Command
from solterm.tui.look import glyphs, themes
from solterm.tui.look.glyphs import Glyphs
from solterm.tui.look.style import Style
from solterm.tui.stage import Stage, Timer

if TYPE_CHECKING:
    from solterm.sessions.ahead import Ahead
    from solterm.sessions.winnables import Wish
    from solterm.sessions.workers import Worker

_WORKER = "worker"
"""Where the worker lies, once there was a question."""
_TENDING = 1.0
"""Seconds between two looks at what is sought ahead, and at what is not saved."""


class Shared(Stage):
    """A stage with a store and settings, for all that stands on it."""

    def __init__(self, store: Store) -> None:
        """A stage over a store; what is wrong with it or the settings is a complaint."""
        super().__init__()
        self.store = store
        self.settings, complaints = load_own()
        complaints += keymap.faults(TABLE, self.keys)
        self._ahead: Ahead | None = None
        self._tending: Timer | None = None
        self._complaint = store.unsaved or store.loss or next(iter(complaints), "")
        self.every(_TENDING, self._tend_store)

    def _tend_store(self) -> None:
        """Try again to store what is missing."""
        if self.store.tend():
            self.screen.catch_up()

    @property
    def glyphs(self) -> Glyphs:
        """How cards and lines are written, as the player has chosen."""
        return glyphs.choose(self.settings.cards, charset(), self.settings.deck)

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that differ from the usual ones: the chosen set, the player's own on top."""
        return presets.keys_of(self.settings.preset, self.settings.keys)

    @property
    def palette(self) -> tuple[Style, ...]:
        """The style of each role, as the player has chosen."""
        chosen = self.settings
        return themes.palette(
            chosen.background,
            chosen.foreground,
            theme=chosen.theme,
            board=chosen.board,
            deck=chosen.deck,
            four_colours=chosen.four_colours,
            colours=colours(),
        )

    @cached_property
    def worker(self) -> "Worker":
        """Who searches while the player goes on playing."""
        from solterm.sessions.workers import Worker

        return Worker()

    def seek_ahead(self, wish: "Wish") -> None:
        """A deal that can be won came to the table: have the next one like it sought meanwhile."""
        from solterm.sessions.ahead import Ahead

        self._ahead = self._ahead or Ahead(self.worker)
        self._ahead.begin(wish)
        self.let_search(True)

    def rest_ahead(self) -> None:
        """Have nothing sought ahead for now; what was found is kept."""
        if self._ahead:
            self._ahead.rest()

    def let_search(self, is_free: bool) -> None:
        """A game is on the table: where it counts nobody searches, and no worker waits for it."""
        if self._tending:
            self._tending.stop()
            self._tending = None
        if not is_free:
            self.end_search()
        elif self._ahead:
            self._tending = self.every(_TENDING, self._tend)

    def _tend(self) -> None:
        """Look after what is sought ahead, until it is found."""
        if self._tending and not (self._ahead and self._ahead.tend()):
            self._tending.stop()
            self._tending = None

    def halt_search(self) -> None:
        """The program is about to be stopped, and its worker is not to go on without it."""
        if _WORKER in vars(self):
            self.worker.halt()

    def end_search(self) -> None:
        """End the worker, if there is one."""
        self.rest_ahead()
        if _WORKER in vars(self):
            self.worker.end()

    def complain(self, sentence: str) -> None:
        """Have something said on the next screen."""
        self._complaint = sentence

    def take_complaint(self) -> str:
        """What went wrong outside the game and was not said yet; asked once, it is said."""
        complaint, self._complaint = self._complaint, ""
        return complaint

    def find_own(self, name: str) -> Command:
        """A command by its name, with the keys that this player has given it."""
        from solterm.tui.keys.offers import find_own

        return find_own(name, self.keys)

    def ask_to_quit(self, kept: str) -> QuitBox:
        """The box that asks whether to quit; ``kept`` says what becomes of what is played."""
        from solterm.tui.keys.offers import key_name

        quit = self.find_own("quit")
        return QuitBox(quit.keys, key_name(quit), kept, lambda: self.exit(0))

    def beep(self) -> None:
        """Sound the terminal's bell, if the player wants sound."""
        if self.settings.sound and self.display:
            self.display.bell()

    def copy_line(self, play: Play) -> str:
        """Copy a game as one line, for a chat; what is said of it, the line itself."""
        from solterm.contests.sharing import line_of

        line = line_of(play)
        if self.display:
            self.display.copy(line)
        return line

    def cycle_colours(self, background: int = 0, foreground: int = 0) -> None:
        """Step on through the backgrounds and the foreground sets of the theme ``dos``."""
        self.change_settings(
            theme="dos",
            board="desktop",
            background=(self.settings.background + background) % len(themes.BACKGROUNDS),
            foreground=(self.settings.foreground + foreground) % len(themes.FOREGROUNDS),
        )

    def change_settings(self, **changes: Any) -> None:
        """Change settings and keep them; a file that can't be written is said, not fatal."""
        self.settings = replace(self.settings, **changes)
        try:
            save_own(self.settings)
        except StoreError as error:
            self._complaint = str(error)
