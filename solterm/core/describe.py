"""Words for piles and moves, all of them read off a game's declaration.

Help in line mode, the help key on the screen and the hints say the same things in the same words
because they ask here. The declaration must be the one of the level that is played
(``Rules.game``): what a column takes is not the same at levels 3 and 1.
"""

from functools import partial
from typing import TYPE_CHECKING

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game, Group
from solterm.core.lifts import ONE_AT_A_TIME
from solterm.core.move import Move
from solterm.core.policies import Lift
from solterm.core.spaces import NOTHING
from solterm.core.table import Pile, Table

if TYPE_CHECKING:
    from solterm.core.pairs import Pairs

_NAMED = 3
"""How many cards of a unit are named one by one."""
_TURNED = "h"
"""The place for one turned card beside the stock, which is no pile to a player."""


def pile_name(game: Game, pile: str) -> str:
    """How a sentence calls a pile, by its id: ``column 3``, ``the waste``."""
    name, number = game.group(pile).name, pile[1:]
    return f"{name} {number}" if number else f"the {name}"


def no_card(game: Game, pile: str) -> str:
    """What a sentence says of an empty pile that a card was to come from."""
    if pile == _TURNED:
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
        index = {name: place for place, name in enumerate(game.ids)}
        return (action and action.deed(table, index)) or f"play {pile_name(game, move.src)}"
    unit = pile[-move.at :][:1] if move.at else pile[-move.cards :]
    names = ["the next card" if card & DOWN else cards.text(card) for card in unit]
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
        *(each.words(group.kind, partial(pile_name, game)) for each in game.consequences),
        _lets_go(game, group),
        _draws(game, group, table),
        _waits(game, group, table),
        _pairs(game, group),
        group.action.words if group.action else "",
    ]
    if group.action and (left := group.action.left(table)):
        sentences.append(f"Left: {left}.")
    return " ".join(filter(None, sentences))


def remaining(game: Game, table: Table) -> str:
    """What a player may still do a number of times, as a list; empty where nothing is counted.

    ``Game.rules(level).game`` says how often at that level.
    """
    found = [group.action.left(table) for group in game.groups if group.action]
    if game.draw_once > 1:
        found.append("no draw" if table.stage else "the draw")
    ways = (pairs.when for pairs in game.pairs if pairs.when)
    found += [way.left(table) for way in ways]
    return ", ".join(filter(None, found))


def _holds(game: Game, name: str, pile: Pile) -> str:
    who = f"{capitalized(pile_name(game, name))} ({name})"
    if name == _TURNED:
        return f"{who}: {cards.text(pile[-1]) if pile else 'none yet'}."
    if not pile:
        return f"{who} is empty."
    down = sum(1 for card in pile if card & DOWN)
    held = f"{who} holds {len(pile)} card{'s' * (len(pile) != 1)}"
    if down == len(pile):
        return f"{held}, face down."
    hidden = f", {down} of them face down" if down else ""
    return f"{held}{hidden}; {cards.text(pile[-1] & ~DOWN)} lies on top."


def _is_turned(group: Group) -> bool:
    return group.kind == _TURNED and group.count == 1


def _takes(group: Group) -> str:
    if group.placing:
        return f"It takes {group.placing.words}."
    if group.takes_suits:
        return "It takes thirteen cards of one suit, King to Ace."
    if group.closed:
        return "It is not open at this level."
    if _is_turned(group):
        return ""
    if group.build is None:
        stays_closed = group.space is NOTHING and group.kind != "s"
        return "No card is played to it." if stays_closed else ""
    full = f"; {group.capacity} cards complete it" if group.capacity else ""
    return f"It builds {group.build.words}{full}."


def _opens(game: Game, group: Group, table: Table) -> str:
    begun = group.kind == "f" and group.space is NOTHING
    if group.closed or begun or (group.build is None and group.space is NOTHING):
        return ""
    index = {name: place for place, name in enumerate(game.ids)}
    who = group.space.words(table.piles, index)
    return f"When it is empty, {who} may {'open' if group.kind == 'f' else 'fill'} it."


