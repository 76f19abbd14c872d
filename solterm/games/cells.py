"""Open cards and free cells: Baker's Game, Bouquet and Free Cell."""

from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, Group
from solterm.core.values import replace
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, Space
from solterm.games.levels import RUNS_LIFT, any_space, open_layout
from solterm.games.vocabulary import ALTERNATING, DOWNWARDS, columns, foundations, ids

_FOUR_CELLS = BuilderGroup(
    "r", 4, name="reserve space", lift=Lift.TOP, space=ANY_CARD, goes_to="ft"
)


def _groups(build: Build, space: Space) -> tuple[Group, ...]:
    """Eight columns and four cells, the fifth of which opens with level 2."""
    return (
        foundations(),
        replace(columns(8, build, Lift.TOP, space, goes_to="ftr"), sequences=True),
        _FOUR_CELLS,
        replace(_FOUR_CELLS, count=1, closed=True),
    )


FREE_CELL = Game(
    id="free-cell",
    name="Free Cell",
    collection="smallWare",
    summary="All in view, four cells to park cards in",
    family="Free Cell",
    skill=4,
    engine=Builders,
    groups=_groups(ALTERNATING, ANY_CARD),
    dealing=(Deal(ids("t", 8), 6), Deal(ids("t", 4))),
    microsoft=True,
    **open_layout(change("r", closed=False), any_space(DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    RESERVE
                                  r1  r2  r3  r4  r5

                                  FOUNDATIONS
                                  f1  f2  f3  f4
""",
)

BAKERS_GAME = replace(
    FREE_CELL,
    id="bakers-game",
    name="Baker's Game",
    summary="Free Cell that builds in suit",
    groups=_groups(Build((-1,), Match.SUIT), KINGS),
)

_FLOWERS = Group("r", 15, name="bouquet place", lift=Lift.TOP, goes_to="ft")

BOUQUET = Game(
    id="bouquet",
    name="Bouquet",
    collection="smallWare",
    also=("Flower Garden",),
    summary="Six beds and a bouquet of sixteen cards",
    family="Castle",
    skill=4,
    engine=Builders,
    groups=(
        foundations(),
        columns(6, DOWNWARDS, Lift.TOP, ANY_CARD, goes_to="ftr"),
        _FLOWERS,
        replace(_FLOWERS, count=1),
    ),
    dealing=(Deal(ids("t", 6), 6), Deal(ids("r", 16))),
    # Only the last place takes a card back, from level 2 on.
    **open_layout(change("r16", space=ANY_CARD), RUNS_LIFT),
    layout="""
t1  t2  t3  t4  t5  t6    BOUQUET
                          r1  r2  r3  r4
                          r5  r6  r7  r8
                          r9  r10 r11 r12
                          r13 r14 r15 r16

                          FOUNDATIONS
                          f1  f2  f3  f4
""",
)

GAMES = (BAKERS_GAME, BOUQUET, FREE_CELL)
