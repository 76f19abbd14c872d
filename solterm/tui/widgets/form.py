"""A form made from a list of fields: switches, radio buttons, lists and lines of text.

Up and Down go from row to row, Left and Right change the value of a row.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, Label, RadioButton, RadioSet, Select, Switch

from solterm.tui.screens.dialogs import SentenceValidator

_ROOM = 20
"""Columns for radio buttons; wider ones become a list."""


class Field(NamedTuple):
    """One thing to choose."""

    key: str
    name: str
    about: str = ""
    choices: Sequence[tuple[Any, str]] = ()
    """The values with their labels; empty for text."""
    most: int = 200
    """The length of a text."""
    restrict: str | None = None
    """A pattern for the characters of a text."""
    placeholder: str = ""
    """Shown while the text is empty."""
    refuses: Callable[[str], str | None] = lambda text: None
    """Returns a sentence about a text that is not valid."""
    usual: Any = None
    """The value that needs no mark; None if no value has one."""

    @property
    def is_switch(self) -> bool:
        """Whether the values are on and off."""
        return {value for value, _ in self.choices} == {True, False}

    @property
    def is_short(self) -> bool:
        """Whether all values fit side by side."""
        return sum(len(word) + 5 for _, word in self.choices) <= _ROOM


class Row(Horizontal):
    """A field with its control."""

    DEFAULT_CSS = """
    Row {
        height: 1;
        & > Label { width: 18; height: 1; padding: 0 1; }
        & > Label.word { width: 5; }
        &.-here > Label { background: $box-paper; color: $box-ink; text-style: $box-style; }
        &.-here > Label.word { background: $table-paper; color: $table-ink; text-style: none; }
        & > .control { width: 20; height: 1; }
        & > Toggle.control { width: 4; }
        & > TextLine.control { width: 1fr; max-width: 26; }
    }
    """

    class Changed(Message):
        """The player changed the value."""

        def __init__(self, row: "Row") -> None:
            super().__init__()
            self.row = row

    def __init__(self, field: Field, value: Any) -> None:
        super().__init__()
        self.field = field
        self.value = value
        """The value; a text counts once the player enters or leaves it."""

    def compose(self) -> ComposeResult:
        yield Label(self._marked_name, classes="name", markup=False)
        yield self._make_control()
        if self.field.is_switch:
            yield Label(self._word, classes="word", markup=False)

    def _make_control(self) -> Widget:
        field = self.field
        if not field.choices:
            return TextLine(
                self.value,
                placeholder=field.placeholder,
                restrict=field.restrict,
                max_length=field.most,
                validators=[SentenceValidator(field.refuses)],
                validate_on=["submitted", "blur"],
                select_on_focus=not field.restrict,  # a number is typed on, a text replaced
                compact=True,
                classes="control",
            )
        if field.is_switch:
            return Toggle(self.value, animate=False, classes="control")
        if field.is_short:
            buttons = [Dot(word, value == self.value) for value, word in field.choices]
            return FormRadioSet(*buttons, compact=True, classes="control")
        options = [(word, value) for value, word in field.choices]
        return FormSelect(
            options, value=self.value, allow_blank=False, compact=True, classes="control"
        )

    @property
    def control(self) -> Widget:
        return self.query_one(".control", Widget)

    @property
    def is_changed(self) -> bool:
        """Whether the value differs from the usual one."""
        return self.field.usual is not None and self.value != self.field.usual

    @property
    def _marked_name(self) -> str:
        return f"{self.field.name} *" if self.is_changed else self.field.name

    @property
    def _word(self) -> str:
        return "on" if self.value else "off"

    def show(self, value: Any) -> None:
        """Show a value without posting a message."""
        self.value = value
        control = self.control
        with self.prevent(Select.Changed, Switch.Changed, RadioButton.Changed, Input.Changed):
            if isinstance(control, RadioSet):
                buttons = zip(control.query(RadioButton), self.field.choices, strict=True)
                for button, (each, _) in buttons:
                    button.value = each == value
            elif isinstance(control, Select | Switch | Input):
                control.value = value
        for label in self.query(".word").results(Label):
            label.update(self._word)
        self.query_one(".name", Label).update(self._marked_name)

    def choose(self, value: Any) -> None:
        """Choose a value for the player."""
        if value != self.value:
            self.show(value)
            # Textual stops a message at its sender, which would be the form if a key did it.
            self.post_message(self.Changed(self).set_sender(self))

    def turn(self, by: int) -> None:
        values = [value for value, _ in self.field.choices]
        if values:
            self.choose(values[(values.index(self.value) + by) % len(values)])

    @on(Select.Changed)
    @on(Switch.Changed)
    def take(self, event: Select.Changed | Switch.Changed) -> None:
        event.stop()
        self.choose(event.value)

    @on(RadioSet.Changed)
    def take_button(self, event: RadioSet.Changed) -> None:
        event.stop()
        value, _ = self.field.choices[event.index]
        self.choose(value)
        self.show(value)

    def on_descendant_focus(self) -> None:
        self.add_class("-here")

    def on_descendant_blur(self) -> None:
        self.remove_class("-here")

    def on_click(self) -> None:
        self.control.focus()


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Rows under headings, and buttons."""

    DEFAULT_CSS = """
    Form {
        height: 1fr;
        padding: 0 0 0 1;
        & > .heading { color: $label-ink; text-style: $label-style; }
    }
    """

    class Moved(Message):
        """The cursor is on another row or button."""

    @property
    def rows(self) -> Iterable[Row]:
        return self.query(Row).results()

    @property
    def stops(self) -> list[Widget]:
        return [
            control
            for control in self.query(".control").results()
            if control.display and (not isinstance(control.parent, Row) or control.parent.display)
        ]

    @property
    def here(self) -> Widget | None:
        """The control or button under the cursor, even while its list is open."""
        focused = self.screen.focused
        around = focused.ancestors_with_self if focused else []
        widgets = (each for each in around if isinstance(each, Widget))
        return next((each for each in widgets if each.has_class("control")), None)

    @property
    def row(self) -> Row | None:
        """The row of the cursor; None on a button."""
        here = self.here
        return here.parent if here and isinstance(here.parent, Row) else None

    def find(self, key: str) -> Row:
        return next(row for row in self.rows if row.field.key == key)

    @property
    def is_open(self) -> bool:
        """Whether a list of values is open and takes the keys."""
        return self.here is not None and self.here is not self.screen.focused

    def on_key(self, event: events.Key) -> None:
        here, stops = self.here, self.stops
        if self.is_open or not stops:
            return
        at = stops.index(here) if here in stops else 0  # a search has hidden it just now
        page = max(1, self.size.height - 1)
        ways = {"up": at - 1, "down": at + 1, "pageup": max(0, at - page)}
        ways["pagedown"] = min(len(stops) - 1, at + page)
        if not isinstance(here, Input):
            ways |= {"home": 0, "end": len(stops) - 1}
        turns = {"left": -1, "right": 1}
        if event.key in ways:
            event.stop()
            self.go_to(stops[ways[event.key] % len(stops)])
        elif event.key in turns and self.row and self.row.field.choices:
            event.stop()
            self.row.turn(turns[event.key])

    def go_to(self, stop: Widget) -> None:
        stop.focus()
        if stop is self.stops[0]:
            self.scroll_home(animate=False)

    def on_descendant_focus(self) -> None:
        self.post_message(self.Moved())


