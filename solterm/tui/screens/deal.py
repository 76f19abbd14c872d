"""A new game with options, a level and a deal number, or a winnable deal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textual import events
from textual.binding import Binding

from solterm.chance import random_deal
from solterm.core import deals
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.options import parse
from solterm.core.refusal import Refusal
from solterm.sessions.plays import Start
from solterm.store.entries import Saved
from solterm.store.errors import StoreError
from solterm.store.purpose import FREE
from solterm.tui.screens.choices_page import ChoicesPage, Field
from solterm.tui.screens.dialogs import fault_of
from solterm.tui.screens.list_page import ListRow
from solterm.tui.screens.search_dialog import find_winnable

LEVEL, DEAL, WINNABLE = "level", "deal", "winnable"
"""The fields every game has."""
_LONGEST_NUMBER = 21
"""Digits that the field takes: one more than a deal number has, so that the check can say so."""


class DealScreen(ChoicesPage[None]):
    """Asks for the options of a game, and deals it."""

    ABOUT = """
Choose how the next game is dealt. Leave the deal number empty for any deal; the same number always
deals the same cards. Digits go into the number, wherever the cursor is. Or turn Winnable on for a
deal that can be won.
"""
    BINDINGS = [
        Binding("enter", "deal", "New game", tooltip="Deal"),
        Binding("d,D", "defaults", "Defaults", tooltip="The usual values again"),
    ]

    def __init__(self, game: Game, level: int, options: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.game = game
        self._level = level
        self._given = options
        self._ends: Sequence[str] = ()
        """Which game a new one ends."""
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

    def rows(self) -> Iterator[ListRow]:
        self._ends = self._tell_end()
        return map(self.field_row, self._fields())

    def _fields(self) -> Iterator[Field]:
        for option in self.game.options:
            yield Field(option.key, option.name, choices=[(each, each) for each in option.choices])
        yield Field(LEVEL, "Level", choices=[(level, str(level)) for level in LEVELS])
        yield Field(WINNABLE, "Winnable", choices=[(False, "off"), (True, "on")])
        yield Field(
            DEAL,
            "Deal number",
            most=_LONGEST_NUMBER,
            placeholder="any deal",
            refuses=lambda text: fault_of(deals.parse, text.strip()) if text.strip() else None,
        )

    def on_mount(self) -> None:
        if self._given is None and (saved := self._find_suspended()):
            self._take_over(saved.record.tags.get("Options", ""))

    def _find_suspended(self, options: Mapping[str, str] | None = None) -> Saved | None:
        try:
            return self.seat.store.load_suspended(self.game.id, FREE, options)
        except StoreError as error:
            self.notice = str(error)
            return None

    def _tell_end(self) -> Sequence[str]:
        """Say which game a new one with these options ends."""
        saved = self._find_suspended(self._unusual)
        if saved is None or not saved.record.events:
            return []
        return [f"This ends the free game in progress (deal {saved.deal})."]

    def notes(self, row: ListRow | None) -> Sequence[str]:
        return self._ends

    def _take_over(self, options: str) -> None:
        for key, value in parse(options).items():
            option = next((each for each in self.game.options if each.key == key), None)
            if option and value in option.choices:
                self.values[key] = value

    def value_of(self, field: Field) -> Any:
        return self.values[field.key]

    def change(self, field: Field, value: Any) -> None:
        self.values[field.key] = value
        if field.key == WINNABLE:
            self.values[DEAL] = ""  # one or the other
        elif field.key == DEAL and value:
            self.values[WINNABLE] = False

    # -- keys ------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        # Digits and Backspace edit the number, wherever the cursor is.
        digit = event.character if (event.character or "x") in "0123456789" else None
        if not digit and event.key != "backspace":
            return False
        number = self.values[DEAL]
        self.values[DEAL] = (number + digit if digit else number[:-1])[:_LONGEST_NUMBER]
        if digit:
            self.values[WINNABLE] = False  # one or the other
        self._show_number()
        return True

    def _show_number(self) -> None:
        self.show_rows(len(self.shown.rows) - 1)

    def action_defaults(self) -> None:
        self.values = dict(self._usual)
        self.show_rows()

    def action_deal(self) -> None:
        try:
            number = deals.parse(self.values[DEAL]) if self.values[DEAL] else None
        except Refusal as error:
            self._show_number()
            self.say_trouble(str(error))
            return
        level, unusual = self.values[LEVEL], self._unusual

        def deal(number: int, options: Mapping[str, str], notice: str = "") -> None:
            self.game_doors.deal(Start(self.game, number, level, options), notice)

        if self.values[WINNABLE]:
            find_winnable(self.solterm, self.game, level, unusual, deal)
        else:
            deal(number or random_deal(), unusual)
