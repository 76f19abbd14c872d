"""Every key of the table, in one list: what it does, its names, its label and its help line.

Digits along the top row are function keys, as KLONCAN had it, because terminals eat some of the
real ones; so is Esc followed by a digit, which arrives as one odd character.
"""

from functools import lru_cache
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.vocabulary.policies import Lift

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
    help: str = ""
    """What the help says of it; function keys have theirs in ``labels``."""
    menu: str = ""
    """The heading it stands under in the game menu; "" for what has no place there."""
    brief: str = ""
    """What the help by F2 says of it, where that is shorter."""
    group: str = ""
    """The line of that help which it shares with others; "" is a line of its own."""
    sleeps: bool = False
    """Does it sleep while that help is shown (KLONCAN's keys that play do)?"""


MENUS = ("Game", "Move", "Look", "Help")
"""The headings of the game menu, from left to right."""


def function(number: int, name: str, menu: str = "", sleeps: bool = False) -> Command:
    """The command of a function key, which is on its digit too."""
    digit = str(number % 10)
    keys = (f"f{number}", digit, _ESCAPED_DIGITS[digit], f"escape,{digit}")
    return Command(name, keys, menu=menu, sleeps=sleeps)


def shared(group: str, brief: str, name: str, keys: str, help: str, menu: str = "") -> Command:
    """A command that shares its line of the help with others; its keys are parted by spaces."""
    return Command(name, tuple(keys.split()), help, menu, brief, group, sleeps=group in _ASLEEP)


_ASLEEP = frozenset({"lift", "back", "looks", "marks", "deals", "cells"})
"""The lines of the help whose commands sleep while it is shown."""


TABLE = (
    function(1, "pile_to_pile", "Move", sleeps=True),
    function(2, "help", "Help"),
    function(3, "turn_hand", "Move", sleeps=True),
    function(4, "hand_to_pile", "Move", sleeps=True),
    function(5, "pile_to_field", "Move", sleeps=True),
    function(6, "hand_to_field", "Move", sleeps=True),
    function(7, "error", "Help"),
    function(8, "level", "Game"),
    function(9, "new", "Game"),
    function(10, "auto", "Move", sleeps=True),
    shared("kloncan", "colours", "colours", "c C", "Change the colours", "Look"),
    shared("kloncan", "score", "score", "s S", "Show the score", "Look"),
    Command("exception", ("x", "X"), "Exception", "Move", sleeps=True),
    Command("cancel", ("escape",), "Drop the mark", "", "Go on / drop the mark"),
    shared("arrows", "move the cursor", "left", "left", "Cursor left"),
    shared("arrows", "", "right", "right", "Cursor right"),
    shared("arrows", "", "up", "up", "Cursor up a row"),
    shared("arrows", "", "down", "down", "Cursor down a row"),
    Command("natural", ("enter", "space"), "Mark, place or turn", "Move", sleeps=True),
    Command("next_place", ("n", "N"), "The next place for it", "Move", sleeps=True),
    shared("lift", "more", "more", "plus + equals_sign = shift+up", "Lift one card more", "Move"),
    shared("lift", "fewer", "fewer", "minus - shift+down", "Lift one card fewer", "Move"),
    shared("lift", "same again", "repeat", "full_stop .", "Mark the same again", "Move"),
    shared("back", "undo", "undo", "u U ctrl+z", "Undo", "Move"),
    shared("back", "redo", "redo", "r R ctrl+y", "Redo", "Move"),
    Command("command", ("colon", ":"), "Type a command", "Move", sleeps=True),
    shared("back", "start over", "over", "o O", "Start over", "Game"),
    shared("deals", "deal again", "deal", "d D", "Deal again", "Game"),
    shared("marks", "set a bookmark", "bookmark", "b B", "Set a bookmark", "Game"),
    shared("marks", "jump back", "jump", "j J", "Jump back to it", "Game"),
    shared("deals", "cheat", "cheat", "k K", "Cheat", "Game"),
    shared("figures", "saves", "saves", "v V", "Saved games", "Game"),
    shared("figures", "sheet", "sheet", "a A", "Score sheet or contest", "Game"),
    shared(
        "pages", "main menu", "menu", " ".join(MENU_KEYS), "Main menu (the game is kept)", "Game"
    ),
    shared("kloncan", "quit", "quit", " ".join(QUIT_KEYS), "Quit (the game is kept)", "Game"),
    shared("looks", "hint", "hint", "h H", "Hint: propose a move", "Help"),
    shared("looks", "peek", "peek", "p P", "Peek into this pile", "Look"),
    shared("cells", "cells for it", "legal", "l L", "Cells that take the card", "Look"),
    shared("cells", "its rank", "ranks", "e E", "Cards of equal rank", "Look"),
    shared("cells", "its suit", "suits", "i I", "Cards in its suit", "Look"),
    shared("figures", "figures", "stats", "t T", "Statistics", "Look"),
    shared("figures", "setup", "settings", "comma ,", "Settings", "Look"),
    Command("redraw", ("ctrl+l",), "Paint the screen anew", "Look"),
    shared("looks", "what is this", "what", "w W", "What is this pile?", "Help"),
    shared("pages", "rules", "rules", "question_mark ?", "The rules of this game", "Help"),
    shared("pages", "guide", "pages", "g G", "Guide: how to play", "Help"),
    Command("game_menu", ("tab",), "This menu", "", "Menu of all this", sleeps=True),
)

