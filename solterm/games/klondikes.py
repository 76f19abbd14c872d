"""The Klondikes, except KLONCAN's, and Seven Devils."""

from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.dealing import Deal, HiddenTriangle, Rest
from solterm.core.vocabulary.goals import CardsHome
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS
from solterm.games.levels import any_space, one_more_pass, packet_stock, single_stock
from solterm.games.vocabulary import (
    ALTERNATING,
    DOWNWARDS,
    columns,
    foundations,
    ids,
    reserve,
    stock,
    waste,
)


def _groups(turn: TurnStock, lift: Lift) -> tuple[Group, ...]:
    """The part all four share; turning and lifting differ."""
    return (stock(turn), waste(), foundations(), columns(7, ALTERNATING, lift, KINGS))


ROYALE = Game(
    id="royale-klondike",
    version=2,
    name="Klondike",
    collection="Solitaire Royale",
    summary="KLONCAN's rules, Royale's scoring",
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
    id="ultimate-klondike",
    collection="Ultimate Solitaire",
    summary="The best known one: parts may move too",
    groups=_groups(TurnStock(3), Lift.RUN),
    own_score=None,
    peek=Peek.SEEN,
)

DEAL_3 = replace(
    ULTIMATE,
    id="klondike-deal-3",
    name="Klondike, Deal 3",
    collection="smallWare",
    summary="Three cards a turn, any number of passes",
)

DEAL_1 = replace(
    DEAL_3,
    id="klondike-deal-1",
    name="Klondike, Deal 1",
    summary="One card a turn: the friendly Klondike",
    groups=_groups(TurnStock(1), Lift.RUN),
    # It may be turned over at will as it is: here level 2 gives foundation cards back instead.
    **single_stock(change("f", lift=Lift.TOP, goes_to="t"), any_space(DOWNWARDS)),
)

_ONE_PASS = TurnStock(1, passes=1)

SEVEN_DEVILS = Game(
    id="seven-devils",
    version=2,
    name="Seven Devils",
    collection="smallWare",
    summary="Two packs, and seven cards that block",
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

GAMES = (ROYALE, ULTIMATE, DEAL_3, DEAL_1, SEVEN_DEVILS)
