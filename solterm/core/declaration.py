"""Declarations: the piles, the deal, the goal and the layout of one solitaire game.

A ``Declaration`` is pure data, and all that the rules of a family read. ``Game`` adds what can be
chosen before the rules are known: levels, exceptions and options. A level is a set of changes to
the declaration, so engines never ask which level they are playing.
"""

import re
from abc import ABC
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Self

from solterm.core import deals
from solterm.core.cards import DOWN, Card
from solterm.core.deals import Pack
from solterm.core.groups import CoverGroup, Group
from solterm.core.move import Move
from solterm.core.refusal import Refusal
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Value
from solterm.core.vocabulary.consequences import Consequence
from solterm.core.vocabulary.dealing import DealingStep
from solterm.core.vocabulary.goals import Gathered, Goal, OwnScore
from solterm.core.vocabulary.grids import Grid
from solterm.core.vocabulary.policies import Condition, Peek

KINDS = {
    "s": "stock",
    "w": "waste",
    "f": "foundation",
    "t": "tableau",
    "r": "reserve",
    "h": "hand",
    "g": "grid",
    "d": "discard",
}
"""The kinds of piles, by the first letter of their ids."""

CARD_WIDTH = 4
"""Characters of a layout for one card's width."""
LAYOUT_WORD = re.compile(r"[a-z]\d*[<>]?|\S+")
"""A pile, a caption or a counter in a layout. Ids of four characters need no space after them."""


class Family(ABC):
    """The properties that a declaration has through the class of its rules."""

    engine_name: ClassVar[str]
    """The name of the engine, which the protocol calls family."""
    plays_home: ClassVar[bool] = True
    """Whether automatic play makes sense: not if laying cards on foundations is the whole game."""
    scores_late: ClassVar[bool] = False
    """Whether points come late in a game: the status line shows no score until there is one."""
    leaves_gaps: ClassVar[bool] = False
    """Whether an emptied place of the tableau that takes no cards is gone, and needs no mark."""
    forced: ClassVar[bool] = False
    """Whether one card plays on: Enter makes the only legal move, wherever the cursor is."""
    group_type: ClassVar[type[Group]] = Group
    """The class of its groups: ``Group``, or a subclass with fields of the engine's own."""

    @classmethod
    def move_words(cls, game: "Declaration", table: Table, move: Move) -> str:
        """Return the description of a move that is more than laying a card on a pile, else ""."""
        return ""

    @classmethod
    def pile_words(cls, game: "Declaration", table: Table, pile: str) -> tuple[str, ...] | None:
        """Return the help sentences on what a pile accepts and gives away.

        None: derive them from the declaration.
        """
        return None


