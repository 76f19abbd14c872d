"""Messages of the host as sentences for a player."""

from solterm.games import find_known
from solterm.hall.messages import Result, Visitor

_LONGEST = 400
"""Characters shown of a sentence."""


def tame(text: str) -> str:
    """Return foreign text without control characters, shortened."""
    return "".join(char if char.isprintable() else " " for char in text[:_LONGEST])


def name_game(game_id: str) -> str:
    """Return the name of a game that may be unknown here."""
    game = find_known(game_id)
    return game.name if game else "an unknown game"


def name_player(player: str) -> str:
    """Return a player's name; one without a name is a guest."""
    return tame(player) or "a guest"


def tell_result(result: Result) -> str:
    """Tell a result: ``ann won Demon, 900.``"""
    verb = "won" if result.won else "played"
    return f"{name_player(result.player)} {verb} {name_game(result.game)}, {result.mark}."


def tell_visitor(visitor: Visitor) -> str:
    """Tell what a visitor is doing."""
    name = name_player(visitor.player)
    if not visitor.is_open:
        return f"{name} accepts no spectators."
    if not visitor.game:
        return f"{name} is choosing a game."
    return f"{name} plays {name_game(visitor.game)} at level {visitor.level}."


def read_door(words: str, is_open: bool) -> bool:
    """Return whether the door is open after a command; without a word it stays as it is."""
    return {"open": True, "on": True, "closed": False, "close": False, "off": False}.get(
        words.strip().lower(), is_open
    )
