"""Placing games: lay each card of the stock somewhere for good."""

from solterm.core import cards
from solterm.core.engines.builders import Placing
from solterm.core.game import Change, Game, change
from solterm.core.groups import BuilderGroup, Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnToSlot
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.vocabulary.consequences import TopFaceUp
from solterm.core.vocabulary.dealing import ByRank, Deal, Rest, Take, TurnUp
from solterm.core.vocabulary.exceptions import LevelOneMove, Look
from solterm.core.vocabulary.goals import CardsHome
from solterm.core.vocabulary.policies import Lift, OnceStockBegun, Peek, WhileStockLasts
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING, BaseRank, rank_only
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    DOWNWARDS,
    UPWARDS,
    UPWARDS_ROUND,
    Easing,
    foundations,
    ids,
    reserve,
    stock,
    turned_card,
    waste,
)


def _easing(relief: Change, *freed: Change, look: Look) -> Easing:
    """Give level 2, mostly, one pile more."""
    return {"levels": {2: (relief,), 1: freed}, "exceptions": {3: look, 2: LevelOneMove()}}


def _open_stock(goes_to: str) -> BuilderGroup:
    """Declare a stock whose face-up top card goes anywhere."""
    return BuilderGroup(
        "s", name="stock", lift=Lift.TOP, goes_to=goes_to, builds_elsewhere=ANY_ORDER
    )


