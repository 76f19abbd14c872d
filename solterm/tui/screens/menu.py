"""The menu: every game of the catalogue, found by typing, and the ways to all other screens."""

from textwrap import shorten, wrap
from typing import ClassVar, NamedTuple, cast

from solterm.contests.naming import short
from solterm.contests.purpose import Purpose
from solterm.core.game import Game
from solterm.games import every_game, others
from solterm.games.pages import opening_line
from solterm.tui.boxes.questions import Choice
from solterm.tui.keys.commands import LEVEL_KEYS, number_of
from solterm.tui.keys.labels import Label
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.listed import ListScreen
from solterm.tui.screens.painted import Click

_NAME = 27
"""Columns of a game's name."""
_STATE = 10
"""Columns of its wins, or of where it is in progress."""


class Way(NamedTuple):
    """Where a function key of the menu leads."""

    number: int
    """Of the key."""
    id: str
    """The screen's method is ``do_ID``."""
    short: str
    """What the bar of keys calls it."""


WAYS = (
    Way(1, "play", "Play"),
    Way(2, "help", "Help"),
    Way(3, "contests", "Contst"),
    Way(4, "scores", "Scores"),
    Way(5, "statistics", "Stats"),
    Way(6, "saves", "Saves"),
    Way(7, "settings", "Setup"),
    Way(8, "level", "Level"),
    Way(9, "deal", "Deal"),
    Way(10, "quit", "Quit"),
)
"""The function keys of the menu; their digits are the same keys."""

_BAR = {way.number % 10: Label(way.short, way.short) for way in WAYS}
_WAY_OF = {way.number: way for way in WAYS}


class _Line(NamedTuple):
    """A line of the list: a game, or the heading of a collection."""

    text: str
    game: Game | None = None


