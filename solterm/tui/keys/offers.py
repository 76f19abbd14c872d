"""The commands that a game offers, their names there, and the piles that the function keys play.

The game menu and the help leave out commands that the game does not have or the mode of the play
forbids. ``game`` is always the declaration at the present level.
"""

from functools import lru_cache
from typing import NamedTuple

from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup, list_pairs
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.core.vocabulary.exceptions import Instant
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING
from solterm.tui.keys.commands import Command, Need

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


def may_except(play: Play) -> bool:
    """Whether an exception can be made now, on any pile."""
    exception = play.game.exceptions.get(play.level)
    if not isinstance(exception, Instant):
        return exception is not None
    game, table = play.rules.game, play.table
    return any(exception.why_not(game, table, pile) is None for pile in ("", *game.ids))


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


# -- the function keys ---------------------------------------------------------------------


class Label(NamedTuple):
    """The name of a function key, in the bar and in the help."""

    short: str
    long: str


_SHUFFLE = Label("Shuffl", "Reshuffle the tableau")
_CLOSE = Label("Close", "Close the gaps")
_VERBS = {
    "reshuffle": _SHUFFLE,
    "redeal": Label("Redeal", "Deal the tableau again"),
    "rotate": Label("Rotate", "Rotate the piles"),
    "close up": _CLOSE,
}
"""Names of F3 where the stock's action turns no card."""


def is_kloncan(game: Declaration) -> bool:
    """Whether it is one of the two games with exactly KLONCAN's keys and cursor."""
    return game.collection == "KLONCAN"


def has_cells(game: Declaration) -> bool:
    """Whether cards go from a hand to cells that depend on suit and rank."""
    return "h1" in game.ids and "g1" in game.ids


def find_turned(game: Declaration) -> str:
    """Return the pile of F3: the stock, a reserve that is turned like one, or ""."""
    acting = [name for name in ("s", "r") if name in game.ids and game.group(name).action]
    return acting[0] if acting else ""


def sources(game: Declaration) -> tuple[str, ...]:
    """Return the piles of F4 and F6, which play from the first that has a card.

    These are the turned card and the waste; without them, a stock whose top card is face up, or a
    reserve that is turned like one. The cursor visits wastes if there are several.
    """
    found = tuple(name for name in ("h", "w") if name in game.ids)
    if not found and "s" in game.ids and game.group("s").lift is Lift.TOP:
        return ("s",)
    return found or tuple(name for name in [find_turned(game)] if name == "r")


@lru_cache(maxsize=64)
def labels(game: Declaration) -> dict[int, Label]:
    """Return the names of the function keys that a game uses, by their digits."""
    named = {
        1: Label("Pile", "Pile to pile move"),
        2: Label("Help", "Help and status" if is_kloncan(game) else "Card of keys"),
        3: _turn(game),
        4: _to_pile(game),
        5: _to_foundation(game),
        6: _source_to_foundation(game),
        7: Label("Error" if is_kloncan(game) else "Why?", "Show the last error"),
        8: Label("Level", "Change the level"),
        9: Label("End", "End this game"),
        0: Label("Auto", "Automatic play-out") if game.plays_home else None,
    }
    return {digit: label for digit, label in named.items() if label}


def _turn(game: Declaration) -> Label | None:
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


def free_places(game: Declaration) -> tuple[str, ...]:
    """Return the cells of F4, in games where it has no source."""
    if sources(game) or find_turned(game):
        return ()
    kinds = {kind for name in game.ids if name[0] == "t" for kind in game.group(name).goes_to}
    takes = [name for name in game.ids if name[0] == "r" and _takes_cards(game, name)]
    return tuple(takes) if "r" in kinds else ()


def _takes_cards(game: Declaration, name: str) -> bool:
    group = BuilderGroup.of(game.group(name))
    return not group.closed and bool(group.build or group.space != NOTHING)


def _to_pile(game: Declaration) -> Label | None:
    # Only if the sources' cards go to piles other than the foundations, or form a pair with one.
    if places := free_places(game):
        return Label("Cell", f"This card to a {game.group(places[0]).name}")
    groups = [game.group(name) for name in sources(game)]
    reached = _list_reached(game)
    pairing = {kind for pairs in list_pairs(game.groups) for kind in pairs.among}
    if any(group.kind in pairing for group in groups):
        pair = Label("Pair", f"Pair it with the {groups[0].name}")
        return _of_source(game)[0] if reached else pair
    return _of_source(game)[0] if set(reached) - {"f"} else None


def _to_foundation(game: Declaration) -> Label | None:
    if "f" not in {name[0] for name in game.ids}:
        return None
    if "f" in game.ids and (name := game.group("f").name) != "foundation":
        return Label(name.capitalize(), f"This card to the {name}")
    if is_kloncan(game):
        return Label("Field", "Pile to field move")
    return Label("Home", "This card to a foundation")


def _source_to_foundation(game: Declaration) -> Label | None:
    return _of_source(game)[1] if "f" in _list_reached(game) else None


def _list_reached(game: Declaration) -> str:
    groups = [game.group(name) for name in sources(game)]
    return "".join(group.destinations for group in groups)


def _of_source(game: Declaration) -> tuple[Label, Label]:
    if is_kloncan(game) and "h" not in game.ids:
        return Label("Hand>P", "Hand to pile move"), Label("Hand>F", "Hand to field move")
    short, long = "Waste", "Waste card"
    if sources(game) == ("s",):
        short, long = "Stock", "Stock card"
    elif "h" in game.ids:
        short, long = "Card", "Turned card"
    return (
        Label(short, f"{long} to this pile"),
        Label(f"{short[0]}>Home", f"{long} to a foundation"),
    )
