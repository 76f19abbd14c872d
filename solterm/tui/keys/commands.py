"""The commands of the table: keys, texts and needs, in one list.

Bindings, help, game menu, key bar and messages all come from it. The digits are function keys too,
as in KLONCAN, because terminals keep some function keys to themselves. So is Esc with a digit,
which arrives as one character (``wire/keys.py``).
"""

from enum import Enum
from typing import NamedTuple

from solterm.wire.keys import ESCAPED_DIGITS, press_of

LEVEL_KEYS = ("1", "2", "3")
"""The keys that answer a question about the level."""


class Need(Enum):
    """A property of the game that a command needs."""

    NOTHING = "nothing"
    CELLS = "cells"
    """A grid whose cells depend on suit and rank."""
    UNDO = "undo"
    """Moves can be undone."""
    EXCEPTION = "exception"
    """The present level has an exception."""
    HARDER_LEVEL = "harder level"
    """The level is above 1."""
    HOST = "host"
    """A host runs the session."""


class Command(NamedTuple):
    """A command of the table."""

    id: str
    """Its name; the screen's ``action_ID`` carries it out."""
    keys: tuple[str, ...]
    """Textual's names of the keys."""
    help: str = ""
    """Its text in the game menu; function keys have theirs in ``labels``."""
    menu: str = ""
    """Its heading in the game menu; "" to leave it out."""
    brief: str = ""
    """Its text in the help on F2, if that is shorter."""
    group: str = ""
    """The line of that help that it shares with others; "" for a separate line."""
    sleeps: bool = False
    """Whether it is off while that help is open, like KLONCAN's playing keys."""
    number: int = 0
    """Its function key, 0 for none."""
    event: str = ""
    """The event of the play that must be allowed."""
    need: Need = Need.NOTHING
    """The property that the game must have."""
    proposes: bool = False
    """Whether a proposed move stays proposed after it."""
    clears_error: bool = False
    """Whether it clears the last error, so that F7 finds none."""

    @property
    def binding_id(self) -> str:
        return f"table.{self.id}"

    @property
    def key_names(self) -> tuple[str, ...]:
        """Its keys by Textual's names, without signs that also have a name."""
        return tuple(key for key in self.keys if key.isalnum() or (len(key) > 1 and "," not in key))


MENUS = ("Game", "Move", "Look", "Help")
"""The headings of the game menu, from left to right."""

_ASLEEP = frozenset({"lift", "back", "looks", "marks", "deals", "cells", "play"})
"""The lines of the help whose commands are off while it is open."""
_PROPOSING = frozenset({"natural", "next_place", "more", "fewer", "hint"})
"""The commands after which a proposed move stays proposed."""
_FORGIVING = frozenset({"natural", "next_place", "repeat"})
"""The commands, beside arrows and playing keys, that clear the last error."""


def _function(number: int, name: str, menu: str, event: str = "") -> Command:
    digit = str(number % 10)
    escaped = press_of(ESCAPED_DIGITS[digit]).name
    keys = (f"f{number}", digit, escaped, f"escape,{digit}")
    return Command(name, keys, menu=menu, number=number, event=event)


def _playing(number: int, name: str) -> Command:
    return _function(number, name, "Move")._replace(sleeps=True, clears_error=True)


def _arrow(way: str, help: str, brief: str = "") -> Command:
    return Command(way, (way,), help, brief=brief, group="arrows", clears_error=True)


def _shared(
    group: str,
    brief: str,
    name: str,
    keys: str,
    help: str,
    menu: str,
    event: str = "",
    need: Need = Need.NOTHING,
) -> Command:
    return _named(name, keys, help, menu, event, need, group)._replace(brief=brief, group=group)


def _named(
    name: str,
    keys: str,
    help: str,
    menu: str,
    event: str = "",
    need: Need = Need.NOTHING,
    group: str = "play",
) -> Command:
    return Command(
        name,
        tuple(keys.split()),
        help,
        menu,
        sleeps=group in _ASLEEP,
        event=event,
        need=need,
        proposes=name in _PROPOSING,
        clears_error=name in _FORGIVING,
    )