def _lets_go(game: Game, group: Group) -> str:
    if group.lift is Lift.NONE:
        stay = group.kind != "s" and group.action is None and not _pairs(game, group)
        return "Cards laid here stay." if stay else ""
    home = _home(game) if "f" in group.to else ""
    opened = {each.kind for each in game.groups if not each.closed} - set("fd")
    elsewhere = [_one_of(game, group, kind) for kind in group.to if kind in opened]
    spaces = [_one_of(game, group, kind) for kind in group.to_spaces if kind not in group.to]
    elsewhere += [f"{space} that is empty" for space in spaces]
    if group.lift in (Lift.TOP, Lift.NEXT):
        which = "top card" if group.lift is Lift.TOP else "next card, unseen,"
        onto = ", whatever lies there" if group.lays else ""
        who = "It" if _is_turned(group) else f"Its {which}"
        return f"{who} may go to {_either([home, *elsewhere])}{onto}."
    unit = {
        Lift.WHOLE: "All its face-up cards move together, never a part of them",
        Lift.RUN: "Any end part of it that is in sequence moves as a unit",
        Lift.CHAIN: "The longest sequence at its end moves as a unit, nothing shorter",
        Lift.ANY: "Any face-up card moves, with all that lies on it",
    }[group.lift]
    singly = [_one_of(game, group, kind) for kind in group.to if kind in opened & ONE_AT_A_TIME]
    together = _either([each for each in elsewhere if each not in singly])
    alone = _either([home, *singly])
    to = f", to {together}" if together else ""
    return f"{unit}{to}{f'; the end card alone may go to {alone}' if alone else ''}."


def _draws(game: Game, group: Group, table: Table) -> str:
    """Whether cards may be taken out from under its end card."""
    if group.kind != "t":
        return ""
    if game.draw_once > 1:
        spent = "; that draw is spent" if table.stage else ""
        return f"Once in the game a card it covers may be played, alone{spent}."
    return "So may the card right under it, alone." if game.draw > 1 else ""


def _waits(game: Game, group: Group, table: Table) -> str:
    """Why nothing leaves it now."""
    index = {name: place for place, name in enumerate(game.ids)}
    if group.locked and group.locked.holds(table.piles, index):
        return group.locked.sentence
    return ""


def _pairs(game: Game, group: Group) -> str:
    """In what pairs its cards leave, and when, and from where."""
    rules = [pairs for pairs in game.pairs if group.kind in pairs.among]
    if not rules:
        return ""
    fits = dict.fromkeys(pairs.fit.words for pairs in rules)
    said = [f"{capitalized(' or '.join(fits))} leave together{_lying(rules)}."]
    if any(pairs.fit.alone for pairs in rules):
        said.append("A King goes alone.")
    if group.reach:
        said.append("A card that only one other covers may go, too.")
    elif group.cover and any(pairs.beneath for pairs in rules):
        said.append("A card that only one other covers may go together with that one.")
    return " ".join([*said, *_whence(game, rules)])


def _lying(rules: "list[Pairs]") -> str:
    """How two cards must lie to each other to leave together."""
    ways = [near.words for pairs in rules for near in pairs.near]
    return f" if they {' or '.join(ways)}" if ways else ""


def _whence(game: Game, rules: "list[Pairs]") -> list[str]:
    """Which pile one of two cards comes from, and when none need come from there."""
    named = next((pairs.of for pairs in rules if pairs.of), "")
    when = [pairs.when.words for pairs in rules if pairs.when]
    if not when or any(not (pairs.of or pairs.when) for pairs in rules):
        return []
    return [
        f"One of them is the turned card of {pile_name(game, named)}; "
        f"two of the tableau go together only {', or '.join(when)}."
    ]


def _home(game: Game) -> str:
    """How a sentence calls a foundation, or the only one, which may have a name of its own."""
    return pile_name(game, "f") if "f" in game.ids else "a foundation"


def _either(names: list[str]) -> str:
    """What is named, one of several: ``a foundation, another column or the waste``."""
    *first, last = filter(None, names) if any(names) else [""]
    return f"{', '.join(first)} or {last}" if first else last


def _one_of(game: Game, group: Group, kind: str) -> str:
    """How a sentence calls any one pile of a kind: ``a column``, ``another column``."""
    each = next((each for each in game.groups if each.kind == kind), group)
    if each.count == 1:
        return f"the {each.name}"
    return f"another {each.name}" if each.kind == group.kind else f"a {each.name}"


def capitalized(sentence: str) -> str:
    """A sentence with its first letter large and the others, card names too, as they are."""
    return sentence[:1].upper() + sentence[1:]


def _pile(game: Game, table: Table, name: str) -> Pile:
    return table.piles[game.ids.index(name)]
