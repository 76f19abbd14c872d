"""Equivalent positions: their differences do not affect what can be won.

Two positions are equivalent if a change that no rule notices turns one into the other. Then each
move of one has its counterpart in the other, and leads to equivalent positions again.
"""

from collections.abc import Hashable, Iterator

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.declaration import Declaration
from solterm.core.engines.builders import Builders, UpOrDown
from solterm.core.engines.pairing import Pairing
from solterm.core.groups import BuilderGroup, CoverGroup, Group
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import Value, replace
from solterm.core.vocabulary.actions import DealRow, Gather, TurnStock, TurnToSlot
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import CourtLeaves, Lock, Refill, TopFaceUp
from solterm.core.vocabulary.goals import Cleared, Gathered, LockedPiles
from solterm.core.vocabulary.pairs import (
    AcrossGap,
    Fit,
    InLine,
    OnceOut,
    Pairs,
    Peaks,
    Pyramid,
    Touch,
    TurnPairing,
    TurnTop,
    WayOut,
)
from solterm.core.vocabulary.policies import BaseMissing, Lift, OnceStockBegun, WhileStockLasts
from solterm.core.vocabulary.spaces import (
    AboveIndicator,
    After,
    BaseRank,
    ByPair,
    ChosenBase,
    FirstFrom,
    Only,
    ReserveThen,
)

_TOLD = frozenset({"levels", "exceptions", "options", "dealing", "layout", "own_score", "pack"})
"""The fields of a game that do not affect play after the deal."""


class Likeness:
    """Maps positions of a game to keys: equivalent positions have equal keys."""

    def __init__(self, rules: Rules, piles: bool = True, suits: bool = True) -> None:
        """Choose the ideas to use: that piles, and that suits, may be exchanged."""
        game = rules.game
        self._done = [place for name, place in game.index.items() if piles and name[0] == "d"]
        self._squared = _squared_homes(game) if piles else ()
        self._alike = tuple(tuple(places) for places in alike_piles(game)) if piles else ()
        self._blind = suits and is_blind_to_suits(rules)

    def key(self, table: Table) -> Hashable:
        """Return the key of a position."""
        piles = list(table.piles)
        if self._blind:
            piles = [tuple([card & ~0x30 for card in pile]) for pile in piles]
        for place in self._done:
            piles[place] = ()
        for place in self._squared:
            pile = piles[place]
            if len(pile) > 2:
                piles[place] = (pile[0], pile[-1], len(pile))
        for places in self._alike:
            for place, pile in zip(places, sorted([piles[p] for p in places]), strict=True):
                piles[place] = pile
        return (tuple(piles), table.passes, table.spent, table.duel)


def alike_piles(game: Declaration) -> list[list[int]]:
    """Return the places of piles that may be exchanged, in groups.

    They are piles of one group, or of groups with equal declarations, unless a policy names one of
    them or their neighbourhood matters. Everything else that happens to a pile follows from its
    group and its cards, so the game goes on in the same way if two such piles are exchanged.
    """
    named = {
        word
        for policy in _list_policies(game)
        for value in policy._values()
        for word in (value if isinstance(value, tuple) else (value,))
        if isinstance(word, str)
    }
    kinds: list[tuple[Group, list[int]]] = []
    for name, place in game.index.items():
        group = game.group(name)
        is_covered = isinstance(group, CoverGroup) and group.cover
        if name in named or is_covered or group.keep_places or group.columns or group.action:
            continue
        plain = replace(group, count=1, name="", asks="", fanned=False, reveals=0)
        for each, places in kinds:
            if each == plain:
                places.append(place)
                break
        else:
            kinds.append((plain, [place]))
    return [places for _, places in kinds if len(places) > 1]


def _squared_homes(game: Declaration) -> tuple[int, ...]:
    """Return the foundations of which only the lowest card, the top card and the number matter.

    No card leaves them. Builds look at the top card, bases at the lowest, goals at the number; and
    the cards between follow from those elsewhere.
    """
    if not isinstance(game.goal, Gathered | Cleared):
        return ()
    homes = ((name, place) for name, place in game.index.items() if name[0] == "f")
    return tuple(place for name, place in homes if game.group(name).lift is Lift.NONE)


def is_blind_to_suits(rules: Rules) -> bool:
    """Whether no rule of a game looks at suits.

    If so, two cards of one rank are interchangeable. Every word of the declaration is checked; an
    unknown one might look at suits.
    """
    own = type(rules)
    known = (Builders, Pairing, UpOrDown)
    if not any(own.generate is each.generate and own.make is each.make for each in known):
        return False
    if any(BuilderGroup.of(group).takes_suits for group in rules.game.groups):
        return False
    return all(map(_is_blind, _list_policies(rules.game)))


def _list_policies(game: Declaration) -> Iterator[Value]:
    """Yield the words of a game: its builds, spaces, actions, conditions and so on."""
    for field in game._fields:
        if field not in _TOLD:
            yield from _within(game.__dict__[field])


def _within(value: object) -> Iterator[Value]:
    if isinstance(value, Value):
        if not isinstance(value, Group):
            yield value
        value = value._values()
    if isinstance(value, tuple):
        for each in value:
            yield from _within(each)


def _is_blind(policy: Value) -> bool:
    match policy:
        case Build():
            return policy.match is Match.ANY
        case Only() | ReserveThen() if type(policy) in _BY_MASK:
            return _is_of_ranks(policy.cards)
        case Fit():
            return all(
                _is_of_ranks(mask) and policy.partners[card] == policy.partners[card & 15]
                for card, mask in enumerate(policy.partners)
                if 0 < card & 15 <= cards.KING and card < DOWN
            )
    return type(policy) in _BLIND


_BY_MASK = (Only, ByPair, ReserveThen)
"""Spaces whose mask says whether they look at suits."""
_BLIND = (
    *(BaseRank, ChosenBase, AboveIndicator, FirstFrom, After),
    *(WhileStockLasts, OnceStockBegun, BaseMissing, OnceOut, WayOut),
    *(Touch, AcrossGap, InLine, Pairs, Pyramid, Peaks),
    *(TurnStock, TurnToSlot, DealRow, Gather, TurnPairing, TurnTop),
    *(CourtLeaves, Lock, Refill, TopFaceUp, Gathered, Cleared, LockedPiles),
)
"""Words that look only at ranks, places and numbers; the words inside them are checked separately.
"""


def _is_of_ranks(mask: int) -> bool:
    suits = [mask >> 16 * suit & 0xFFFF for suit in range(4)]
    return suits.count(suits[0]) == 4
