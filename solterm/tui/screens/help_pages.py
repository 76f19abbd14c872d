"""Pages of text: any text, the help pages, and the rules of a game."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from solterm import __version__
from solterm.core.declaration import Declaration
from solterm.core.game import Game
from solterm.core.groups import is_closed
from solterm.core.play.play import Play
from solterm.games import find
from solterm.manual import rules_pages
from solterm.sessions.report import Column
from solterm.tui.screens.base_screen import Page
from solterm.tui.screens.list_page import ListPage, ListRow, on_item
from solterm.tui.table.lesson import LESSONS, find_lesson
from solterm.tui.widgets.lists import PlainList
from solterm.tui.widgets.markdown_page import MarkdownPage
from solterm.tui.widgets.miniature import SAMPLE, Miniature

TITLES = {
    "introduction": "Introduction to solitaire",
    "playing": "How to play",
    "host": "On this host",
}
"""The titles of the help pages with sections."""
_FOLDER = "pages"
_WITH_SUMMARIES = 70
"""The width from which the list shows a summary of each page."""
_WIDE = 104
"""The width from which the table of contents is always open."""
_FEWEST = 3
"""The number of headings from which a page has a table of contents."""
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


class Reader(VerticalScroll):
    """A ``VerticalScroll`` that scrolls at once, before the next key is handled."""

    def _roll(self, to: float) -> None:
        self.scroll_to(y=to, animate=False, immediate=True)

    @property
    def _page(self) -> int:
        # One line less than a screenful, so that the reader does not lose the line.
        return max(1, self.scrollable_content_region.height - 1)

    def action_scroll_up(self) -> None:
        self._roll(self.scroll_y - 1)

    def action_scroll_down(self) -> None:
        self._roll(self.scroll_y + 1)

    def action_page_up(self) -> None:
        self._roll(self.scroll_y - self._page)

    def action_page_down(self) -> None:
        self._roll(self.scroll_y + self._page)

    def action_scroll_home(self) -> None:
        self._roll(0)

    def action_scroll_end(self) -> None:
        self._roll(self.max_scroll_y)


class TextScreen(Page[None]):
    """Shows a text, a screenful at a time."""

    DEFAULT_CSS = """
    TextScreen {
        & > #page { height: 1fr; layers: base overlay; }
        & > #page Static { width: 100%; max-width: 78; height: auto; }
        & #contents {
            width: 26;
            height: 1fr;
            padding: 0 1;
            &.-over {
                layer: overlay;
                dock: left;
                width: 34;
                height: auto;
                max-height: 100%;
                padding: 0;
                & > .option-list--option-highlighted {
                    background: $key-number-paper;
                    color: $key-number-ink;
                    text-style: $box-style;
                }
            }
        }
        & #text { width: 1fr; padding: 0 1; background: $table-paper; }
    }
    """

    AUTO_FOCUS = "#text"
    BINDINGS = [
        Binding("space", "page_down", "Page", key_display="PgUp PgDn"),
        Binding("t,T", "contents", "Contents"),
        Binding("slash", "find", "Find", key_display="/"),
        Binding("escape,q,Q,enter", "back", "Back", key_display="Esc"),
        Binding("question_mark,f2,2", "help", "Help", key_display="?"),
        Binding("question_mark,f2,2", "close_help", show=False),
    ]

    def __init__(self, title: str, text: str, is_page: bool = False, heading: str = "") -> None:
        """A page is Markdown, and may open at a heading; any other text keeps its lines."""
        super().__init__()
        self._title = title
        self.text = text
        self.is_page = is_page
        self._opens_at = heading
        self._headings: list[str] = []
        """The ids of the headings, in order."""

    def title_text(self) -> str:
        return self._title

    def advise(self, key: str) -> str:
        return "Esc closes the page."

    def compose_content(self) -> ComposeResult:
        with Horizontal(id="page"):
            contents = PlainList(id="contents", markup=False)
            # The text appears once, in its place: the list beside it fills later.
            contents.display = self._is_wide and self._has_contents
            yield contents
            with Reader(id="text"):
                yield from self.compose_opening()
                if self.is_page:
                    yield MarkdownPage(self.text, self.skin.glyphs.ascii)
                else:
                    yield Static(self.skin.glyphs.sentence(self.text), markup=False)
                yield from self.compose_end()

    def compose_opening(self) -> ComposeResult:
        """Compose what stands above the text and scrolls with it."""
        yield from ()

    def compose_end(self) -> ComposeResult:
        """Compose what stands below the text and scrolls with it."""
        yield from ()

    @property
    def _scroll(self) -> Reader:
        return self.query_one("#text", Reader)

    @property
    def _contents(self) -> OptionList:
        return self.query_one("#contents", OptionList)

    @property
    def _has_contents(self) -> bool:
        """Whether the page has enough headings for a list of them."""
        return self.is_page and len(_HEADING.findall(_FENCED.sub("", self.text))) >= _FEWEST

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= _WIDE

    def on_resize(self, event: events.Resize) -> None:
        self._show_contents(self._is_wide or self._contents.has_focus)

    def _show_contents(self, wanted: bool) -> None:
        self._contents.display = wanted and self._has_contents
        self._contents.set_class(not self._is_wide, "-over", "box")

    def on_markdown_table_of_contents_updated(self, event: Markdown.TableOfContentsUpdated) -> None:
        """List the headings, if there are enough of them."""
        found = event.table_of_contents
        if len(found) >= _FEWEST:
            self._headings = [id or "" for _, _, id in found]
            self._contents.clear_options()
            self._contents.add_options([Option(name) for _, name, _ in found])
            self._contents.highlighted = 0
            self._show_contents(self._is_wide)
            self.refresh_bindings()
            names = [name for _, name, _ in found]
            if self._opens_at in names:
                self.call_after_refresh(self._go_to, self._headings[names.index(self._opens_at)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the contents of a short page; the keys for help close a page of help."""
        match action:
            case "contents":
                return bool(self._headings)
            case "find" | "close_help":
                return self.is_page
            case "help":
                return not self.is_page
        return True

    def action_close_help(self) -> None:
        self.action_back()

    def action_find(self) -> None:
        """Search the help, and all else."""
        self.solterm.action_command_palette()

    def action_page_down(self) -> None:
        self._scroll.action_page_down()

    def action_contents(self) -> None:
        if self._contents.has_focus:
            self._leave_contents()
        else:
            self._show_contents(True)
            self._contents.focus()

    def action_back(self) -> None:
        if self._contents.has_focus:
            self._leave_contents()
        else:
            super().action_back()

    def _leave_contents(self) -> None:
        self._scroll.focus()
        self._show_contents(self._is_wide)

    @on(OptionList.OptionSelected)
    def go_to_heading(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._go_to(self._headings[event.option_index])
        self._leave_contents()

    def _go_to(self, heading_id: str) -> None:
        heading = self.query_one(f"#{heading_id}")
        page = self.query_one("MarkdownPage", Widget)
        y = page.virtual_region.y + heading.virtual_region.y
        self._scroll.scroll_to(y=y, animate=False, immediate=True)


class HelpPagesScreen(ListPage[None]):
    """Lists the help pages."""

    TITLE = "Help"
    COLUMNS = (Column(), Column(from_width=_WITH_SUMMARIES, shrinks=True))
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
        yield self._page("first", "First steps", "All you need for a first game.")
        taught = find(find_lesson(self.game).game)
        about = f"{taught.name}, key by key."
        yield self._row("A two-minute lesson", about, partial(self.doors.show_lesson, taught))
        yield self._page("introduction", TITLES["introduction"], "What the words mean.")
        yield self._page("playing", TITLES["playing"], "Keys, levels, exceptions, scores, saves.")
        if self.game:
            about = "Its deal, its rules, its levels and hints."
            show = partial(self.doors.show_rules, self.game)
            yield self._row(f"Rules of {self.game.name}", about, show)
        if self.seat.host.has_host:
            yield self._page("host", TITLES["host"], "Your name, your keys, other players.")
        yield self._page("about", "About solterm", "Where the games come from.")

    def _page(self, name: str, title: str, about: str) -> ListRow:
        def show() -> None:
            self.doors.show_text(title, page_text(name), is_page=True)

        return self._row(title, about, show)

    def _row(self, title: str, about: str, show: Callable[[], object]) -> ListRow:
        is_wide = self.app.size.width >= _WITH_SUMMARIES
        return ListRow((title, about), show, "" if is_wide else about)

    def action_find(self) -> None:
        self.solterm.action_command_palette()


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
