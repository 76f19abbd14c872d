"""Pages with one list: rows to read or to choose from, their columns, keys for a row, a search."""

import time
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.geometry import Size
from textual.reactive import var
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static

from solterm.sessions.report import ASCII_BLOCKS, BLOCKS, Column, Graph, Report, Share, Value
from solterm.tui.keys.keymap import key_words
from solterm.tui.look.wrapping import wrap
from solterm.tui.screens.base_screen import Page, Result
from solterm.tui.widgets.lines import Words
from solterm.tui.widgets.lists import LineList, LineLook

_LEAST = 8
"""Columns that a shrinking column keeps."""
_GAP = 2
"""Blanks between two columns."""
_BAR, _SHORT_BAR = 20, 10
"""Cells of a full bar in a wide and in a narrow window."""
_WIDE = 96
"""The width from which the bars are long."""
_HIGH = 32
"""The height from which graphs are large."""
_MOMENT, _REST = 0.03, 0.05
"""Seconds of work, and of rest after them, so that keys are answered."""


def on_item(keys: str, do: str, label: str, about: str = "", **more: Any) -> Binding:
    """Return a key for the item under the cursor: it calls the page's method ``do`` with it."""
    return Binding(keys, f"act('{do}')", label, tooltip=about, **more)


class ListRow(NamedTuple):
    """A row of a list. Without an item it can only be read."""

    cells: Sequence[Value]
    """A value for each column, or one text for the whole row."""
    item: Any = None
    """What the keys act on."""
    about: str = ""
    """The text under the list while the cursor is on the row."""
    look: LineLook = LineLook.PLAIN

    @property
    def is_heading(self) -> bool:
        return self.look is LineLook.HEADING


def heading(text: str) -> ListRow:
    """Return a heading, which the cursor leaves out."""
    return ListRow((text,), look=LineLook.HEADING)


