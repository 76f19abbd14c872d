"""The help pages, the lesson, and the rules of the present game."""

from collections.abc import Sequence
from importlib.resources import files
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from solterm import __version__
from solterm.core.game import Game
from solterm.tui.screens.page import ListPage

_FOLDER = "pages"
_LESSON = "lesson"
"""The page that is a lesson to play."""
_WIDE = 70
"""The width from which the list shows a summary of each page."""


class _HelpPage(NamedTuple):
    id: str
    """The name of its file; empty for the rules of the game."""
    title: str
    about: str


class HelpPagesScreen(ListPage[None]):
    """Lists the help pages."""

    TITLE = "Help"
    ABOUT = "The pages of help. Enter opens one, Esc closes it."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Read", tooltip="Open the page")
    ]

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.game = game
        self._pages: list[_HelpPage] = []

    def _list_pages(self) -> list[_HelpPage]:
        pages = [
            _HelpPage("first", "First steps", "All you need for a first game."),
            _HelpPage(_LESSON, "A two-minute lesson", "Klondike, key by key."),
            _HelpPage("introduction", "Introduction to solitaire", "What the words mean."),
            _HelpPage("playing", "How to play", "Keys, levels, exceptions, scores, saves."),
        ]
        if self.game:
            about = "Its deal, its rules, its levels and hints."
            pages.append(_HelpPage("", f"Rules of {self.game.name}", about))
        if self.solterm.hall.has_host:
            pages.append(_HelpPage("host", "On this host", "Your name, your keys, other players."))
        return [*pages, _HelpPage("about", "About solterm", "Where the games come from.")]

    def options(self, width: int) -> Sequence[Option]:
        self._pages = self._list_pages()
        is_wide = width >= _WIDE
        return [
            Option(f"{page.title:36}{page.about}" if is_wide else page.title)
            for page in self._pages
        ]

    def notes(self, index: int) -> Sequence[str]:
        return [] if self.app.size.width - 2 >= _WIDE else [self._pages[index].about]

    def choose(self, index: int) -> None:
        page = self._pages[index]
        if page.id == _LESSON:
            self.solterm.show_lesson()
        elif page.id:
            self.solterm.show_page(page.title, page_text(page.id))
        elif self.game:
            self.solterm.show_rules(self.game)


def page_text(name: str) -> str:
    """Return a help page by its name, without its title."""
    path = files("solterm.tui") / _FOLDER / f"{name}.md"
    text = path.read_text(encoding="utf-8").replace("VERSION", __version__)
    return text.partition("\n")[2].lstrip()
