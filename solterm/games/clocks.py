"""Clocks: piles around a dial."""

from solterm.core import cards
from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.engines.tucking import Tucking
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, Group, RankGroup
from solterm.core.vocabulary.dealing import Deal, Take
from solterm.core.vocabulary.exceptions import LevelOneMove
from solterm.core.vocabulary.goals import AllFaceUp
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING
from solterm.games.levels import RUNS_LIFT, open_layout
from solterm.games.vocabulary import DOWNWARDS, UP_IN_SUIT_ROUND, columns, foundations, ids

_AT_THE_HOURS = ("TS", "JH", "QC", "KD", "2S", "3H", "4C", "5D", "6S", "7H", "8C", "9D")
"""The first cards of the foundations, from one o'clock on."""

GRANDFATHERS_CLOCK = Game(
    id="grandfathers-clock",
    name="Grandfather's Clock",
    collection="Classics",
    summary="Twelve foundations tell the hours",
    family="Others",
    skill=3,
    engine=Builders,
    groups=(
        foundations(4, UP_IN_SUIT_ROUND, NOTHING, capacity=5),
        foundations(8, UP_IN_SUIT_ROUND, NOTHING, capacity=4),
        columns(8, DOWNWARDS, Lift.TOP, ANY_CARD, goes_to="ftr"),
        BuilderGroup(
            "r",
            name="cell",
            lift=Lift.TOP,
            space=ANY_CARD,
            capacity=1,
            goes_to="ft",
            closed=True,
        ),
    ),
    dealing=(
        Take(ids("f", 12), tuple(cards.mask([cards.parse(card)]) for card in _AT_THE_HOURS)),
        Deal(ids("t", 8), 5),
    ),
    **open_layout(change("r", closed=False), RUNS_LIFT),
    layout="""
            f12                 t1  t2  t3  t4  t5  t6  t7  t8
        f11     f1
    f10             f2
f9                      f3
    f8              f4
        f7      f5
            f6                  r
""",
)

CLOCK = Game(
    id="clock",
    name="Clock",
    collection="Classics",
    also=("Sundial", "Travellers"),
    summary="The fourth King stops the clock",
    family="Others",
    skill=1,
    engine=Tucking,
    groups=(
        RankGroup("t", 13, name="pile"),
        Group("h", name="turned card", lift=Lift.TOP, goes_to="t"),
    ),
    dealing=(
        Deal(ids("t", 13), 3, down=3),
        Deal(ids("t", 12), down=1),
        Deal(("h",)),
    ),
    goal=AllFaceUp(),
    levels={2: (change("t", changes=1),), 1: (change("t", changes=3),)},
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="""
        t11 t12 t1
    t10             t2
  t9        t13       t3        TURNED
    t8              t4          h
        t7  t6  t5
""",
)

GAMES = (GRANDFATHERS_CLOCK, CLOCK)
