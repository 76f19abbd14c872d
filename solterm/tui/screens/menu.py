"""The menu: every game of the catalogue, found by typing."""

from textwrap import shorten, wrap
from typing import NamedTuple

from solterm.core.game import Game
from solterm.games import catalogue
from solterm.games.pages import opening_line
from solterm.tui import chrome, keymap, keys
from solterm.tui.canvas import Canvas, Role
from solterm.tui.keys import LEVEL_KEYS, Label
from solterm.tui.screens.painted import PaintedScreen

_NAME = 27
"""Columns of a game's name."""
_STATE = 10
"""Columns of its wins, or of where it is in progress."""
_TOP = 2
"""The list's first row on the screen."""
_UNDER = 4
"""Rows under the list: a blank one, two for the chosen game's line, and the keys."""


_COMMANDS = {
    1: ("play", "Play"),
    2: ("help", "Help"),
    3: ("sheet", "Sheet"),
    6: ("stats", "Stats"),
    7: ("saves", "Saves"),
    8: ("level", "Level"),
    9: ("deal", "Deal"),
    10: ("settings", "Setup"),
}
"""What the function keys do, and what the bar calls it."""

_BY_KEY = keymap.by_key([keys.function(number, name) for number, (name, _) in _COMMANDS.items()])
_LABELS = {number % 10: Label(label, label) for number, (_, label) in _COMMANDS.items()}


class _Line(NamedTuple):
    """A line of the list: a game, or the heading of a collection."""

    text: str
    game: Game | None = None