class Listing(NamedTuple):
    """The content of a page."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[ListRow]
    notes: Sequence[str] = ()
    """The lines under the list, unless a row has its own."""
    above: Sequence[str] = ()
    """The lines over it."""
    graph: Graph | None = None

    @classmethod
    def of(cls, report: Report, items: Iterable[object] = ()) -> "Listing":
        """Return a report with what the keys act on, row by row; a row of totals may have none."""
        last, rest = len(report.rows) - 1, iter(items)
        rows = []
        for at, cells in enumerate(report.rows):
            look = LineLook.OWN if at in report.own else LineLook.PLAIN
            if report.has_totals and at == last:
                look = LineLook.TOTALS
            rows.append(ListRow(cells, next(rest, None), look=look))
        return cls(report.title, report.columns, rows, report.notes, graph=report.graph)


class ListPage(Page[Result]):
    """Shows rows, under headings or as a table, and acts on the one under the cursor.

    A page has ``rows``, or a whole ``listing``, and methods that take an item. The cursor stays on
    its item when the rows change.
    """

    DEFAULT_CSS = """
    ListPage {
        & #columns {
            height: 1;
            padding: 0 1;
            text-wrap: nowrap;
            color: $faint-ink;
            text-style: $faint-style;
        }
        & > #above, & > #graph { padding: 0 1; color: $table-ink; }
    }
    """

    EMPTY = "Nothing to list yet."
    COLUMNS: Sequence[Column] = (Column(shrinks=True),)

    ARE_COMMANDS = False
    """Whether the rows are things to do, so that one click does one."""

    BESIDE = 3
    """Columns next to a row: two margins and the scroll bar."""

    @property
    def list_width(self) -> int:
        """The columns of the list and its margins: those of the window, unless it shares them."""
        return self.app.size.width

    shown = Listing("", (), ())
    """What the page shows now."""
    _cut: Sequence[bool] = ()
    """Whether a row lacks the end of a cell."""
    _made_for: Size | None = None
    """The size of the window that the list is made for."""
    _was_left = False
    _work: Iterator[object] = iter(())
    _rest: Timer | None = None

    # -- what a page declares --------------------------------------------------------------

    def look_up(self) -> None:
        """Read what the rows are made from: when the page opens, and whenever it is on top again.

        Ask a host here: its answer comes later.
        """

    def work(self) -> Iterator[object]:
        """Do what takes long, after the first picture, and yield where keys may be answered."""
        yield from ()

    def rows(self) -> Iterable[ListRow]:
        """Return the rows, under the page's own title and columns."""
        return ()

    def listing(self) -> Listing:
        """Return all that the page shows."""
        return Listing(self.title_text(), self.COLUMNS, list(self.rows()))

    def key_of(self, item: Any) -> object:
        """Return what stays the same about an item when the page reads it again."""
        return item

    def opens_on(self) -> Any:
        """Return the item for the cursor at first; None for the first row."""
        return None

    def offers(self, do: str, item: Any) -> bool:
        """Return whether a key does something now.

        It acts on the argument of its action, or else on the item under the cursor.
        """
        return True

    def tell_empty(self) -> str:
        """Return what an empty list says."""
        return self.EMPTY

    def notes(self, row: ListRow | None) -> Sequence[str]:
        """Return the lines under the list for a row: its own, or the listing's."""
        return [row.about] if row and row.about else self.shown.notes

    def graph(self, row: ListRow) -> Graph | None:
        """Return the graph under the list for a row: the listing's, unless rows have their own."""
        return self.shown.graph

    # -- the list --------------------------------------------------------------------------

    def compose_content(self) -> ComposeResult:
        yield Words(id="above")
        yield Static(id="columns", markup=False)
        yield LineList(id="list", markup=False)
        yield Words(id="graph")
        yield Words(id="notes")

    @property
    def list(self) -> LineList:
        return self.query_one("#list", LineList)

    @property
    def here(self) -> int:
        """The row under the cursor, from 0."""
        return self.list.highlighted or 0

    @property
    def row(self) -> ListRow | None:
        """The row under the cursor; None in an empty list, and before there is one."""
        here = self.list.highlighted if self.shown.rows else None
        return None if here is None else self.shown.rows[here]

    @property
    def item(self) -> Any:
        """What the keys act on; None if the row has nothing."""
        return self.row.item if self.row else None

    def on_mount(self) -> None:
        if not self.query("#list"):
            return  # another screen has replaced it meanwhile
        self.look_again()
        self.go_to(self.find_item(self.opens_on()) or 0)
        self.list.are_commands = self.ARE_COMMANDS
        self.list.focus()

    def on_screen_suspend(self) -> None:
        self._was_left = True

    def on_screen_resume(self) -> None:
        if self._was_left and self.is_mounted:
            self._was_left = False
            self.look_again()

    def look_again(self) -> None:
        """Read everything again, and show it, even without what cannot be read."""
        with self.telling_trouble():
            self.look_up()
        self.show_rows()
        self._work = self.work()
        self.work_on()

    def work_on(self) -> None:
        """Go on with the work for a moment."""
        if self._rest:
            self._rest.stop()
        until = time.monotonic() + _MOMENT
        with self.telling_trouble():
            for _ in self._work:
                if time.monotonic() > until:
                    self._rest = self.set_timer(_REST, self.work_on)
                    return

    def show_rows(self, here: int | None = None) -> None:
        """Fill the list; the cursor stays on its item, or goes to row ``here``."""
        before, place = self.row, self.list.highlighted or 0
        self.shown = self.listing()
        self._fill()
        if here is None and before:
            here = self.find_item(before.item)
        self.go_to(place if here is None else here)

    def find_item(self, item: Any) -> int | None:
        """Return the row of an item; None if there is none."""
        if item is None:
            return None
        key, rows = self.key_of(item), enumerate(self.shown.rows)
        keys = ((at, self.key_of(row.item)) for at, row in rows if row.item is not None)
        return next((at for at, each in keys if each == key), None)

    def go_to(self, place: int) -> None:
        """Move the cursor to a row, or from a heading to the next row."""
        usable = [at for at, row in enumerate(self.shown.rows) if not row.is_heading]
        behind = [at for at in usable if at >= place]
        self.list.highlighted = next(iter(behind or usable[-1:]), None)
        self.show_notes()
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        if self._made_for not in (None, self.app.size):
            self.show_rows()

    def _fill(self) -> None:
        """Write the rows into the list, and the heads above it."""
        self._made_for = self.app.size
        columns, rows, width = self.shown.columns, self.shown.rows, self.list_width
        fits = [at for at, each in enumerate(columns) if each.from_width <= width]
        shown = [columns[at] for at in fits]
        heads = [each.short or each.title for each in shown]
        table = [
            [self._cell(row.cells[at], columns[at]) for at in fits]
            if len(row.cells) == len(columns) and not row.is_heading
            else []
            for row in rows
        ]
        widths = self._widths(shown, [heads, *filter(None, table)])
        lines = [
            self._align(cells, shown, widths) if cells else str(row.cells[0])
            for row, cells in zip(rows, table, strict=True)
        ]
        self._cut = [any(map(_is_wider, cells, widths)) for cells in table]
        self.query_one("#title", Static).update(self.shown.title)
        for words in self.query("#above").results(Words):
            words.say("\n".join(self.shown.above))
        for above in self.query("#columns").results(Static):
            above.display = bool(rows) and any(heads)
            above.update(self._align(heads, shown, widths))
        looks = [row.look for row in rows]
        if not rows:
            lines = wrap(self.tell_empty(), width - self.BESIDE)
            looks = [LineLook.HEADING] * len(lines)
        self.list.show(lines, looks)

    def _cell(self, value: Value, column: Column) -> str:
        if isinstance(value, Share):
            # Among numbers, a long bar would push the columns apart.
            is_long = self.app.size.width >= _WIDE and not column.is_number
            cells = _BAR if is_long else _SHORT_BAR
            return value.draw(cells, *("#." if self.skin.glyphs.ascii else "█░"))
        return column.text(value)

    def _widths(self, columns: Sequence[Column], table: Sequence[Sequence[str]]) -> Sequence[int]:
        widths = [max(cell_len(cells[at]) for cells in table) for at in range(len(columns))]
        over = sum(widths) + _GAP * (len(widths) - 1) + self.BESIDE - self.list_width
        shrinking = [at for at, column in enumerate(columns) if column.shrinks]
        while over > 0 and any(widths[at] > _LEAST for at in shrinking):
            widths[max(shrinking, key=widths.__getitem__)] -= 1
            over -= 1
        return widths

    def _align(self, cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
        end = "" if self.skin.glyphs.ascii else "…"
        aligned = (
            _fit(cell, width, column.is_number, end)
            for cell, column, width in zip(cells, columns, widths, strict=True)
        )
        return f"{'':{_GAP}}".join(aligned).rstrip()

    # -- the row under the cursor ----------------------------------------------------------

    @on(OptionList.OptionHighlighted)
    def follow_cursor(self) -> None:
        """Show what the page tells of the row, and the keys that it has."""
        self.show_notes()
        self.refresh_bindings()

    def show_notes(self) -> None:
        row = self.row
        is_cut = row is not None and len(row.cells) == 1 and self._cut[self.here]
        notes = chain(map(str, row.cells if row and is_cut else ()), self.notes(row))
        self.query_one("#notes", Words).say("\n".join(notes))
        # The text may take room from the list, or give it back.
        self.call_after_refresh(self.list.scroll_to_highlight)
        for drawn in self.query("#graph").results(Words):
            graph = self.graph(row) if row else None
            drawn.say("\n".join(self._draw(graph)) if graph else "")

    def _draw(self, graph: Graph) -> Iterable[str]:
        width, height = self.app.size
        rows = 2 if height < _HIGH else 5
        heights = ASCII_BLOCKS if self.skin.glyphs.ascii else BLOCKS
        return graph.draw(width - 2, rows, heights)

    # -- keys ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a key where the page has a use for it; one for an item needs an item."""
        if action == "act":
            return self.item is not None and self.offers(str(parameters[0]), self.item)
        return self.offers(action, parameters[0] if parameters else self.item)

    def action_act(self, do: str) -> None:
        """Do something with the item under the cursor, and show what comes of it."""
        getattr(self, do)(self.item)
        if self.is_current and self.is_attached:
            self.show_rows()

    def choose(self, item: Any) -> None:
        """Do what a line of the list stands for."""
        item()

    @on(OptionList.OptionSelected)
    async def take_click(self, event: OptionList.OptionSelected) -> None:
        """Choose the row under the cursor, which was clicked."""
        event.stop()
        await self.click_row()

    async def click_row(self) -> None:
        """Do what Enter does."""
        await self.run_key("enter")


# -- searched lists ----------------------------------------------------------------------------


class SearchInput(Input, can_focus=False):
    """Shows the search. The list keeps the focus and the terminal's cursor."""

    DEFAULT_CSS = """
    SearchInput, SearchInput:ansi {
        width: 1fr;
        height: 1;
        border: none;
        padding: 0;
        background: $table-paper;
        color: $table-ink;
        & > .input--placeholder { color: $faint-ink; text-style: $faint-style; }
    }
    """


class SearchedPage(ListPage[Result]):
    """A list that is searched for what is typed.

    A letter begins the search. From then on every character that can be printed belongs to it, so
    that no such key does anything else. Backspace deletes one, and Esc clears the search.
    """

    BINDINGS = [
        Binding("backspace", "shorten", show=False, tooltip="Delete a letter of the search"),
    ]

    search = var("", init=False, bindings=True)
    """What is searched for."""

    @abstractmethod
    def find(self, typed: str) -> None:
        """Search for a text, at once, as the next key may be typed ahead; "" ends the search."""

    def set_search(self, typed: str) -> None:
        """Keep the search, and show it."""
        self.search = typed
        for shown in self.query(SearchInput):
            shown.value = typed

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that work now: in a search, no key that it takes, and Esc shows all again."""
        found = super().active_bindings
        if not self.search:
            return found
        return {
            key: active._replace(binding=self._name_in_search(active.binding))
            for key, active in found.items()
            if len(key_words(key)) > 1
        }

    def _name_in_search(self, binding: Binding) -> Binding:
        if len(binding.key_display or "") == 1:
            binding = replace(binding, key_display=None)
        return replace(binding, description="All") if binding.action == "back" else binding

    def begins_search(self, character: str) -> bool:
        return character.isalpha()

    def take_key(self, event: events.Key) -> bool:
        typed = event.character or ""
        is_text = bool(typed) and typed.isprintable()
        if is_text and (self.search or self.begins_search(typed)):
            self.find(self.search + typed)
            return True
        return super().take_key(event)

    def action_shorten(self) -> None:
        self.find(self.search[:-1])

    def action_back(self) -> None:
        """End the search, or else close the screen."""
        if self.search:
            self.find("")
        else:
            super().action_back()


def _is_wider(cell: str, width: int) -> bool:
    return cell_len(cell) > width


def _fit(cell: str, width: int, is_number: bool, end: str) -> str:
    """Return a cell in a column; ``end`` stands for what has no room.

    >>> _fit("12", 4, True, "…"), _fit("Golf", 6, False, "…"), _fit("Klondike", 6, False, "…")
    ('  12', 'Golf  ', 'Klond…')

    Some characters take two columns.

    >>> [cell_len(_fit("\\u9ad8" * 3, width, False, "…")) for width in (4, 5)]
    [4, 5]
    """
    if _is_wider(cell, width):
        return set_cell_size(cell, width - cell_len(end)) + end
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if is_number else cell + blanks
