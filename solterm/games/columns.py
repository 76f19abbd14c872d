"""Column games outside the big families: Agnes, Bristol, Scorpion and more."""

from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import Lock, Refill
from solterm.core.vocabulary.dealing import Deal, HiddenTriangle, Rest, SinkRank
from solterm.core.vocabulary.exceptions import DrawUnder, LookAll
from solterm.core.vocabulary.goals import Gathered, LockedPiles, Suits
from solterm.core.vocabulary.policies import Lift, WhileStockLasts
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, NOTHING, After, BaseRank, FirstFrom
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    ANY_SPACE,
    DOWNWARDS,
    DOWNWARDS_ROUND,
    RUNS_LIFT,
    UP_IN_SUIT_ROUND,
    columns,
    foundations,
    ids,
    one_more_pass,
    row_stock,
    single_stock,
    stock,
    waste,
)

AGNES = Game(
    **words_of("agnes"),
    also=("Agnes Sorel",),
    family="Klondike",
    engine=Builders,
    groups=(
        stock(DealRow(ids("t", 7))),
        foundations(build=UP_IN_SUIT_ROUND, space=BaseRank()),
        replace(
            columns(7, Build((-1,), Match.COLOUR, wrap=True), Lift.CHAIN, NOTHING), sends_end=True
        ),
    ),
    dealing=(HiddenTriangle(ids("t", 7), down=False), Deal(("f1",)), Rest()),
    **row_stock(ANY_SPACE, change("t", build=DOWNWARDS_ROUND, lift=Lift.RUN)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK
                              :s
                              s

                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

_WASTES = DealRow(ids("w", 3))

BRISTOL = Game(
    **words_of("bristol"),
    family="Castle",
    engine=Builders,
    groups=(
        stock(_WASTES),
        waste(count=3),
        foundations(),
        columns(8, DOWNWARDS, Lift.TOP, NOTHING),
    ),
    dealing=(Deal(ids("t", 8), 3), SinkRank(ids("t", 8)), Rest()),
    **single_stock(one_more_pass(_WASTES), RUNS_LIFT),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    STOCK WASTES
                                  :s    :w1 :w2 :w3
                                  s     w1  w2  w3

                                  FOUNDATIONS
                                  f1  f2  f3  f4
""",
)

_ONE_PASS = TurnStock(1, passes=1)

GERMAN_PATIENCE = Game(
    **words_of("german-patience"),
    version=2,
    family="Klondike",
    skill=2,
    engine=Builders,
    packs=2,
    groups=(
        stock(_ONE_PASS),
        waste(goes_to="t"),
        BuilderGroup(
            "t",
            8,
            name="pile",
            build=Build((1,), Match.ANY, wrap=True),
            lift=Lift.TOP,
            space=FirstFrom(("s", "w"), ("stock", "waste")),
            goes_to="t",
            capacity=13,
            fanned=True,
        ),
    ),
    dealing=(Deal(ids("t", 8)), Rest()),
    goal=LockedPiles(8),
    consequences=(Lock(), Refill(("s", "w"))),
    **single_stock(one_more_pass(_ONE_PASS), RUNS_LIFT, change("", consequences=(Lock(),))),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    STOCK
                                  :s  :w
                                  s   w
""",
)

MISS_MILLIGAN = Game(
    **words_of("miss-milligan"),
    family="Klondike",
    engine=Builders,
    packs=2,
    groups=(
        stock(DealRow(ids("t", 8))),
        foundations(8),
        columns(8, ALTERNATING, Lift.RUN, KINGS, goes_to="ftr"),
        BuilderGroup(
            "r",
            name="cell",
            lift=Lift.TOP,
            space=After(WhileStockLasts(), ANY_CARD),
            goes_to="ft",
        ),
    ),
    dealing=(Rest(),),
    **row_stock(ANY_SPACE, change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    STOCK   CELL
                                  :s
                                  s       r

                                  FOUNDATIONS
                                  f1  f2  f3  f4

                                  f5  f6  f7  f8
""",
)

SCORPION = Game(
    **words_of("scorpion"),
    family="Spider",
    skill=4,
    engine=Builders,
    groups=(
        stock(DealRow(ids("t", 3))),
        columns(7, Build((-1,), Match.SUIT), Lift.ANY, KINGS, goes_to="t"),
    ),
    dealing=(
        *(Deal(ids("t", 4), down=1), Deal(("t5", "t6", "t7"))) * 4,
        Deal(ids("t", 7), 3),
        Rest(),
    ),
    goal=Suits(),
    **row_stock(ANY_SPACE, change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK
                              :s
                              s
""",
)

WILL_O_WISP = Game(
    **words_of("will-o-wisp"),
    family="Spider",
    engine=Builders,
    groups=(
        stock(DealRow(ids("t", 7), needs_all=True)),
        columns(7, DOWNWARDS, Lift.RUN, ANY_CARD, goes_to="td"),
        BuilderGroup("d", name="wastepile", takes_suits=True),
    ),
    dealing=(Deal(ids("t", 7), 3, down=2), Rest()),
    goal=Gathered(kind="d"),
    levels={
        2: (change("s", action=DealRow(ids("t", 7))),),
        1: (change("t", reveals=52),),
    },
    exceptions={3: DrawUnder(), 2: LookAll("t")},
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK   WASTEPILE
                              :s      :d
                              s       d
""",
)

GAMES = (AGNES, BRISTOL, GERMAN_PATIENCE, MISS_MILLIGAN, SCORPION, WILL_O_WISP)
