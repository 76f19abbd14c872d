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
    """Its name; ``TableCommands`` carries it out."""
    keys: tuple[str, ...]
    """Textual's names of the keys; a command without keys is in the menu and the palette."""
    help: str = ""
    """Its text in the game menu; function keys have theirs in ``labels``."""
    menu: str = ""
    """Its heading in the game menu; "" to leave it out."""
    brief: str = ""
    """Its text on the card of keys, if that is another."""
    sleeps: bool = False
    """Whether it is off while that card is open, like KLONCAN's playing keys."""
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

_ASLEEP = frozenset(
    {
        *("natural", "next_place", "more", "fewer", "repeat", "exception", "command"),
        *("undo", "redo", "regain", "over", "deal", "bookmark", "jump", "cheat"),
        *("hint", "peek", "what", "legal", "ranks", "suits", "palette"),
        *("first", "last"),
    }
)
"""The commands that are off while the card of keys is open."""
_PROPOSING = frozenset({"natural", "next_place", "more", "fewer", "hint"})
"""The commands after which a proposed move stays proposed."""
_FORGIVING = frozenset({"natural", "next_place", "repeat", "first", "last"})
"""The commands, beside arrows and playing keys, that clear the last error."""


def _function(number: int, name: str, menu: str, event: str = "") -> Command:
    digit = str(number % 10)
    escaped = press_of(ESCAPED_DIGITS[digit]).name
    keys = (f"f{number}", digit, escaped, f"escape,{digit}")
    return Command(name, keys, menu=menu, number=number, event=event)


def _playing(number: int, name: str) -> Command:
    return _function(number, name, "Move")._replace(sleeps=True, clears_error=True)


def _arrow(way: str, help: str) -> Command:
    return Command(way, (way,), help, brief="move the cursor", sleeps=True, clears_error=True)


def _named(
    name: str,
    keys: str,
    help: str,
    menu: str,
    event: str = "",
    need: Need = Need.NOTHING,
    brief: str = "",
) -> Command:
    return Command(
        name,
        tuple(keys.split()),
        help,
        menu,
        brief=brief,
        sleeps=name in _ASLEEP,
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
    _function(7, "error", "Help")._replace(brief="why refused"),
    _function(8, "level", "Game", "level"),
    _function(9, "new", "Game")._replace(brief="end and score"),
    _playing(10, "auto")._replace(brief="play home"),
    _named("colours", "c C", "Change the colours", "Look", brief="colours"),
    _named("score", "s S", "Show the score", "Look"),
    _named("exception", "x X", "Exception", "Move", "x", Need.EXCEPTION),
    Command("cancel", ("escape",), "Drop the mark"),
    _arrow("left", "Cursor left"),
    _arrow("right", "Cursor right"),
    _arrow("up", "Cursor up a row"),
    _arrow("down", "Cursor down a row"),
    _named("natural", "enter space", "Mark, place or turn", "Move", brief="propose, then move"),
    _named("next_place", "n N", "Next place for it", "Move", brief="next place"),
    _named(
        "more", "plus + equals_sign = shift+up", "Lift one card more", "Move", brief="lift more"
    ),
    _named("fewer", "minus - shift+down", "Lift one card fewer", "Move", brief="fewer"),
    _named("repeat", "", "Mark the same again", "Move", brief="same again"),
    _named("first", "home", "First pile of the row", "Move"),
    _named("last", "end", "Last pile of the row", "Move"),
    _named("undo", "u U", "Undo", "Move", "undo", Need.UNDO),
    _named("redo", "r R ctrl+y", "Redo", "Move", "redo", Need.UNDO),
    _named("regain", "b B ctrl+b", "Back to a winnable position", "Move", "undo", Need.UNDO),
    _named("command", "colon :", "Type a command", "Move"),
    _named("over", "o O", "Start over", "Game", "restart", Need.UNDO),
    _named("deal", "d D", "Deal this or another", "Game", "restart", brief="deal again"),
    _named("bookmark", "", "Set a bookmark", "Game", "bookmark", Need.UNDO),
    _named("jump", "", "Jump back to the bookmark", "Game", "return", Need.UNDO),
    _named("cheat", "", "Cheat", "Game", "cheat", Need.HARDER_LEVEL),
    _named("saves", "v V", "Saved games", "Game"),
    _named("copy", "", "Copy the game for a friend", "Game"),
    _named("sheet", "", "Score sheet or contest", "Game"),
    _named("menu", "m M", "Main menu (the game is kept)", "Game", brief="menu"),
    _named("quit", "q Q ctrl+c ctrl+q", "Quit", "Game"),
    _named("hint", "h H", "Hint: propose a move", "Help", "hint", brief="hint"),
    _named("watch", "", "Watch the program play", "Help", "hint"),
    _named("peek", "p P", "Peek into this pile", "Look", "peek", brief="peek"),
    _named("legal", "l L", "Cells that take the card", "Look", need=Need.CELLS),
    _named("ranks", "e E", "Cards of equal rank", "Look", need=Need.CELLS, brief="its rank"),
    _named("suits", "i I", "Cards in its suit", "Look", need=Need.CELLS, brief="its suit"),
    _named("stats", "", "Statistics", "Look"),
    _named("settings", "comma ,", "Settings", "Look"),
    _named("who", "at @", "Who is here", "Look", need=Need.HOST),
    _named("races", "exclamation_mark !", "Races", "Look", need=Need.HOST),
    _named("evening", "ampersand &", "The host's next contest", "Look", need=Need.HOST),
    _named("phrase", "", "Say a phrase", "Look", need=Need.HOST),
    _named("palette", "ctrl+p", "Find anything", "Help", brief="finds anything"),
    _named("redraw", "ctrl+l", "Repaint the screen", "Look"),
    _named("what", "w W", "What is this pile?", "Help", brief="what is this pile"),
    _named("rules", "question_mark ?", "The rules of this game", "Help", brief="rules"),
    _named("pages", "", "Guide: how to play", "Help", brief="guide"),
    Command("game_menu", ("tab",), "This menu", "", "lists all commands", sleeps=True),
)

COMMANDS = {command.id: command for command in TABLE}
"""The commands by id, with their usual keys."""
