"""A page of values to choose: a row for each, which Left, Right and Enter turn."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from solterm.sessions.report import Column
from solterm.tui.screens.base_screen import Result
from solterm.tui.screens.dialogs import TextDialog
from solterm.tui.screens.list_page import ListPage, ListRow, on_item


class Field(NamedTuple):
    """One thing to choose."""

    key: str
    name: str
    about: str = ""
    choices: Sequence[tuple[Any, str]] = ()
    """The values with their labels; empty for text."""
    most: int = 200
    """The length of a text."""
    placeholder: str = ""
    """Shown in place of an empty text."""
    refuses: Callable[[str], str | None] = lambda text: None
    """Returns a sentence about a text that is not valid."""
    usual: Any = None
    """The value that needs no mark; None if no value has one."""

    def tell(self, value: Any) -> str:
        """Return a value in words."""
        return dict(self.choices).get(value) or str(value) or self.placeholder

    def turn(self, value: Any, by: int) -> Any:
        """Return the value so many places after another one."""
        values = [each for each, _ in self.choices]
        return values[(values.index(value) + by) % len(values)]


class ChoicesPage(ListPage[Result]):
    """Rows of fields with their values. Other rows may be things to do."""

    COLUMNS = (Column(), Column(shrinks=True))
    BINDINGS = [
        on_item("right", "turn", "Change", "Change the value", key_display="Left/Right"),
        on_item("left", "turn_back", "The value before", show=False),
        on_item("delete", "take_usual", "Default", "Back to the usual value"),
    ]

    @abstractmethod
    def value_of(self, field: Field) -> Any:
        """Return the present value of a field."""

    @abstractmethod
    def change(self, field: Field, value: Any) -> None:
        """Give a field another value."""

    def field_row(self, field: Field) -> ListRow:
        mark = " *" if self.is_changed(field) else "  "
        legend = "\n* You changed it; Del sets it back." if self.is_changed(field) else ""
        about = f"{field.about}.{legend}" if field.about else ""
        cells = f"{field.name}{mark}", field.tell(self.value_of(field))
        return ListRow(cells, field, about)

    def key_of(self, item: Any) -> object:
        return item.key if isinstance(item, Field) else item

    def is_changed(self, field: Field) -> bool:
        """Return whether a value differs from the usual one."""
        return field.usual is not None and self.value_of(field) != field.usual

    def offers(self, do: str, item: Any) -> bool:
        if do in ("turn", "turn_back"):
            return isinstance(item, Field) and bool(item.choices)
        if do == "take_usual":
            return isinstance(item, Field) and self.is_changed(item)
        return True

    def turn(self, field: Field, by: int = 1) -> None:
        self.change(field, field.turn(self.value_of(field), by))

    def turn_back(self, field: Field) -> None:
        self.turn(field, -1)

    def take_usual(self, field: Field) -> None:
        self.change(field, field.usual)

    def choose(self, item: Any) -> None:
        """Turn a value, ask for a text, or do what the row says."""
        if not isinstance(item, Field):
            super().choose(item)
        elif item.choices:
            self.turn(item)
        else:
            dialog = TextDialog(f"{item.name}?", self.value_of(item), item.refuses, item.most)
            self.prompt(dialog, partial(self._take_text, item))

    def _take_text(self, field: Field, text: str) -> None:
        self.change(field, text.strip())
        self.show_rows()

    async def click_row(self) -> None:
        self.action_act("choose")
