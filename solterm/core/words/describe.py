"""Names of piles and moves in sentences.

Line mode, the screen and hints all take their names from here. ``pilehelp`` explains piles.
"""

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup, Group, list_pairs
from solterm.core.move import Move
from solterm.core.phrases import capitalize, either, spell
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.spaces import ACES

_UP_IN_SUIT = Build((1,), Match.SUIT)
_ROUND_IN_SUIT = Build((1,), Match.SUIT, wrap=True)
_SUIT = 13
"""The cards of a suit."""
_COUNTS = {1: "ones", 2: "twos", 3: "threes", 4: "fours"}
"""The steps by which Calculation counts."""
_NAMED = 3
"""The most cards of a unit to name one by one."""
TURNED = "h"
"""The kind of the single turned card next to the stock, which players do not regard as a pile."""


def tell_object(game: Declaration, table: Table | None = None) -> str:
    """Return the object of a game as a sentence: ``Bring all cards home, Ace to King by suit.``

    With a table it names the ranks of dealt bases, too. It is empty if the goal has no sentence.
    """
    told = game.goal.tell()
    homes = [each for each in game.groups if each.kind == "f"]
    if told.endswith(" home.") and all(_goes_up_in_suit(each) for each in homes):
        return f"{told[:-1]}, Ace to King by suit."
    builds = [BuilderGroup.of(each).build for each in homes]
    steps = dict.fromkeys(step for build in builds if build for step in build.steps)
    if told.endswith(" home.") and len(steps) > 1 and steps.keys() <= _COUNTS.keys():
        return f"{told[:-1]}, by {either(map(_COUNTS.__getitem__, steps), 'and')}."
    if table and told.endswith(" home.") and all(_goes_round_in_suit(each) for each in homes):
        opened = [_pile(game, table, name) for name in game.ids if name[0] == "f"]
        bases = {cards.rank(pile[0]) for pile in opened if pile}
        if len(bases) == 1:
            base = bases.pop()
            last = cards.RANK_NAMES[(base - 2) % _SUIT]
            return f"{told[:-1]}, {cards.RANK_NAMES[base - 1]} to {last} by suit."
    if told.endswith(" home.") and [each.count for each in homes] == [1]:
        return f"{told.removesuffix('home.')}to {pile_name(game, 'f')}."
    for group in game.groups:
        if BuilderGroup.of(group).takes_suits:
            suits = spell(game.in_play // _SUIT)
            return f"Bring {suits} suits, King to Ace, to {pile_name(game, group.kind)}."
    fits = {pairs.fit.words for pairs in list_pairs(game.groups)}
    if told.startswith("Discard") and len(fits) == 1:
        return f"{told} {capitalize(fits.pop())} leave together."
    return told


def _goes_up_in_suit(group: Group) -> bool:
    if not isinstance(group, BuilderGroup) or group.capacity != _SUIT:
        return False
    return group.build == _UP_IN_SUIT and group.space == ACES


def _goes_round_in_suit(group: Group) -> bool:
    return (
        isinstance(group, BuilderGroup)
        and group.capacity == _SUIT
        and group.build == _ROUND_IN_SUIT
    )


def pile_name(game: Declaration, pile: str) -> str:
    """Return the name of a pile: ``column 3``, ``the waste``."""
    name, number = game.group(pile).name, pile[1:]
    return f"{name} {number}" if number else f"the {name}"


def no_card(game: Declaration, pile: str) -> str:
    """Return the sentence that refuses to play from an empty pile."""
    if pile == TURNED:
        return "No card is turned up."
    return f"There is no card on {pile_name(game, pile)}."


def move_words(game: Declaration, table: Table, move: Move) -> str:
    """Return a legal move in words, to start or continue a sentence: ``9H to column 3``.

    A unit of more than three cards has the name of its first: ``KH and 4 more to column 1``.
    """
    pile = _pile(game, table, move.src)
    if said := game.engine.move_words(game, table, move):
        return said
    if not move.dst:
        action = game.group(move.src).action
        index = game.index
        return (action and action.name_deed(table, index)) or f"play {pile_name(game, move.src)}"
    unit = pile[-move.depth :][:1] if move.depth else pile[-move.count :]
    names = ["the next card" if card & DOWN else cards.text(card) for card in unit]
    said = " ".join(names) if len(names) <= _NAMED else f"{names[0]} and {len(names) - 1} more"
    group = BuilderGroup.of(game.group(move.src))
    if is_drawn := move.depth > 1 and group.draws:
        said += f" from under {cards.text(pile[-1])}"
    once = ", the only draw" if is_drawn and group.draw_once > 1 else ""
    return f"{said} to {pile_name(game, move.dst)}{once}"


def remaining(game: Declaration, table: Table) -> str:
    """Return what the player may still do a limited number of times, as a list; "" if unlimited.

    Pass ``Game.rules(level).game``, because the limits depend on the level.
    """
    found = [group.action.tell_left(table) for group in game.groups if group.action]
    if any(BuilderGroup.of(group).draw_once > 1 for group in game.groups):
        found.append("no draw" if table.spent else "the draw")
    ways = (pairs.when for pairs in list_pairs(game.groups) if pairs.when)
    found += [way.tell_left(table) for way in ways]
    return ", ".join(filter(None, found))


def _pile(game: Declaration, table: Table, name: str) -> Pile:
    return table.piles[game.index[name]]
