"""The Klondikes, except KLONCAN's, Seven Devils, and their kin in Classics."""

from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, Group
from solterm.core.options import Option
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, HiddenTriangle, Rest
from solterm.core.vocabulary.goals import CardsHome
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, BaseRank
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    ALTERNATING_ROUND,
    ANY_SPACE,
    DOWNWARDS,
    DOWNWARDS_ROUND,
    UP_IN_SUIT_ROUND,
    any_space,
    columns,
    foundations,
    hidden_rows,
    ids,
    one_more_pass,
    packet_stock,
    reserve,
    row_stock,
    single_stock,
    stock,
    waste,
)

_GIVEN_BACK = change("f", lift=Lift.TOP, goes_to="t")


def _groups(turn: TurnStock, lift: Lift) -> tuple[Group, ...]:
    """The part all four share; turning and lifting differ."""
    return (stock(turn), waste(), foundations(), columns(7, ALTERNATING, lift, KINGS))


ROYALE = Game(
    **words_of("royale-klondike"),
    version=2,
    family="Klondike",
    engine=Builders,
    groups=_groups(TurnStock(3), Lift.WHOLE),
    dealing=(HiddenTriangle(ids("t", 7)), Rest()),
    own_score=CardsHome(),
    peek=Peek.ALL,
    **packet_stock(any_space(DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK
                              :s  :w
                              s   w

                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

ULTIMATE = replace(
    ROYALE,
    **words_of("ultimate-klondike"),
    groups=_groups(TurnStock(3), Lift.RUN),
    own_score=None,
    peek=Peek.SEEN,
)

DEAL_3 = replace(
    ULTIMATE,
    **words_of("klondike-deal-3"),
    also=("Deal 3",),
)

DEAL_1 = replace(
    DEAL_3,
    **words_of("klondike-deal-1"),
    also=("Deal 1",),
    groups=_groups(TurnStock(1), Lift.RUN),
    # It may be turned over at will as it is: here level 2 gives foundation cards back instead.
    **single_stock(_GIVEN_BACK, any_space(DOWNWARDS)),
)

_ONE_PASS = TurnStock(1, passes=1)

SEVEN_DEVILS = Game(
    **words_of("seven-devils"),
    version=2,
    family="Klondike",
    engine=Builders,
    packs=2,
    groups=(
        stock(_ONE_PASS),
        waste(),
        foundations(8),
        columns(7, ALTERNATING, Lift.TOP, ANY_CARD),
        reserve(goes_to="f", name="Devils"),
    ),
    dealing=(HiddenTriangle(ids("t", 7)), Deal(("r",), 7, down=6), Rest()),
    **single_stock(one_more_pass(_ONE_PASS), any_space(DOWNWARDS), change("r", goes_to_spaces="t")),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK       DEVILS
                              :s  :w      :r
                              s   w       r

                              FOUNDATIONS
                              f1  f2  f3  f4

                              f5  f6  f7  f8
""",
)

EASTHAVEN = Game(
    **words_of("easthaven"),
    family="Klondike",
    skill=2,
    engine=Builders,
    groups=(
        stock(DealRow(ids("t", 7))),
        foundations(),
        columns(7, ALTERNATING, Lift.RUN, ANY_CARD, goes_to="ftr"),
        BuilderGroup("r", name="cell", lift=Lift.TOP, space=ANY_CARD, goes_to="ft", closed=True),
    ),
    dealing=(Deal(ids("t", 7), 3, down=2), Rest()),
    **row_stock(change("r", closed=False), change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK
                              :s
                              s           r

                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

WESTCLIFF = Game(
    **words_of("westcliff"),
    family="Klondike",
    skill=2,
    engine=Builders,
    groups=(
        stock(_ONE_PASS),
        waste(),
        foundations(),
        columns(10, ALTERNATING, Lift.RUN, ANY_CARD),
    ),
    dealing=(Deal(ids("t", 10), 3, down=2), Rest()),
    **single_stock(one_more_pass(_ONE_PASS), change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   STOCK
                                          :s  :w
                                          s   w

                                          FOUNDATIONS
                                          f1  f2  f3  f4
""",
)

WHITEHEAD = replace(
    DEAL_1,
    **words_of("whitehead"),
    also=(),
    skill=4,
    groups=(
        stock(_ONE_PASS),
        waste(),
        foundations(),
        replace(
            columns(7, Build((-1,), Match.COLOUR), Lift.RUN, ANY_CARD),
            run=Build((-1,), Match.SUIT),
        ),
    ),
    dealing=(HiddenTriangle(ids("t", 7), down=False), Rest()),
    **single_stock(one_more_pass(_ONE_PASS), change("t", build=DOWNWARDS, run=None)),
)

DOUBLE_KLONDIKE = replace(
    DEAL_1,
    **words_of("double-klondike"),
    also=(),
    packs=2,
    groups=(
        stock(TurnStock(1)),
        waste(),
        foundations(8),
        columns(9, ALTERNATING, Lift.RUN, KINGS),
    ),
    dealing=(*hidden_rows(9), Deal(ids("t", 9)), Rest()),
    options=(
        Option(
            "turn",
            "Cards a turn",
            {"1": (), "3": (change("s", action=TurnStock(3)),)},
            words={"1": "draw 1", "3": "draw 3"},
        ),
    ),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9    STOCK
                                      :s  :w
                                      s   w

                                      FOUNDATIONS
                                      f1  f2  f3  f4

                                      f5  f6  f7  f8
""",
)

AGNES_BERNAUER = Game(
    **words_of("agnes-bernauer"),
    family="Klondike",
    engine=Builders,
    groups=(
        stock(DealRow(ids("r", 7))),
        foundations(build=UP_IN_SUIT_ROUND, space=BaseRank()),
        columns(7, ALTERNATING_ROUND, Lift.RUN, BaseRank(offset=-1)),
        replace(reserve(fanned=True), count=7),
    ),
    dealing=(
        HiddenTriangle(ids("t", 7), down=False),
        Deal(ids("r", 7)),
        Deal(("f1",)),
        Rest(),
    ),
    **row_stock(ANY_SPACE, change("t", build=DOWNWARDS_ROUND)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK       FOUNDATIONS
                              :s
                              s           f1  f2  f3  f4

                              RESERVES
                              r1  r2  r3  r4  r5  r6  r7
""",
)

GAMES = (
    ROYALE,
    ULTIMATE,
    DEAL_3,
    DEAL_1,
    SEVEN_DEVILS,
    EASTHAVEN,
    WESTCLIFF,
    WHITEHEAD,
    DOUBLE_KLONDIKE,
    AGNES_BERNAUER,
)
