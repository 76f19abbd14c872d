"""A page with a list of lines to choose from."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from solterm.tui.screens.base import Result
from solterm.tui.screens.page import Page
from solterm.tui.widgets.lines import Words
from solterm.tui.widgets.lists import RowList


class Line(NamedTuple):
    """A line of a ``ListPage``."""

    text: str
    do: Callable[[], object] | None = None
    """What Enter does; None for a heading."""
    about: str = ""
    """The text under the list while the cursor is on the line."""


class ListPage(Page[Result]):
    """Lines to choose from, with headings."""

    EMPTY = "Nothing to list yet."

    def compose_content(self) -> ComposeResult:
        yield RowList(id="list", markup=False)
        yield Words(id="notes")

    shown: Sequence[Line] = ()

    @abstractmethod
    def lines(self, width: int) -> Iterable[Line]:
        """Return the lines for a list of this width."""

    @property
    def list(self) -> OptionList:
        return self.query_one("#list", OptionList)

    def on_mount(self) -> None:
        self.show_list()
        self.list.focus()

    def show_list(self, here: int | None = None) -> None:
        """Fill the list; the cursor stays on its line, or goes to line ``here``."""
        wanted = self.list.highlighted if here is None else here
        self.shown = list(self.lines(self.app.size.width - 2))
        lines = self.shown or [Line(self.EMPTY)]
        self.list.set_options(Option(line.text, disabled=line.do is None) for line in lines)
        usable = [at for at, line in enumerate(lines) if line.do]
        if usable:
            behind = [at for at in usable if at >= (wanted or 0)]
            self.list.highlighted = (behind or usable[-1:])[0]

    def on_resize(self, event: events.Resize) -> None:
        self.show_list()

    def action_select(self) -> None:
        self.list.action_select()

    @on(OptionList.OptionSelected)
    def choose_option(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if do := self.shown[event.option_index].do:
            do()

    @on(OptionList.OptionHighlighted)
    def show_notes(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#notes", Words).say(self.shown[event.option_index].about)
