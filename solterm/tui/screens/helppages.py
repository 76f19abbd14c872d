"""The pages of help: what solitaire is, how it is played here, and the rules of a game."""

from importlib.resources import files
from typing import ClassVar, NamedTuple, cast

from solterm import __version__
from solterm.core.game import Game
from solterm.tui.screens.listed import ListScreen

_FOLDER = "pages"
_LESSON = "lesson"
"""It stands among the pages, but is played."""


class _Page(NamedTuple):
    """A line of the list."""

    id: str
    """The name of its file; empty for the rules of a game."""
    title: str
    about: str


class HelpPagesScreen(ListScreen):
    """Lists the pages."""

    TITLE_TEXT = "Help"
    ABOUT = "The pages of help. Enter opens one, ESC closes it."
    ENTER: ClassVar[tuple[str, str]] = ("Read", "Open the page")

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.game = game

    @property
    def entries(self) -> list[_Page]:
        pages = [
            _Page("first", "First steps", "All you need for a first game."),
            _Page(_LESSON, "A lesson of two minutes", "Klondike, key by key."),
            _Page("introduction", "Introduction to solitaire", "What the words mean."),
            _Page("playing", "How to play", "Keys, levels, exceptions, scores, saves."),
        ]
        if self.game:
            about = "Its deal, its rules, its levels and hints."
            pages.append(_Page("", f"Rules of {self.game.name}", about))
        if self.solterm.has_host:
            pages.append(_Page("host", "On this host", "Your name, your keys, the others."))
        return [*pages, _Page("about", "About solterm", "Where the games come from.")]

    def line(self, entry: object, width: int) -> str:
        page = cast(_Page, entry)
        return f"{page.title:36}{page.about}" if width >= 70 else page.title

    def notes(self, width: int) -> list[str]:
        return [] if width >= 70 else [cast(_Page, self.entry).about]

    def choose(self) -> None:
        page = cast(_Page, self.entry)
        if page.id == _LESSON:
            self.solterm.show_lesson()
        elif page.id:
            self.solterm.show_page(page.title, page_text(page.id))
        elif self.game:
            self.solterm.show_rules(self.game)


def page_text(name: str) -> str:
    """A page of help by its name, without its title."""
    path = files("solterm.tui") / _FOLDER / f"{name}.md"
    text = path.read_text(encoding="utf-8").replace("VERSION", __version__)
    return text.partition("\n")[2].lstrip()
