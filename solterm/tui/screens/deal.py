"""A game dealt by its number, with its options and at a level."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, cast

from solterm.core import deals
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.sessions.winnables import ANY, DIFFICULTIES, Harvest, Wish
from solterm.sessions.workers import is_off
from solterm.store.errors import StoreError
from solterm.tui.screens.listed import Key, ListScreen
from solterm.tui.screens.searching import search

_LEVEL, _DEAL, _WINNABLE = "level", "deal", "winnable"
_ALL = "no"
"""Not only deals that can be won."""
_TOLD = {_ALL: "not asked", ANY: "yes"}
"""How the choices of deals that can be won are shown; one of a difficulty as ``yes, easy``."""
_BUTTONS = ("new_game", "defaults", "cancel")
_WORDS = {"new_game": "New game", "defaults": "Defaults", "cancel": "Cancel"}
_DIGITS = "0123456789"
_LONGEST_NUMBER = 21
"""Digits that may be typed: one more than a deal number has, to be told so."""


class _Field(NamedTuple):
    """A line of the dialog."""

    key: str
    name: str
    values: Sequence[str] = ()
    """What it may be set to; empty: it is typed, or a button."""


class DealScreen(ListScreen):
    """Asks for what can be chosen before a deal, and deals."""

    ABOUT = """
Choose how the next game is dealt. Leave the deal number empty for any deal; the same number
always deals the same cards. Digits are typed into it, wherever the cursor is. Or have a deal
sought that can be won, which takes a moment; the guide says what easy, middling and hard mean.
"""
    ENTER: ClassVar[tuple[str, str]] = ("New game", "Deal (on a button: what it says)")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("right", "next", "", "The next value"),
        Key("left", "previous", "Change", "The value before", shown="Left/Right"),
        Key("D", "defaults", "Defaults", "The usual values again"),
    )

    def __init__(self, game: Game, level: int, options: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.game = game
        self.number = ""
        """The deal number as far as it is typed."""
        self.values = {option.key: option.usual for option in game.options}
        self._given = options
        self.values |= options or {}
        self.values[_LEVEL] = self._usual_level = str(level)
        self.values[_WINNABLE] = _ALL
        self.ends = ""
        """What dealing does to the game in progress."""

    def on_mount(self) -> None:
        """Begin with the options of the game in progress, and remember that it ends."""
        try:
            saved = self.solterm.store.load_suspended(self.game.id, "")
        except StoreError as error:
            self.notice, saved = str(error), None
        if saved and saved.record.events:
            self.ends = f"The free game in progress (deal {saved.deal}) ends with that."
        if saved and self._given is None:
            self._take_over(saved.record.tags.get("Options", ""))
        self.repaint()

    def _take_over(self, options: str) -> None:
        for key, _, value in (part.partition("=") for part in options.split()):
            option = next((each for each in self.game.options if each.key == key), None)
            if option and value in option.choices:
                self.values[key] = value

    # -- the lines -------------------------------------------------------------------------

    def title_text(self) -> str:
        name, collection = self.game.name, self.game.collection
        return f"Deal {name}" if name == collection else f"Deal {name} ({collection})"

    @property
    def entries(self) -> list[_Field]:
        return [
            *(_Field(each.key, each.name, list(each.choices)) for each in self.game.options),
            _Field(_LEVEL, "Level", [str(level) for level in LEVELS]),
            *([] if is_off() else [_Field(_WINNABLE, "Can be won", (_ALL, *DIFFICULTIES))]),
            _Field(_DEAL, "Deal number"),
            *(_Field(each, _WORDS[each]) for each in _BUTTONS),
        ]

    @property
    def field(self) -> _Field:
        """The line under the cursor."""
        return cast(_Field, self.entry)

    def line(self, entry: object, width: int) -> str:
        field = cast(_Field, entry)
        if field.key in _BUTTONS:
            return f"[ {field.name} ]"
        if field.key == _DEAL:
            return f"{field.name:18}{self.number}_" + ("" if self.number else "  (any deal)")
        value = self.values[field.key]
        if field.key == _WINNABLE:
            value = _TOLD.get(value, f"yes, {value}")
        return f"{field.name:18}< {value} >"

    def notes(self, width: int) -> list[str]:
        return [self.ends[:width]] if self.ends else []

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        if not self.prompt and character and character in _DIGITS:
            self.notice = ""
            self.number = (self.number + character)[:_LONGEST_NUMBER]
            self.values[_WINNABLE] = _ALL  # one or the other
            self._go_to(_DEAL)
        elif not self.prompt and key == "backspace":
            self.number = self.number[:-1]
            self._go_to(_DEAL)
        else:
            super().press(key, character)

    def do_next(self) -> None:
        """Right: the next value."""
        self._change(1)

    def do_previous(self) -> None:
        """Left: the value before."""
        self._change(-1)

    def _change(self, by: int) -> None:
        values = self.field.values
        if values:
            here = values.index(self.values[self.field.key])
            self.values[self.field.key] = values[(here + by) % len(values)]
            if self.field.key == _WINNABLE:
                self.number = ""  # one or the other

    def do_defaults(self) -> None:
        """D: the usual values."""
        self.values = {option.key: option.usual for option in self.game.options}
        self.values[_LEVEL] = self._usual_level
        self.values[_WINNABLE] = _ALL
        self.number = ""

    def choose(self) -> None:
        if self.field.key == "defaults":
            self.do_defaults()
        elif self.field.key == "cancel":
            self.leave()
        else:
            self._deal()

    def _deal(self) -> None:
        """Deal, unless the number is none."""
        try:
            number = deals.parse(self.number) if self.number else None
        except ValueError as error:
            self._go_to(_DEAL)
            self.notice = str(error)
            self.solterm.beep()
            return
        # Only what is not usual: the record says no more than it has to.
        options = {
            option.key: self.values[option.key]
            for option in self.game.options
            if self.values[option.key] != option.usual
        }
        level, difficulty = int(self.values[_LEVEL]), self.values[_WINNABLE]
        if difficulty == _ALL:
            self.solterm.deal(self.game, number, level, options)
        else:
            self._deal_winnable(level, options, difficulty)

    def _deal_winnable(self, level: int, options: dict[str, str], difficulty: str) -> None:
        """Deal one that can be won: one that is kept, else seek it."""
        wish = Wish(self.game, level, options, difficulty)

        def deal(harvest: Harvest) -> None:
            found = wish.shelf.take(difficulty, harvest)
            if found is None:
                self.notice = "The search is stopped."
                return
            self.solterm.deal(self.game, found, level, options)
            self.solterm.seek_ahead(wish)

        self.solterm.rest_ahead()
        if wish.shelf.has(difficulty):
            deal({})
            return
        title = "Seeking a deal that can be won ..."

        def say(sentence: str) -> None:
            self.notice = sentence
            self.repaint()

        question = wish.question()
        search(self.app, title, lambda answer: deal(answer["found"]), say, "seek", **question)

    def _go_to(self, key: str) -> None:
        self.here = [field.key for field in self.entries].index(key)
