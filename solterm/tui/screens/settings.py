"""The settings: every one with its values, changed with the arrow keys and seen at once."""

from dataclasses import fields

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.store import statistics
from solterm.store.errors import StoreError
from solterm.store.settings import Settings, Typed, changed
from solterm.tui.canvas import SUITS, Canvas, Role
from solterm.tui.faces import back, front
from solterm.tui.screens.listed import ListScreen

_NAMES = {
    "messages": "Messages",
    "background": "Background colour",
    "foreground": "Foreground set",
    "cards": "Characters",
    "sound": "Sound",
    "level": "Level",
    "theme": "Theme",
    "board": "Board",
    "deck": "Deck",
    "four_colours": "Four colours",
    "left_handed": "Left-handed",
    "fast_deal": "Fast deal",
    "drag": "Drag cards",
    "automatic": "Automatic play",
    "player": "Your name",
}
"""What each setting is called here."""

_SAMPLE = ("KS", "QH", "JC", "TD")
"""Cards that show the look."""


class SettingsScreen(ListScreen):
    """Shows the settings and changes them."""

    heading = "Settings"
    keys = "Left/Right or Enter Change   D Default   ESC Back"

    @property
    def _shown(self) -> list[str]:
        return [each.name for each in fields(Settings) if each.name in _NAMES]

    def lines(self) -> list[str]:
        told = [f"{_NAMES[name]:20}{self._value(name)}" for name in self._shown]
        return [*told, "Keys ...", "Clear the statistics ..."]

    def _value(self, name: str) -> str:
        value = getattr(self.solterm.settings, name)
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value) or "(the login name)"

    @property
    def _chosen(self) -> str | None:
        """The setting under the cursor."""
        return self._shown[self.place] if self.place < len(self._shown) else None

    def about(self) -> str:
        if self._chosen is None:
            return (
                "Which key does what at the table."
                if self.place == len(self._shown)
                else "All games, scores and sheets stay; only the statistics begin anew."
            )
        each = next(each for each in fields(Settings) if each.name == self._chosen)
        return f"{each.metadata['about']}."

    def paint_beside(self, canvas: Canvas) -> None:
        """A few cards in the present look, where there is room."""
        x, y = canvas.width - 22, 3
        if canvas.width < 60:
            return
        glyphs = self.solterm.glyphs
        canvas.fill(x - 2, y - 1, 22, 11, Role.TABLE)
        canvas.frame(x, y, 6, 7)
        canvas.text(x + 1, y + 1, back(glyphs, 4, 1)[0], Role.BACK)
        for row, name in enumerate(_SAMPLE, y + 2):
            card = cards.parse(name) & ~DOWN
            canvas.text(x + 1, row, front(glyphs, card, 4, 1)[0], SUITS[cards.suit(card)])
        canvas.frame(x + 8, y, 10, 5)
        card = cards.parse(_SAMPLE[0]) & ~DOWN
        for row, text in enumerate(front(glyphs, card, 8, 3), y + 1):
            canvas.text(x + 9, row, text, SUITS[cards.suit(card)])
        canvas.frame(x + 8, y + 5, 10, 5)
        for row, text in enumerate(back(glyphs, 8, 3), y + 6):
            canvas.text(x + 9, row, text, Role.BACK)

    def choose(self) -> None:
        if self._chosen is None and self.place == len(self._shown):
            self.solterm.show_keys()
        elif self._chosen is None:
            self.ask("Begin all statistics anew", self._forget)
        elif isinstance(self._among(self._chosen), Typed):
            self.type_in(
                _NAMES[self._chosen], self._set, getattr(self.solterm.settings, self._chosen)
            )
        else:
            self._cycle(1)

    def other_key(self, key: str, character: str | None) -> None:
        if key in ("left", "right"):
            self._cycle(1 if key == "right" else -1)
        elif key == "space":
            self.choose()
        elif character in ("d", "D") and self._chosen:
            self.solterm.change_settings(**{self._chosen: getattr(Settings(), self._chosen)})

    def _among(self, name: str) -> object:
        return next(each for each in fields(Settings) if each.name == name).metadata["among"]

    def _cycle(self, by: int) -> None:
        if self._chosen is None:
            return
        among = self._among(self._chosen)
        if isinstance(among, (range, tuple)):
            values = list(among)
            here = values.index(getattr(self.solterm.settings, self._chosen))
            self.solterm.change_settings(**{self._chosen: values[(here + by) % len(values)]})

    def _set(self, typed: str) -> None:
        assert self._chosen is not None, "only settings are typed"
        try:
            settings = changed(self.solterm.settings, self._chosen, typed.strip())
        except ValueError as error:
            self.notice = str(error)
        else:
            self.solterm.change_settings(**{self._chosen: getattr(settings, self._chosen)})

    def _forget(self) -> None:
        try:
            statistics.forget(self.solterm.store)
            self.notice = "The statistics begin anew."
        except StoreError as error:
            self.notice = str(error)
