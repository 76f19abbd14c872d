"""What a host has to say, in sentences for a player."""

from solterm.games import find_known
from solterm.hall.messages import Result, Visitor

_LONGEST = 400
"""Characters of a sentence that is shown."""


def tame(text: str) -> str:
    """A sentence from elsewhere, without anything that a terminal could take for more than text."""
    return "".join(char if char.isprintable() else " " for char in text[:_LONGEST])


def name_game(game_id: str) -> str:
    """How a game is called that somebody plays; one that is not known here has no name."""
    game = find_known(game_id)
    return game.name if game else "a game that is not known here"


def name_player(player: str) -> str:
    """How a player is called; without a name it is somebody who came without a key."""
    return tame(player) or "a guest"


def tell_result(result: Result) -> str:
    """A result, in a sentence: ``ann won Demon, 900.``"""
    verb = "won" if result.won else "played"
    return f"{name_player(result.player)} {verb} {name_game(result.game)}, {result.mark}."


def tell_visitor(visitor: Visitor) -> str:
    """Somebody who is here, in a sentence."""
    name = name_player(visitor.player)
    if not visitor.is_open:
        return f"{name} plays behind a closed door."
    if not visitor.game:
        return f"{name} is choosing a game."
    return f"{name} plays {name_game(visitor.game)} at level {visitor.level}."


def read_door(words: str, is_open: bool) -> bool:
    """Is a door open once somebody has said so? Without a word, as it is."""
    return {"open": True, "on": True, "closed": False, "close": False, "off": False}.get(
        words.strip().lower(), is_open
    )
