"""Help sentences on the pairs in which cards leave a pile."""

from solterm.core.declaration import Declaration
from solterm.core.groups import CoverGroup, Group, MemoryGroup, PairingGroup, list_pairs
from solterm.core.table import Table
from solterm.core.vocabulary.pairs import Pairs
from solterm.core.words.describe import (
    TURNED,
    capitalize,
    either,
    pile_name,
)


def pairs_of(game: Declaration, pile: str, table: Table) -> list[str]:
    """Return the help sentences on the pairs that cards of a pile can form."""
    group = game.group(pile)
    taken = [(to, pairs) for to in game.groups for pairs in list_pairs([to])]
    taken = [(to, pairs) for to, pairs in taken if group.kind in pairs.among]
    rules = [pairs for _, pairs in taken]
    if not rules:
        return _covered(group)
    if isinstance(group, MemoryGroup):
        return [
            f"Its card is turned up; {rules[0].fit.words} that are turned one after the other "
            "leave together, others are turned down again."
        ]
    said = []
    for to in dict.fromkeys(to.kind for to, _ in taken):
        fits = dict.fromkeys(pairs.fit.words for each, pairs in taken if each.kind == to)
        verb = "open an empty foundation" if to == "f" else "leave"
        said.append(f"{capitalize(' or '.join(fits))} {verb} together{_lying(rules)}.")
    if any(pairs.fit.alone for pairs in rules):
        said.append("A King goes alone.")
    among = [_whose(game, kind) for kind in dict.fromkeys(rules[-1].among)]
    if len(among) > 1 and not any(pairs.of for pairs in rules):
        said.append(f"They come from {either(among, 'and')}.")
    pairing = PairingGroup.of(group)
    if pairing.cover and not pairing.reach:
        said.append("A card that others cover does not go.")
        if any(pairs.beneath for pairs in rules):
            said[-1] = "A card that others cover goes only together with the last one of them."
    elif pairing.reach:
        said.append("A card that only one other covers may go, too, even with that one.")
    return [*said, *_whence(game, rules)]


def _covered(group: Group) -> list[str]:
    """Return the sentence on covered cards that do not leave in pairs."""
    covering = CoverGroup.of(group)
    if not covering.cover:
        return []
    wait = "no card covers it" if not covering.reach else "no more than one card covers it"
    return [f"Its card turns up, and may go, once {wait}."]


def _whose(game: Declaration, kind: str) -> str:
    """Return the name of all piles of a kind, for cards that come from them."""
    group = next(each for each in game.groups if each.kind == kind)
    return f"the {group.name}{'s' * (group.count > 1 and kind != TURNED)}"


def _lying(rules: list[Pairs]) -> str:
    """Return the required position of two cards to each other."""
    ways = [near.words for pairs in rules for near in pairs.near]
    return f" if they {' or '.join(ways)}" if ways else ""


def _whence(game: Declaration, rules: list[Pairs]) -> list[str]:
    """Return the sentence on the pile that one of two cards must come from."""
    named = next((pairs.of for pairs in rules if pairs.of), "")
    when = [pairs.when.words for pairs in rules if pairs.when]
    if not when or any(not (pairs.of or pairs.when) for pairs in rules):
        return []
    return [
        f"One of them is the turned card of {pile_name(game, named)}; "
        f"two of the tableau go together only {', or '.join(when)}."
    ]
