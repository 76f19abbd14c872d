"""The help pages, and the rules of a game."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from solterm import __version__
from solterm.core.declaration import Declaration
from solterm.core.game import Game
from solterm.core.groups import is_closed
from solterm.core.play.play import Play
from solterm.games import find
from solterm.manual import rules_pages
from solterm.sessions.report import Column
from solterm.tui.screens.list_page import ListPage, ListRow, on_item
from solterm.tui.screens.page import TextScreen
from solterm.tui.table.lesson import LESSONS, find_lesson
from solterm.tui.widgets.miniature import SAMPLE, Miniature

TITLES = {
    "introduction": "Introduction to solitaire",
    "playing": "How to play",
    "host": "On this host",
}
"""The titles of the help pages with sections."""
_FOLDER = "pages"
_WIDE = 70
"""The width from which the list shows a summary of each page."""


class HelpPagesScreen(ListPage[None]):
    """Lists the help pages."""

    TITLE = "Help"
    COLUMNS = (Column(), Column(from_width=_WIDE, shrinks=True))
    ABOUT = "The pages of help. Enter opens one, Esc closes it."
    ARE_COMMANDS = True
    BINDINGS = [
        on_item("enter", "choose", "Read", "Open the page"),
        Binding("slash", "find", "Find", key_display="/", tooltip="Find a word in all pages"),
    ]

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.game = game

    def rows(self) -> Iterator[ListRow]:
        is_wide = self.app.size.width >= _WIDE
        for title, about, show in self._list_pages():
            yield ListRow((title, about), show, "" if is_wide else about)

    def action_find(self) -> None:
        self.solterm.action_command_palette()

    def _list_pages(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        app = self.solterm
        yield self._page("first", "First steps", "All you need for a first game.")
        taught = find(find_lesson(self.game).game)
        yield (
            "A two-minute lesson",
            f"{taught.name}, key by key.",
            partial(self.doors.show_lesson, taught),
        )
        yield self._page("introduction", TITLES["introduction"], "What the words mean.")
        yield self._page("playing", TITLES["playing"], "Keys, levels, exceptions, scores, saves.")
        if self.game:
            about = "Its deal, its rules, its levels and hints."
            yield f"Rules of {self.game.name}", about, partial(self.doors.show_rules, self.game)
        if app.seat.host.has_host:
            yield self._page("host", TITLES["host"], "Your name, your keys, other players.")
        yield self._page("about", "About solterm", "Where the games come from.")

    def _page(self, name: str, title: str, about: str) -> tuple[str, str, Callable[[], object]]:
        def show() -> None:
            self.doors.show_page(title, page_text(name))

        return title, about, show


class RulesScreen(TextScreen):
    """Shows a table and the rules of a game. L starts its lesson, if it has one."""

    DEFAULT_CSS = """
    RulesScreen Miniature { width: 100%; max-width: 78; height: auto; margin-bottom: 1; }
    RulesScreen #piles { color: $faint-ink; text-style: $faint-style; }
    """

    BINDINGS = [
        Binding("l,L", "lesson", "Lesson", tooltip="Play the first moves, key by key"),
        Binding("g,G", "guide", "Guide", tooltip="All pages of help"),
        Binding("f2,2", "keys", show=False, tooltip="The card of keys, over the table"),
    ]

    def __init__(self, game: Game, title: str, text: str) -> None:
        super().__init__(title, text, is_page=True)
        self.game = game

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "lesson":
            return self.game.id in LESSONS
        return super().check_action(action, parameters)

    def compose_opening(self) -> ComposeResult:
        yield Miniature(Play(self.game, SAMPLE), with_captions=True)

    def compose_end(self) -> ComposeResult:
        yield Static(name_piles(self.game.at_level(self.game.hardest)), id="piles", markup=False)

    def action_lesson(self) -> None:
        self.doors.show_lesson(self.game)

    def action_keys(self) -> None:
        """Go back; over a table, to its card of keys."""
        below = self.app.screen_stack[-2:][0]
        self.dismiss()
        if getattr(below, "is_table", False):
            below.call_later(below.run_action, "do('help')")

    def action_guide(self) -> None:
        """Open the list of pages, or go back to it."""
        for below in self.app.screen_stack[-2:-1]:
            if isinstance(below, HelpPagesScreen):
                self.dismiss()
                return
        self.doors.show_help_pages(self.game)


def name_piles(game: Declaration) -> str:
    """Return the names of a game's piles with their ids, as line mode and the pages use them.

    Piles that open only at a lower level are left out, as the table leaves them out.

    >>> name_piles(find("scorpion").at_level(3))
    'When you type moves: stock s, columns t1 to t7.'
    >>> name_piles(find("free-cell").at_level(3))
    'When you type moves: foundations f1 to f4, columns t1 to t8, cells r1 to r4.'
    """
    named: list[tuple[str, list[str]]] = []
    for pile in game.ids:
        if is_closed(game.group(pile)):
            continue
        name = game.group(pile).name
        if not named or named[-1][0] != name:
            named.append((name, []))
        named[-1][1].append(pile)
    told = [
        f"{name}s {piles[0]} to {piles[-1]}" if len(piles) > 1 else f"{name} {piles[0]}"
        for name, piles in named
    ]
    return f"When you type moves: {', '.join(told)}."


def page_text(name: str) -> str:
    """Return a help page by its name, without its title."""
    path = files("solterm.tui") / _FOLDER / f"{name}.md"
    text = path.read_text(encoding="utf-8").replace("VERSION", __version__)
    return text.partition("\n")[2].lstrip()


@cache
def list_sections(name: str) -> list[tuple[str, str]]:
    """Return the sections of a help page: heading and text."""
    sections = page_text(name).split("\n## ")[1:]
    return [(heading, text) for heading, _, text in (each.partition("\n") for each in sections)]


def find_rules(game: Game) -> tuple[str, str]:
    """Return the heading and the text of a game's rules; raises ``Refusal`` without any."""
    heading, _, text = rules_pages.page(game.id).partition("\n")
    return heading.lstrip("# "), text.lstrip()
