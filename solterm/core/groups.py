"""Groups of piles: the fields that every engine reads, and for each engine a class with its own.

An engine names the class that it reads (``Family.group_type``), and a declaration makes all groups
of that class. A plain ``Group`` will do for piles that need no field of the engine's own.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from solterm.core.table import Table
from solterm.core.values import FieldError, PileId, Value, Words
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.grids import Neighbours
from solterm.core.vocabulary.pairs import Cover, Pairs
from solterm.core.vocabulary.policies import Action, Condition, Lift, Memory
from solterm.core.vocabulary.spaces import NOTHING, Space


class Group(Value):
    """Piles of one kind that follow the same rules.

    >>> from solterm.declare import Group
    >>> Group("s", name="stock")
    Group(kind='s', name='stock')
    """

    keep_places: ClassVar[bool] = False
    """Whether their numbers matter to the rules, so that they can't be exchanged in a position."""

    kind: str
    """The first letter of their ids."""
    count: int = 1
    name: Words = ""
    """The name of one of them in a sentence."""
    lift: Lift = Lift.NONE
    """The rule for picking cards up."""
    goes_to: str = ""
    """The kinds of piles its cards may go to."""
    action: Action | None = None
    """The action of the pile itself, such as turning the stock."""
    asks: PileId = ""
    """The pile whose action runs when the player picks an empty pile of this group."""
    fanned: bool = False
    """Whether all face-up cards are visible, or only the top one."""
    reveals: int = 0
    """How many cards, counted from the top, the player may see although they are face down."""
    columns: int = 0
    """The number of cells in a row, if it is a grid."""

    @classmethod
    def of(cls, group: "Group") -> Self:
        """Return a group as one of this class; fields that it lacks have their defaults.

        >>> from solterm.declare import BuilderGroup, Group
        >>> BuilderGroup.of(Group("d", name="discard pile")).takes_suits
        False
        """
        if isinstance(group, cls):
            return group
        shared = [field for field in cls._fields if field in group._fields]
        return cls(**{field: group.__dict__[field] for field in shared})

    @property
    def destinations(self) -> str:
        """The kinds of piles its cards may ever go to."""
        return self.goes_to


class BuilderGroup(Group):
    """Piles whose cards build on one another: the groups of ``Builders``.

    >>> from solterm.declare import ANY_CARD, BuilderGroup, Lift
    >>> BuilderGroup("r", 4, name="cell", lift=Lift.TOP, goes_to="ft", space=ANY_CARD).build
    """

    build: Build | None = None
    """The build it accepts on a card; None: no card."""
    space: Space = NOTHING
    """The cards it accepts when empty."""
    capacity: int = 0
    """The number of cards that complete a pile; 0: no limit."""
    takes_suits: bool = False
    """Whether it accepts complete suits, King to Ace, and no other cards (will-o-wisp)."""
    run: Build | None = None
    """The sequence that moves as a run, if it differs from ``build``."""
    sequences: bool = False
    """Whether one command can move a sequence, part by part, by way of free places.

    In Free Cell, ``t1 t2 3`` moves three cards while two places are free.
    """
    sends_end: bool = False
    """Whether a unit moved to a foundation plays its end card there and leaves the rest."""
    builds_elsewhere: Build | None = None
    """The build by which its cards go on piles other than foundations, if it is not theirs."""
    goes_to_spaces: str = ""
    """The kinds of piles its cards may go to if they are empty."""
    draw: int = 0
    """The greatest depth from which a single card may be drawn; 0 or 1: no drawing."""
    draw_once: int = 0
    """The greatest depth for the one draw allowed per game."""
    closed: bool = False
    """Whether it accepts no cards at this level, and is not drawn while it is empty.

    In a level, ``change("r", closed=False)`` opens it, such as Free Cell's fifth reserve place.
    """
    locked: Condition | None = None
    """While this condition holds, no card leaves."""

    @property
    def destinations(self) -> str:
        return self.goes_to + self.goes_to_spaces

    @property
    def draws(self) -> bool:
        """Whether cards may be drawn from under its end cards."""
        return max(self.draw, self.draw_once) > 1

    def draw_depth(self, table: Table) -> int:
        """Return the greatest depth from which a single card may be drawn now."""
        return self.draw if table.spent else max(self.draw, self.draw_once)


class CoverGroup(BuilderGroup):
    """Piles that may cover each other: the groups of ``UpOrDown``."""

    cover: Cover | None = None
    """The way its piles cover each other (pyramids and peaks)."""
    reach: int = 0
    """How many cards may cover a card that can still leave."""


class PairingGroup(CoverGroup):
    """Piles whose cards leave in pairs: the groups of ``Pairing``."""

    pairs: tuple[Pairs, ...] = ()
    """The pairs it takes: both cards go to the discard, or open an empty foundation."""


class GridGroup(Group):
    """Cells that are filled one by one: the groups of ``Grids``."""

    placing: Neighbours | None = None
    """The cards its empty cells accept, given the neighbouring cells."""


class RowGroup(Group):
    """Piles of a row that closes up: the groups of ``Rows``."""

    keep_places: ClassVar[bool] = True

    steps: tuple[int, ...] = (1, 3)
    """How many places to the left a pile may move."""
    match: Match = Match.SUIT
    """The match required if ranks differ: ``SUIT`` or ``COLOUR``."""


class RankGroup(Group):
    """Piles numbered like the ranks: the groups of ``Tucking``."""

    keep_places: ClassVar[bool] = True

    changes: int = 0
    """How often a card that would end the game may change places with a face-down one."""


class MemoryGroup(Group):
    """Cards that are turned to be remembered: the groups of Concentration."""

    memory: Memory = Memory.NONE
    """Whether the player can look again at face-down cards seen before."""
    pairs: tuple[Pairs, ...] = ()
    """The pairs it takes."""
    players: int = 1
    """The number of players who take turns at its cards."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        self = super().__new__(cls, *values, **named)
        if self.players not in (1, 2):
            raise FieldError(f"MemoryGroup: one or two can play it, not {self.players}.")
        return self


def list_pairs(groups: Iterable[Group]) -> list[Pairs]:
    """Return the pairs in which cards leave a game with such groups."""
    paired = (group for group in groups if isinstance(group, PairingGroup | MemoryGroup))
    return [pairs for group in paired for pairs in group.pairs]


def is_closed(group: Group) -> bool:
    """Whether a group accepts no cards at this level, and is not drawn while it is empty."""
    return isinstance(group, BuilderGroup) and group.closed
