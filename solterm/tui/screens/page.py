"""The frame of most screens: a title, the content, a message and the keys; and pages of text.

A screen declares its keys as ``Binding``s. Those with ``show`` are in the last row; F2 and ``?``
list all of them with their tooltips, on a ``TextScreen``.
"""

import re
from typing import TYPE_CHECKING

from rich.style import Style
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from solterm.games import find_known, name_apart
from solterm.tui.keys.keymap import key_words
from solterm.tui.look.canvas import Role
from solterm.tui.screens.base_screen import BaseScreen, Result
from solterm.tui.textual_themes import rich_styles
from solterm.tui.widgets.key_bar import KeyBar
from solterm.tui.widgets.lines import MessageLine
from solterm.tui.widgets.lists import PlainList

if TYPE_CHECKING:
    from textual.widgets import Markdown

_WIDE = 104
"""The width from which the table of contents is always open."""
_FEWEST = 3
"""The number of headings from which a page has a table of contents."""
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def name_of(game_id: str) -> str:
    """Return a game's name, as ``name_apart`` does; its id if this version does not know it."""
    game = find_known(game_id)
    return name_apart(game) if game else game_id


class Page(BaseScreen[Result]):
    """A screen with a title, over another one."""

    ABOUT = ""
    """The introduction of the help, in Markdown."""
    BINDINGS = [
        Binding("f2,2,question_mark", "help", "Help", key_display="?"),
        Binding("escape", "back", "Back"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(self.title_text(), id="title", markup=False)
        yield from self.compose_content()
        yield MessageLine()
        yield KeyBar()

    def title_text(self) -> str:
        """Return the text of the first row: the ``TITLE``, unless a screen says more."""
        return self.TITLE or ""

    def compose_content(self) -> ComposeResult:
        yield from ()

    def take_key(self, event: events.Key) -> bool:
        """Close the page with Q too, unless it has another meaning there."""
        is_back = event.key in ("q", "Q") and not self.is_bound(event.key)
        if is_back:
            self.action_back()
        return is_back

    def on_paste(self, event: events.Paste) -> None:
        self.say("A copied game or deal is pasted into the menu.")

    def style(self, role: Role) -> Style:
        return rich_styles(self.skin.palette)[role]

    def action_help(self) -> None:
        self.doors.show_page(self.title_text(), self.help_text())

    def help_text(self) -> str:
        rows = []
        for binding, words in self._explained():
            rows.append(f"| {words} | {binding.tooltip or binding.description} |")
        table = "\n".join(["| Key | Does |", "|---|---|", *rows])
        return f"{self.ABOUT.strip()}\n\n{table}"

    def _explained(self) -> list[tuple[Binding, str]]:
        keys: dict[str, tuple[Binding, list[str]]] = {}
        for active in self.active_bindings.values():
            binding = active.binding
            if binding.description and (binding.show or binding.tooltip):
                _, words = keys.setdefault(binding.action, (binding, []))
                word = binding.key_display or key_words(binding.key)
                if word not in words:
                    words.append(word)
        last = ("help", "back")
        explained = sorted(keys.values(), key=lambda each: each[0].action in last)
        return [(binding, " ".join(words)) for binding, words in explained]


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

    @property
    def key_advice(self) -> str:
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
                    from solterm.tui.widgets.markdown_page import MarkdownPage  # slow to import

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

    def on_markdown_table_of_contents_updated(
        self, event: "Markdown.TableOfContentsUpdated"
    ) -> None:
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