class MenuScreen(ListScreen):
    """Choose a game, and how to play it."""

    EMPTY: ClassVar[str] = ""  # the head says what a search does not find
    TOP: ClassVar[int] = 2
    UNDER: ClassVar[int] = 5
    """A blank row, two for the chosen game's line, one for the keys and the bar."""

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self.search = ""
        self.in_progress: dict[str, str] = {}
        self.wins: dict[str, int] = {}
        self._was_left = False

    def on_mount(self) -> None:
        """Begin at the game played last."""
        latest = ""
        with self.saying_trouble():
            latest = self._look_up()
        self._go_to(latest)
        self.notice = self.notice or next(iter(others().troubles), "")

    def on_screen_suspend(self) -> None:
        """Off to another screen, where games may be played, ended or forgotten."""
        self._was_left = True

    def on_screen_resume(self) -> None:
        """Back from another screen."""
        if self._was_left:
            with self.saying_trouble():
                self._look_up()
        self.repaint()

    def _look_up(self) -> str:
        """Learn what is in progress and what was won; the id of the game played last."""
        store = self.solterm.store
        in_progress, results = store.in_progress(), store.results()
        self.in_progress.clear()
        self.wins.clear()
        for each in in_progress:
            self.in_progress.setdefault(each.game, short(Purpose.parse(each.context)) or "free")
        for result in results:
            self.wins[result.game] = self.wins.get(result.game, 0) + result.won
        return next(iter(self.in_progress), results[-1].game if results else "")

    # -- the list --------------------------------------------------------------------------

    @property
    def games(self) -> list[Game]:
        """The games that the search leaves."""
        wanted = self.search.lower().split()
        return [
            game for game in every_game().values() if all(word in _words(game) for word in wanted)
        ]

    @property
    def entries(self) -> list[_Line]:
        lines: list[_Line] = []
        collection = ""
        for game in self.games:
            if game.collection != collection:
                collection = game.collection
                lines.append(_Line(collection))
            lines.append(_Line(game.name, game))
        return lines

    def is_choice(self, entry: object) -> bool:
        return cast(_Line, entry).game is not None

    @property
    def chosen(self) -> Game | None:
        """The game under the cursor; None when the search leaves none."""
        line = cast(_Line | None, self.entry)
        return line and line.game

    def line(self, entry: object, width: int) -> str:
        text, game = cast(_Line, entry)
        if game is None:
            return text
        text = f"{text:{_NAME}}{self._state(game):{_STATE}}"
        return text + shorten(opening_line(game.id), width - len(text), placeholder=" ..")

    def _state(self, game: Game) -> str:
        if context := self.in_progress.get(game.id):
            return f"> {context}"[: _STATE - 1]
        won = self.wins.get(game.id, 0)
        return f"won {won}" if won else ""

    def paint_head(self, canvas: Canvas) -> None:
        canvas.text(1, 0, "s o l t e r m", Role.LABEL)
        canvas.text(18, 0, f"Search: {self.search}_", Role.TABLE)
        level = f"Level {self.solterm.settings.level}"
        canvas.text(canvas.width - len(level) - 1, 0, level, Role.LABEL)
        if not self.games:
            canvas.text(4, 2, "No game is called so. Backspace takes a letter back.", Role.TABLE)

    def paint_foot(self, canvas: Canvas) -> None:
        """What the chosen game is, in full, and the keys."""
        if self.notice:
            chrome.paint_message(canvas, self.notice)
        elif game := self.chosen:
            lines = wrap(opening_line(game.id), canvas.width - 2)[:2]
            for y, text in enumerate(lines, canvas.height - 4):
                canvas.text(1, y, text, Role.FAINT)
        if not self.notice:
            canvas.text(1, canvas.height - 2, self._keys()[: canvas.width - 2], Role.LABEL)
        chrome.paint_keys(canvas, _BAR)

    def _keys(self) -> str:
        on_sheet = self.chosen is not None and self.chosen.on_sheet
        ways = ("Score sheet", "Free play") if on_sheet else ("Play", "Score sheet")
        return f"Enter {ways[0]}  Tab {ways[1]}  Letters search  ? Rules  ESC Quit"

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        way = _WAY_OF.get(number_of(key))
        if self.prompt:
            super().press(key, character)
            return
        self.notice = ""
        if way:
            getattr(self, f"do_{way.id}")()
        elif number_of(key):
            self.notice = "That key has no use here."
        elif key == "escape" and self.search:
            self._find("")
        elif key == "backspace":
            self._find(self.search[:-1])
        elif key == "tab":
            self._play(on_sheet=True)
        elif character == "?":
            if self.chosen:
                self.solterm.show_rules(self.chosen)
        elif character and (character.isalpha() or character in " -'"):
            self._find(self.search + character)
        else:
            super().press(key, character)

    def choose(self) -> None:
        """Enter plays; KLONCAN's games are played on their sheet, and free on Tab."""
        self._play(on_sheet=False)

    def leave(self) -> None:
        """ESC at the last screen there is."""
        self.do_quit()

    def do_play(self) -> None:
        """F1, like Enter."""
        self.choose()

    def _play(self, on_sheet: bool) -> None:
        game = self.chosen
        if game is None:
            return
        if game.on_sheet != on_sheet:
            self.solterm.show_start(game)
        else:
            self.solterm.resume_or(lambda: self.solterm.deal(game), game, "")

    def do_help(self) -> None:
        """F2."""
        self.solterm.show_help_pages(self.chosen)

    def do_contests(self) -> None:
        """F3."""
        self.solterm.show_contests(self.chosen)

    def do_scores(self) -> None:
        """F4."""
        self.solterm.show_scores()

    def do_statistics(self) -> None:
        """F5."""
        self.solterm.show_statistics()

    def do_saves(self) -> None:
        """F6."""
        self.solterm.show_saves()

    def do_settings(self) -> None:
        """F7."""
        self.solterm.show_settings()

    def do_level(self) -> None:
        """F8: the level at which games begin."""
        level = self.solterm.settings.level
        question = f"Games begin at level {level}. Press 1, 2 or 3 (1 = easy, 3 = hard)."
        self.prompt = Choice(question, LEVEL_KEYS, self._begin_at)

    def _begin_at(self, level: str) -> None:
        self.solterm.change_settings(level=int(level))

    def do_deal(self) -> None:
        """F9: a game with its options, or by its number."""
        if self.chosen:
            self.solterm.show_deal(self.chosen)

    # -- how the list is searched ----------------------------------------------------------

    def _find(self, search: str) -> None:
        chosen = self.chosen
        self.search = search.lstrip()
        self._go_to(chosen.id if chosen else "")

    def _go_to(self, game_id: str) -> None:
        """Set the cursor on a game, or on the first one there is, with some lines before it."""
        lines = [line.game.id if line.game else "" for line in self.entries]
        self.here = lines.index(game_id) if game_id in lines and game_id else min(1, len(lines))
        self.first = self.here - self.room(self.app.size.height, 0) // 2

    # -- the mouse -------------------------------------------------------------------------

    def on_click(self, at: Click) -> None:
        """A click on the bar of keys is that key."""
        if at.y == self.app.size.height - 1:
            self.press(f"f{chrome.key_at(at.x, self.app.size.width)}", None)
            self.shown()
        else:
            super().on_click(at)


def _words(game: Game) -> str:
    """What a search may find a game by: name, other names, collection and family."""
    return " ".join((game.name, *game.also, game.collection, game.family, game.id)).lower()
