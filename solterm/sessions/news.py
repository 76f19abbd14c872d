"""Messages of the host as sentences for the player."""

from solterm.contests.kinds import RACE
from solterm.games import find_known, name_apart
from solterm.hall.messages import Result, Visitor
from solterm.store.purpose import Purpose

_LONGEST = 400
"""The most characters of a sentence to show."""


def tame(text: str) -> str:
    """Return text from elsewhere without control characters, shortened."""
    return "".join(char if char.isprintable() else " " for char in text[:_LONGEST])


def name_game(game_id: str) -> str:
    """Return the name of a game that this version may not know, as ``name_apart`` does."""
    game = find_known(game_id)
    return name_apart(game) if game else "an unknown game"


def name_player(player: str) -> str:
    """Return a player's name; players without a name are guests."""
    return tame(player) or "a guest"


def tell_result(result: Result) -> str:
    """Return a result as a sentence: ``ann won Demon, 900.``"""
    verb = "won" if result.won else "played"
    return f"{name_player(result.player)} {verb} {name_game(result.game)}, {result.mark}."


def tell_visitor(visitor: Visitor) -> str:
    """Return what a visitor is doing, as a sentence."""
    name = name_player(visitor.player)
    if Purpose.parse(visitor.purpose).kind == RACE.id:
        return f"{name} races: {name_game(visitor.game)}, level {visitor.level}."
    if not visitor.is_open:
        return f"{name} accepts no spectators."
    if not visitor.game:
        return f"{name} is choosing a game."
    return f"{name} plays {name_game(visitor.game)} at level {visitor.level}."


def read_door(words: str, is_open: bool) -> bool:
    """Return whether others may watch after a command; any other word changes nothing."""
    return {"open": True, "on": True, "closed": False, "close": False, "off": False}.get(
        words.strip().lower(), is_open
    )
