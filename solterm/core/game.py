"""What a rule-set is: a declaration of piles, deal, levels and layout.

A ``Game`` is data and nothing else; ``Game.rules`` hands it to the engine of its family. A level
is a set of changes to the declaration, so that no engine ever asks which level it plays.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from solterm.core.cards import DOWN, Card
from solterm.core.consequences import Consequence
from solterm.core.goals import Gathered, Goal, OwnScore
from solterm.core.policies import NOTHING, Action, Build, Condition, Lift, Space
from solterm.core.table import Table

if TYPE_CHECKING:
    from solterm.core.exemptions import Exemption
    from solterm.core.rules import Rules

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
"""The kinds of piles by the letter of their ids."""


@dataclass(frozen=True)
class Group:
    """Piles of one kind that follow the same rules."""

    kind: str
    """The letter of their ids."""
    count: int = 1
    name: str = ""
    """What a sentence calls one of them."""
    build: Build | None = None
    """What may be laid on a card; None: nothing."""
    space: Space = NOTHING
    """What may be laid on an empty pile."""
    capacity: int = 0
    """How many cards complete it; 0: no limit."""
    lift: Lift = Lift.NONE
    """What may be picked up."""
    run: Build | None = None
    """What moves as a run, where that is not what it builds."""
    to: str = ""
    """The kinds of piles its cards may go to."""
    to_spaces: str = ""
    """The kinds of piles its cards may go to while those are empty."""
    closed: bool = False
    """Does it take nothing yet (piles that exist from the deal and open with a level)?"""
    locked: Condition | None = None
    """While it holds, nothing leaves."""
    action: Action | None = None
    """What acting on the pile alone does."""
    fanned: bool = False
    """Do all its face-up cards show, or only the top one?"""


class Step(ABC):
    """One step of the deal."""

    @abstractmethod
    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        """Take cards off the front of the pack and lay them, face up unless the step says so."""


@dataclass(frozen=True)
class Change:
    """Fields of all groups of a kind, or of the game itself, that take other values."""

    kind: str
    """The groups' kind; "" is the game."""
    fields: Mapping[str, Any]

    def made(self, game: "Game") -> "Game":
        """The declaration with the change made."""
        if not self.kind:
            return replace(game, **self.fields)
        return replace(
            game,
            groups=tuple(
                replace(group, **self.fields) if group.kind == self.kind else group
                for group in game.groups
            ),
        )


def change(kind: str, **fields: Any) -> Change:
    """A ``Change`` written as keywords: ``change("t", space=ANY_CARD)``."""
    return Change(kind, fields)


@dataclass(frozen=True, eq=False)
class Game:
    """One rule-set of the catalogue."""

    id: str
    name: str
    collection: str
    engine: "type[Rules]"
    """The family's engine."""
    groups: tuple[Group, ...]
    deal: tuple[Step, ...]
    layout: str
    """A picture of the table: pile ids, four characters a card's width, a line a card's height."""
    also: tuple[str, ...] = ()
    """Other names."""
    packs: int = 1
    levels: Mapping[int, tuple[Change, ...]] = field(default_factory=dict)
    """The changes of levels 2 and 1; level 1 is level 2 and its own."""
    exceptions: "Mapping[int, Exemption]" = field(default_factory=dict)
    """What X does at a level."""
    goal: Goal = field(default_factory=Gathered)
    """When it is won."""
    own_score: OwnScore | None = None
    """The score of its source, if that has one."""
    consequences: tuple[Consequence, ...] = ()
    """What happens by itself after each action."""
    draw: int = 0
    """How deep under an end card of the tableau single cards may be drawn from; 0 or 1: not."""
    draws_once: bool = False
    """May only one card be drawn in the whole game (row 9)?"""
    on_sheet: bool = False
    """Does its source play it on a score sheet of six games?"""
    microsoft: bool = False
    """Are numbers above 32000 Microsoft's too (Free Cell and Baker's Game)?"""
    shuffles: bool = False
    """Does it shuffle again, so that its tables carry the deal number?"""
    version: int = 1
    """Raised whenever the rules change, so that old records are known for what they are."""

    @property
    def family(self) -> str:
        """Builders, sequence, pairing, placing or grid."""
        return self.engine.family

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all piles, in the order of ``Table.piles``."""
        return tuple(self._group_of)

    def group(self, pile: str) -> Group:
        """The group a pile belongs to (at level 3)."""
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

    def opening(self, pack: tuple[Card, ...], number: int = 0) -> Table:
        """The table dealt from a pack whose first card is dealt first, and its deal number."""
        piles: dict[str, list[Card]] = {name: [] for name in self.ids}
        left = list(pack)
        for step in self.deal:
            step.deal(left, piles)
        deal = number if self.shuffles else 0
        return Table(tuple(tuple(pile) for pile in piles.values()), deal=deal)

    def visible(self, table: Table) -> Iterator[Card]:
        """The cards a table shows: the face-up ones, of squared piles only the top."""
        for name, pile in zip(self.ids, table.piles, strict=True):
            shown = pile if self._group_of[name].fanned else pile[-1:]
            yield from (card for card in shown if not card & DOWN)

    def with_options(self, options: Mapping[str, str]) -> "Game":
        """The game played with options; raises ``ValueError`` for one it has not."""
        for key in options:
            raise ValueError(f"{self.name} ({self.id}) has no option {key!r}.")
        return self

    def rules(self, level: int = 3) -> "Rules":
        """The rules of play at a level, 3 (the source's own) to 1 (the most forgiving)."""
        return _rules(self, level)

    def drawing(self, level: int) -> "Rules":
        """The rules of a level with a card drawn from right under an end card allowed as well."""
        return _drawing(self, level)


@lru_cache(maxsize=256)
def _at(game: Game, level: int) -> Game:
    for step in range(2, level - 1, -1):
        for each in game.levels.get(step, ()):
            game = each.made(game)
    return game


@lru_cache(maxsize=256)
def _rules(game: Game, level: int) -> "Rules":
    return game.engine(_at(game, level))


@lru_cache(maxsize=64)
def _drawing(game: Game, level: int) -> "Rules":
    at_level = _at(game, level)
    return game.engine(replace(at_level, draw=max(2, at_level.draw)))