class MenuScreen(PaintedScreen):
    """Choose a game, and how to play it."""

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self.search = ""
        self.level = 3
        self.chosen = ""
        """The id of the game under the cursor."""
        self.in_progress: dict[str, str] = {}
        self.wins: dict[str, int] = {}
        self._quits = False
        self._asks_level = False

    def on_mount(self) -> None:
        """Begin at the game played last."""
        store = self.solterm.store
        for each in store.in_progress():
            self.in_progress.setdefault(each.game, each.context or "free")
        results = store.results()
        for result in results:
            self.wins[result.game] = self.wins.get(result.game, 0) + result.won
        self.level = self.solterm.settings.level
        latest = next(iter(self.in_progress), results[-1].game if results else "")
        self.chosen = latest if latest in catalogue() else next(iter(catalogue()))
        self.repaint()

    def on_screen_resume(self) -> None:
        """Back from another screen."""
        self._quits = False
        self.repaint()

    @property
    def games(self) -> list[Game]:
        """The games that the search leaves."""
        wanted = self.search.lower().split()
        return [
            game for game in catalogue().values() if all(word in _words(game) for word in wanted)
        ]

    def paint(self, canvas: Canvas) -> None:
        canvas.text(1, 0, "s o l t e r m", Role.LABEL)
        canvas.text(18, 0, f"Search: {self.search}_", Role.TABLE)
        canvas.text(canvas.width - 9, 0, f"Level {self.level}", Role.LABEL)
        lines = self._lines()
        room = canvas.height - _TOP - _UNDER
        here = next((k for k, line in enumerate(lines) if self._is_chosen(line)), 0)
        first = max(0, min(here - room // 2, len(lines) - room))
        for y, line in enumerate(lines[first : first + room], _TOP):
            self._paint_line(canvas, y, line)
        if not lines:
            canvas.text(4, _TOP, "No game is called so. Backspace takes a letter back.", Role.TABLE)
        if self.notice:
            chrome.paint_message(canvas, self.notice)
        else:
            self._paint_chosen(canvas)
        if self._quits:
            chrome.paint_footer(canvas, "Q or Enter quits   ESC back")
        elif self._asks_level:
            chrome.paint_footer(canvas, "1 easy   2   3 the rules as they are   ESC back")
        else:
            chrome.paint_keys(canvas, _LABELS)

    def _lines(self) -> list[_Line]:
        lines: list[_Line] = []
        collection = ""
        for game in self.games:
            if game.collection != collection:
                collection = game.collection
                lines.append(_Line(collection))
            lines.append(_Line(game.name, game))
        return lines

    def _is_chosen(self, line: _Line) -> bool:
        return line.game is not None and line.game.id == self.chosen

    def _paint_line(self, canvas: Canvas, y: int, line: _Line) -> None:
        if line.game is None:
            canvas.text(1, y, line.text, Role.LABEL)
            return
        here = self._is_chosen(line)
        pointer = canvas.glyphs.pointer[0] if here else " "
        text = f"{pointer} {line.text:{_NAME}}{self._state(line.game):{_STATE}}"
        room = canvas.width - 2
        text += shorten(opening_line(line.game.id), room - len(text), placeholder=" ..")
        canvas.text(1, y, f"{text[:room]:{room}}", Role.BOX if here else Role.TABLE)

    def _paint_chosen(self, canvas: Canvas) -> None:
        """What the chosen game is, in full, and how it is played."""
        if self.game is None:
            return
        ways = "Enter score sheet, Tab free play" if self.game.on_sheet else "Enter play"
        line = f"{opening_line(self.chosen)} {ways}, letters search, ESC quits."
        lines = wrap(line, canvas.width - 2)[:2]
        for y, text in enumerate(lines, canvas.height - _UNDER + 1):
            canvas.text(1, y, text, Role.FAINT)

    def _state(self, game: Game) -> str:
        if context := self.in_progress.get(game.id):
            return f"> {context}"
        won = self.wins.get(game.id, 0)
        return f"won {won}" if won else ""

    def press(self, key: str, character: str | None) -> None:
        self.notice = ""
        if self._quits:
            if key in ("q", "Q", "enter", "ctrl+c", "ctrl+q"):
                self.app.exit(0)
            self._quits = False
        elif self._asks_level:
            self.level = int(character) if character in LEVEL_KEYS else self.level
            self._asks_level = False
        elif key in ("ctrl+c", "ctrl+q") or (key == "escape" and not self.search):
            self._quits = True
        elif key == "escape":
            self._find("")
        elif key == "backspace":
            self._find(self.search[:-1])
        elif key in _STEPS:
            self._step(_STEPS[key])
        elif command := _BY_KEY.get(key):
            getattr(self, f"do_{command.id}")()
        elif key in ("enter", "tab"):
            if self.game and self.game.on_sheet == (key == "enter"):
                self.do_sheet()
            else:
                self.do_play()
        elif character == "?":
            self.do_help()
        elif key == "ctrl+l":
            self.solterm.picture_lost()
        else:
            self._type(character)

    # -- what the function keys do ---------------------------------------------------------

    @property
    def game(self) -> Game | None:
        """The game under the cursor; None when the search leaves none."""
        return catalogue()[self.chosen] if self.games else None

    def do_play(self) -> None:
        """F1: go on with the game, or deal it."""
        if game := self.game:
            self.solterm.resume_or(lambda: self.solterm.deal(game, level=self.level), game, "")

    def do_help(self) -> None:
        """F2: the pages there are to read."""
        self.solterm.show_pages(self.game or next(iter(catalogue().values())))

    def do_sheet(self) -> None:
        """F3: the score sheet of the game."""
        if game := self.game:
            self.solterm.show_start(game)

    def do_stats(self) -> None:
        """F6: the statistics."""
        self.solterm.show_statistics()

    def do_saves(self) -> None:
        """F7: saved games."""
        self.solterm.show_saves()

    def do_level(self) -> None:
        """F8: the level at which a game begins."""
        self._asks_level = True

    def do_deal(self) -> None:
        """F9: choose the deal, and what else the game leaves to choose."""
        if game := self.game:
            self.solterm.show_deal(game, self.level)

    def do_settings(self) -> None:
        """F10: the settings."""
        self.solterm.show_settings()

    def _type(self, character: str | None) -> None:
        if character and (character.isalpha() or character in " -'"):
            self._find(self.search + character)

    def _find(self, search: str) -> None:
        self.search = search.lstrip()
        games = self.games
        if games and self.chosen not in (game.id for game in games):
            self.chosen = games[0].id

    def _step(self, by: int) -> None:
        ids = [game.id for game in self.games]
        if ids:
            here = ids.index(self.chosen) if self.chosen in ids else 0
            wraps = abs(by) == 1
            place = (here + by) % len(ids) if wraps else max(0, min(len(ids) - 1, here + by))
            self.chosen = ids[place]


_STEPS = {"up": -1, "down": 1, "pageup": -15, "pagedown": 15, "home": -99, "end": 99}


def _words(game: Game) -> str:
    """What a search may find a game by: name, other names, collection and family."""
    return " ".join((game.name, *game.also, game.collection, game.family, game.id)).lower()
