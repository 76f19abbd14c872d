"""Castles and open builders: Beleaguered Castle, Baker's Dozen, King Albert and more."""

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup
from solterm.core.values import replace
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, SinkRank, Take
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, NOTHING
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    ANY_SPACE,
    DOWNWARDS,
    RUNS_LIFT,
    columns,
    foundations,
    ids,
    open_layout,
)

ACES = Take(ids("f", 4), tuple(cards.mask([cards.card(1, suit)]) for suit in range(4)))
"""The four Aces to the foundations."""

_UP_OR_DOWN = Build((-1, 1), Match.SUIT)
"""Up or down in suit, without joining King and Ace."""
_EITHER_WAY = change("t", build=Build((-1, 1), Match.ANY))
"""Build up or down whatever the suits."""
_RUNS_DOWN = change("t", build=DOWNWARDS, lift=Lift.RUN)
"""Build down whatever the suits, and lift runs."""
_HOLDING = BuilderGroup(
    "r", name="cell", lift=Lift.TOP, space=ANY_CARD, capacity=1, goes_to="ft", closed=True
)
"""A place for one card, from level 2 on."""
_PLAYABLE = BuilderGroup("r", name="reserve place", lift=Lift.TOP, goes_to="ft")
"""A place with one card to play."""

BELEAGUERED_CASTLE = Game(
    **words_of("beleaguered-castle"),
    also=("Sham Battle", "Laying Siege"),
    family="Castle",
    skill=4,
    engine=Builders,
    groups=(
        foundations(),
        replace(
            columns(8, DOWNWARDS, Lift.TOP, ANY_CARD, goes_to="ftr"), name="row", sequences=True
        ),
        _HOLDING,
    ),
    dealing=(ACES, Deal(ids("t", 8), 6)),
    **open_layout(change("r", closed=False), RUNS_LIFT),
    layout="""
                            t1< f1  t5>

                            t2< f2  t6>

                            t3< f3  t7>

                            t4< f4  t8>

                                r
""",
)

STREETS_AND_ALLEYS = replace(
    BELEAGUERED_CASTLE,
    **words_of("streets-and-alleys"),
    also=(),
    dealing=(Deal(ids("t", 8), 6), Deal(ids("t", 4))),
)

FORTRESS = replace(
    STREETS_AND_ALLEYS,
    **words_of("fortress"),
    skill=5,
    groups=(
        foundations(),
        columns(10, _UP_OR_DOWN, Lift.TOP, ANY_CARD, goes_to="ftr"),
        _HOLDING,
    ),
    dealing=(Deal(ids("t", 10), 5), Deal(("t1", "t2"))),
    **open_layout(change("r", closed=False), _EITHER_WAY),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   FOUNDATIONS
                                          f1  f2  f3  f4

                                          r
""",
)

BAKERS_DOZEN = Game(
    **words_of("bakers-dozen"),
    family="Castle",
    skill=4,
    engine=Builders,
    groups=(foundations(), columns(13, DOWNWARDS, Lift.TOP, NOTHING)),
    dealing=(Deal(ids("t", 13), 4), SinkRank(ids("t", 13))),
    **open_layout(ANY_SPACE, RUNS_LIFT),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13     FOUNDATIONS
                                                        f1  f2  f3  f4
""",
)

KING_ALBERT = Game(
    **words_of("king-albert"),
    also=("Idiot's Delight",),
    family="Castle",
    skill=4,
    engine=Builders,
    groups=(
        foundations(),
        columns(9, ALTERNATING, Lift.TOP, ANY_CARD, goes_to="ftr"),
        replace(_PLAYABLE, count=6),
        _PLAYABLE,
    ),
    # From left to right, row by row: PySolFC's order.
    dealing=(*(Deal(ids("t", 9)[row:]) for row in (*range(1, 9), 0)), Deal(ids("r", 7))),
    # Only the last place takes a card back, from level 2 on.
    **open_layout(change("r7", space=ANY_CARD), _RUNS_DOWN),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9    RESERVE
                                      r1  r2  r3  r4
                                      r5  r6  r7

                                      FOUNDATIONS
                                      f1  f2  f3  f4
""",
)

RAGLAN = replace(
    KING_ALBERT,
    **words_of("raglan"),
    also=(),
    groups=(
        foundations(),
        columns(9, ALTERNATING, Lift.TOP, ANY_CARD, goes_to="ftr"),
        replace(_PLAYABLE, count=5),
        _PLAYABLE,
    ),
    dealing=(ACES, *(Deal(ids("t", 9)[row:]) for row in range(7)), Deal(ids("r", 6))),
    **open_layout(change("r6", space=ANY_CARD), _RUNS_DOWN),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9    RESERVE
                                      r1  r2  r3
                                      r4  r5  r6

                                      FOUNDATIONS
                                      f1  f2  f3  f4
""",
)

BISLEY = replace(
    BAKERS_DOZEN,
    **words_of("bisley"),
    groups=(
        # No number of cards completes one: the two of a suit meet anywhere.
        foundations(capacity=0),
        foundations(build=Build((-1,), Match.SUIT), space=KINGS, capacity=0),
        columns(13, _UP_OR_DOWN, Lift.TOP, NOTHING),
    ),
    dealing=(ACES, Deal(ids("t", 13), 3), Deal(ids("t", 13)[4:])),
    **open_layout(ANY_SPACE, _EITHER_WAY),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13     FOUNDATIONS
                                                        f1  f2  f3  f4

                                                        f5  f6  f7  f8
""",
)

BRIGADE = replace(
    KING_ALBERT,
    **words_of("brigade"),
    also=(),
    groups=(
        foundations(),
        columns(7, DOWNWARDS, Lift.TOP, ANY_CARD, goes_to="ftr"),
        replace(_PLAYABLE, count=12),
        _PLAYABLE,
    ),
    dealing=(ACES, Deal(ids("t", 7), 5), Deal(ids("r", 13))),
    **open_layout(change("r13", space=ANY_CARD), RUNS_LIFT),
    layout="""
t1  t2  t3  t4  t5  t6  t7    RESERVE
                              r1  r2  r3  r4
                              r5  r6  r7  r8
                              r9  r10 r11 r12
                              r13

                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

GAMES = (
    BELEAGUERED_CASTLE,
    STREETS_AND_ALLEYS,
    FORTRESS,
    BAKERS_DOZEN,
    KING_ALBERT,
    RAGLAN,
    BISLEY,
    BRIGADE,
)