_PLAYS = frozenset({"turn_hand", "hand_to_pile", "pile_to_field", "hand_to_field"})

CLEARS_ERROR = _PLAYS | {
    *("pile_to_pile", "auto", "left", "right", "up", "down"),
    *("natural", "next_place", "repeat"),
}
"""After these the last beep is forgotten: F7 finds no error."""

PROPOSES = frozenset({"hint", "natural", "next_place", "more", "fewer"})
"""After these a proposed move may stand."""


class Label(NamedTuple):
    """What a function key is called in a game: in the bar, and in the help."""

    short: str
    long: str


_ALWAYS = {
    1: Label("Pile", "Pile to pile move"),
    2: Label("Help", "Help and status"),
    7: Label("Error", "Show the last error"),
    8: Label("Level", "Change the level"),
    9: Label("New", "End this game"),
}
_KLONCAN = {
    3: Label("Hand", "Move through hand"),
    4: Label("Hand>P", "Hand to pile move"),
    5: Label("Field", "Pile to field move"),
    6: Label("Hand>F", "Hand to field move"),
    0: Label("Auto", "Automatic play-out"),
}
_STANDARD = {
    3: Label("Stock", "Turn or deal the stock"),
    4: Label("Wst>Pl", "Waste card to this pile"),
    5: Label("Found", "This card to a foundation"),
    6: Label("Wst>Fn", "Waste card to a foundation"),
    0: Label("Auto", "Automatic play-out"),
}
_SLOT = {
    4: Label("Crd>Pl", "Turned card to this pile"),
    6: Label("Crd>Fn", "Turned card to a foundation"),
}
_VERBS = {
    "reshuffle": Label("Shuffl", "Reshuffle the tableau"),
    "close up": Label("Close", "Close the gaps"),
}
"""What F3 is called where acting on the stock turns no card."""
_OPEN_STOCK = {
    4: Label("Stk>Pl", "Stock card to this pile"),
    6: Label("Stk>Fn", "Stock card to a foundation"),
}
_RESERVE = {3: Label("Turn", "Turn a card of the reserve")}


def is_kloncan(game: Game) -> bool:
    """Is it one of the two games whose keys and cursor are KLONCAN's to the letter?"""
    return game.collection == "KLONCAN"


def hand(game: Game) -> tuple[str, ...]:
    """The piles F4 and F6 play from, the first that has a card.

    The turned card, then the waste; where there is neither, a stock whose top card lies face up,
    or a reserve that is turned like one. Several wastes are piles that the cursor visits.
    """
    found = tuple(name for name in ("h", "w") if name in game.ids)
    if not found and "s" in game.ids and game.group("s").lift is Lift.TOP:
        return ("s",)
    return found or tuple(name for name in [turned(game)] if name == "r")


def turned(game: Game) -> str:
    """The pile F3 acts on: the stock, or a reserve that is turned like one; "" for none."""
    acting = [name for name in ("s", "r") if name in game.ids and game.group(name).action]
    return acting[0] if acting else ""


@lru_cache(maxsize=64)
def labels(game: Game) -> dict[int, Label]:
    """The function keys that a game uses, by their digit, under the names they have there.

    ``game`` is the declaration at the level played.
    """
    words = _KLONCAN if is_kloncan(game) else _STANDARD
    kinds = {name[0] for name in game.ids}
    source, acting = hand(game), turned(game)
    if "h" in game.ids:
        words = words | _SLOT
    if source == ("s",):
        words = words | _OPEN_STOCK
    if acting == "r":
        words = words | _RESERVE
    if acting and (action := game.group(acting).action) and action.verb in _VERBS:
        words = words | {3: _VERBS[action.verb]}
    if "f" in game.ids and (name := game.group("f").name) != "foundation":
        words = words | {5: Label(name.capitalize(), f"This card to the {name}")}
    groups = [game.group(name) for name in source]
    reached = "".join(group.to + group.to_spaces for group in groups)
    paired = any(group.kind in pairs.among for group in groups for pairs in game.pairs)
    if paired and not reached:
        words = words | {4: Label("Pair", f"Pair it with the {groups[0].name}")}
    used = {
        3: bool(acting),
        4: paired or bool(set(reached) - {"f"}),
        5: "f" in kinds,
        6: "f" in reached,
        0: game.plays_home,
    }
    return _ALWAYS | {digit: words[digit] for digit, is_used in used.items() if is_used}


def has_cells(game: Game) -> bool:
    """Are cards placed from a hand of several on cells that suit and rank decide?"""
    return "h1" in game.ids and "g1" in game.ids


_NUMBERS = {command.id: number for number, command in enumerate(TABLE[:10], 1)}


def number(command: Command) -> int:
    """Which function key does this, 0 for none."""
    return _NUMBERS.get(command.id, 0)
