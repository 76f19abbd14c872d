"""Terrace: the player chooses the base, and the reserve plays only to foundations."""

from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.policies import BaseMissing, Lift, OnceStockBegun
from solterm.core.vocabulary.spaces import ANY_CARD, ChosenBase
from solterm.games.levels import one_more_pass, single_stock
from solterm.games.vocabulary import (
    ALTERNATING_ROUND,
    DOWNWARDS_ROUND,
    columns,
    foundations,
    ids,
    reserve,
    stock,
    waste,
)

_ONE_PASS = TurnStock(1, passes=1)
_UP_ALTERNATING_ROUND = Build((1,), Match.ALTERNATE, wrap=True)
_NINE_COLUMNS = Refill(("s",), unless=OnceStockBegun(84))
"""Once the base is out, the stock fills the columns; then they wait."""

TERRACE = Game(
    id="terrace",
    name="Terrace",
    collection="Classics",
    summary="Pick one of four cards to begin with",
    skill=4,
    engine=Builders,
    packs=2,
    groups=(
        stock(_ONE_PASS),
        waste(),
        reserve(fanned=True, goes_to="f"),
        foundations(
            8, build=_UP_ALTERNATING_ROUND, space=ChosenBase("t", "only the top card of a column")
        ),
        columns(9, ALTERNATING_ROUND, Lift.TOP, ANY_CARD),
    ),
    dealing=(Deal(("r",), 11), Deal(ids("t", 4)), Rest()),
    waits=BaseMissing("First choose the base: play the top card of a column to a foundation."),
    consequences=(Refill(("w", "s")),),
    **single_stock(
        one_more_pass(_ONE_PASS),
        change("t", build=DOWNWARDS_ROUND),
        change("", consequences=(_NINE_COLUMNS,)),
    ),
    layout="""
RESERVE                               STOCK
                                      :s  :w
r>                                    s   w

t1  t2  t3  t4  t5  t6  t7  t8  t9    FOUNDATIONS
                                      f1  f2  f3  f4

                                      f5  f6  f7  f8
""",
)

GAMES = (TERRACE,)