TABLE = (
    _playing(1, "pile_to_pile"),
    _function(2, "help", "Help"),
    _playing(3, "turn_hand"),
    _playing(4, "hand_to_pile"),
    _playing(5, "pile_to_field"),
    _playing(6, "hand_to_field"),
    _function(7, "error", "Help"),
    _function(8, "level", "Game", "level"),
    _function(9, "new", "Game"),
    _playing(10, "auto"),
    _shared("kloncan", "colours", "colours", "c C", "Change the colours", "Look"),
    _shared("kloncan", "score", "score", "s S", "Show the score", "Look"),
    _named("exception", "x X", "Exception", "Move", "x", Need.EXCEPTION),
    Command("cancel", ("escape",), "Drop the mark", "", "Go on / drop the mark"),
    _arrow("left", "Cursor left", "move the cursor"),
    _arrow("right", "Cursor right"),
    _arrow("up", "Cursor up a row"),
    _arrow("down", "Cursor down a row"),
    _named("natural", "enter space", "Mark, place or turn", "Move"),
    _named("next_place", "n N", "Next place for it", "Move"),
    _shared("lift", "more", "more", "plus + equals_sign = shift+up", "Lift one card more", "Move"),
    _shared("lift", "fewer", "fewer", "minus - shift+down", "Lift one card fewer", "Move"),
    _shared("lift", "same again", "repeat", "full_stop .", "Mark the same again", "Move"),
    _shared("back", "undo", "undo", "u U", "Undo", "Move", "undo", Need.UNDO),
    _shared("back", "redo", "redo", "r R ctrl+y", "Redo", "Move", "redo", Need.UNDO),
    _named("regain", "ctrl+b", "Back to a winnable position", "Move", "undo", Need.UNDO),
    _named("command", "colon :", "Type a command", "Move"),
    _shared("back", "start over", "over", "o O", "Start over", "Game", "restart", Need.UNDO),
    _shared("deals", "deal again", "deal", "d D", "Deal again", "Game", "restart"),
    _shared(
        "marks",
        "set a bookmark",
        "bookmark",
        "b B",
        "Set a bookmark",
        "Game",
        "bookmark",
        Need.UNDO,
    ),
    _shared("marks", "jump back", "jump", "j J", "Jump back to it", "Game", "return", Need.UNDO),
    _shared("deals", "cheat", "cheat", "k K", "Cheat", "Game", "cheat", Need.HARDER_LEVEL),
    _shared("figures", "saves", "saves", "v V", "Saved games", "Game"),
    _shared("figures", "sheet", "sheet", "a A", "Score sheet or contest", "Game"),
    _shared("pages", "main menu", "menu", "m M", "Main menu (the game is kept)", "Game"),
    _shared("kloncan", "quit", "quit", "q Q ctrl+c ctrl+q", "Quit", "Game"),
    _shared("looks", "hint", "hint", "h H", "Hint: propose a move", "Help", "hint"),
    _shared("looks", "peek", "peek", "p P", "Peek into this pile", "Look", "peek"),
    _shared(
        "cells", "cells for it", "legal", "l L", "Cells that take the card", "Look", need=Need.CELLS
    ),
    _shared("cells", "its rank", "ranks", "e E", "Cards of equal rank", "Look", need=Need.CELLS),
    _shared("cells", "its suit", "suits", "i I", "Cards in its suit", "Look", need=Need.CELLS),
    _shared("figures", "figures", "stats", "t T", "Statistics", "Look"),
    _shared("figures", "setup", "settings", "comma ,", "Settings", "Look"),
    _shared("pages", "who is here", "who", "at @", "Who is here", "Look", need=Need.HOST),
    _shared("screen", "find anything", "palette", "ctrl+p", "Find anything", "Help")._replace(
        sleeps=True
    ),
    _shared("screen", "repaint", "redraw", "ctrl+l", "Repaint the screen", "Look"),
    _shared("looks", "what is this", "what", "w W", "What is this pile?", "Help"),
    _shared("pages", "rules", "rules", "question_mark ?", "The rules of this game", "Help"),
    _shared("pages", "guide", "pages", "g G", "Guide: how to play", "Help"),
    Command("game_menu", ("tab",), "This menu", "", "Menu of commands", sleeps=True),
)

COMMANDS = {command.id: command for command in TABLE}


def find_command(name: str) -> Command:
    """Return a command by its id, with its usual keys."""
    return COMMANDS[name]
