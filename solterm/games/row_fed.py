"""Piles fed in rows that only give to foundations: Interregnum and Matrimony."""

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import Group
from solterm.core.vocabulary.actions import DealRow, Gather
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import CloseByIndicator
from solterm.core.vocabulary.dealing import Deal, Rest, Take
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING, AboveIndicator, Only
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    DOWNWARDS,
    UP_IN_SUIT_ROUND,
    UPWARDS_ROUND,
    foundations,
    ids,
    row_stock,
    stock,
)

_TO_SPACES = change("t", space=ANY_CARD, goes_to_spaces="t")
"""R, level 2: an empty pile takes any available card."""
_PACKED = change("t", build=DOWNWARDS, goes_to="ft")
"""R, level 1: end cards may be packed on each other."""

INTERREGNUM = Game(
    **words_of("interregnum"),
    skill=2,
    engine=Builders,
    packs=2,
    groups=(
        stock(DealRow(ids("t", 8))),
        *(
            foundations(1, build=UPWARDS_ROUND, space=AboveIndicator(indicator))
            for indicator in ids("r", 8)
        ),
        Group("r", 8, name="indicator"),
        Group("t", 8, name="column", lift=Lift.TOP, goes_to="f", fanned=True),
    ),
    dealing=(Deal(ids("t", 8)), Deal(ids("r", 8)), Rest()),
    consequences=(CloseByIndicator(),),
    **row_stock(_TO_SPACES, _PACKED),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    INDICATORS
                                  r1  r2  r3  r4
                                  f1  f2  f3  f4

                                  r5  r6  r7  r8
                                  f5  f6  f7  f8

                                  STOCK
                                  :s
                                  s
""",
)

_DOWN_IN_SUIT_ROUND = Build((-1,), Match.SUIT, wrap=True)
_TENS = Only(
    cards.mask(map(cards.parse, ("TC", "TD", "TS"))), "only a 10 of clubs, diamonds or spades"
)
"""Both packs' hearts belong to the couple."""

MATRIMONY = Game(
    **words_of("matrimony"),
    skill=1,
    engine=Builders,
    packs=2,
    groups=(
        stock(Gather(ids("t", 16))),
        foundations(1, build=UP_IN_SUIT_ROUND, space=NOTHING),
        foundations(1, build=_DOWN_IN_SUIT_ROUND, space=NOTHING),
        foundations(6, build=_DOWN_IN_SUIT_ROUND, space=_TENS),
        Group("t", 16, name="pile", lift=Lift.TOP, goes_to="f"),
    ),
    dealing=(
        Take(("f1", "f2"), tuple(cards.mask([cards.parse(card)]) for card in ("QH", "JH"))),
        Deal(ids("t", 16)),
        Rest(),
    ),
    **row_stock(_TO_SPACES, _PACKED),
    layout="""
FOUNDATIONS                         STOCK
f1  f2  f3  f4  f5  f6  f7  f8      :s
                                    s
t1  t2  t3  t4  t5  t6  t7  t8

t9  t10 t11 t12 t13 t14 t15 t16
""",
)

GAMES = (INTERREGNUM, MATRIMONY)
