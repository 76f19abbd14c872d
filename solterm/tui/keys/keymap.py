"""The table's commands with the keys of the chosen key set and the player's own.

A key set names the keys that differ from the usual ones (``commands.TABLE``). The setting ``keys``
does the same on top of it, with command ids and key names: ``hint = "h f12"``. These keys replace
the usual ones, and the command that had them loses them. The function keys and their digits, Esc
and Ctrl+C cannot be reassigned, so no setting can lock a player out.
"""

from collections.abc import Mapping
from functools import lru_cache

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
    **{"at": "@", "exclamation_mark": "!"},
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

_Overrides = tuple[tuple[str, str], ...]


def key_words(key: str) -> str:
    """Return a key as keyboards print it: ``Esc``, ``F3``, ``Ctrl+P``, ``?``."""
    if len(key) == 1:
        return key.upper()
    printed = _SIGNS.get(key) or _SPOKEN.get(key)
    return printed or "+".join(part.capitalize() for part in key.split("+"))


def keys_of(preset: str, own: Mapping[str, str]) -> Mapping[str, str]:
    """Return the keys of a key set with the player's own on top."""
    given = PRESETS.get(preset, {})
    return {**given, **own} if given else own


def by_key(overrides: Mapping[str, str] | None = None) -> Mapping[str, Command]:
    """Return the command of each key name."""
    return _by_key(tuple((overrides or {}).items()))


def remap(overrides: Mapping[str, str] | None = None) -> tuple[Command, ...]:
    """Return the commands with the keys a player has given them; ignore bad entries."""
    return _remap(tuple((overrides or {}).items()))


@lru_cache(maxsize=4)
def _by_key(overrides: _Overrides) -> Mapping[str, Command]:
    return {key: each for each in _remap(overrides) for key in each.keys}


@lru_cache(maxsize=4)
def _remap(overrides: _Overrides) -> tuple[Command, ...]:
    wanted, _ = _read(overrides)
    taken = {key for keys in wanted.values() for key in keys}
    found = []
    for command in TABLE:
        own = wanted.get(command.id)
        if own is None:
            kept = tuple(key for key in command.keys if key not in taken)
        else:
            kept = (*own, *(key for key in command.keys if key in _FIXED))
        found.append(command._replace(keys=kept))
    return tuple(found)


def key_of(command: str, overrides: Mapping[str, str] | None = None) -> str:
    """Return the name of a command's key, by the command's id."""
    return key_name(find_own(command, overrides))


def find_own(command: str, overrides: Mapping[str, str] | None = None) -> Command:
    """Return a command by its id, with the player's own keys."""
    return next(each for each in remap(overrides) if each.id == command)


def key_name(command: Command) -> str:
    """Return the name of its first key: ``F3``, ``H``, ``Enter``; "" if it has none."""
    if command.number:
        return f"F{command.number}"
    name = command.keys[0] if command.keys else ""
    return key_words(
        next((key for key in command.keys if len(key) == 1 and not key.isalpha()), name)
    )


def for_textual(overrides: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the keys that differ from the usual ones, as ``App.set_keymap`` takes them."""
    return {
        own.binding_id: ",".join(own.key_names) or NO_KEY
        for own, usual in zip(remap(overrides), TABLE, strict=True)
        if own.keys != usual.keys
    }


def faults(overrides: Mapping[str, str] | None = None) -> list[str]:
    """Return a sentence for each bad entry in the player's keys."""
    return list(_read(tuple((overrides or {}).items()))[1])


@lru_cache(maxsize=4)
def _read(overrides: _Overrides) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    # The good keys by command, and a sentence for each bad one.
    known = {command.id for command in TABLE}
    wanted: dict[str, tuple[str, ...]] = {}
    wrong = []
    claimed: dict[str, str] = {}
    for name, text in overrides:
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
    return wanted, tuple(wrong)


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
