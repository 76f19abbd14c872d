"""The table's commands with the keys of the chosen key set and the player's own.

A key set names the keys that differ from the usual ones (``commands.TABLE``). The setting ``keys``
does the same on top of it, with command ids and key names: ``hint = "h f12"``. These keys replace
the usual ones, and the command that had them loses them. The function keys and their digits, Esc
and Ctrl+C cannot be reassigned, so no setting can lock a player out.
"""

from collections.abc import Mapping
from types import MappingProxyType

from solterm.tui.keys.commands import TABLE, Command

NO_KEY = "f99"
"""The key Textual gets for a command that has none."""

CLASSIC, VI = "classic", "vi"

_VI = {
    **{"left": "h left", "down": "j down", "up": "k up", "right": "l right"},
    **{"hint": "f", "legal": "y", "redo": "r ctrl+r ctrl+y", "command": ": ;"},
}
PRESETS: Mapping[str, Mapping[str, str]] = {CLASSIC: {}, VI: _VI}
"""The key sets by their names in the settings."""

_NUMBERED = frozenset(key for each in TABLE if each.number for key in each.keys)
_FIXED = _NUMBERED | {"escape", "ctrl+c"}
_SIGNS = {
    **{"plus": "+", "minus": "-", "equals_sign": "=", "colon": ":", "question_mark": "?"},
    **{"full_stop": ".", "comma": ",", "slash": "/", "backslash": "\\", "semicolon": ";"},
    **{"at": "@", "exclamation_mark": "!", "ampersand": "&"},
}
"""Textual's names of signs that a player may type instead."""
_SPOKEN = {"escape": "Esc", "delete": "Del", "pageup": "PgUp", "pagedown": "PgDn"}
"""Keys that are printed unlike Textual's names."""
_NAMED = frozenset(
    {
        *("enter", "space", "tab", "backspace", "delete", "insert", "home", "end"),
        *("pageup", "pagedown", "left", "right", "up", "down"),
        *(f"shift+{arrow}" for arrow in ("left", "right", "up", "down", "tab")),
        *(f"ctrl+{arrow}" for arrow in ("left", "right", "up", "down")),
        *(f"ctrl+{chr(letter)}" for letter in range(ord("a"), ord("z") + 1)),
        *(f"f{number}" for number in range(1, 25)),
        *_SIGNS,
    }
)


def key_words(key: str) -> str:
    """Return a key as keyboards print it: ``Esc``, ``F3``, ``Ctrl+P``, ``?``."""
    if len(key) == 1:
        return key.upper()
    printed = _SIGNS.get(key) or _SPOKEN.get(key)
    return printed or "+".join(part.capitalize() for part in key.split("+"))


def key_name(command: Command) -> str:
    """Return the name of its first key: ``F3``, ``H``, ``Enter``; "" if it has none."""
    if command.number:
        return f"F{command.number}"
    name = command.keys[0] if command.keys else ""
    return key_words(
        next((key for key in command.keys if len(key) == 1 and not key.isalpha()), name)
    )


class Keymap:
    """The commands with a player's keys: a key set, and the player's own on top of it."""

    def __init__(
        self, own: Mapping[str, str] = MappingProxyType({}), preset: str = CLASSIC
    ) -> None:
        """Bad entries are ignored."""
        self.given = {**PRESETS.get(preset, {}), **own}
        """The keys that differ from the usual ones, as they were given."""
        wanted, self.faults = _read(self.given)
        """A sentence for each bad entry."""
        taken = {key for keys in wanted.values() for key in keys}
        self._own: dict[str, Command] = {}
        for command in TABLE:
            keys = tuple(key for key in command.keys if key not in taken)
            if own_keys := wanted.get(command.id):
                keys = (*own_keys, *(key for key in command.keys if key in _FIXED))
            self._own[command.id] = command._replace(keys=keys)
        self.by_key = {key: each for each in self.commands for key in each.keys}
        """The command of each key name."""

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(self._own.values())

    def find(self, command: str) -> Command:
        """Return a command by its id, with the player's keys."""
        return self._own[command]

    def name(self, command: str) -> str:
        """Return the name of a command's first key."""
        return key_name(self._own[command])

    def for_textual(self) -> dict[str, str]:
        """Return the keys that differ from the usual ones, as ``App.set_keymap`` takes them."""
        return {
            own.binding_id: ",".join(own.key_names) or NO_KEY
            for own, usual in zip(self.commands, TABLE, strict=True)
            if own.keys != usual.keys
        }


def _read(given: Mapping[str, str]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    # The good keys by command, and a sentence for each bad one.
    known = {command.id for command in TABLE}
    wanted: dict[str, tuple[str, ...]] = {}
    wrong = []
    claimed: dict[str, str] = {}
    for name, text in given.items():
        if name not in known:
            wrong.append(f"No command is called {name!r}; its keys are ignored.")
            continue
        good: list[str] = []
        for key in text.split():
            if fault := _fault(key, name, claimed):
                wrong.append(fault)
            else:
                good += _aliases(key)
                claimed |= dict.fromkeys(_aliases(key), name)
        if good:
            wanted[name] = tuple(dict.fromkeys(good))
    return wanted, wrong


def _fault(key: str, command: str, claimed: Mapping[str, str]) -> str | None:
    if not _FIXED.isdisjoint(_aliases(key)):
        return f"The key {key!r} cannot be reassigned to {command!r}."
    if len(key) != 1 and key.lower() not in _NAMED:
        return f"No key is called {key!r}; {command!r} ignores it."
    if (owner := claimed.get(_aliases(key)[0], command)) != command:
        return f"The key {key!r} already belongs to {owner!r}; {command!r} cannot have it."
    return None


def _aliases(key: str) -> tuple[str, ...]:
    # A letter arrives large or small, a sign as itself or by its name.
    if len(key) > 1:
        name = key.lower()
        return (name, _SIGNS[name]) if name in _SIGNS else (name,)
    if key.isalpha():
        return tuple(dict.fromkeys((key.lower(), key.upper())))
    return (key, *(name for name, sign in _SIGNS.items() if sign == key))


USUAL = Keymap()
"""The commands with their usual keys."""
