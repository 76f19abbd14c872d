"""Open cards and free cells: Free Cell, Baker's Game, Eight Off and more."""

from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, Group
from solterm.core.values import replace
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Brothers, Deal
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, BaseRank, Space
from solterm.games.castles import ACES
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    ANY_SPACE,
    DOWNWARDS,
    DOWNWARDS_ROUND,
    RUNS_LIFT,
    UP_IN_SUIT_ROUND,
    any_space,
    columns,
    foundations,
    ids,
    open_layout,
)

_IN_SUIT = Build((-1,), Match.SUIT)
_IN_SUIT_ROUND = Build((-1,), Match.SUIT, wrap=True)


def _tableau(count: int, build: Build, space: Space) -> BuilderGroup:
    """Declare columns whose runs are carried over free cells, card by card."""
    return replace(columns(count, build, Lift.TOP, space, goes_to="ftr"), sequences=True)


def _cells(count: int, *, closed: bool = False) -> BuilderGroup:
    """Declare free cells, which hold a card each."""
    return BuilderGroup(
        "r",
        count,
        name="cell",
        lift=Lift.TOP,
        space=ANY_CARD,
        goes_to="ft",
        closed=closed,
    )


FREE_CELL = Game(
    **words_of("free-cell"),
    family="Free Cell",
    skill=4,
    engine=Builders,
    groups=(
        foundations(),
        _tableau(8, ALTERNATING, ANY_CARD),
        _cells(4),
        _cells(1, closed=True),  # opens with level 2
    ),
    dealing=(Deal(ids("t", 8), 6), Deal(ids("t", 4))),
    microsoft=True,
    **open_layout(change("r", closed=False), any_space(DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    CELLS
                                  r1  r2  r3  r4  r5

                                  FOUNDATIONS
                                  f1  f2  f3  f4
""",
)

BAKERS_GAME = replace(
    FREE_CELL,
    **words_of("bakers-game"),
    groups=(foundations(), _tableau(8, _IN_SUIT, KINGS), _cells(4), _cells(1, closed=True)),
)

_FLOWERS = Group("r", 15, name="bouquet place", lift=Lift.TOP, goes_to="ft")

BOUQUET = Game(
    **words_of("bouquet"),
    also=("Flower Garden",),
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

EIGHT_OFF = Game(
    **words_of("eight-off"),
    family="Free Cell",
    skill=4,
    engine=Builders,
    groups=(foundations(), _tableau(8, _IN_SUIT, KINGS), _cells(8)),
    dealing=(Deal(ids("t", 8), 6), Deal(ids("r", 4))),
    **open_layout(ANY_SPACE, change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    CELLS
                                  r1  r2  r3  r4
                                  r5  r6  r7  r8

                                  FOUNDATIONS
                                  f1  f2  f3  f4
""",
)

SEAHAVEN_TOWERS = replace(
    EIGHT_OFF,
    **words_of("seahaven-towers"),
    also=("Sea Towers", "Towers", "Tours du Alice"),
    skill=5,
    groups=(foundations(), _tableau(10, _IN_SUIT, KINGS), _cells(4)),
    dealing=(Deal(ids("t", 10), 5), Deal(("r2", "r3"))),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   CELLS
                                          r1  r2  r3  r4

                                          FOUNDATIONS
                                          f1  f2  f3  f4
""",
)

PENGUIN = replace(
    EIGHT_OFF,
    **words_of("penguin"),
    also=("Beak and Flipper",),
    groups=(
        foundations(build=UP_IN_SUIT_ROUND, space=BaseRank()),
        columns(7, _IN_SUIT_ROUND, Lift.RUN, BaseRank(offset=-1), goes_to="ftr"),
        _cells(7),
    ),
    # The beak is the last card of its rank: PySolFC's order.
    dealing=(
        Deal(("f1",)),
        Brothers(("f2", "f3", "t1"), "f1"),
        Deal(ids("t", 7)[1:]),
        Deal(ids("t", 7), 6),
    ),
    **open_layout(ANY_SPACE, change("t", build=DOWNWARDS_ROUND)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    CELLS
                              r1  r2  r3  r4
                              r5  r6  r7

                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

FORECELL = replace(
    EIGHT_OFF,
    **words_of("forecell"),
    groups=(foundations(), _tableau(8, ALTERNATING, KINGS), _cells(4)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    CELLS
                                  r1  r2  r3  r4

                                  FOUNDATIONS
                                  f1  f2  f3  f4
""",
)

DOUBLE_FREE_CELL = replace(
    SEAHAVEN_TOWERS,
    **words_of("double-free-cell"),
    also=(),
    skill=4,
    packs=2,
    groups=(
        foundations(build=UP_IN_SUIT_ROUND, capacity=26),
        _tableau(10, ALTERNATING, ANY_CARD),
        _cells(6),
        _cells(1, closed=True),  # opens with level 2
    ),
    dealing=(ACES, Deal(ids("t", 10), 10)),
    **open_layout(change("r", closed=False), change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   CELLS
                                          r1  r2  r3  r4
                                          r5  r6  r7

                                          FOUNDATIONS
                                          f1  f2  f3  f4
""",
)

GAMES = (
    BAKERS_GAME,
    BOUQUET,
    FREE_CELL,
    EIGHT_OFF,
    SEAHAVEN_TOWERS,
    PENGUIN,
    FORECELL,
    DOUBLE_FREE_CELL,
)
