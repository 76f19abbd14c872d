"""The rules of building as masks: the piles that give cards, and the cards that each pile takes.

A declaration is compiled once, by ``compile_piles``. The engine and the solver both read the
result, and read the ``Accepted`` of each target at each position. Piles may be tuples or bytes.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from solterm.core.cards import CODES
from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup
from solterm.core.table import Index, Pile
from solterm.core.vocabulary.builds import Build
from solterm.core.vocabulary.lifts import ONE_AT_A_TIME
from solterm.core.vocabulary.policies import Condition, Lift
from solterm.core.vocabulary.spaces import NOTHING, Only, Space

TAKES_NOTHING = (0,) * CODES
"""The masks of a pile that takes no card on any of its cards."""

Cards = Sequence[int]
"""A pile, in whatever type a search keeps it."""


class Target(NamedTuple):
    """Piles of one group that take cards."""

    places: tuple[int, ...]
    takes: tuple[int, ...]
    """For each card, the mask of the cards that go on it."""
    space: Space
    capacity: int
    """How many cards complete a pile, where nothing else ends it sooner; else 0."""
    is_home: bool
    """Whether its piles are foundations: of several equal ones, only the first counts."""
    opening: int | None
    """The mask of the cards for its empty piles, if that never changes; else None."""
    on_cards: bool
    """Whether its other piles take these cards, too, and no others."""


Route = tuple[int, bool, bool]
"""Target number, whether only the end card may go there, and whether only to empty piles."""


class Source(NamedTuple):
    """Piles of one group that cards may leave."""

    places: tuple[int, ...]
    kind: str
    lift: Lift
    run: tuple[int, ...]
    """For each card, the mask of those that continue a run on it (lifts RUN and CHAIN)."""
    routes: tuple[Route, ...]
    """Where its cards may go."""
    locked: Condition | None
    """While it holds, no card leaves."""
    one: int
    """The reach of its end card where cards go singly; of lift TOP, none."""
    many: int
    """The reach of the cards that it lifts; of lift TOP, of its end card."""


class Compiled(NamedTuple):
    """The piles of a declaration."""

    targets: tuple[Target, ...]
    sources: tuple[Source, ...]
    reaches: tuple[tuple[str, tuple[int, ...]], ...]
    """Kinds of sources and the targets they reach: sources that share one share what is wanted."""


Accepted = tuple[int, list[tuple[int, int]], list[int], int, Space, int]
"""What a target takes now: the union of the masks of its piles; these masks by place; its empty
places; their mask, where the source of the card does not matter, and their space; and how many
cards a pile has room for (0: any number)."""


def compile_piles(game: Declaration) -> Compiled:
    """Compile the groups of a game into targets, in the order sources name them, and sources."""
    targets: dict[Target, int] = {}
    reaches: dict[tuple[str, tuple[int, ...]], int] = {}
    groups = [BuilderGroup.of(group) for group in game.groups]
    receiving = [group for group in groups if takes_cards(group)]

    def find_reach(kind: str, numbers: Iterable[int]) -> int:
        return reaches.setdefault((kind, tuple(sorted(set(numbers)))), len(reaches))

    sources: list[Source] = []
    for group in groups:
        if group.lift is Lift.NONE:
            continue
        routes: list[Route] = []
        for kind in dict.fromkeys(group.destinations):
            for taking in receiving:
                if taking.kind == kind:
                    target = _target(game, taking, group)
                    number = targets.setdefault(target, len(targets))
                    routes.append((number, kind in ONE_AT_A_TIME, kind not in group.goes_to))
        sequence = group.run or group.build
        is_top = group.lift is Lift.TOP
        sources.append(
            Source(
                _places(game, group),
                group.kind,
                group.lift,
                sequence.takes if sequence else TAKES_NOTHING,
                tuple(routes),
                group.locked,
                find_reach(group.kind, [n for n, single, _ in routes if single and not is_top]),
                find_reach(group.kind, [n for n, single, _ in routes if is_top or not single]),
            )
        )
    return Compiled(tuple(targets), tuple(sources), tuple(reaches))


def takes_cards(group: BuilderGroup) -> bool:
    """Whether piles of a group ever take cards from other piles."""
    return not group.closed and (group.build is not None or group.space != NOTHING)


def find_build(source: BuilderGroup, target: BuilderGroup) -> Build | None:
    """Return how cards of one group build on piles of another; None if they don't."""
    return (
        source.builds_elsewhere if source.builds_elsewhere and target.kind != "f" else target.build
    )


def _target(game: Declaration, group: BuilderGroup, source: BuilderGroup) -> Target:
    build, space = find_build(source, group), group.space
    return Target(
        _places(game, group),
        build.takes if build else TAKES_NOTHING,
        space,
        _capacity(group, build),
        group.kind == "f",
        space.cards if isinstance(space, Only) else None,
        space.on_cards,
    )


def _capacity(group: BuilderGroup, build: Build | None) -> int:
    """Return how many cards complete a pile; 0 if it never gets more anyway."""
    if group.kind in ONE_AT_A_TIME and build is None:
        return 0  # it takes one card, while it is empty
    ends_itself = group.kind == "f" and build is not None and build.longest <= group.capacity
    return 0 if ends_itself else group.capacity


def _places(game: Declaration, group: BuilderGroup) -> tuple[int, ...]:
    return tuple(place for place, name in enumerate(game.ids) if game.group(name) is group)


def read_accepted(target: Target, piles: Sequence[Cards], index: Index) -> Accepted:
    """Return what the piles of a target take now."""
    places, takes, space, capacity, is_home, fixed, on_cards = target
    union = opening = 0
    takers: list[tuple[int, int]] = []
    spaces: list[int] = []
    for place in places:
        pile = piles[place]
        if pile and not on_cards:
            if mask := takes[pile[-1]]:
                if mask & union and is_home and any(piles[p] == pile for p, _ in takers):
                    continue
                if capacity and len(pile) >= capacity:
                    continue
                takers.append((place, mask))
                union |= mask
        elif not spaces or not is_home:
            spaces.append(place)
    if spaces and not space.by_source:
        opening = read_space(space, piles, index, "") if fixed is None else fixed
    return union, takers, spaces, opening, space, capacity


def read_space(space: Space, piles: Sequence[object], index: Index, kind: str) -> int:
    """Return the mask of what an empty pile takes: a space reads all piles as it does tuples."""
    return space.mask(cast("Sequence[Pile]", piles), index, kind)
