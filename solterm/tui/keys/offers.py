"""Which of the table's commands a game has to offer now, and what each is called there.

The game menu and the help ask here, so that neither names a key that could only be refused: what
the game has no use for, and what its terms put off (``core.terms``).
"""

from collections.abc import Mapping

from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.tui.keys import commands as keys
from solterm.tui.keys.commands import Command, Label
from solterm.tui.keys.keymap import remapped

_VERBS = {
    **{name: name for name in ("undo", "redo", "bookmark", "hint", "cheat", "peek", "level")},
    **{"over": "restart", "jump": "return", "deal": "restart", "exception": "x"},
}
"""The event that a command stands or falls with."""

_SPOKEN = {"escape": "ESC", "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del"}
"""The keys whose names are not Textual's."""

_GOES_BACK = frozenset({"undo", "redo", "over", "bookmark", "jump"})
_SHOWS_CELLS = frozenset({"legal", "ranks", "suits"})


def has(play: Play, command: Command) -> bool:
    """Has a command a use in this game, on its terms and at its level?"""
    if number := keys.number(command):
        return number % 10 in keys.labels(play.rules.game) and _allowed(play, command)
    if command.id in _SHOWS_CELLS:
        return keys.has_cells(play.game)
    if command.id in _GOES_BACK and not play.game.undo:
        return False
    if command.id == "exception" and play.level not in play.game.exceptions:
        return False
    if command.id == "peek" and play.game.peek_when_scored:
        return True
    if command.id == "cheat" and play.level == 1:
        return False
    return _allowed(play, command)


def _allowed(play: Play, command: Command) -> bool:
    """Do the terms allow it?"""
    try:
        play.terms.check(_VERBS.get(command.id, ""))
    except IllegalMove:
        return False
    return True


def label(play: Play, command: Command) -> str:
    """What the menu calls a command: the function keys by the names the game gives them."""
    number = keys.number(command)
    return keys.labels(play.rules.game)[number % 10].long if number else command.help


def bar(play: Play) -> dict[int, Label]:
    """The function keys that do something here, by their digits."""
    named = keys.labels(play.rules.game)
    of_use = {keys.number(each) % 10 for each in keys.TABLE[:10] if has(play, each)}
    return {digit: name for digit, name in named.items() if digit in of_use}


def key_of(command: str, overrides: Mapping[str, str] | None = None) -> str:
    """How a player knows the key of a command, by the command's name."""
    return next(key_name(each) for each in remapped(keys.TABLE, overrides) if each.id == command)


def key_name(command: Command) -> str:
    """How a reader knows its first key: ``F3``, ``H``, ``Enter``; "" where it has none."""
    if number := keys.number(command):
        return f"F{number}"
    name = command.keys[0] if command.keys else ""
    name = next((key for key in command.keys if len(key) == 1 and not key.isalpha()), name)
    if name.startswith("ctrl+"):
        return f"^{name[5:].upper()}"
    if len(name) == 1:
        return name.upper()
    return _SPOKEN.get(name) or "+".join(part.capitalize() for part in name.split("+"))
