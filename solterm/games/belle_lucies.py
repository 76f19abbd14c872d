"""Fans: all cards open, in little stacks that are seldom or never filled."""

from typing import Any

from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup
from solterm.core.values import replace
from solterm.core.vocabulary.actions import Regather, Reshuffle
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal
from solterm.core.vocabulary.goals import CardsHome
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.core.vocabulary.spaces import NOTHING
from solterm.games.castles import ACES
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ANY_SPACE,
    DOWNWARDS,
    UP_IN_SUIT,
    any_space,
    columns,
    foundations,
    ids,
    open_layout,
    redeal_pile,
)

_IN_SUIT = Build((-1,), Match.SUIT)
_EITHER_WAY = Build((-1, 1), Match.ANY)
_TWICE, _THRICE = Reshuffle(UP_IN_SUIT), Reshuffle(UP_IN_SUIT, 3)


def _fans(count: int, build: Build, **fields: Any) -> BuilderGroup:
    """Declare fans whose single end cards move, and which are not filled."""
    return replace(columns(count, build, Lift.TOP, NOTHING), name="fan", **fields)


THREE_SHUFFLES = Game(
    **words_of("three-shuffles-and-a-draw"),
    peek_when_scored=True,
    family="Fan",
    skill=4,
    engine=Builders,
    groups=(
        foundations(),
        replace(columns(16, _IN_SUIT, Lift.TOP, NOTHING), name="stack", draw_once=52),
        redeal_pile(_TWICE, "reshuffle"),
    ),
    dealing=(ACES, Deal(ids("t", 16), 3)),
    shuffles=True,
    shows_limits=True,
    own_score=CardsHome(),
    peek=Peek.ALL,
    **open_layout(change("s", action=_THRICE), any_space(DOWNWARDS)),
    layout="""
FOUNDATIONS                                   RESHUFFLE
f1  f2  f3  f4                                s

t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14 t15 t16
""",
)

LA_BELLE_LUCIE = Game(
    **words_of("la-belle-lucie"),
    also=("Midnight Oil", "Clover Leaf", "Fair Lucy", "Lovely Lucy", "Beautiful Lutecia"),
    family="Fan",
    skill=4,
    engine=Builders,
    groups=(foundations(), _fans(18, _IN_SUIT), redeal_pile(_TWICE, "reshuffle")),
    dealing=(Deal(ids("t", 17), 3), Deal(("t18",))),
    shuffles=True,
    shows_limits=True,
    **open_layout(change("s", action=_THRICE), any_space(DOWNWARDS)),
    layout="""
FOUNDATIONS                                               RESHUFFLE
f1  f2  f3  f4                                            s

t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14 t15 t16 t17 t18
""",
)

TREFOIL = replace(
    LA_BELLE_LUCIE,
    **words_of("trefoil"),
    also=(),
    groups=(foundations(), _fans(16, _IN_SUIT), redeal_pile(_TWICE, "reshuffle")),
    dealing=THREE_SHUFFLES.dealing,
    layout=THREE_SHUFFLES.layout,
)

SHAMROCKS = Game(
    **words_of("shamrocks"),
    also=("Three Card Fan",),
    family="Fan",
    skill=4,
    engine=Builders,
    groups=(foundations(), _fans(18, _EITHER_WAY, capacity=3)),
    dealing=LA_BELLE_LUCIE.dealing,
    **open_layout(change("t", capacity=4), ANY_SPACE),
    layout="""
FOUNDATIONS
f1  f2  f3  f4

t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14 t15 t16 t17 t18
""",
)

CRUEL = Game(
    **words_of("cruel"),
    version=2,
    family="Fan",
    engine=Builders,
    groups=(
        foundations(),
        columns(12, _IN_SUIT, Lift.TOP, NOTHING),
        redeal_pile(Regather(ids("t", 12), 4)),
    ),
    dealing=(ACES, Deal(ids("t", 12), 4)),
    **open_layout(ANY_SPACE, change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12     REDEAL
                                                    s

                                                    FOUNDATIONS
                                                    f1  f2  f3  f4
""",
)

GAMES = (THREE_SHUFFLES, LA_BELLE_LUCIE, TREFOIL, SHAMROCKS, CRUEL)
