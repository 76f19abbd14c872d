"""Pairs of equal rank: Royale's games for children and Monte Carlo."""

from solterm.core import cards
from solterm.core.changes import change
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Game
from solterm.core.groups import Group
from solterm.core.packs import Ranks
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.exceptions import LevelOneMove, Look
from solterm.core.vocabulary.goals import CardsHome, Gathered
from solterm.core.vocabulary.pairs import (
    AcrossGap,
    Alike,
    Consolidate,
    InLine,
    OnceOut,
    Pairs,
    Touch,
    TurnTop,
    WayOut,
)
from solterm.core.vocabulary.policies import Peek
from solterm.games.vocabulary import discard, ids, stock

ACE_AND_SEVEN_UP = Ranks((cards.ACE, *range(7, cards.KING + 1)))
ALIKE = Alike()

_BY_RESERVE = Pairs(ALIKE, among="rt", of="r")
_WHEN_OUT = Pairs(ALIKE, when=OnceOut())

PAIRS = Game(
    id="pairs",
    name="Pairs",
    collection="Solitaire Royale",
    summary="Children match cards around a pile",
    family="Pairs",
    skill=2,
    engine=Pairing,
    pack=ACE_AND_SEVEN_UP,
    groups=(
        Group("r", name="reserve", action=TurnTop()),
        Group("t", 16, name="place"),
        discard(_BY_RESERVE, _WHEN_OUT, Pairs(ALIKE, when=WayOut(1))),
    ),
    dealing=(Deal(ids("t", 16)), Rest("r")),
    version=2,
    consequences=(Refill(("r",), turns_up=False),),
    levels={
        2: (change("d", pairs=(_BY_RESERVE, _WHEN_OUT, Pairs(ALIKE, when=WayOut(3)))),),
        1: (change("d", pairs=(_BY_RESERVE, Pairs(ALIKE))),),
    },
    exceptions={3: Look("r"), 2: LevelOneMove()},
    goal=Gathered(kind="d"),
    own_score=CardsHome(),
    peek=Peek.ALL,
    layout="""
t1      t2      t3      t4      t5

t6                              t7
                :r
t8              r               t9

t10                             t11     DISCARD
                                        :d
t12     t13     t14     t15     t16     d
""",
)

THE_WISH = Game(
    id="the-wish",
    name="The Wish",
    version=2,
    collection="Solitaire Royale",
    summary="Children pair cards, and make a wish",
    family="Pairs",
    skill=1,
    engine=Pairing,
    pack=ACE_AND_SEVEN_UP,
    groups=(Group("t", 8, name="pile", fanned=True), discard(Pairs(ALIKE))),
    dealing=(Deal(ids("t", 8), rows=4, down=3),),
    levels={2: (change("t", reveals=4),), 1: (change("t", reach=1),)},
    exceptions={3: Look("t"), 2: LevelOneMove()},
    goal=Gathered(kind="d"),
    own_score=CardsHome(),
    peek=Peek.ALL,
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    DISCARD
                                  :d
                                  d
""",
)

MONTE_CARLO = Game(
    id="monte-carlo",
    name="Monte Carlo",
    collection="Ultimate Solitaire",
    also=("Weddings", "Double and Quits"),
    summary="Equal neighbours leave hand in hand",
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        stock(Consolidate()),
        Group("g", 20, name="place", columns=5),
        discard(Pairs(ALIKE, among="g", near=(Touch(),))),
    ),
    dealing=(Deal(ids("g", 20)), Rest()),
    version=2,
    levels={
        2: (change("d", pairs=(Pairs(ALIKE, among="g", near=(Touch(), AcrossGap())),)),),
        1: (change("d", pairs=(Pairs(ALIKE, among="g", near=(Touch(), AcrossGap(), InLine())),)),),
    },
    exceptions={3: Look("s"), 2: LevelOneMove()},
    goal=Gathered(kind="d"),
    layout="""
g1      g2      g3      g4      g5          STOCK
                                            :s
g6      g7      g8      g9      g10         s

g11     g12     g13     g14     g15         DISCARD
                                            :d
g16     g17     g18     g19     g20         d
""",
)

GAMES = (PAIRS, THE_WISH, MONTE_CARLO)
