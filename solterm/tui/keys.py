"""Every key of the table, in one list: what it does, its names, its label and its help line.

Digits along the top row are function keys, as KLONCAN had it, because terminals eat some of the
real ones; so is Esc followed by a digit, which arrives as one odd character (``terminal.md``).
"""

from functools import lru_cache
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.policies import Lift

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


MENUS = ("Game", "Move", "Look", "Help")
"""The headings of the game menu, from left to right."""


def function(number: int, name: str, menu: str = "") -> Command:
    """The command of a function key, which is on its digit too."""
    digit = str(number % 10)
    keys = (f"f{number}", digit, _ESCAPED_DIGITS[digit], f"escape,{digit}")
    return Command(name, keys, menu=menu)


TABLE = (
    function(1, "pile_to_pile", "Move"),
    function(2, "help", "Help"),
    function(3, "turn_hand", "Move"),
    function(4, "hand_to_pile", "Move"),
    function(5, "pile_to_field", "Move"),
    function(6, "hand_to_field", "Move"),
    function(7, "error", "Help"),
    function(8, "level", "Game"),
    function(9, "new", "Game"),
    function(10, "auto", "Move"),
    Command("colours", ("c", "C"), "Change the colours", "Look"),
    Command("score", ("s", "S"), "Show the score", "Look"),
    Command("exception", ("x", "X"), "Exception", "Move"),
    Command("cancel", ("escape",), "Drop the mark"),
    Command("left", ("left",), "Cursor left"),
    Command("right", ("right",), "Cursor right"),
    Command("up", ("up",), "Cursor up a row"),
    Command("down", ("down",), "Cursor down a row"),
    Command("natural", ("enter", "space"), "Mark, place or turn", "Move"),
    Command("next_place", ("n", "N"), "The next place for it", "Move"),
    Command("more", ("plus", "+", "equals_sign", "=", "shift+up"), "Lift one card more", "Move"),
    Command("fewer", ("minus", "-", "shift+down"), "Lift one card fewer", "Move"),
    Command("repeat", ("full_stop", "."), "Mark the same again", "Move"),
    Command("undo", ("u", "U", "ctrl+z"), "Undo", "Move"),
    Command("redo", ("r", "R", "ctrl+y"), "Redo", "Move"),
    Command("command", ("colon", ":"), "Type a command", "Move"),
    Command("over", ("o", "O"), "Start over", "Game"),
    Command("deal", ("d", "D"), "Deal again", "Game"),
    Command("bookmark", ("b", "B"), "Set a bookmark", "Game"),
    Command("jump", ("j", "J"), "Jump back to it", "Game"),
    Command("cheat", ("k", "K"), "Cheat", "Game"),
    Command("saves", ("v", "V"), "Saved games", "Game"),
    Command("sheet", ("a", "A"), "Score sheet or contest", "Game"),
    Command("menu", MENU_KEYS, "Main menu (the game is kept)", "Game"),
    Command("quit", QUIT_KEYS, "Quit (the game is kept)", "Game"),
    Command("peek", ("p", "P"), "Peek into this pile", "Look"),
    Command("legal", ("l", "L"), "Cells that take the card", "Look"),
    Command("ranks", ("e", "E"), "Cards of equal rank", "Look"),
    Command("suits", ("i", "I"), "Cards in its suit", "Look"),
    Command("stats", ("t", "T"), "Statistics", "Look"),
    Command("settings", ("comma", ","), "Settings", "Look"),
    Command("redraw", ("ctrl+l",), "Paint the screen anew", "Look"),
    Command("hint", ("h", "H"), "Hint: propose a move", "Help"),
    Command("what", ("w", "W"), "What is this pile?", "Help"),
    Command("rules", ("question_mark", "?"), "The rules of this game", "Help"),
    Command("pages", ("g", "G"), "Guide: how to play", "Help"),
    Command("game_menu", ("tab",), "This menu"),
)

_PLAYS = frozenset({"turn_hand", "hand_to_pile", "pile_to_field", "hand_to_field"})

CLEARS_ERROR = _PLAYS | {
    *("pile_to_pile", "auto", "left", "right", "up", "down"),
    *("natural", "next_place", "repeat"),
}
"""After these the last beep is forgotten: F7 finds no error (A1)."""

DEAD_UNDER_HELP = _PLAYS | {
    *("pile_to_pile", "auto", "exception", "natural", "next_place", "more", "fewer", "repeat"),
    *("undo", "redo", "command", "over", "deal", "bookmark", "jump", "cheat", "hint", "peek"),
    *("what", "legal", "ranks", "suits", "game_menu"),
}
"""These sleep while the help is shown (A1)."""

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
    words = _KLONCAN if game.collection == "KLONCAN" else _STANDARD
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
    """Are cards placed from a hand of several on cells that suit and rank decide (row 48)?"""
    return "h1" in game.ids and "g1" in game.ids


_NUMBERS = {command.id: number for number, command in enumerate(TABLE[:10], 1)}


def number(command: Command) -> int:
    """Which function key does this, 0 for none."""
    return _NUMBERS.get(command.id, 0)
