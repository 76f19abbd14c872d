"""Pages to read: rules, help, and long answers of the command line."""

import re

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.markdown import MarkdownFence
from textual.widgets.option_list import Option

from solterm.tui.screens.page import Page
from solterm.tui.widgets.lists import PlainList
from solterm.tui.widgets.scrolling import Reader

_WIDE = 104
"""The width from which the table of contents is always open."""
_FEWEST = 3
"""The number of headings from which a page has a table of contents."""
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"[-+\d ./,%]*")


class TextScreen(Page[None]):
    """Shows a text, a screenful at a time."""

    AUTO_FOCUS = "#text"
    BINDINGS = [
        Binding("space", "page_down", "Page", key_display="PgUp PgDn"),
        Binding("t,T", "contents", "Contents"),
        Binding("escape,q,Q,enter,question_mark,f2,2", "back", "Back", key_display="Esc"),
    ]

    def __init__(self, title: str, text: str, is_page: bool = False) -> None:
        """A page is Markdown; any other text keeps its lines."""
        super().__init__()
        self._title = title
        self.text = text
        self.is_page = is_page
        self._headings: list[str] = []
        """The ids of the headings, in order."""

    def title_text(self) -> str:
        return self._title

    @property
    def way_on(self) -> str:
        return "Esc closes the page."

    def compose_content(self) -> ComposeResult:
        with Horizontal(id="page"):
            contents = PlainList(id="contents", markup=False)
            # The text appears once, in its place: the list beside it fills later.
            contents.display = self._is_wide and self._has_contents
            yield contents
            with Reader(id="text"):
                if self.is_page:
                    yield MarkdownPage(self.text, self.solterm.glyphs.ascii)
                else:
                    yield Static(self.text, markup=False)

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
        self._contents.set_class(not self._is_wide, "-over")

    @on(Markdown.TableOfContentsUpdated)
    def list_contents(self, event: Markdown.TableOfContentsUpdated) -> None:
        """List the headings, if there are enough of them."""
        found = event.table_of_contents
        if len(found) >= _FEWEST:
            self._headings = [id or "" for _, _, id in found]
            self._contents.clear_options()
            self._contents.add_options([Option(name) for _, name, _ in found])
            self._contents.highlighted = 0
            self._show_contents(self._is_wide)
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._headings) if action == "contents" else True

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
        heading = self.query_one(f"#{self._headings[event.option_index]}")
        self._scroll.scroll_to(y=heading.virtual_region.y, animate=False, immediate=True)
        self._leave_contents()


class _Fence(MarkdownFence):
    """A block of lines without highlighting."""

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = False) -> Content:
        return Content(code.rstrip("\n"))


class MarkdownPage(Markdown):
    """Markdown in the player's colours and characters, at most as wide as is easy to read."""

    def __init__(self, text: str, is_ascii: bool) -> None:
        super().__init__(text, open_links=False)
        self.BLOCKS = {**Markdown.BLOCKS, "fence": _Fence, "code_block": _Fence}
        self.BULLETS = ["- " if is_ascii else "• "]

    @on(Markdown.TableOfContentsUpdated)
    def align_numbers(self) -> None:
        """Align columns of numbers to the right, once their cells are mounted."""
        self.call_after_refresh(self._align)

    def _align(self) -> None:
        for table in self.query("MarkdownTableContent"):
            headers = list(table.query(".header"))
            cells = list(table.query(".cell").results(Static))
            for at, header in enumerate(headers):
                column = cells[at :: len(headers)]
                if all(_NUMBER.fullmatch(str(cell.content)) for cell in column):
                    for cell in (header, *column):
                        cell.add_class("-number")
