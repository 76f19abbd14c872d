"""The keys of the table: what each command is called, and a way to give it others."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, cast

from solterm.tui.boxes.box import Answer, Box, go_on
from solterm.tui.boxes.questions import Question
from solterm.tui.keys import keymap, offers, presets
from solterm.tui.keys.commands import TABLE, Command, Need
from solterm.tui.screens.listed import Key, ListScreen

_NAME = 30
"""Columns of a command's name."""


class KeyBox(Box):
    """Waits for the key that a command is to have; ESC leaves all as it is."""

    def __init__(self, command: str, then: Callable[[str], object]) -> None:
        self.command = command
        self._then = then

    def lines(self, width: int) -> list[str]:
        return [f"Press the new key of: {self.command}"[:width], "ESC - Leave it as it is"]

    def press(self, key: str, character: str | None) -> Answer | None:
        if key == "escape":
            return go_on
        typed = character if character and character.isprintable() else ""
        return partial(self._then, typed.strip() or key)


class OwnKeysScreen(ListScreen):
    """Lists the commands whose keys may be changed, with their keys."""

    TITLE_TEXT = "Keys of the table"
    ABOUT = """
Every command of the table can have a key of your choice, in place of its usual ones. The function
keys and their digits, ESC and Ctrl+C stay what they are. A key that another command has is
refused: give that one another key first. The settings have whole sets of keys to choose from.
"""
    ENTER: ClassVar[tuple[str, str]] = ("New key", "Then press the key it is to have")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("delete", "usual", "Usual keys", "Its usual keys again", shown="Del/D"),
        Key("D", "usual", "", "The same"),
        Key("A", "all_usual", "All usual", "The usual keys for all commands"),
    )

    @property
    def entries(self) -> list[Command]:
        commands = keymap.remap(TABLE, self.solterm.keys)
        return [each for each in commands if not each.number and self._is_of_use(each)]

    def _is_of_use(self, command: Command) -> bool:
        """May its key be changed, and does it do anything here?"""
        return command.id != "cancel" and (command.need is not Need.HOST or self.solterm.has_host)

    @property
    def chosen(self) -> Command:
        """The command under the cursor."""
        return cast(Command, self.entry)

    def heading(self, width: int) -> str:
        return f"{'Command':{_NAME}}Keys"

    def line(self, entry: object, width: int) -> str:
        command = cast(Command, entry)
        own = " *" if command.id in self.solterm.settings.keys else ""
        return f"{command.help:{_NAME}}{_tell(command)}{own}"

    def notes(self, width: int) -> list[str]:
        return ["* is a key you gave." if self.solterm.settings.keys else ""]

    def choose(self) -> None:
        """Enter: ask for the new key."""
        command = self.chosen
        self.prompt = KeyBox(command.help, lambda key: self._give(command, key))

    def _give(self, command: Command, key: str) -> None:
        present = self.solterm.settings.keys
        if faults := keymap.faults(TABLE, {command.id: key}):
            self._refuse(faults[0].replace("; it is ignored", ""))
            return
        wanted = keymap.remap(TABLE, {command.id: key})
        theirs = {name for each in wanted if each.id == command.id for name in each.keys}
        for other in keymap.remap(TABLE, self.solterm.keys):
            if other.id != command.id and not theirs.isdisjoint(other.keys):
                self._refuse(f"That key is taken: {other.help}.")
                return
        self._keep({**present, command.id: key})
        self.notice = f"{command.help}: {_tell(self.chosen)}."

    def do_usual(self) -> None:
        """Del: the usual keys of this command."""
        command = self.chosen
        present = self.solterm.settings.keys
        usual = offers.find_own(command.id, presets.keys_of(self.solterm.settings.preset, {}))
        for other in keymap.remap(TABLE, self.solterm.keys):
            taken = other.id in present and not set(usual.keys).isdisjoint(other.keys)
            if other.id != command.id and taken:
                self._refuse(f"One of its usual keys is taken: {other.help}.")
                return
        self._keep({name: value for name, value in present.items() if name != command.id})

    def do_all_usual(self) -> None:
        """A: the usual keys of all commands, once that is confirmed."""
        if self.solterm.settings.keys:
            question = "Give all commands their usual keys again?"
            self.prompt = Question(question, lambda: self._keep({}))

    def _keep(self, given: dict[str, str]) -> None:
        self.solterm.change_settings(keys=given)

    def _refuse(self, sentence: str) -> None:
        self.notice = sentence
        self.solterm.beep()


def _tell(command: Command) -> str:
    """The keys of a command as a player calls them, each once."""
    names = [offers.key_name(command._replace(keys=(key,))) for key in command.keys]
    signs = {name for name in names if len(name) == 1}
    # A sign arrives under its name, too (plus, +): the sign says it.
    spoken = [name for name in names if not (signs and _is_sign(name))]
    return " ".join(dict.fromkeys(spoken)) or "none"


def _is_sign(name: str) -> bool:
    return name.lower() in ("plus", "minus", "equals_sign", "full_stop", "colon", "question_mark")