_NEXT = Look()
_UNDER_TOP = Look(under=True)
ACES = Take(ids("f", 8), tuple(cards.mask([cards.card(1, suit // 2)]) for suit in range(8)))
"""The eight Aces to eight foundations."""

# -- Calculation -------------------------------------------------------------------------------

_COLUMNS = BuilderGroup(
    "t", 4, name="column", space=ANY_CARD, lift=Lift.TOP, goes_to="f", fanned=True
)

# As in PySolFC, search for the starters from the bottom of the stock.
CALCULATION = Game(
    **words_of("calculation"),
    version=2,
    family="Placing",
    skill=5,
    engine=Placing,
    groups=(
        stock(TurnToSlot(waste=None)),
        replace(turned_card(goes_to="ft"), builds_elsewhere=ANY_ORDER),
        *(
            foundations(1, build=Build((step,), Match.ANY, wrap=step > 1), space=NOTHING)
            for step in (1, 2, 3, 4)
        ),
        _COLUMNS,
        replace(_COLUMNS, count=1, closed=True),
    ),
    dealing=(Take(ids("f", 4), tuple(rank_only(n).cards for n in (1, 2, 3, 4)), True), Rest()),
    own_score=CardsHome(),
    peek=Peek.ALL,
    **_easing(change("t5", closed=False), change("t", build=DOWNWARDS, goes_to="ft"), look=_NEXT),
    layout="""
t1  t2  t3  t4  t5            STOCK
                              :s
                              s   h

                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

# -- Sir Tommy and its kin ---------------------------------------------------------------------

_WASTES = waste(goes_to="f", count=4, space=ANY_CARD, fanned=True)

SIR_TOMMY = Game(
    **words_of("sir-tommy"),
    version=2,
    also=("Old Patience", "Try Again"),
    family="Placing",
    skill=4,
    engine=Placing,
    groups=(
        _open_stock(goes_to="fw"),
        _WASTES,
        replace(_WASTES, count=1, closed=True),
        foundations(build=UPWARDS),
    ),
    dealing=(Rest(), TurnUp()),
    consequences=(TopFaceUp(),),
    **_easing(
        change("w5", closed=False), change("w", build=DOWNWARDS, goes_to="fw"), look=_UNDER_TOP
    ),
    layout="""
w1  w2  w3  w4  w5            STOCK
                              :s
                              s

                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

_LOCKED = replace(
    _WASTES, count=8, locked=WhileStockLasts("No card leaves the wastes until the stock is out.")
)

STRATEGY = replace(
    SIR_TOMMY,
    **words_of("strategy"),
    also=(),
    skill=5,
    groups=(
        _open_stock(goes_to="fw"),
        _LOCKED,
        replace(_LOCKED, count=1, closed=True),
        foundations(build=UPWARDS),
    ),
    **_easing(change("w9", closed=False), change("w", locked=None), look=_UNDER_TOP),
    layout="""
w1  w2  w3  w4  w5  w6  w7  w8  w9    STOCK
                                      :s
                                      s

                                      FOUNDATIONS
                                      f1  f2  f3  f4
""",
)

FLY = replace(
    SIR_TOMMY,
    **words_of("fly"),
    also=(),
    skill=3,
    packs=2,
    groups=(
        _open_stock(goes_to="fw"),
        replace(_WASTES, count=5),
        replace(_WASTES, count=1, closed=True),
        foundations(8, build=UPWARDS),
        reserve(goes_to="f", name="Fly"),
    ),
    dealing=(ACES, Deal(("r",), 13, down=12), Rest(down=False)),
    consequences=(),
    **_easing(
        change("w6", closed=False), change("w", build=DOWNWARDS, goes_to="fw"), look=_UNDER_TOP
    ),
    layout="""
w1  w2  w3  w4  w5  w6            STOCK   FLY
                                  :s      :r
                                  s       r

                                  FOUNDATIONS
                                  f1  f2  f3  f4
                                  f5  f6  f7  f8
""",
)

# -- two packs, and piles that are shut --------------------------------------------------------

_SHUT = OnceStockBegun(78, "No card leaves the Cabal and the Secret until the stock is out.")

CABAL = Game(
    **words_of("cabal"),
    version=3,
    family="Placing",
    skill=4,
    engine=Placing,
    packs=2,
    groups=(
        _open_stock(goes_to="t"),
        foundations(8, build=UPWARDS_ROUND, space=BaseRank()),
        BuilderGroup(
            "t", 12, name="Cabal pile", space=ANY_CARD, lift=Lift.TOP, goes_to="f", locked=_SHUT
        ),
        replace(reserve(goes_to="f", name="Secret"), locked=_SHUT),
    ),
    dealing=(Deal(ids("t", 12)), Deal(("f1",)), Deal(("r",), 13), Rest(down=False)),
    homeward_last="s",  # the first stock card played shuts the other piles
    **_easing(
        change("s", goes_to="ft"),
        change("t", locked=None),
        change("r", locked=None),
        look=_UNDER_TOP,
    ),
    layout="""
CABAL                           STOCK   SECRET
t1  t2  t3  t4  t5  t6          :s      :r
                                s       r
t7  t8  t9  t10 t11 t12

FOUNDATIONS
f1  f2  f3  f4  f5  f6  f7  f8
""",
)

LADY_OF_THE_MANOR = Game(
    **words_of("lady-of-the-manor"),
    also=("La Chatelaine", "Vassal"),
    family="Placing",
    engine=Placing,
    packs=2,
    groups=(
        foundations(8, build=UPWARDS),
        Group("t", 4, name="Floor pile", lift=Lift.TOP, goes_to="f"),
        Group("r", 12, name="Manor pile", lift=Lift.TOP, goes_to="f"),
    ),
    dealing=(ACES, Deal(ids("t", 4), 12), ByRank(ids("r", 12))),
    version=2,
    **_easing(
        change("t", fanned=True, reveals=12), change("t", draw=2), look=Look("t", under=True)
    ),
    layout="""
FLOOR                 MANOR
t1  t2  t3  t4        r1  r2  r3  r4  r5  r6

                          f1  f2  f3  f4
                          f5  f6  f7  f8

                      r7  r8  r9  r10 r11 r12
""",
)

GAMES = (CALCULATION, CABAL, FLY, LADY_OF_THE_MANOR, SIR_TOMMY, STRATEGY)
