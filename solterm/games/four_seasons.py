"""The cross of five piles with foundations in its corners: Corners and the Four Seasons."""

from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock, TurnToSlot
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.goals import CardsHome
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.core.vocabulary.spaces import ANY_CARD, BaseRank
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    DOWNWARDS_ROUND,
    RUNS_LIFT,
    UP_IN_SUIT_ROUND,
    foundations,
    ids,
    one_more_pass,
    single_stock,
    stock,
    turned_card,
    waste,
)

_ONE_PASS = TurnStock(1, passes=1)
_CROSS = BuilderGroup(
    "t", 5, name="pile", build=DOWNWARDS_ROUND, lift=Lift.TOP, space=ANY_CARD, goes_to="ft"
)
_CORNERS = foundations(build=UP_IN_SUIT_ROUND, space=BaseRank())

ULTIMATE = Game(
    **words_of("ultimate-four-seasons"),
    version=2,
    also=("Vanishing Cross", "Corner Card"),
    engine=Builders,
    groups=(stock(_ONE_PASS), waste(), _CORNERS, _CROSS),
    # The base first, as PySolFC deals it.
    dealing=(Deal(("f1",)), Deal(ids("t", 5)), Rest()),
    **single_stock(one_more_pass(_ONE_PASS), RUNS_LIFT),
    layout="""
f1      t1      f2          STOCK
                            :s  :w
t2      t3      t4          s   w

f3      t5      f4
""",
)

SMALLWARE = replace(
    ULTIMATE,
    **words_of("smallware-four-seasons"),
    also=(),
)

_SLOT = TurnToSlot()

CORNERS = replace(
    ULTIMATE,
    **words_of("corners"),
    also=("Four Seasons", "Corner Card"),
    groups=(stock(_SLOT), turned_card(goes_to="ft"), waste(), _CORNERS, _CROSS),
    own_score=CardsHome(),
    peek=Peek.ALL,
    **single_stock(one_more_pass(_SLOT), RUNS_LIFT),
    layout="""
f1      t1      f2          STOCK
                            :s      :w
t2      t3      t4          s   h   w

f3      t5      f4
""",
)

GAMES = (CORNERS, ULTIMATE, SMALLWARE)
