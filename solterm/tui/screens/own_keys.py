"""The keys of the table, and how to change them."""

from collections.abc import Iterator
from functools import partial

from textual import events
from textual.binding import Binding

from solterm.sessions.report import Column
from solterm.tui.keys import keymap
from solterm.tui.keys.commands import Command, Need
from solterm.tui.screens.dialogs import Answer, Dialog
from solterm.tui.screens.list_page import ListPage, ListRow, on_item


class KeyDialog(Dialog[str | None]):
    """Returns the next key the player presses, except Esc."""

    def __init__(self, command: str) -> None:
        keep = Answer[str | None](("escape",), "Esc", "Keep the present keys", None)
        super().__init__(f"Press the new key for: {command}", [keep])

    def press(self, event: events.Key) -> None:
        typed = event.character if event.character and event.character.isprintable() else ""
        self.dismiss(None if event.key == "escape" else typed.strip() or event.key)


class OwnKeysScreen(ListPage[None]):
    """Lists the commands and their keys."""

    TITLE = "Keys of the table"
    ABOUT = """
Give any command of the table a key of your choice in place of its usual ones. The function keys and
their digits, Esc and Ctrl+C stay as they are. If another command has the key, give that command
a new one first. The settings have whole sets of keys to choose from.
"""
    COLUMNS = (Column("command", shrinks=True), Column("keys"))
    BINDINGS = [
        on_item("enter", "ask_for_key", "New key", "Then press the new key"),
        on_item("delete,d,D", "take_usual", "Usual keys", "The usual keys of this command"),
        Binding("a,A", "all_usual", "All usual", tooltip="The usual keys of all commands"),
    ]

    def rows(self) -> Iterator[ListRow]:
        own = self.solterm.settings.keys
        about = "* marks your own keys." if own else ""
        for each in keymap.remap(self.skin.keys):
            if not each.number and self._is_of_use(each):
                keys = _tell(each) + (" *" if each.id in own else "")
                yield ListRow((each.help, keys), each, about)

    def key_of(self, item: Command) -> str:
        return item.id

    def _is_of_use(self, command: Command) -> bool:
        is_here = command.need is not Need.HOST or self.solterm.hall.has_host
        return command.id != "cancel" and is_here

    def ask_for_key(self, command: Command) -> None:
        self.prompt(KeyDialog(command.help), partial(self._give, command))

    def _give(self, command: Command, key: str) -> None:
        present = self.solterm.settings.keys
        if faults := keymap.faults({command.id: key}):
            self.say_trouble(faults[0].replace("; it is ignored", ""))
            return
        wanted = keymap.remap({command.id: key})
        theirs = {name for each in wanted if each.id == command.id for name in each.keys}
        for other in keymap.remap(self.skin.keys):
            if other.id != command.id and not theirs.isdisjoint(other.keys):
                self.say_trouble(f"That key is taken: {other.help}.")
                return
        self._keep({**present, command.id: key})
        self.notice = f"{command.help}: {_tell(self.item)}."

    def take_usual(self, command: Command) -> None:
        present = self.solterm.settings.keys
        usual = keymap.find_own(command.id, keymap.keys_of(self.solterm.settings.preset, {}))
        for other in keymap.remap(self.skin.keys):
            taken = other.id in present and not set(usual.keys).isdisjoint(other.keys)
            if other.id != command.id and taken:
                self.say_trouble(f"One of its usual keys is taken: {other.help}.")
                return
        self._keep({name: value for name, value in present.items() if name != command.id})

    def action_all_usual(self) -> None:
        if self.solterm.settings.keys:
            self.ask("Reset the keys of all commands?", partial(self._keep, {}))

    def _keep(self, given: dict[str, str]) -> None:
        self.solterm.change_settings(keys=given)
        self.show_rows()


def _tell(command: Command) -> str:
    # A sign is among the keys under its name, too (plus, +).
    return " ".join(dict.fromkeys(map(keymap.key_words, command.keys))) or "none"
