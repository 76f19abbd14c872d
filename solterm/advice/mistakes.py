"""Why a move lost the game: what it does to the cards that a way to win needs."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table


class _Step(NamedTuple):
    """The piles before and after a move, by name; only those that changed."""

    piles: dict[str, tuple[Pile, Pile]]

    @classmethod
    def of(cls, rules: Rules, before: Table, after: Table) -> "_Step":
        changes = zip(rules.ids, before.piles, after.piles, strict=True)
        return cls({name: (was, now) for name, was, now in changes if was != now})

    @property
    def grown(self) -> list[str]:
        return [name for name, (was, now) in self.piles.items() if len(now) > len(was)]

    def come(self, name: str) -> list[Card]:
        """Return the cards that came to a pile, the lowest first."""
        was, now = self.piles[name]
        return [_bare(card) for card in now[len(was) :]]

    @property
    def gone(self) -> list[Card]:
        """The cards that left their piles."""
        shrunk = (was[len(now) :] for was, now in self.piles.values() if len(now) < len(was))
        return [_bare(card) for pile in shrunk for card in pile]


def tell_mistake(rules: Rules, table: Table, move: Move, way: Sequence[Move]) -> str:
    """Return what a losing move does to a way to win from the same table; "" if it is not plain.

    The result is a verb, such as "covers 3D, where the way to win puts 4H". All cards are open.
    """
    lost, steps = _Step.of(rules, table, rules.make(table, move)), list(_follow(rules, table, way))
    for name in lost.grown:
        if name[0] != "d" and (told := _tell_covered(rules, table, lost, name, steps)):
            return told
    if any(name[0] not in "fd" for name in lost.grown):
        return ""
    taken = (_tell_taken(rules, table, lost, card, steps) for card in lost.gone)
    return next(filter(None, taken), "")


def _follow(rules: Rules, table: Table, way: Sequence[Move]) -> Iterator[_Step]:
    for move in way:
        after = rules.make(table, move)
        yield _Step.of(rules, table, after)
        table = after


def _tell_covered(
    rules: Rules, table: Table, lost: _Step, name: str, steps: Sequence[_Step]
) -> str:
    """Say what the way to win does first with a pile on which the losing move lays cards."""
    used = next((step for step in steps if name in step.piles), None)
    if used is None:
        return ""
    top = table.piles[rules.index[name]][-1:]
    if name not in used.grown:
        return f"covers {_text(top[-1])}, which the way to win plays" if top else ""
    first = used.come(name)[0]
    if first in lost.come(name):
        return ""
    puts = f"where the way to win puts {_text(first)}"
    if top:
        return f"covers {_text(top[-1])}, {puts}"
    group = rules.game.group(name)
    like = (each for each in rules.ids if rules.game.group(each) == group)
    is_last = sum(not table.piles[rules.index[each]] for each in like) == 1
    return f"fills the last empty {group.name}, {puts}" if is_last else ""


def _tell_taken(rules: Rules, table: Table, lost: _Step, card: Card, steps: Sequence[_Step]) -> str:
    """Say what the way to win does with a card that the losing move brings home or removes."""
    tops = dict(zip(rules.ids, (pile[-1:] for pile in table.piles), strict=True))
    for step in steps:
        for name in step.grown:
            if name[0] not in "fd" and tops[name] and _bare(tops[name][-1]) == card:
                puts = _text(step.come(name)[0])
                return f"takes away {_text(card)}, where the way to win puts {puts}"
        gone = step.gone
        if card in gone:
            partners = [each for each in gone if each != card and each not in lost.gone]
            is_pair = len(gone) == 2 and all(name[0] == "d" for name in step.grown)
            if not (is_pair and partners):
                return ""
            return f"uses up {_text(card)}, which the way to win pairs with {_text(partners[0])}"
        tops.update((name, now[-1:]) for name, (_, now) in step.piles.items())
    return ""


def _bare(card: Card) -> Card:
    return card & ~DOWN


def _text(card: Card) -> str:
    return cards.text(_bare(card))
