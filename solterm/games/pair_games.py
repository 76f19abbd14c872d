"""Games of pairs: cards leave, or go home, two by two."""

from solterm.core import cards
from solterm.core.deals import Ranks
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Game, change
from solterm.core.groups import Group, PairingGroup
from solterm.core.vocabulary.actions import TurnStock, TurnToSlot
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import CourtLeaves, Refill
from solterm.core.vocabulary.dealing import Deal, DistinctRanks, Rest
from solterm.core.vocabulary.exceptions import ExceptionRule, LevelOneMove, Look
from solterm.core.vocabulary.goals import CardsHome, Gathered
from solterm.core.vocabulary.pairs import (
    AcrossGap,
    Alike,
    Consolidate,
    Couple,
    InLine,
    OnceOut,
    Pairs,
    Pyramid,
    Total,
    Touch,
    TurnPairing,
    TurnTop,
    WayOut,
)
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.core.vocabulary.spaces import ANY_CARD, ByPair, FirstFrom
from solterm.games.listed import words_of
from solterm.games.vocabulary import discard, ids, one_more_pass, single_stock, stock

# -- The pyramids: Solitaire Royale's and Ultimate Solitaire's ---------------------------

PYRAMID = PairingGroup("t", 28, name="place", cover=Pyramid())
WASTE = Group("w", name="waste")
SLOT = Group("h", name="turned card")
DEAL = (Deal(ids("t", 28)), Rest())
EXCEPTIONS: dict[int, ExceptionRule] = {3: Look("w", under=True), 2: LevelOneMove()}
ONE_COVER = change("t", reach=1)

ROYALE = Game(
    **words_of("royale-pyramid"),
    version=2,
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        stock(TurnToSlot()),
        SLOT,
        WASTE,
        PYRAMID,
        discard(Pairs(Total(), among="htw", beneath=True)),
    ),
    dealing=DEAL,
    levels={2: (change("s", action=TurnToSlot(passes=2)),), 1: (ONE_COVER,)},
    exceptions=EXCEPTIONS,
    goal=Gathered(kind="d"),
    own_score=CardsHome(),
    peek=Peek.ALL,
    layout="""
            t1                  STOCK   TURNED  WASTE
          t2  t3                :s              :w
        t4  t5  t6              s       h       w
      t7  t8  t9  t10
    t11 t12 t13 t14 t15
  t16 t17 t18 t19 t20 t21       DISCARD
t22 t23 t24 t25 t26 t27 t28     d
""",
)

ULTIMATE = Game(
    **words_of("ultimate-pyramid"),
    version=2,
    also=("Pile of Twenty-Eight",),
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        stock(TurnPairing(passes=1)),
        WASTE,
        PYRAMID,
        discard(Pairs(Total(), among="tw")),
    ),
    dealing=DEAL,
    levels={2: (change("s", action=TurnPairing()),), 1: (ONE_COVER,)},
    exceptions=EXCEPTIONS,
    goal=Gathered(kind="d"),
    layout="""
            t1                  STOCK   WASTE
          t2  t3                :s      :w
        t4  t5  t6              s       w
      t7  t8  t9  t10
    t11 t12 t13 t14 t15
  t16 t17 t18 t19 t20 t21       DISCARD
t22 t23 t24 t25 t26 t27 t28     d
""",
)

# -- Pairs from the ends of columns: Fourteen Out and Nestor -----------------------------

_FOURTEEN = Total(14)
_ALIKE = Alike()

FOURTEEN_OUT = Game(
    **words_of("fourteen-out"),
    also=("Take Fourteen", "Fourteen"),
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        Group("t", 12, name="column", fanned=True),
        discard(Pairs(_FOURTEEN)),
    ),
    dealing=(Deal(ids("t", 12), 4), Deal(ids("t", 4))),
    goal=Gathered(kind="d"),
    levels={
        2: (change("t", reach=1),),
        1: (change("d", pairs=(Pairs(_FOURTEEN), Pairs(_ALIKE))),),
    },
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12   DISCARD
                                                  :d
                                                  d
""",
)

NESTOR = Game(
    **words_of("nestor"),
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        Group("t", 8, name="column", fanned=True),
        Group("r", 4, name="reserve place"),
        discard(Pairs(_ALIKE, among="tr")),
    ),
    dealing=(DistinctRanks(ids("t", 8), 6), Deal(ids("r", 4))),
    goal=Gathered(kind="d"),
    levels={
        2: (change("t", reach=1),),
        1: (change("d", pairs=(Pairs(_ALIKE, among="tr"), Pairs(_FOURTEEN, among="tr"))),),
    },
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    RESERVE
                                  r1  r2  r3  r4

                                  DISCARD
                                  :d
                                  d
""",
)

# -- Pairs of equal rank: Royale's games for children and Monte Carlo --------------------

ACE_AND_SEVEN_UP = Ranks((cards.ACE, *range(7, cards.KING + 1)))
ALIKE = Alike()

_BY_RESERVE = Pairs(ALIKE, among="rt", of="r")
_WHEN_OUT = Pairs(ALIKE, when=OnceOut())

PAIRS = Game(
    **words_of("pairs"),
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
    **words_of("the-wish"),
    version=2,
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
    **words_of("monte-carlo"),
    also=("Weddings", "Double and Quits"),
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

# -- King's Audience: courtiers meet in pairs, and Jacks lead their suits in -------------

_DOWN_IN_SUIT = Build((-1,), Match.SUIT)
_ONCE = TurnStock(1, passes=1)
_BY_PAIRS = ByPair(0, "only a Jack and Ace pair")
_FROM_WASTE = FirstFrom(("w",), ("waste",))

_OPENING = Pairs(Couple((cards.JACK, cards.ACE)), among="tw")
_ROYAL = Pairs(Couple((cards.KING, cards.QUEEN)), among="tw")
_ANY_ROYAL = Pairs(Couple((cards.KING, cards.QUEEN), in_suit=False), among="tw")

KINGS_AUDIENCE = Game(
    **words_of("kings-audience"),
    version=2,
    also=("Queen's Audience",),
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        stock(_ONCE),
        PairingGroup("w", name="waste", lift=Lift.TOP, goes_to="f", goes_to_spaces="t"),
        PairingGroup(
            "f",
            4,
            name="foundation",
            build=_DOWN_IN_SUIT,
            space=_BY_PAIRS,
            capacity=11,
            pairs=(_OPENING,),
        ),
        PairingGroup("t", 16, name="place", lift=Lift.TOP, goes_to="f", space=_FROM_WASTE),
        discard(_ROYAL),
    ),
    dealing=(Deal(ids("t", 16)), Rest()),
    consequences=(CourtLeaves(11),),
    **single_stock(
        one_more_pass(_ONCE),
        change("s", lift=Lift.NEXT, goes_to_spaces="t"),
        change("t", space=ANY_CARD),
        change("d", pairs=(_ANY_ROYAL,)),
    ),
    goal=Gathered(kind="fd"),
    layout="""
t1      t2      t3      t4      t5      t6      STOCK
                                                :s  :w
t16     f1      f2      f3      f4      t7      s   w

t15                                     t8      DISCARD
                                                :d
t14     t13     t12     t11     t10     t9      d
""",
)

GAMES = (
    ROYALE,
    ULTIMATE,
    FOURTEEN_OUT,
    NESTOR,
    PAIRS,
    THE_WISH,
    MONTE_CARLO,
    KINGS_AUDIENCE,
)