class InRow:
    """A control whose row name is highlighted and has the terminal's cursor."""

    @property
    def selected_cell(self) -> Offset:
        """The cell of the row's name, from the control's own."""
        assert isinstance(self, Widget) and isinstance(self.parent, Widget)
        return self.parent.region.offset - self.content_region.offset + Offset(1, 0)


class Toggle(InRow, Switch):
    """A switch in a row."""

    DEFAULT_CSS = """
    Toggle, Toggle:focus, Toggle:ansi {
        border: none;
        padding: 0;
        background: $table-paper;
        background-tint: transparent;
        & .switch--slider { color: $faint-ink; background: $key-number-paper; }
        &.-on .switch--slider { color: $message-ink; background: $key-number-paper; }
    }
    """


class FormRadioSet(InRow, RadioSet):
    """Radio buttons side by side in a row."""

    DEFAULT_CSS = """
    FormRadioSet, FormRadioSet:focus, FormRadioSet:ansi {
        layout: horizontal;
        overflow: hidden;
        border: none;
        padding: 0;
        background: $table-paper;
        background-tint: transparent;
        & > RadioButton {
            width: auto;
            padding: 0 1 0 0;
            background: $table-paper;
            color: $table-ink;
        }
    }
    """


class FormSelect(InRow, Select[Any], inherit_bindings=False):
    """A list that opens with Space. The arrows belong to the form, Enter to the screen."""

    DEFAULT_CSS = """
    FormSelect {
        & > SelectCurrent, &:focus > SelectCurrent, & > SelectCurrent:ansi {
            border: none;
            padding: 0;
            background: $table-paper;
            background-tint: transparent;
            & Static#label { color: $table-ink; }
            & .arrow { color: $faint-ink; padding: 0; }
        }
        & > SelectOverlay, & > SelectOverlay:focus, & > SelectOverlay:ansi {
            height: auto;
            max-height: 12;
            border: double $box-ink !important;
            padding: 0;
            scrollbar-size-vertical: 1;
            background: $box-paper;
            background-tint: transparent;
            color: $box-ink;
            text-style: $box-style;
            & > .option-list--option { padding: 0; background: $box-paper; color: $box-ink; }
            & > .option-list--option-highlighted {
                background: $table-paper;
                color: $table-ink;
                text-style: $box-style;
            }
        }
    }
    """

    BINDINGS = [
        Binding("space", "show_overlay", "List of values", show=False),
    ]


class Dot(RadioButton):
    """A radio button that needs no colours: ``(*) 3``."""

    def render(self) -> Content:
        mark = "*" if self.value else " "
        return Content(f"({mark}) {self.label}")


class TextLine(Input):
    """A text that counts once the player presses Enter or leaves its row."""

    DEFAULT_CSS = """
    TextLine, TextLine:focus, TextLine:ansi {
        background: $key-number-paper;
        color: $key-number-ink;
        background-tint: transparent;
        & > .input--placeholder { color: $key-number-ink; text-style: none; }
    }
    """

    def on_mount(self) -> None:
        # A blinking cursor would send bytes all the time.
        self.cursor_blink = False

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Take the characters of the pattern; others are keys of the screen."""
        may_be_typed = self.restrict is None or re.fullmatch(self.restrict, character or "")
        return bool(may_be_typed) and super().check_consume_key(key, character)

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()


class FormButton(Button):
    """A button of a form."""

    DEFAULT_CSS = """
    FormButton {
        width: auto;
        min-width: 4;
        height: 1;
        padding: 0;
        margin: 0 1;
        &.-style-default:ansi, &.-style-default:ansi:hover {
            border: none;
            background: $table-paper;
            color: $table-ink;
            text-style: none;
            background-tint: transparent;
        }
        &.-style-default:ansi:focus {
            background: $box-paper;
            color: $box-ink;
            text-style: $box-style;
        }
    }
    """

    def __init__(self, label: str, id: str, about: str = "") -> None:
        super().__init__(Content(f"[ {label} ]"), id=id, compact=True, classes="control")
        self.active_effect_duration = 0.0  # while it lasts a second Enter would be lost
        self.about = about
