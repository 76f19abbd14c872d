"""What a rule-set is: a declaration of piles, deal, levels and layout.

A ``Game`` is data and nothing else; ``Game.rules`` hands it to the engine of its family. A level
is a set of changes to the declaration, so that no engine ever asks which level it plays.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from solterm.core import deals, variants
from solterm.core.amendments import Amendment
from solterm.core.cards import DOWN, Card
from solterm.core.levels import LEVELS
from solterm.core.options import Option
from solterm.core.packs import Pack
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Value, Words
from solterm.core.vocabulary.builds import Build
from solterm.core.vocabulary.consequences import Consequence
from solterm.core.vocabulary.goals import Gathered, Goal, OwnScore
from solterm.core.vocabulary.grids import Grid, Neighbours
from solterm.core.vocabulary.policies import Action, Condition, Exemption, Lift, Memory, Peek
from solterm.core.vocabulary.spaces import NOTHING, Space

if TYPE_CHECKING:
    from solterm.core.rules import Rules
    from solterm.core.vocabulary.dealing import Step
    from solterm.core.vocabulary.pairs import Cover, Pairs

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

_READ_BY_SOME = frozenset(
    {
        *("build", "space", "capacity", "takes_suits", "run", "sends_end", "lays", "to_spaces"),
        *("closed", "locked", "columns", "placing", "cover", "reach", "memory"),
        *("consequences", "pairs", "players", "sequences", "draw", "draw_once"),
    }
)
"""The fields of groups and games that only some engines read (``Rules.reads``)."""

_NONE: Mapping[int, Any] = MappingProxyType({})

LAYOUT_WORD = re.compile(r"[a-z]\d*[<>]?|\S+")
"""A pile, a caption or a counter of a layout; ids of four characters follow without a space."""


class Group(Value):
    """Piles of one kind that follow the same rules.

    >>> Group("w", name="waste", to="ft")
    Group(kind='w', name='waste', to='ft')
    """

    kind: str
    """The letter of their ids."""
    count: int = 1
    name: Words = ""
    """What a sentence calls one of them."""
    build: Build | None = None
    """What may be laid on a card; None: nothing."""
    space: Space = NOTHING
    """What may be laid on an empty pile."""
    capacity: int = 0
    """How many cards complete it; 0: no limit."""
    takes_suits: bool = False
    """Does it take finished suits, King to Ace, and nothing else (will-o-wisp)?"""
    lift: Lift = Lift.NONE
    """What may be picked up."""
    run: Build | None = None
    """What moves as a run, where that is not what it builds."""
    sends_end: bool = False
    """Does a unit carried to a foundation send its end card there, while the rest returns?"""
    lays: Build | None = None
    """How its cards are laid on piles that are no foundations, where those build otherwise."""
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
    asks: str = ""
    """The pile that is acted on where a player picks an empty one of these."""
    fanned: bool = False
    """Do all its face-up cards show, or only the top one?"""
    reveals: int = 0
    """How many of its cards, from the top, the player may see although they lie hidden."""
    columns: int = 0
    """Of the cells of a grid, how many lie in a row."""
    placing: Neighbours | None = None
    """Which cards its empty cells take, by what lies round them."""
    cover: "Cover | None" = None
    """Which of its piles lie over which others (pyramids)."""
    reach: int = 0
    """How many cards may lie on a card that goes in a pair all the same."""
    memory: Memory = Memory.NONE
    """Which of its face-down cards the player is shown again."""


class Game(Value):
    """One rule-set of the catalogue; each is equal to itself alone.

    >>> from solterm import find
    >>> find("free-cell")
    <Game free-cell>
    >>> print(find("free-cell"), find("free-cell").family)
    Free Cell (smallWare) builders
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return f"{self.name} ({self.collection})"

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    id: str
    name: str
    collection: str
    engine: "type[Rules]"
    """The family's engine."""
    groups: tuple[Group, ...]
    deal: "tuple[Step, ...]"
    layout: str
    """A picture of the table: pile ids, four characters a card's width, a line a card's height."""
    summary: str = ""
    """What it is, in at most 40 characters, for a list of games."""
    also: tuple[str, ...] = ()
    """Other names."""
    packs: int = 1
    pack: Pack | None = None
    """The cards it is played with, where they are not whole packs."""
    levels: "Mapping[int, tuple[Amendment[Game], ...]]" = _NONE
    """The changes of levels 2 and 1; level 1 is level 2 and its own."""
    exceptions: Mapping[int, Exemption] = _NONE
    """What X does at a level."""
    options: tuple[Option, ...] = ()
    """What may be chosen before the deal; a later one reads the declaration the others made."""
    goal: Goal = Gathered()
    """When it is won."""
    own_score: OwnScore | None = None
    """The score of its source, if that has one."""
    consequences: tuple[Consequence, ...] = ()
    """What happens by itself after each action."""
    pairs: "tuple[Pairs, ...]" = ()
    """Which cards leave in twos."""
    players: int = 1
    """How many play in turn; with two, ``Rules.duel`` says who and how they stand."""
    undo: bool = True
    """May actions be taken back?"""
    homeward: str = "swhtr"
    """The kinds of piles that automatic play takes cards from."""
    homeward_last: str = ""
    """Those of them from which it takes a card only when no other pile has one to send home."""
    sequences: bool = False
    """May a run be carried over free places of the reserve with one command?"""
    peek: Peek = Peek.SEEN
    """What a peek into a pile shows."""
    peek_when_scored: bool = False
    """May its piles be looked into in scored games too?"""
    draw: int = 0
    """How deep under an end card of the tableau single cards may be drawn from; 0 or 1: not."""
    draw_once: int = 0
    """How deep the one draw of the whole game may reach."""
    on_sheet: bool = False
    """Does its source play it on a score sheet of six games?"""
    hardest: int = 3
    """The highest level it is played at: an option may stand for an easier one."""
    microsoft: bool = False
    """Are numbers above 32000 Microsoft's too (Free Cell and Baker's Game)?"""
    shuffles: bool = False
    """Does it shuffle again, so that its tables carry the deal number?"""
    version: int = 1
    """Raised whenever the rules change, so that old records are known for what they are."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """A declaration; raises ``ValueError`` with a sentence that names what is wrong in it."""
        self = super().__new__(cls, *values, **named)
        if fault := next(self._faults(), None):
            raise ValueError(f"{self.name} ({self.id}): {fault}.")
        return self

    def _faults(self) -> Iterator[str]:
        """What is wrong with the declaration, as the ends of sentences."""
        for group in self.groups:
            for kind in (group.kind, *group.to, *group.to_spaces):
                if kind not in KINDS:
                    yield f"there is no kind of piles {kind!r}; there are {', '.join(KINDS)}"
        for each in (self, *self.groups):
            foreign = _READ_BY_SOME.intersection(each._fields) - self.engine.reads
            for field in sorted(foreign):
                if each.__dict__[field] != each._defaults[field]:
                    yield f"{field!r} is declared, which {self.engine.__name__} does not read"
        chosen = (each for option in self.options for each in option.choices.values())
        for amendments in (*self.levels.values(), *chosen):
            yield from filter(None, (each.fault(self) for each in amendments))

    def fields_read(self, declared: "Group | Game") -> Set[str]:
        """The fields of a group, or of the game, that mean something to the engine."""
        return set(declared._fields) - (_READ_BY_SOME - self.engine.reads)

    @property
    def offered_levels(self) -> tuple[int, ...]:
        """The levels it may be played at, the highest first: an option may rule some out."""
        return tuple(level for level in LEVELS if level <= self.hardest)

    @property
    def family(self) -> str:
        """Builders, sequence, pairing, placing or grid."""
        return self.engine.family

    @property
    def plays_home(self) -> bool:
        """Is there automatic play? Not without foundations, nor where laying there is the game."""
        return self.engine.plays_home and any(group.kind == "f" for group in self.groups)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all piles, in the order of ``Table.piles``."""
        return tuple(self._group_of)

    @cached_property
    def index(self) -> Index:
        """Where each pile stands in ``Table.piles``, by its id."""
        return {name: place for place, name in enumerate(self.ids)}

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

    def shuffle(self, number: int) -> tuple[Card, ...]:
        """The cards of a deal in their order: the first one is dealt first.

        Raises ``ValueError`` with a sentence when there is no such number.
        """
        if self.pack:
            return self.pack.shuffle(number)
        return deals.shuffle(number, self.packs, self.microsoft)

    @property
    def grid(self) -> Grid:
        """The grid of a game that has one."""
        cells = next(group for group in self.groups if group.kind == "g")
        return Grid(cells.columns, cells.count // cells.columns)

    @property
    def in_play(self) -> int:
        """How many cards it is played with: 52, 104, or those of a pack of its own."""
        return self.pack.size if self.pack else 52 * self.packs

    def opening(self, pack: tuple[Card, ...], number: int = 0) -> Table:
        """The table dealt from a pack whose first card is dealt first, and its deal number."""
        piles: dict[str, list[Card]] = {name: [] for name in self.ids}
        left = list(pack)
        for step in self.deal:
            step.deal(left, piles)
        deal = number if self.shuffles else 0
        return Table(tuple(tuple(pile) for pile in piles.values()), deal=deal)

    def in_sight(self, name: str, pile: Pile) -> Pile:
        """The cards of a pile that show: a fan, a packet's number of a waste, or only the top."""
        return pile[-self.most_in_sight[name] :]

    def visible(self, table: Table) -> Iterator[Card]:
        """The cards a table shows: the face-up ones of those in sight."""
        for name, pile in zip(self.ids, table.piles, strict=True):
            if pile:
                yield from (card for card in self.in_sight(name, pile) if not card & DOWN)

    def uncovered(self, table: Table) -> Iterator[Card]:
        """The cards it shows but for those of a waste that lie under its top."""
        for name, pile in zip(self.ids, table.piles, strict=True):
            if pile:
                shown = pile if self._group_of[name].fanned else pile[-1:]
                yield from (card for card in shown if not card & DOWN)

    @cached_property
    def most_in_sight(self) -> dict[str, int]:
        """How many cards of each pile show at most."""
        actions = [group.action for group in self.groups if group.action]
        return {
            name: max(self.in_play * group.fanned, 1, *(a.count_in_sight(name) for a in actions))
            for name, group in self._group_of.items()
        }

    def draw_depth(self, table: Table) -> int:
        """How deep under an end card of the tableau single cards may be drawn from now."""
        return self.draw if table.stage else max(self.draw, self.draw_once)

    def with_options(self, options: Mapping[str, str]) -> "Game":
        """The game played with options, the usual values where none is chosen.

        Raises ``ValueError`` with a sentence for an option or a value it has not.
        """
        return variants.with_options(self, frozenset(options.items())) if options else self

    def at_level(self, level: int) -> "Game":
        """What is declared of it at a level.

        Raises ``ValueError`` with a sentence for a number that is no level.
        """
        return variants.at_level(self, level)

    def rules(self, level: int = 3) -> "Rules":
        """The rules of play at a level, 3 (the source's own) to 1 (the most forgiving).

        Raises ``ValueError`` with a sentence for another number.
        """
        return variants.rules(self, level)

    def rules_with_level_one(self, level: int) -> "Rules":
        """The rules of a level with one move of level 1 allowed as well.

        What happens by itself afterwards is what happens at that level: spaces that are filled by
        themselves there do not stay open.
        """
        return variants.rules_with_level_one(self, level)

    def rules_with_draw(self, level: int) -> "Rules":
        """The rules of a level with a card drawn from right under an end card allowed as well."""
        return variants.rules_with_draw(self, level)
