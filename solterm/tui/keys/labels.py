"""The function keys in a game: which piles they act on, and what they are called there.

``game`` is always the declaration at the level played.
"""

from functools import lru_cache
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.vocabulary.policies import Lift


class Label(NamedTuple):
    """What a function key is called in a game: in the bar, and in the help."""

    short: str
    long: str


_SHUFFLE = Label("Shuffl", "Reshuffle the tableau")
_CLOSE = Label("Close", "Close the gaps")
_VERBS = {"reshuffle": _SHUFFLE, "close up": _CLOSE}
"""What F3 is called where acting on the stock turns no card."""


def is_kloncan(game: Game) -> bool:
    """Is it one of the two games whose keys and cursor are KLONCAN's to the letter?"""
    return game.collection == "KLONCAN"


def has_cells(game: Game) -> bool:
    """Are cards placed from a hand of several on cells that suit and rank decide?"""
    return "h1" in game.ids and "g1" in game.ids


def find_turned(game: Game) -> str:
    """The pile F3 acts on: the stock, or a reserve that is turned like one; "" for none."""
    acting = [name for name in ("s", "r") if name in game.ids and game.group(name).action]
    return acting[0] if acting else ""


def sources(game: Game) -> tuple[str, ...]:
    """The piles F4 and F6 play from, the first that has a card.

    The turned card, then the waste; where there is neither, a stock whose top card lies face up,
    or a reserve that is turned like one. Several wastes are piles that the cursor visits.
    """
    found = tuple(name for name in ("h", "w") if name in game.ids)
    if not found and "s" in game.ids and game.group("s").lift is Lift.TOP:
        return ("s",)
    return found or tuple(name for name in [find_turned(game)] if name == "r")


@lru_cache(maxsize=64)
def labels(game: Game) -> dict[int, Label]:
    """The function keys that a game uses, by their digit, under the names they have there."""
    named = {
        1: Label("Pile", "Pile to pile move"),
        2: Label("Help", "Help and status"),
        3: _turn(game),
        4: _to_pile(game),
        5: _to_foundation(game),
        6: _source_to_foundation(game),
        7: Label("Error", "Show the last error"),
        8: Label("Level", "Change the level"),
        9: Label("End", "End this game"),
        0: Label("Auto", "Automatic play-out") if game.plays_home else None,
    }
    return {digit: label for digit, label in named.items() if label}


def _turn(game: Game) -> Label | None:
    """F3, where there is a pile to act on."""
    pile = find_turned(game)
    action = game.group(pile).action if pile else None
    if action is None:
        return None
    if action.verb in _VERBS:
        return _VERBS[action.verb]
    if pile == "r":
        return Label("Turn", "Turn a card of the reserve")
    if is_kloncan(game):
        return Label("Hand", "Move through hand")
    return Label("Stock", "Turn or deal the stock")


def free_places(game: Game) -> tuple[str, ...]:
    """The cells F4 puts a card of the tableau into, in games with nothing else to play from."""
    if sources(game) or find_turned(game):
        return ()
    kinds = {kind for name in game.ids if name[0] == "t" for kind in game.group(name).to}
    return tuple(name for name in game.ids if name[0] == "r" and "r" in kinds)


def _to_pile(game: Game) -> Label | None:
    """F4, where the sources' cards go to other piles than the foundations, or pair with one."""
    if places := free_places(game):
        short = "Cell" if len(places) > 1 else "Resrv"
        return Label(short, f"This card to a {game.group(places[0]).name}")
    groups = [game.group(name) for name in sources(game)]
    reached = _list_reached(game)
    if any(group.kind in pairs.among for group in groups for pairs in game.pairs):
        pair = Label("Pair", f"Pair it with the {groups[0].name}")
        return _of_source(game)[0] if reached else pair
    return _of_source(game)[0] if set(reached) - {"f"} else None


def _to_foundation(game: Game) -> Label | None:
    """F5, where there are foundations."""
    if "f" not in {name[0] for name in game.ids}:
        return None
    if "f" in game.ids and (name := game.group("f").name) != "foundation":
        return Label(name.capitalize(), f"This card to the {name}")
    if is_kloncan(game):
        return Label("Field", "Pile to field move")
    return Label("Found", "This card to a foundation")


def _source_to_foundation(game: Game) -> Label | None:
    """F6, where the sources' cards go to a foundation."""
    return _of_source(game)[1] if "f" in _list_reached(game) else None


def _list_reached(game: Game) -> str:
    """The kinds of piles to which the sources' cards go."""
    groups = [game.group(name) for name in sources(game)]
    return "".join(group.to + group.to_spaces for group in groups)


def _of_source(game: Game) -> tuple[Label, Label]:
    """What F4 and F6 are called after the pile they play from: to a pile, to a foundation."""
    if is_kloncan(game) and "h" not in game.ids:
        return Label("Hand>P", "Hand to pile move"), Label("Hand>F", "Hand to field move")
    short, long = "Wst", "Waste card"
    if sources(game) == ("s",):
        short, long = "Stk", "Stock card"
    elif "h" in game.ids:
        short, long = "Crd", "Turned card"
    return (
        Label(f"{short}>Pl", f"{long} to this pile"),
        Label(f"{short}>Fn", f"{long} to a foundation"),
    )
