"""Golf and its kin: one foundation, up or down whatever the suits."""

from solterm.core import cards
from solterm.core.engines.builders import UpOrDown
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, CoverGroup, Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest, Take
from solterm.core.vocabulary.exceptions import LevelOneMove, Look
from solterm.core.vocabulary.goals import Cleared, OnFoundation, Strokes
from solterm.core.vocabulary.pairs import Peaks
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.games.listed import words_of
from solterm.games.vocabulary import ids, open_layout, stock

_UP_OR_DOWN = Build((-1, 1), Match.ANY)
_STOPPED = replace(_UP_OR_DOWN, stop=cards.KING)
"""No card follows a King."""
_ROUND = replace(_UP_OR_DOWN, wrap=True)
_FREE = Build((-1, 0, 1), Match.ANY, wrap=True)
"""The corner turns, and equal ranks may follow each other."""


def _groups(build: Build, foundation: str = "foundation") -> tuple[Group, ...]:
    return (
        stock(DealRow(("f",))),
        BuilderGroup("f", name=foundation, build=build),
        Group("t", 7, name="column", lift=Lift.TOP, goes_to="f", fanned=True),
    )


ROYALE = Game(
    **words_of("royale-golf"),
    version=2,
    family="Golf",
    skill=2,
    engine=UpOrDown,
    groups=_groups(_STOPPED),
    dealing=(Deal(ids("t", 7), 5), Deal(("f",)), Rest()),
    goal=Cleared(35),
    own_score=OnFoundation(),
    peek=Peek.ALL,
    levels={2: (change("f", build=_UP_OR_DOWN),), 1: (change("f", build=_FREE),)},
    exceptions={3: Look(), 2: LevelOneMove()},
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK
                              :s
                              s

                              FOUNDATION
                              f
""",
)

ULTIMATE = replace(
    ROYALE,
    **words_of("ultimate-golf"),
    groups=_groups(_STOPPED, "waste"),
    own_score=Strokes(),
    peek=Peek.SEEN,
    layout=ROYALE.layout.replace("FOUNDATION", "WASTE"),
)

SMALLWARE = replace(
    ROYALE,
    **words_of("smallware-golf"),
    groups=_groups(_UP_OR_DOWN),
    own_score=None,
    peek=Peek.SEEN,
    levels={2: (change("f", build=_ROUND),), 1: (change("f", build=_FREE),)},
)

TRI_PEAKS = Game(
    **words_of("tri-peaks"),
    also=("Three Peaks", "Triple Peaks"),
    family="Golf",
    skill=3,
    engine=UpOrDown,
    groups=(
        stock(DealRow(("f",))),
        BuilderGroup("f", name="foundation", build=_ROUND),
        CoverGroup("t", 28, name="place", lift=Lift.TOP, goes_to="f", cover=Peaks()),
    ),
    dealing=(Deal(ids("t", 18), down=1), Deal(ids("t", 28)[18:]), Deal(("f",)), Rest()),
    goal=Cleared(28),
    levels={2: (change("t", reach=1),), 1: (change("f", build=_FREE),)},
    exceptions={3: Look(), 2: LevelOneMove()},
    layout="""
      t1          t2          t3          STOCK
    t4  t5      t6  t7      t8  t9        :s
  t10 t11 t12 t13 t14 t15 t16 t17 t18     s
t19 t20 t21 t22 t23 t24 t25 t26 t27 t28
                                          FOUNDATION
                                          f
""",
)

BLACK_HOLE = Game(
    **words_of("black-hole"),
    family="Golf",
    skill=4,
    engine=UpOrDown,
    groups=(
        BuilderGroup("f", name="hole", build=_ROUND),
        Group("t", 17, name="fan", lift=Lift.TOP, goes_to="f", fanned=True),
    ),
    dealing=(Take(("f",), (cards.mask([cards.card(cards.ACE, 3)]),)), Deal(ids("t", 17), 3)),
    **open_layout(change("f", build=_FREE), change("t", draw=2)),
    layout="""
HOLE
f

t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14 t15 t16 t17
""",
)

GAMES = (ROYALE, ULTIMATE, SMALLWARE, TRI_PEAKS, BLACK_HOLE)
