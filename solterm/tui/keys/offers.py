"""The commands that are of use in a play now, and their names there.

The game menu and the help use this module, so they leave out commands that the game does not have
or the mode of the play forbids.
"""

from collections.abc import Mapping

from solterm.core.groups import BuilderGroup
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.tui.keys.commands import Command, Need
from solterm.tui.keys.keymap import key_words, remap
from solterm.tui.keys.labels import has_cells, labels

_DRAW = "Draw one card from a stack"
"""The text of ``more`` in a game with one draw (Royale's words)."""


def has(play: Play, command: Command, is_hosted: bool) -> bool:
    """Whether a command is of use in this game, in its mode and at its level, and with a host."""
    if command.number and not is_used(play, command):
        return False
    if not _meets(play, command.need, is_hosted):
        return False
    return _is_allowed(play, command) or (command.id == "peek" and play.game.peek_when_scored)


def is_used(play: Play, command: Command) -> bool:
    """Whether the game uses a function key, in any mode; True for other commands."""
    return not command.number or command.number % 10 in labels(play.rules.game)


def _meets(play: Play, need: Need, is_hosted: bool) -> bool:
    match need:
        case Need.CELLS:
            return has_cells(play.game)
        case Need.UNDO:
            return play.game.undo
        case Need.EXCEPTION:
            return play.level in play.game.exceptions
        case Need.HARDER_LEVEL:
            return play.level > 1
        case Need.HOST:
            return is_hosted
        case Need.NOTHING:
            return True


def _is_allowed(play: Play, command: Command) -> bool:
    try:
        play.mode.check(command.event)
    except IllegalMove:
        return False
    return True


def label(play: Play, command: Command) -> str:
    """Return the text of a command in the menu, in the game's words if it has any."""
    if command.number:
        return labels(play.rules.game)[command.number % 10].long
    if command.id == "more" and any(
        BuilderGroup.of(group).draw_once for group in play.rules.game.groups
    ):
        return _DRAW
    return command.help


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
