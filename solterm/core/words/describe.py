"""Words for piles and moves, all of them read off a game's declaration.

Line mode, the screen and the hints say the same things in the same words because they ask here.
What a pile is for is told by ``solterm.core.words.pilehelp``.
"""

from collections.abc import Iterable

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.table import Pile, Table

_NAMED = 3
"""How many cards of a unit are named one by one."""
TURNED = "h"
"""The place for one turned card beside the stock, which is no pile to a player."""


def pile_name(game: Game, pile: str) -> str:
    """How a sentence calls a pile, by its id: ``column 3``, ``the waste``."""
    name, number = game.group(pile).name, pile[1:]
    return f"{name} {number}" if number else f"the {name}"


def no_card(game: Game, pile: str) -> str:
    """What a sentence says of an empty pile that a card was to come from."""
    if pile == TURNED:
        return "No card is turned up."
    return f"There is no card on {pile_name(game, pile)}."


def move_words(game: Game, table: Table, move: Move) -> str:
    """What a legal move does, to open or go on with a sentence: ``9H to column 3``.

    A unit of more than three cards is named by its head: ``KH and 4 more to column 1``.
    """
    pile = _pile(game, table, move.src)
    if said := game.engine.move_words(game, table, move):
        return said
    if not move.dst:
        action = game.group(move.src).action
        index = game.index
        return (action and action.name_deed(table, index)) or f"play {pile_name(game, move.src)}"
    unit = pile[-move.at :][:1] if move.at else pile[-move.cards :]
    names = ["the next card" if card & DOWN else cards.text(card) for card in unit]
    said = " ".join(names) if len(names) <= _NAMED else f"{names[0]} and {len(names) - 1} more"
    return f"{said} to {pile_name(game, move.dst)}"


def remaining(game: Game, table: Table) -> str:
    """What a player may still do a number of times, as a list; empty where nothing is counted.

    ``Game.rules(level).game`` says how often at that level.
    """
    found = [group.action.tell_left(table) for group in game.groups if group.action]
    if game.draw_once > 1:
        found.append("no draw" if table.stage else "the draw")
    ways = (pairs.when for pairs in game.pairs if pairs.when)
    found += [way.tell_left(table) for way in ways]
    return ", ".join(filter(None, found))


def capitalize(sentence: str) -> str:
    """A sentence with its first letter large and the others, card names too, as they are."""
    return sentence[:1].upper() + sentence[1:]


def either(names: Iterable[str], word: str = "or") -> str:
    """What is named, one of several: ``a foundation, another column or the waste``."""
    *first, last = [name for name in names if name] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def _pile(game: Game, table: Table, name: str) -> Pile:
    return table.piles[game.index[name]]
