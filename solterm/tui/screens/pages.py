"""What there is to read: the introduction, how to play, and the rules of a game."""

from solterm import __version__
from solterm.core.game import Game
from solterm.games.pages import general, page
from solterm.tui.screens.listed import ListScreen

_GENERAL = {
    "introduction": "What solitaire is, and the words it uses",
    "playing": "How to play: cursor, marks, keys, levels, scores",
    "contests": "Score sheets, tours, tournaments and the rest",
}


class PagesScreen(ListScreen):
    """Lists the pages; Enter reads one."""

    heading = "Help"
    keys = "Enter Read   ESC Back"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def lines(self) -> list[str]:
        return [*_GENERAL.values(), f"The rules of {self.game.name} ({self.game.collection})"]

    def about(self) -> str:
        return f"solterm {__version__}, a solitaire collection for the terminal. License: MIT."

    def choose(self) -> None:
        names = list(_GENERAL)
        if self.place < len(names):
            self.solterm.show_text(self.lines()[self.place], general(names[self.place]))
        else:
            self.solterm.show_text(f"{self.game.name}", page(self.game.id))
