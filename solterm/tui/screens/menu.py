"""The menu: every game of the catalogue."""

from solterm.core.game import Game
from solterm.games import catalogue
from solterm.tui import chrome
from solterm.tui.canvas import Canvas, Role
from solterm.tui.keys import QUIT_KEYS
from solterm.tui.screens.painted import PaintedScreen

_TITLE = ("s o l t e r m", "solitaire for the terminal")
_KEYS = "Enter Scored game   P Free play   ? Rules   Up/Down Choose   Q Quit"


class MenuScreen(PaintedScreen):
    """Choose a game, and how to play it."""

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self.games: list[Game] = list(catalogue().values())
        self.chosen = 0
        self.in_progress: dict[str, str] = {}

    def on_mount(self) -> None:
        """Start at the game in progress."""
        self.in_progress = {each.game: each.context for each in self.solterm.store.in_progress()}
        for number, game in enumerate(self.games):
            if game.id in self.in_progress:
                self.chosen = number
                break
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        canvas.centred(1, _TITLE[0], Role.LABEL)
        canvas.centred(2, _TITLE[1], Role.TABLE)
        y = 5
        for number, game in enumerate(self.games):
            if number == 0 or game.collection != self.games[number - 1].collection:
                canvas.text(4, y, game.collection, Role.LABEL)
                y += 1
            here = number == self.chosen
            pointer = canvas.glyphs.pointer[0] if here else " "
            state = self._state(game)
            line = f" {pointer} {game.name:16} {state}"
            canvas.text(4, y, line.ljust(canvas.width - 8), Role.BOX if here else Role.TABLE)
            y += 1
        chrome.paint_message(canvas, self.notice)
        chrome.paint_footer(canvas, _KEYS)

    def _state(self, game: Game) -> str:
        context = self.in_progress.get(game.id)
        if context is None:
            return ""
        return f"in progress ({context or 'free play'})"

    def press(self, key: str, character: str | None) -> None:
        game = self.games[self.chosen]
        if key in ("up", "down"):
            self.chosen = (self.chosen + (1 if key == "down" else -1)) % len(self.games)
        elif key in ("enter", "space"):
            self.solterm.show_start(game)
        elif key in ("p", "P"):
            self.solterm.resume_or(lambda: self.solterm.deal(game), game, "")
        elif character == "?":
            self.solterm.show_rules(game)
        elif key in QUIT_KEYS:
            self.app.exit(0)
        elif key == "ctrl+l":
            self.solterm.picture_lost()
