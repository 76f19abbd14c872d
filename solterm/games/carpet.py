"""Carpet: twenty single cards, which the stock weaves anew."""

from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.games.castles import ACES
from solterm.games.levels import SPACES_WAIT, one_more_pass, single_stock
from solterm.games.vocabulary import foundations, ids, stock, waste

_ONE_PASS = TurnStock(1, passes=1)

CARPET = Game(
    id="carpet",
    name="Carpet",
    collection="Classics",
    summary="Twenty cards, and holes mend themselves",
    family="Others",
    skill=2,
    engine=Builders,
    groups=(
        stock(_ONE_PASS),
        waste(goes_to="f"),
        foundations(),
        BuilderGroup("t", 20, name="place", lift=Lift.TOP, goes_to="f"),
    ),
    dealing=(ACES, Deal(ids("t", 20)), Rest()),
    consequences=(Refill(("w", "s")),),
    **single_stock(
        one_more_pass(_ONE_PASS),
        SPACES_WAIT,
        change("w", goes_to="ft"),
        change("t", space=ANY_CARD),
    ),
    layout="""
f1      t1  t2  t3  t4  t5      f3      STOCK
                                        :s  :w
        t6  t7  t8  t9  t10             s   w

f2      t11 t12 t13 t14 t15     f4

        t16 t17 t18 t19 t20
""",
)

GAMES = (CARPET,)
