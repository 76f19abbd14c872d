"""Every key of the table, in one list: what it does, its names, its label and its help line.

Digits along the top row are function keys, as KLONCAN had it, because terminals eat some of the
real ones; so is Esc followed by a digit, which arrives as one odd character (``terminal.md``).
"""

from collections.abc import Iterable
from typing import NamedTuple

LEVEL_KEYS = ("1", "2", "3")
"""The keys that answer every question about the level."""

MENU_KEYS = ("m", "M")
QUIT_KEYS = ("q", "Q", "ctrl+c", "ctrl+q")

_ESCAPED_DIGITS = {
    "1": "inverted_exclamation_mark",
    "2": "trade_mark_sign",
    "3": "pound_sign",
    "4": "cent_sign",
    "5": "infinity",
    "6": "section_sign",
    "7": "pilcrow_sign",
    "8": "bullet",
    "9": "ª",
    "0": "º",
}


class Command(NamedTuple):
    """Something a key does."""

    id: str
    """Its name: the screen's method is ``do_ID``."""
    keys: tuple[str, ...]
    """Textual's names of the keys."""
    help: str
    """What the help says of it."""
    label: str = ""
    """Its label in the function-key bar."""


def _function(number: int, name: str, label: str, help: str) -> Command:
    digit = str(number % 10)
    keys = (f"f{number}", digit, _ESCAPED_DIGITS[digit], f"escape,{digit}")
    return Command(name, keys, help, label)


TABLE = (
    _function(1, "pile_to_pile", "Pile", "Pile to pile move"),
    _function(2, "help", "Help", "Help and status"),
    _function(3, "turn_hand", "Hand", "Move through hand"),
    _function(4, "hand_to_pile", "Hand>P", "Hand to pile move"),
    _function(5, "pile_to_field", "Field", "Pile to field move"),
    _function(6, "hand_to_field", "Hand>F", "Hand to field move"),
    _function(7, "error", "Error", "Show the last error"),
    _function(8, "level", "Level", "Change the level"),
    _function(9, "new", "New", "End this game"),
    _function(10, "auto", "Auto", "Automatic play-out"),
    Command("colours", ("c", "C"), "Change the colours"),
    Command("score", ("s", "S"), "Show the score"),
    Command("quit", QUIT_KEYS, "Quit (the game is kept)"),
    Command("exception", ("x", "X"), "Exception"),
    Command("cancel", ("escape",), "Drop the mark"),
    Command("left", ("left",), "Cursor left"),
    Command("right", ("right",), "Cursor right"),
    Command("up", ("up",), "Cursor up a row"),
    Command("down", ("down",), "Cursor down a row"),
    Command("natural", ("enter", "space"), "Mark, place or turn"),
    Command("undo", ("u", "U", "ctrl+z"), "Undo"),
    Command("redo", ("r", "R", "ctrl+y"), "Redo"),
    Command("command", ("colon", ":"), "Type a command"),
    Command("rules", ("question_mark", "?"), "The rules of this game"),
    Command("menu", MENU_KEYS, "Menu (the game is kept)"),
    Command("redraw", ("ctrl+l",), "Paint the screen anew"),
)

NATIVE = frozenset({"turn_hand", "hand_to_pile", "pile_to_field", "hand_to_field"})

CLEARS_ERROR = NATIVE | {"pile_to_pile", "auto", "left", "right", "up", "down", "natural"}
"""After these the last beep is forgotten: F7 finds no error (A1)."""

DEAD_UNDER_HELP = NATIVE | {"pile_to_pile", "auto", "exception", "natural", "undo", "redo"}
"""These sleep while the help is shown (A1)."""


def by_key(commands: Iterable[Command]) -> dict[str, Command]:
    """The command of each key name."""
    return {key: command for command in commands for key in command.keys}
