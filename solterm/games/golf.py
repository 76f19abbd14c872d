"""Golf: one foundation, up or down whatever the suits."""

from solterm.core import cards
from solterm.core.changes import change
from solterm.core.engines.builders import UpOrDown
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.exceptions import LevelOneMove, Look
from solterm.core.vocabulary.goals import Cleared, OnFoundation, Strokes
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.games.vocabulary import ids, stock

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
    id="royale-golf",
    version=2,
    name="Golf",
    collection="Solitaire Royale",
    summary="Up or down by one; a King stops you",
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
    id="ultimate-golf",
    collection="Ultimate Solitaire",
    summary="Clear seven columns in few strokes",
    groups=_groups(_STOPPED, "waste"),
    own_score=Strokes(),
    peek=Peek.SEEN,
    layout=ROYALE.layout.replace("FOUNDATION", "WASTE"),
)

SMALLWARE = replace(
    ROYALE,
    id="smallware-golf",
    collection="smallWare",
    summary="Up or down by one, Queen on King too",
    groups=_groups(_UP_OR_DOWN),
    own_score=None,
    peek=Peek.SEEN,
    levels={2: (change("f", build=_ROUND),), 1: (change("f", build=_FREE),)},
)

GAMES = (ROYALE, ULTIMATE, SMALLWARE)
