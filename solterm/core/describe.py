"""Words for piles and moves, all of them read off a game's declaration.

Help in line mode, the help key on the screen and the hints say the same things in the same words
because they ask here. The declaration must be the one of the level that is played
(``Rules.game``): what a column takes is not the same at levels 3 and 1.
"""

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game, Group
from solterm.core.move import Move
from solterm.core.policies import NOTHING, Lift, Turn
from solterm.core.table import Pile, Table

_NAMED = 3
"""How many cards of a unit are named one by one."""


def pile_name(game: Game, pile: str) -> str:
    """How a sentence calls a pile, by its id: ``column 3``, ``the waste``."""
    name, number = game.group(pile).name, pile[1:]
    return f"{name} {number}" if number else f"the {name}"


def move_words(game: Game, table: Table, move: Move) -> str:
    """What a legal move does, to open or go on with a sentence: ``9H to column 3``.

    A unit of more than three cards is named by its head: ``KH and 4 more to column 1``.
    """
    pile = _pile(game, table, move.src)
    if not move.dst:
        if not isinstance(game.group(move.src).action, Turn):
            return f"play {pile_name(game, move.src)}"
        return "turn the stock" if pile else "turn the waste over"
    unit = pile[-move.at :][:1] if move.at else pile[-move.cards :]
    names = [cards.text(card & ~DOWN) for card in unit]
    said = " ".join(names) if len(names) <= _NAMED else f"{names[0]} and {len(names) - 1} more"
    return f"{said} to {pile_name(game, move.dst)}"


def describe(game: Game, pile: str, table: Table) -> str:
    """What a pile is, in a few sentences: what lies there, what it takes and what may leave it.

    ``game`` is the declaration at the level played and ``pile`` one of its ids; raises
    ``ValueError`` with a sentence for any other.

    >>> from solterm.games import find
    >>> klondike = find("kloncan-klondike")
    >>> table = klondike.opening(cards.pack())
    >>> print(describe(klondike, "f1", table).replace(". ", ".\\n"))
    Foundation 1 (f1) is empty.
    It builds up in one suit; 13 cards complete it.
    When it is empty, only an Ace may open it.
    Cards laid here stay.
    """
    if pile not in game.ids:
        raise ValueError(f"There is no pile {pile!r} here.")
    group = game.group(pile)
    sentences = [
        _holds(game, pile, _pile(game, table, pile)),
        _takes(group),
        _opens(game, group, table),
        _lets_go(game, group),
        _does(group),
    ]
    return " ".join(filter(None, sentences))


def _holds(game: Game, name: str, pile: Pile) -> str:
    who = f"{capitalized(pile_name(game, name))} ({name})"
    if not pile:
        return f"{who} is empty."
    down = sum(1 for card in pile if card & DOWN)
    held = f"{who} holds {len(pile)} card{'s' * (len(pile) != 1)}"
    if down == len(pile):
        return f"{held}, face down."
    hidden = f", {down} of them face down" if down else ""
    return f"{held}{hidden}; {cards.text(pile[-1] & ~DOWN)} lies on top."


def _takes(group: Group) -> str:
    if group.build is None:
        stays_closed = group.space is NOTHING and group.kind != "s"
        return "No card is played to it." if stays_closed else ""
    full = f"; {group.capacity} cards complete it" if group.capacity else ""
    return f"It builds {group.build.words}{full}."


def _opens(game: Game, group: Group, table: Table) -> str:
    if group.build is None and group.space is NOTHING:
        return ""
    index = {name: place for place, name in enumerate(game.ids)}
    who = group.space.words(table.piles, index)
    return f"When it is empty, {who} may {'open' if group.kind == 'f' else 'fill'} it."


def _lets_go(game: Game, group: Group) -> str:
    if group.lift is Lift.NONE:
        return "Cards laid here stay." if group.action is None else ""
    home = "a foundation" if "f" in group.to else ""
    elsewhere = [_one_of(game, group, kind) for kind in group.to if kind != "f"]
    if group.lift is Lift.TOP:
        return f"Its top card may go to {' or '.join(filter(None, [home, *elsewhere]))}."
    unit = {
        Lift.WHOLE: "All its face-up cards move together, never a part of them",
        Lift.RUN: "Any end part of it that is in sequence moves as a unit",
        Lift.CHAIN: "The longest sequence at its end moves as a unit, nothing shorter",
        Lift.ANY: "Any face-up card moves, with all that lies on it",
    }[group.lift]
    to = f", to {' or '.join(elsewhere)}" if elsewhere else ""
    return f"{unit}{to}{'; the end card alone may go to a foundation' if home else ''}."


def _one_of(game: Game, group: Group, kind: str) -> str:
    """How a sentence calls any one pile of a kind: ``a column``, ``another column``."""
    each = next((each for each in game.groups if each.kind == kind), group)
    if each.count == 1:
        return f"the {each.name}"
    return f"another {each.name}" if each is group else f"a {each.name}"


def _does(group: Group) -> str:
    """What acting on the pile alone does."""
    if not isinstance(group.action, Turn):
        return ""
    count, passes = group.action.count, group.action.passes
    packet = "one card" if count == 1 else f"{count} cards"
    turning = f"Turning it lays {packet} at a time on the waste"
    if passes == 1:
        return f"{turning}; it is gone through once."
    often = {None: "as often as you like", 2: "once"}.get(passes, f"{(passes or 1) - 1} times")
    return f"{turning}; when it is out, the waste is turned over, {often}."


def capitalized(sentence: str) -> str:
    """A sentence with its first letter large and the others, card names too, as they are."""
    return sentence[:1].upper() + sentence[1:]


def _pile(game: Game, table: Table, name: str) -> Pile:
    return table.piles[game.ids.index(name)]
