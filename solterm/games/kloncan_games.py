"""KLONCAN for DOS, 1987: Klondike and Canfield."""

from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.dealing import Deal, Rest, Triangle
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import KINGS, BaseRank, FirstFrom
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    ALTERNATING_ROUND,
    DOWNWARDS,
    DOWNWARDS_ROUND,
    UP_IN_SUIT_ROUND,
    any_space,
    columns,
    foundations,
    ids,
    packet_stock,
    reserve,
    stock,
    waste,
)

KLONDIKE = Game(
    **words_of("kloncan-klondike"),
    also=("Fascination", "Demon", "Small Triangle"),
    family="Klondike",
    engine=Builders,
    groups=(
        stock(TurnStock(3)),
        waste(),
        foundations(),
        columns(7, build=ALTERNATING, lift=Lift.WHOLE, space=KINGS),
    ),
    dealing=(Triangle(ids("t", 7)), Rest()),
    **packet_stock(any_space(DOWNWARDS)),
    homeward="tr",  # F10 leaves the hand alone
    layout="""
t1  t2  t3  t4  t5  t6  t7    HAND
                              :s  :w
                              s   w

                              FIELD
                              f1  f2  f3  f4
""",
)

CANFIELD = Game(
    **words_of("kloncan-canfield"),
    family="Canfield",
    engine=Builders,
    groups=(
        stock(TurnStock(3)),
        waste(),
        reserve(fanned=True),
        foundations(build=UP_IN_SUIT_ROUND, space=BaseRank()),
        columns(
            4,
            build=ALTERNATING_ROUND,
            lift=Lift.WHOLE,
            space=FirstFrom(("r", "w"), ("reserve", "waste")),
        ),
    ),
    dealing=(Deal(("r",), 13), Deal(("f1",)), Deal(ids("t", 4)), Rest()),
    **packet_stock(any_space(DOWNWARDS_ROUND)),
    homeward="tr",  # F10 leaves the hand alone
    layout="""
r   t1  t2  t3  t4            HAND
                              :s  :w
                              s   w

                              FIELD
                              f1  f2  f3  f4
""",
)

GAMES = (KLONDIKE, CANFIELD)
