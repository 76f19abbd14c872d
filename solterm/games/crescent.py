"""Crescent: two packs, sixteen piles, foundations from both ends of each suit."""

from solterm.core import cards
from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.values import replace
from solterm.core.vocabulary.actions import Rotate
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Take
from solterm.core.vocabulary.exceptions import DrawUnder, LevelOneMove
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import KINGS, NOTHING
from solterm.games.castles import ACES
from solterm.games.levels import any_space
from solterm.games.vocabulary import columns, foundations, ids, redeal_pile

_KINGS = Take(
    ids("f", 8)[4:], tuple(cards.mask([cards.card(cards.KING, suit)]) for suit in range(4))
)

CRESCENT = Game(
    id="crescent",
    name="Crescent",
    collection="Classics",
    also=("La Demi-Lune",),
    summary="Sixteen piles wax and wane in suit",
    family="Others",
    skill=4,
    engine=Builders,
    packs=2,
    groups=(
        foundations(),
        foundations(build=Build((-1,), Match.SUIT), space=KINGS),
        replace(columns(16, Build((-1, 1), Match.SUIT, wrap=True), Lift.TOP, NOTHING), name="pile"),
        redeal_pile(Rotate(3), "rotation"),
    ),
    dealing=(ACES, _KINGS, Deal(ids("t", 16), 6)),
    shows_limits=True,
    levels={
        2: (change("s", action=Rotate(4)), change("f", lift=Lift.TOP, goes_to="f")),
        1: (any_space(Build((-1, 1), Match.ANY, wrap=True)),),
    },
    exceptions={3: DrawUnder(), 2: LevelOneMove()},
    layout="""
FOUNDATIONS                                                 ROTATE
f1  f2  f3  f4  f5  f6  f7  f8                              s

t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14 t15 t16
""",
)

GAMES = (CRESCENT,)
