"""A new game with options, a level and a deal number, or a winnable deal."""

from collections.abc import Iterator, Mapping
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Button, Input

from solterm.chance import random_deal
from solterm.core import deals
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.options import parse
from solterm.core.refusal import Refusal
from solterm.store.entries import Saved
from solterm.store.errors import StoreError
from solterm.tui.screens.page import Page
from solterm.tui.screens.searching import find_winnable
from solterm.tui.widgets.form import Field, Form, FormButton, Row
from solterm.tui.widgets.lines import Words

LEVEL, DEAL, WINNABLE = "level", "deal", "winnable"
"""The fields every game has."""
_LONGEST_NUMBER = 21
"""Digits that the field takes: one more than a deal number has, so that the check can say so."""


class DealScreen(Page[None]):
    """Asks for the options of a game, and deals it."""

    DEFAULT_CSS = """
    DealScreen Form {
        margin: 1 0 0 0;
    }
    """

    ABOUT = """
Choose how the next game is dealt. Leave the deal number empty for any deal; the same number always
deals the same cards. Digits go into the number, wherever the cursor is. Or turn Winnable on for a
deal that can be won. Space opens a list of values.
"""
    BINDINGS = [
        Binding("enter", "deal", "New game", priority=True, tooltip="Deal"),
        Binding("left", "turn(-1)", "Change", key_display="Left/Right", tooltip="Change the value"),
        Binding("right", "turn(1)", show=False),
        Binding("d,D", "defaults", "Defaults", tooltip="The usual values again"),
    ]

    def __init__(self, game: Game, level: int, options: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.game = game
        self._level = level
        self._given = options
        self.values: dict[str, Any] = {**self._usual, **(options or {})}

    @property
    def _usual(self) -> dict[str, Any]:
        options = {option.key: option.usual for option in self.game.options}
        return {**options, LEVEL: self._level, WINNABLE: self.solterm.settings.winnable, DEAL: ""}

    @property
    def _unusual(self) -> dict[str, str]:
        """The options that are not usual: the record says no more than it has to."""
        return {
            option.key: self.values[option.key]
            for option in self.game.options
            if self.values[option.key] != option.usual
        }

    def title_text(self) -> str:
        name, collection = self.game.name, self.game.collection
        return f"Deal {name}" if name == collection else f"Deal {name} ({collection})"

    def compose_content(self) -> ComposeResult:
        with Form():
            for field in self._fields():
                yield Row(field, self.values[field.key])
            yield FormButton("New game", "new-game")
            yield FormButton("Defaults", "defaults")
            yield FormButton("Cancel", "cancel")
        yield Words(id="notes")

    def _fields(self) -> Iterator[Field]:
        for option in self.game.options:
            yield Field(option.key, option.name, choices=[(each, each) for each in option.choices])
        yield Field(LEVEL, "Level", choices=[(level, str(level)) for level in LEVELS])
        yield Field(WINNABLE, "Winnable", choices=[(False, "off"), (True, "on")])
        yield Field(
            DEAL, "Deal number", most=_LONGEST_NUMBER, restrict=r"\d*", placeholder="any deal"
        )

    @property
    def form(self) -> Form:
        return self.query_one(Form)

    def on_mount(self) -> None:
        if self._given is None and (saved := self._find_suspended()):
            self._take_over(saved.record.tags.get("Options", ""))
        self._tell_end()
        self.form.go_to(self.form.stops[0])

    def _find_suspended(self, options: Mapping[str, str] | None = None) -> Saved | None:
        try:
            return self.solterm.store.load_suspended(self.game.id, "", options)
        except StoreError as error:
            self.notice = str(error)
            return None

    def _tell_end(self) -> None:
        """Say which game a new one with these options ends."""
        saved = self._find_suspended(self._unusual)
        ends = f"This ends the free game in progress (deal {saved.deal})." if saved else ""
        self.query_one("#notes", Words).say(ends if saved and saved.record.events else "")

    def _take_over(self, options: str) -> None:
        for key, value in parse(options).items():
            option = next((each for each in self.game.options if each.key == key), None)
            if option and value in option.choices:
                self.set_value(key, value)

    def set_value(self, key: str, value: Any) -> None:
        self.values[key] = value
        for row in self.form.rows:
            if row.field.key == key:
                row.show(value)

    # -- keys ------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        # Digits and Backspace edit the number, wherever the cursor is.
        digit = event.character if (event.character or "x") in "0123456789" else None
        if not digit and event.key != "backspace":
            return False
        number = self.values[DEAL]
        self.form.go_to(self.form.find(DEAL).control)
        self._take_number((number + digit if digit else number[:-1])[:_LONGEST_NUMBER])
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to buttons and open lists."""
        if action == "deal":
            return self.form.row is not None and not self.form.is_open
        return super().check_action(action, parameters)

    def action_turn(self, by: int) -> None:
        if self.form.row:
            self.form.row.turn(by)

    def _take_number(self, number: str) -> None:
        self.set_value(DEAL, number)
        self.form.find(DEAL).query_one(Input).cursor_position = len(number)
        if number:
            self.set_value(WINNABLE, False)  # one or the other

    @on(Input.Changed)
    def note_number(self, event: Input.Changed) -> None:
        self._take_number(event.value)

    @on(Row.Changed)
    def take_value(self, event: Row.Changed) -> None:
        self.values[event.row.field.key] = event.row.value
        if event.row.field.key == WINNABLE:
            self.set_value(DEAL, "")  # one or the other
        elif event.row.field.key != LEVEL:
            self._tell_end()

    @on(Button.Pressed, "#defaults")
    def action_defaults(self) -> None:
        for key, value in self._usual.items():
            self.set_value(key, value)
        self._tell_end()

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        self.action_back()

    @on(Button.Pressed, "#new-game")
    def action_deal(self) -> None:
        try:
            number = deals.parse(self.values[DEAL]) if self.values[DEAL] else None
        except Refusal as error:
            self.form.go_to(self.form.find(DEAL).control)
            self.say_trouble(str(error))
            return
        level, options = self.values[LEVEL], self._unusual

        def deal(number: int, notice: str = "") -> None:
            self.game_doors.deal(self.game, number, level, options, notice=notice)

        if self.values[WINNABLE]:
            find_winnable(self, self.game, level, options, deal)
        else:
            deal(number or random_deal())
