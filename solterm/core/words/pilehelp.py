"""Help on a pile: the cards on it, the cards it accepts, and the cards that may leave it.

The screen and line mode show these sentences. A group declares the cards it accepts, and separately
where its own cards may go; ``Taking`` and ``Going`` combine the two for a pile, so help never
mentions cards that no pile gives or a destination that accepts none. Pass the declaration of the
level (``Rules.game``), because columns may accept other cards at level 1 than at level 3.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import ALL, DOWN
from solterm.core.declaration import Declaration
from solterm.core.engines.masks import find_build, takes_cards
from solterm.core.groups import (
    BuilderGroup,
    CoverGroup,
    GridGroup,
    Group,
    MemoryGroup,
    PairingGroup,
    is_closed,
    list_pairs,
)
from solterm.core.phrases import capitalize, count, either
from solterm.core.refusal import Refusal
from solterm.core.table import Pile, Table
from solterm.core.values import Value
from solterm.core.vocabulary.builds import ANY_ORDER, Build
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.lifts import ONE_AT_A_TIME
from solterm.core.vocabulary.pairs import Pairs
from solterm.core.vocabulary.policies import Action, Lift, Memory
from solterm.core.vocabulary.spaces import NOTHING
from solterm.core.words.describe import TURNED, pile_name


class Taking(Value):
    """One way in which a pile accepts cards."""

    sources: tuple[str, ...]
    """The piles the cards come from."""
    build: Build | None
    """How cards must follow the top card; None: the pile must be empty."""
    opening: int
    """The mask of the cards that the empty pile accepts."""
    unseen: bool = False
    """Whether the card is the next one of a face-down pile, whatever it is."""


def takings(game: Declaration, pile: str, table: Table) -> tuple[Taking, ...]:
    """Return the ways in which a pile accepts cards, for the declaration of a level.

    For spaces that refill automatically, it assumes that the piles they refill from are empty.
    """
    target = BuilderGroup.of(game.group(pile))
    if not takes_cards(target):
        return ()
    piles = _after_refills(game, target, table)
    found: dict[_Way, list[str]] = {}
    for source, names in groupby(game.ids, game.group):
        others = [name for name in names if name != pile]
        if others and (way := _way(game, BuilderGroup.of(source), target, piles)):
            found.setdefault(way, []).extend(others)
    return tuple(Taking(tuple(names), *way) for way, names in found.items())


class _Way(NamedTuple):
    """How piles of one group accept cards from another: ``Taking`` without the sources."""

    build: Build | None
    opening: int
    unseen: bool


def _way(
    game: Declaration, source: BuilderGroup, target: BuilderGroup, piles: tuple[Pile, ...]
) -> _Way | None:
    """Return how piles of one group accept cards from another, or None."""
    if source.lift is Lift.NONE or target.kind not in source.destinations:
        return None
    unseen = source.lift is Lift.NEXT
    opening = target.space.mask(piles, game.index, source.kind)
    if unseen and opening != ALL:
        opening = 0
    on_cards = not unseen and target.kind in source.goes_to
    build = find_build(source, target) if on_cards else None
    return _Way(build, opening, unseen) if build or opening or target.space.on_cards else None


def _after_refills(game: Declaration, target: Group, table: Table) -> tuple[Pile, ...]:
    """Return the piles of a table after all automatic refills: their sources are empty."""
    refills = [each for each in game.consequences if isinstance(each, Refill)]
    filling = [each for each in refills if each.kind == target.kind and not each.unless]
    used = {name for each in filling for name in each.order}
    if not used:
        return table.piles
    named = zip(game.ids, table.piles, strict=True)
    return tuple(() if name in used else cards for name, cards in named)


class Going(Value):
    """A pile that accepts cards from another one."""

    to: str
    on_cards: bool
    """Whether it accepts them on top of other cards."""
    anyhow: bool
    """Whether it accepts any of them, whatever lies there."""


def goings(game: Declaration, pile: str, table: Table) -> tuple[Going, ...]:
    """Return the piles that accept cards from a pile."""
    found: list[Going] = []
    source = BuilderGroup.of(game.group(pile))
    for group, names in groupby(game.ids, game.group):
        target = BuilderGroup.of(group)
        if not takes_cards(target) or target.kind not in source.destinations:
            continue
        way = _way(game, source, target, _after_refills(game, target, table))
        if way:
            anyhow = source.builds_elsewhere is not None and way.build == source.builds_elsewhere
            on_cards = bool(way.build) or target.space.on_cards
            found += [Going(name, on_cards, anyhow) for name in names if name != pile]
    return tuple(found)


def describe(game: Declaration, pile: str, table: Table) -> str:
    """Return the help on a pile: its cards, the cards it accepts, and those that may leave it.

    ``game`` is the declaration of the level. Raises ``Refusal`` for an unknown pile.

    >>> from solterm.games import find
    >>> klondike = find("kloncan-klondike")
    >>> table = klondike.opening(cards.pack())
    >>> print(describe(klondike, "f1", table).replace(". ", ".\\n"))
    Foundation 1 (f1) is empty.
    It builds up in one suit, with cards of columns and the waste.
    13 cards complete it.
    When it is empty, only an Ace may open it.
    Cards laid here stay.
    """
    return " ".join(list_sentences(game, pile, table))


def list_sentences(game: Declaration, pile: str, table: Table) -> list[str]:
    """Return the sentences of ``describe`` as a list."""
    if pile not in game.ids:
        raise Refusal(f"There is no pile {pile!r} here.")
    group = game.group(pile)
    lying = table.piles[game.index[pile]]
    sentences = [_holds(game, pile, lying)]
    if is_closed(group):
        sentences.append("It is not open at this level.")
    own = game.engine.pile_words(game, table, pile)
    if own is not None:
        sentences += own
    elif not is_closed(group) or lying:
        paired = pairs_of(game, pile, table)
        by_itself = [each.words(group.kind, partial(pile_name, game)) for each in game.consequences]
        sentences += [
            *_takes(game, pile, table),
            *by_itself,
            *_opens(game, pile, table),
            _lets_go(game, pile, table, settled=any(paired) or (pile[0] == "g" and any(by_itself))),
            _finishes(game, group),
            _draws(group, table),
            _waits(game, group, table),
            *paired,
        ]
    if group.action:
        sentences.append(group.action.words)
        if left := group.action.tell_left(table):
            sentences.append(f"Left: {left}.")
    if game.waits and game.waits.holds(table.piles, game.index):
        sentences.append(game.waits.sentence)
    elif group.action and group.kind == "s" and not (lying or group.action.tell_left(table)):
        sentences.append(_empty_stock(game, group.action, table))
    return [sentence for sentence in sentences if sentence]


def _empty_stock(game: Declaration, action: Action, table: Table) -> str:
    """Return what an empty stock still does, or why it does nothing more."""
    refusal = action.why_not(table, game.index)
    return refusal or f"You can {action.name_deed(table, game.index)} now."


def _holds(game: Declaration, name: str, pile: Pile) -> str:
    who = f"{capitalize(pile_name(game, name))} ({name})"
    if name == TURNED:
        return f"{who}: {cards.text(pile[-1]) if pile else 'none yet'}."
    if not pile:
        action = game.group(name).action
        deals_again = action is not None and action.verb != "turn"
        return f"{who} {'holds no cards' if deals_again else 'is empty'}."
    down = sum(1 for card in pile if card & DOWN)
    held = f"{who} holds {count(len(pile), 'cards')}"
    if down == len(pile):
        return f"{held}, face down."
    hidden = f", {down} of them face down" if down else ""
    top = "the top one lies face down" if pile[-1] & DOWN else f"{cards.text(pile[-1])} lies on top"
    return f"{held}{hidden}; {top}."


# -- accepting cards ------------------------------------------------------------------------


def _takes(game: Declaration, pile: str, table: Table) -> list[str]:
    own = game.group(pile)
    if isinstance(own, GridGroup) and own.placing:
        hand = [
            cards_there[-1] for name, cards_there in _named_piles(game, table) if name[0] == "h"
        ]
        free = any(own.placing.free >> card & 1 for card in hand)
        anywhere = f"{capitalize(_name_cards(own.placing.free))} goes to any that is empty." * free
        return [f"It takes {own.placing.words}.", anywhere]
    group = BuilderGroup.of(own)
    if group.takes_suits:
        return ["It takes thirteen cards of one suit, King to Ace."]
    ways = takings(game, pile, table)
    if group.space.on_cards and ways:
        named = _cards_of(game, pile, [name for way in ways for name in way.sources], table)
        allowed = group.space.words(table.piles, game.index)
        return [f"From {named.removeprefix('cards of ')} it takes {allowed}."]
    said = []
    for build in dict.fromkeys(way.build for way in ways if way.build):
        sources = [name for way in ways if way.build == build for name in way.sources]
        if build == ANY_ORDER:
            tops = either(_tops(game, pile, sources, table))
            said.append(f"It takes {tops}, whatever lies there, if anything.")
        else:
            said.append(f"It builds {build.words}, with {_cards_of(game, pile, sources, table)}.")
    waiting = {_waits(game, game.group(name), table) for way in ways for name in way.sources}
    said += filter(None, sorted(waiting))
    if group.capacity and said:
        most = f"{group.capacity} cards"
        said.append(f"{most} complete it." if group.kind == "f" else f"It holds {most} at most.")
    fed = [each.action.tell_feeding(pile) for each in game.groups if each.action]
    said += filter(None, fed)
    fed_only = group.kind in "sh" or MemoryGroup.of(own).memory is not Memory.NONE
    if not fed_only and not ways and group.space == NOTHING and group.build is None:
        leaves = group.lift is not Lift.NONE or group.action or list_pairs(game.groups)
        nor = "" if leaves or any(fed) or group.kind == "d" else ", and none leaves it by play"
        said.append(f"No {'other ' * any(fed)}card is played to it{nor}.")
    return said


def _opens(game: Declaration, pile: str, table: Table) -> list[str]:
    """Return the sentences on the cards that an empty pile accepts."""
    group = BuilderGroup.of(game.group(pile))
    begun = group.kind == "f" and group.lift is Lift.NONE
    if group.space.on_cards:
        return []
    if begun and (group.space == NOTHING or table.piles[game.index[pile]]):
        return []
    ways = [way for way in takings(game, pile, table) if way.build != ANY_ORDER]
    verb = "open" if group.kind == "f" else "fill"
    refilled = _is_refilled(game, group)
    start = "Once no card is left there" if refilled else "When it is empty"
    said = [
        f"{start}, {who} may {verb} it."
        for mask in dict.fromkeys(way.opening for way in ways if way.opening)
        for who in [_first(game, pile, [way for way in ways if way.opening == mask], ways, table)]
    ]
    if said:
        return said
    if refilled:
        return ["No other card may fill it now."]
    index = game.index
    if group.space != NOTHING and not any(w.build for w in takings(game, pile, table)):
        return [f"When it is empty, {group.space.words(table.piles, index)} may {verb} it."]
    if ways and not group.takes_suits:
        if group.space == NOTHING:
            return ["When it is empty, you can't play cards to it."]
        return [f"When it is empty, {group.space.words(table.piles, index)} may {verb} it."]
    return []


def _is_refilled(game: Declaration, group: Group) -> bool:
    refills = (each for each in game.consequences if isinstance(each, Refill) and not each.unless)
    return any(each.kind == group.kind for each in refills)


def _first(
    game: Declaration, pile: str, opening: Sequence[Taking], ways: Sequence[Taking], table: Table
) -> str:
    building = {name for way in ways if way.build for name in way.sources}
    sources = [name for way in opening for name in way.sources]
    mask = opening[0].opening
    all_built = bool(building) and building <= set(sources)
    rest = [name for name in sources if not all_built or name not in building]
    if mask != ALL:
        whence = "" if not rest else f" from {either(_each(game, pile, rest, table))}"
        return f"only {_name_cards(mask)}{whence}"
    unseen = {name for way in opening if way.unseen for name in way.sources}
    others = _tops(game, pile, rest, table, unseen)
    if not all_built:
        # A column gives any of its cards, which "only" cannot precede.
        return f"only {either(sorted(others, key=lambda each: each.startswith('any ')))}"
    return either(["any of those cards", *others]) if others else "any card"


def _name_cards(mask: int) -> str:
    """Return the names of the ranks in a mask, with suits if it does not contain all four."""
    found = []
    for rank in range(cards.ACE, cards.KING + 1):
        suits = [suit for suit in range(4) if mask >> cards.card(rank, suit) & 1]
        if suits:
            of = f" of {either(cards.SUIT_NAMES[suit] for suit in suits)}" if len(suits) < 4 else ""
            found.append(cards.article(rank) + of)
    return either(found)


# -- giving cards ---------------------------------------------------------------------------


def _lets_go(game: Declaration, pile: str, table: Table, settled: bool) -> str:
    own = game.group(pile)
    group = BuilderGroup.of(own)
    if group.lift is Lift.NONE:
        if group.kind == "d" and not group.takes_suits:
            return "Cards that have left the game lie here."
        if group.kind in "sh" or group.action or settled:
            return ""
        builds = group.build or group.takes_suits or group.space != NOTHING
        takes = builds or (isinstance(own, GridGroup) and own.placing)
        return "Cards laid here stay." if takes else ""
    going = goings(game, pile, table)
    home = _to(game, pile, [each for each in going if each.to[0] == "f"], table)
    singly = _to(game, pile, [each for each in going if each.to[0] == "r"], table)
    elsewhere = _to(game, pile, [each for each in going if each.to[0] not in "fr"], table)
    if "g" in group.goes_to:
        elsewhere = ["a cell"]
    if group.lift in (Lift.TOP, Lift.NEXT):
        which = "top card" if group.lift is Lift.TOP else "next card, unseen,"
        who = "It" if pile == TURNED else "Its card" if group.kind in "hg" else f"Its {which}"
        places = [*home, *elsewhere, *singly]
        return f"{who} may go to {either(places)}." if places else "No card leaves it."
    sequence = f"built {group.run.words}" if group.run else "in sequence"
    unit = {
        Lift.WHOLE: "All its face-up cards move together, never a part of them",
        Lift.RUN: f"Any end part of it that is {sequence} moves as a unit",
        Lift.CHAIN: "The longest sequence at its end moves as a unit, and no shorter one",
        Lift.ANY: "Any face-up card moves, with all that lies on it",
    }[group.lift]
    to = f", to {either(elsewhere)}" if elsewhere else ""
    alone = either([*home, *singly])
    return f"{unit}{to}{f'; the end card alone may go to {alone}' if alone else ''}."


def _finishes(game: Declaration, group: Group) -> str:
    taking = (each for each in game.groups if each.kind in group.goes_to)
    finished = next((each for each in taking if BuilderGroup.of(each).takes_suits), None)
    if finished is None:
        return ""
    return f"Thirteen of one suit, King to Ace, may go from its end to the {finished.name}."


def _draws(group: Group, table: Table) -> str:
    builder = BuilderGroup.of(group)
    if builder.draw_once > 1:
        spent = "; that draw is spent" if table.spent else ""
        return f"Once in the game a card it covers may be played, alone{spent}."
    return "So may the card right under it, alone." if builder.draw > 1 else ""


def _waits(game: Declaration, group: Group, table: Table) -> str:
    locked = BuilderGroup.of(group).locked
    return locked.sentence if locked and locked.holds(table.piles, game.index) else ""


# -- lists of piles -------------------------------------------------------------------------


_ORDER = "ftgrwhsd"
"""The order in which sentences name kinds of piles."""


def _named_piles(game: Declaration, table: Table) -> Iterator[tuple[str, Pile]]:
    named = zip(game.ids, table.piles, strict=True)
    return ((name, cards_there) for name, cards_there in named if cards_there)


def _kinds(
    game: Declaration, pile: str, names: Iterable[str], table: Table
) -> dict[str, list[str]]:
    """Return piles by kind, without closed empty ones. [] means all other piles of a kind."""
    shown = {
        name
        for name, cards_there in zip(game.ids, table.piles, strict=True)
        if cards_there or not is_closed(game.group(name))
    }
    found: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: _ORDER.index(name[0])):
        if name in shown:
            found.setdefault(name[0], []).append(name)
    for kind, some in found.items():
        if set(some) >= {each for each in shown if each[0] == kind and each != pile}:
            found[kind] = []
    return found


def _name(game: Declaration, kind: str) -> tuple[str, bool]:
    """Return the name of piles of a kind, and whether there is only one."""
    groups = [group for group in game.groups if group.kind == kind]
    return groups[0].name, len(groups) == 1 and groups[0].count == 1


def _each(
    game: Declaration, pile: str, names: Iterable[str], table: Table, empty: bool = False
) -> list[str]:
    """Return the names of some piles as alternatives: ``another column``, ``the waste``."""
    found = []
    for kind, some in _kinds(game, pile, names, table).items():
        name, only = _name(game, kind)
        while_empty = " while it is empty" * empty
        if some:
            found += [f"{pile_name(game, each)}{while_empty}" for each in some]
        elif only:
            found.append(f"the {name}{while_empty}")
        elif empty:
            found.append(f"{'another' if kind == pile[0] else 'an'} empty {name}")
        else:
            found.append(f"{'another' if kind == pile[0] else 'a'} {name}")
    return found


def _cards_of(game: Declaration, pile: str, names: Iterable[str], table: Table) -> str:
    """Return a name for the cards of some piles: ``cards of other columns and the waste``."""
    found, turned = [], ""
    for kind, some in _kinds(game, pile, names, table).items():
        name, only = _name(game, kind)
        if kind == TURNED and only:
            turned = f"the {name}"
        elif some:
            found += [pile_name(game, each) for each in some]
        else:
            found.append(f"the {name}" if only else f"{'other ' * (kind == pile[0])}{name}s")
    piles = f"cards of {either(found, 'and')}" if found else ""
    return ", or ".join(filter(None, (piles, turned)))


def _tops(
    game: Declaration, pile: str, names: Iterable[str], table: Table, unseen: Iterable[str] = ()
) -> list[str]:
    """Return names for the cards that some piles give: ``the top card of another column``."""
    found = []
    listed = list(names)
    for kind in _kinds(game, pile, listed, table):
        some = [name for name in listed if name[0] == kind]
        whence = either(_each(game, pile, some, table))
        if kind == TURNED:
            found.append(whence)
        elif some[0] in unseen:
            found.append(f"the next card of {whence}, unseen,")
        elif game.group(some[0]).lift is Lift.TOP or pile[0] in ONE_AT_A_TIME:
            found.append(f"the top card of {whence}")
        else:
            found.append(f"any card of {whence}")
    return found


def _to(game: Declaration, pile: str, going: Sequence[Going], table: Table) -> list[str]:
    """Return names for destinations of cards: ``another column``, ``an empty cell``."""
    found = []
    for on_cards, anyhow in dict.fromkeys((each.on_cards, each.anyhow) for each in going):
        same = [each.to for each in going if (each.on_cards, each.anyhow) == (on_cards, anyhow)]
        for each in _each(game, pile, same, table, empty=not on_cards):
            found.append(f"{each}, whatever lies there" if anyhow else each)
    return found


# -- leaving in pairs -------------------------------------------------------------------------


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