class Declaration(Value):
    """A game as data, which its rules read. Declarations compare by identity."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return f"{self.name} ({self.collection})"

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    id: str
    name: str
    collection: str
    engine: type[Family]
    """The class of its rules."""
    groups: tuple[Group, ...]
    dealing: tuple[DealingStep, ...]
    """How the opening is dealt, step by step."""
    layout: str
    """A picture of the table as pile ids: four characters are a card wide, a line is a card
    high."""
    summary: str = ""
    """A description for game lists, in at most 40 characters."""
    family: str = "Others"
    """The relatives that game lists show it with, such as "Spider" or "Free Cell"."""
    skill: int = 3
    """What decides a game, from 1 (luck alone) to 5 (skill alone)."""
    also: tuple[str, ...] = ()
    """Alternative names."""
    packs: int = 1
    pack: Pack | None = None
    """The cards in use, if they are not whole packs."""
    goal: Goal = Gathered()
    """When the game is won."""
    own_score: OwnScore | None = None
    """The scoring of its source, if there is one."""
    consequences: tuple[Consequence, ...] = ()
    """The automatic consequences of each action."""
    waits: Condition | None = None
    """While this condition holds, cards go only to foundations, and nothing else happens."""
    undo: bool = True
    """Whether actions can be undone."""
    homeward: str = "swhtr"
    """The kinds of piles that automatic play takes cards from."""
    homeward_last: str = ""
    """The kinds among these that it uses only if no other pile has a card to play."""
    peek: Peek = Peek.SEEN
    """The cards that a peek into a pile shows."""
    peek_when_scored: bool = False
    """Whether peeking is allowed in scored games."""
    shows_limits: bool = False
    """Whether the status line says what is left of the reshuffles, draws and so on."""
    on_sheet: bool = False
    """Whether its source plays it on a score sheet of six games."""
    microsoft: bool = False
    """Whether deals above 32000 are Microsoft's too (Free Cell and Baker's Game).

    Deals 1 to 32000 are Microsoft's in every game.
    """
    shuffles: bool = False
    """Whether it reshuffles, so that its tables need the deal number."""
    version: int = 1
    """Incremented when the rules change, so that records of older rules are recognized."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """Create a declaration. Raises ``Refusal`` if it is inconsistent."""
        self = super().__new__(cls, *values, **named)
        if issubclass(self.engine, Family):
            read = self.engine.group_type
            self.__dict__["groups"] = tuple(
                read.of(group) if issubclass(read, type(group)) else group for group in self.groups
            )
        if fault := next(self._faults(), None):
            raise Refusal(f"{self.name} ({self.id}): {fault}.")
        return self

    @classmethod
    def _title(cls, given: dict[str, Any]) -> str:
        return f"{given.get('name')} ({given.get('id')})"

    def _faults(self) -> Iterator[str]:
        if not issubclass(self.engine, Family):
            yield f"engine must be a class of rules, not {self.engine.__name__}"
        for group in self.groups:
            for kind in (group.kind, *group.destinations, *self.homeward, *self.homeward_last):
                if kind not in KINDS:
                    yield f"{kind!r} is not a kind of pile; the kinds are {', '.join(KINDS)}"
            if group.count < 1:
                yield f"a group needs at least one pile, and {group.kind!r} has {group.count}"
            if group.kind == "g" and (group.columns < 1 or group.count % group.columns):
                yield f"its {group.count} cells make no whole rows of {group.columns}"
            if group.kind != "g" and group.columns:
                yield f"only a grid, of the kind 'g', has columns, and {group.kind!r} declares them"
            if type(group) is not self.engine.group_type:
                own, read = type(group).__name__, self.engine.group_type.__name__
                yield f"{group.kind!r} is a {own}, and {self.engine.__name__} reads a {read}"
        if not self.groups:
            yield "it has no piles"
        if not 1 <= self.skill <= 5:
            yield f"skill must be from 1 (luck alone) to 5 (skill alone), not {self.skill!r}"
        if self.packs < 1:
            yield f"it needs at least one pack, not {self.packs}"

    @property
    def plays_home(self) -> bool:
        """Whether it has automatic play.

        It needs foundations, and laying cards on them must not be the whole game.
        """
        return self.engine.plays_home and any(group.kind == "f" for group in self.groups)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all piles, in the order of ``Table.piles``."""
        return tuple(self._group_of)

    def place(self, pile: str) -> int:
        """Return the index of a pile. Raises ``Refusal`` for an unknown pile."""
        if pile not in self.index:
            raise Refusal(self.unknown_pile(pile))
        return self.index[pile]

    def unknown_pile(self, name: str) -> str:
        """Return the sentence on a pile that the game does not have."""
        return f"There is no pile {name!r} here; there are {_range(self.ids)}."

    @cached_property
    def index(self) -> Index:
        """The index of each pile in ``Table.piles``, by its id."""
        return {name: place for place, name in enumerate(self.ids)}

    def group(self, pile: str) -> Group:
        """Return the group of a pile, as declared for level 3."""
        return self._group_of[pile]

    @cached_property
    def _group_of(self) -> dict[str, Group]:
        totals = Counter[str]()
        for group in self.groups:
            totals[group.kind] += group.count
        owner: dict[str, Group] = {}
        numbers = Counter[str]()
        for group in self.groups:
            for _ in range(group.count):
                numbers[group.kind] += 1
                number = numbers[group.kind] if totals[group.kind] > 1 else ""
                owner[f"{group.kind}{number}"] = group
        return owner

    @cached_property
    def over(self) -> Mapping[str, tuple[str, ...]]:
        """For each pile that others cover, their ids (pyramids and peaks)."""
        found: dict[str, tuple[str, ...]] = {}
        for group in self.groups:
            if isinstance(group, CoverGroup) and group.cover:
                names = [name for name in self.ids if self.group(name) is group]
                for number, name in enumerate(names):
                    if above := group.cover.over(number):
                        found[name] = tuple(names[each] for each in above)
        return found

    def shuffle(self, number: int) -> tuple[Card, ...]:
        """Return the cards of a deal in dealing order.

        Raises ``Refusal`` for an invalid deal number.
        """
        if self.pack:
            return self.pack.shuffle(number)
        return deals.shuffle(number, self.packs, self.microsoft)

    @property
    def grid(self) -> Grid:
        """The shape of the grid. Only games with a grid have this property."""
        cells = next(group for group in self.groups if group.kind == "g")
        return Grid(cells.columns, cells.count // cells.columns)

    @property
    def in_play(self) -> int:
        """The number of cards in play."""
        return self.pack.size if self.pack else 52 * self.packs

    def opening(self, pack: tuple[Card, ...], number: int = 0) -> Table:
        """Return the table after dealing a pack, first card first.

        ``number`` is the deal number; games that reshuffle keep it in the table.
        """
        piles: dict[str, list[Card]] = {name: [] for name in self.ids}
        left = list(pack)
        for step in self.dealing:
            step.deal(left, piles)
        deal = number if self.shuffles else 0
        return Table(tuple(tuple(pile) for pile in piles.values()), deal=deal)

    def in_sight(self, name: str, pile: Pile) -> Pile:
        """Return the visible part of a pile: a fan, the last packet of a waste, or the top card."""
        return pile[-self.most_in_sight[name] :]

    def visible(self, table: Table) -> Iterator[Card]:
        """Yield the face-up cards among those in sight."""
        for name, pile in zip(self.ids, table.piles, strict=True):
            if pile:
                yield from (card for card in self.in_sight(name, pile) if not card & DOWN)

    def uncovered(self, table: Table) -> Iterator[Card]:
        """Yield the visible cards, but only the top one of a waste."""
        for name, pile in zip(self.ids, table.piles, strict=True):
            if pile:
                shown = pile if self._group_of[name].fanned else pile[-1:]
                yield from (card for card in shown if not card & DOWN)

    @cached_property
    def most_in_sight(self) -> dict[str, int]:
        """The greatest number of visible cards in each pile."""
        actions = [group.action for group in self.groups if group.action]
        return {
            name: max(self.in_play * group.fanned, 1, *(a.count_in_sight(name) for a in actions))
            for name, group in self._group_of.items()
        }


def _range(ids: tuple[str, ...]) -> str:
    """Return all pile ids in short form: ``s, w, f1-f4, t1-t7``."""
    spans: list[list[str]] = []
    for name in ids:
        if spans and spans[-1][0][0] == name[0]:
            spans[-1][1:] = [name]
        else:
            spans.append([name])
    return ", ".join("-".join(span) for span in spans)
