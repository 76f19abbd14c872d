"""The player's own keys: the table's commands with the keys the settings give them.

The setting ``keys`` names commands by their ids and keys by their names, separated by spaces:
``hint = "h f12"``. Such keys take the place of the usual ones, and a key they need is taken from
the command that had it. The function keys and their digits, Esc and Ctrl+C stay where they are,
so that no setting shuts a player in.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from solterm.tui.keys.commands import TABLE, Command

NO_KEY = "f99"
"""What Textual is told for a command that has lost all its keys."""

_NUMBERED = frozenset(key for each in TABLE if each.number for key in each.keys)
_STAYS = _NUMBERED | {"escape", "ctrl+c"}
"""Keys that nothing else may have."""

_SIGNS = {
    **{"plus": "+", "minus": "-", "equals_sign": "=", "colon": ":", "question_mark": "?"},
    **{"full_stop": ".", "comma": ",", "slash": "/", "backslash": "\\", "semicolon": ";"},
    **{"at": "@"},
}
"""Textual's names of some signs that a player may as well type themselves."""

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


def by_key(
    commands: Iterable[Command], overrides: Mapping[str, str] | None = None
) -> Mapping[str, Command]:
    """The command of each key name, the player's own keys first."""
    return _by_key(tuple(commands), tuple((overrides or {}).items()))


def remap(
    commands: Iterable[Command], overrides: Mapping[str, str] | None = None
) -> tuple[Command, ...]:
    """The commands with the keys a player has given them; what is no good is passed over."""
    return _remap(tuple(commands), tuple((overrides or {}).items()))


_Overrides = tuple[tuple[str, str], ...]


@lru_cache(maxsize=4)
def _by_key(commands: tuple[Command, ...], overrides: _Overrides) -> Mapping[str, Command]:
    return {key: each for each in _remap(commands, overrides) for key in each.keys}


@lru_cache(maxsize=4)
def _remap(commands: tuple[Command, ...], overrides: _Overrides) -> tuple[Command, ...]:
    wanted, _ = _read(commands, overrides)
    taken = {key for keys in wanted.values() for key in keys}
    found = []
    for command in commands:
        own = wanted.get(command.id)
        if own is None:
            kept = tuple(key for key in command.keys if key not in taken)
        else:
            kept = (*own, *(key for key in command.keys if key in _STAYS))
        found.append(command._replace(keys=kept))
    return tuple(found)


def for_textual(overrides: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the keys of the commands that differ from the usual, as ``App.set_keymap`` takes them.

    A command without any key gets one that no keyboard has.
    """
    return {
        own.binding_id: ",".join(own.key_names) or NO_KEY
        for own, usual in zip(remap(TABLE, overrides), TABLE, strict=True)
        if own.keys != usual.keys
    }


def faults(commands: Iterable[Command], overrides: Mapping[str, str] | None = None) -> list[str]:
    """A sentence for everything in the player's keys that is no good, and therefore ignored."""
    return list(_read(tuple(commands), tuple((overrides or {}).items()))[1])


@lru_cache(maxsize=4)
def _read(
    commands: tuple[Command, ...], overrides: _Overrides
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The good keys of each command that has its own, and what is wrong with the others."""
    known = {command.id for command in commands}
    wanted: dict[str, tuple[str, ...]] = {}
    wrong = []
    claimed: dict[str, str] = {}
    for name, text in overrides:
        if name not in known:
            wrong.append(f"There is no command {name!r} to give keys to; it is ignored.")
            continue
        good: list[str] = []
        for key in text.split():
            if fault := _fault(key, name, claimed):
                wrong.append(fault)
            else:
                good += _twins(key)
                claimed |= dict.fromkeys(_twins(key), name)
        if good:
            wanted[name] = tuple(dict.fromkeys(good))
    return wanted, tuple(wrong)


def _fault(key: str, command: str, claimed: Mapping[str, str]) -> str | None:
    if not _STAYS.isdisjoint(_twins(key)):
        return f"The key {key!r} stays what it is; {command!r} cannot have it."
    if len(key) != 1 and key.lower() not in _NAMED:
        return f"There is no key {key!r} for {command!r}; it is ignored."
    if (owner := claimed.get(_twins(key)[0], command)) != command:
        return f"The key {key!r} is given to {owner!r} already; {command!r} cannot have it."
    return None


def _twins(key: str) -> tuple[str, ...]:
    """All names that a key may arrive under: a letter large or small, a sign and its name."""
    if len(key) > 1:
        name = key.lower()
        return (name, _SIGNS[name]) if name in _SIGNS else (name,)
    if key.isalpha():
        return tuple(dict.fromkeys((key.lower(), key.upper())))
    return (key, *(name for name, sign in _SIGNS.items() if sign == key))
