"""The keys of the table: which command has which, and how to give it another."""

from solterm.tui import keymap, keys
from solterm.tui.keys import Command
from solterm.tui.screens.listed import ListScreen

_FIXED = frozenset(command.id for command in keys.TABLE[:10]) | {"cancel"}
"""Commands whose keys stay: the function keys and Esc."""


class KeysScreen(ListScreen):
    """Lists the commands and takes a new key for one."""

    heading = "Keys at the table"
    keys = "Enter New key   D Default   ESC Back"

    def __init__(self) -> None:
        super().__init__()
        self._waits = False
        """Is the next key the new one?"""

    @property
    def _commands(self) -> list[Command]:
        overrides = self.solterm.settings.keys
        return [each for each in keymap.remapped(keys.TABLE, overrides) if each.id not in _FIXED]

    def lines(self) -> list[str]:
        return [f"{each.help:34}{_named(each.keys)}" for each in self._commands]

    def about(self) -> str:
        return "The function keys and their digits, Esc and Ctrl+C stay where they are."

    def choose(self) -> None:
        self._waits = True
        self.notice = f"Press the new key for: {self._commands[self.place].help}. ESC keeps it."

    def other_key(self, key: str, character: str | None) -> None:
        if character in ("d", "D"):
            command = self._commands[self.place]
            others = {i: k for i, k in self.solterm.settings.keys.items() if i != command.id}
            self.solterm.change_settings(keys=others)
            self.notice = f"{command.help} has its usual keys again."

    def press(self, key: str, character: str | None) -> None:
        if not self._waits:
            super().press(key, character)
            return
        self._waits = False
        self.notice = "" if key == "escape" else self._give(key, character)

    def _give(self, key: str, character: str | None) -> str:
        """Give the chosen command a key, and say what came of it."""
        command = self._commands[self.place]
        wanted = character if character and character.isprintable() and character != " " else key
        mine = dict(self.solterm.settings.keys) | {command.id: wanted}
        if faults := keymap.faults(keys.TABLE, {command.id: wanted}):
            return faults[0]
        loser = keymap.by_key(keys.TABLE, self.solterm.settings.keys).get(key)
        self.solterm.change_settings(keys=mine)
        taken = f" {loser.help} has lost it." if loser and loser.id != command.id else ""
        return f"{command.help} is on {wanted} now.{taken}"


def _named(names: tuple[str, ...]) -> str:
    """Keys as a player knows them; capitals that do the same as small letters are left out."""
    lower = {name for name in names if len(name) == 1 and name.islower()}
    return " ".join(
        name.removeprefix("escape,") for name in names if name.lower() not in lower or name in lower
    )
