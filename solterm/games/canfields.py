"""Canfield's family, except KLONCAN's: Royale's, Ultimate's, Reno, Demon and Classics."""

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock, TurnToSlot
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.vocabulary.consequences import LastFaceUp, Refill
from solterm.core.vocabulary.dealing import Deal, Rest, Take
from solterm.core.vocabulary.goals import CardsHome, Money
from solterm.core.vocabulary.policies import BaseMissing, Lift, Peek
from solterm.core.vocabulary.spaces import (
    ANY_CARD,
    KINGS,
    NOTHING,
    BaseRank,
    ChosenBase,
    FirstFrom,
    ReserveThen,
)
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    ALTERNATING_ROUND,
    DOWNWARDS,
    DOWNWARDS_ROUND,
    SPACES_WAIT,
    UP_IN_SUIT_ROUND,
    any_space,
    columns,
    foundations,
    ids,
    one_more_pass,
    packet_stock,
    reserve,
    single_stock,
    stock,
    turned_card,
    waste,
)

_KINGS_NEXT = ReserveThen(KINGS.cards, "only a King from the waste")

ROYALE = Game(
    **words_of("royale-canfield"),
    version=2,
    family="Canfield",
    engine=Builders,
    groups=(
        stock(TurnStock(3)),
        waste(),
        reserve(),
        foundations(),
        columns(4, ALTERNATING, Lift.WHOLE, _KINGS_NEXT),
    ),
    dealing=(Deal(("r",), 13, down=12), Deal(ids("t", 4)), Rest()),
    own_score=CardsHome(),
    peek=Peek.ALL,
    **packet_stock(any_space(DOWNWARDS)),
    layout="""
        t1  t2  t3  t4        STOCK
RESERVE                       :s  :w
r                             s   w
:r
                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)

_SLOT = TurnToSlot()

RENO = replace(
    ROYALE,
    **words_of("reno"),
    skill=2,
    groups=(
        stock(_SLOT),
        turned_card(goes_to="ftw"),
        waste(build=ANY_ORDER, space=ANY_CARD),
        reserve(),
        foundations(),
        columns(
            4,
            ALTERNATING,
            Lift.WHOLE,
            replace(_KINGS_NEXT, name="only a King turned up or from the waste", kinds="hw"),
        ),
    ),
    own_score=Money(),
    **single_stock(one_more_pass(_SLOT), any_space(DOWNWARDS)),
    layout="""
        t1  t2  t3  t4        STOCK
RESERVE                       :s      :w
r                             s   h   w
:r
                              FOUNDATIONS
                              f1  f2  f3  f4
""",
)


def _round_the_corner(lift: Lift, held: Group) -> tuple[Group, ...]:
    """Declare the piles of a Canfield with a base card, whose empty columns fill by themselves."""
    return (
        stock(TurnStock(3)),
        waste(),
        held,
        foundations(build=UP_IN_SUIT_ROUND, space=BaseRank()),
        columns(4, ALTERNATING_ROUND, lift, FirstFrom(("r", "w"), (held.name, "waste"))),
    )


ULTIMATE = replace(
    ROYALE,
    **words_of("ultimate-canfield"),
    version=2,
    also=("Demon", "Fascination", "Thirteen"),
    groups=_round_the_corner(Lift.WHOLE, reserve()),
    # The base first, and the columns from the right: PySolFC's order.
    dealing=(Deal(("f1",)), Deal(("r",), 13, down=12), Deal(ids("t", 4)[::-1]), Rest()),
    consequences=(Refill(("r",)),),
    own_score=None,
    peek=Peek.SEEN,
    **packet_stock(any_space(DOWNWARDS_ROUND), SPACES_WAIT),
)

DEMON = replace(
    ULTIMATE,
    **words_of("demon"),
    also=("Canfield",),
    groups=_round_the_corner(Lift.RUN, reserve(name="Demon")),
    consequences=(Refill(("r", "w")),),
    layout=ROYALE.layout.replace("RESERVE", "DEMON  "),
)

_IN_SUIT_ROUND = Build((-1,), Match.SUIT, wrap=True)
_TWO_PASSES = TurnStock(1, passes=2)
_THREE_PASSES = TurnStock(1, passes=3)
_TWOS = Take(ids("f", 4), tuple(cards.mask([cards.card(2, suit)]) for suit in range(4)))

STOREHOUSE = replace(
    ULTIMATE,
    **words_of("storehouse"),
    version=1,
    also=("Provisions", "Straight Up", "Thirteen Up", "The Reserve"),
    groups=(
        stock(_THREE_PASSES),
        waste(),
        reserve(),
        foundations(build=UP_IN_SUIT_ROUND, space=NOTHING),
        columns(4, _IN_SUIT_ROUND, Lift.WHOLE, FirstFrom(("r", "w"), ("reserve", "waste"))),
    ),
    dealing=(_TWOS, Deal(("r",), 13, down=12), Deal(ids("t", 4)[::-1]), Rest()),
    **single_stock(
        one_more_pass(_THREE_PASSES),
        change("t", build=DOWNWARDS_ROUND, space=ANY_CARD, lift=Lift.RUN),
        SPACES_WAIT,
    ),
)

DUCHESS = Game(
    **words_of("duchess"),
    also=("Dutchess", "Glenwood"),
    family="Canfield",
    engine=Builders,
    groups=(
        stock(_TWO_PASSES),
        waste(),
        replace(reserve(fanned=True), count=4),
        foundations(
            build=UP_IN_SUIT_ROUND, space=ChosenBase("r", "only the top card of a reserve")
        ),
        columns(
            4,
            ALTERNATING_ROUND,
            Lift.WHOLE,
            ReserveThen(ANY_CARD.cards, "the top card of the waste or a column", kinds="wt"),
        ),
    ),
    dealing=(Deal(ids("r", 4), 3), Deal(ids("t", 4)), Rest()),
    waits=BaseMissing("First choose the base: play the top card of a reserve to a foundation."),
    **single_stock(
        one_more_pass(_TWO_PASSES),
        change("t", build=DOWNWARDS_ROUND, space=ANY_CARD, lift=Lift.RUN),
    ),
    layout="""
COLUMNS           RESERVES            STOCK
t1  t2  t3  t4    r1  r2  r3  r4      :s  :w
                                      s   w

                                      FOUNDATIONS
                                      f1  f2  f3  f4
""",
)

EAGLE_WING = Game(
    **words_of("eagle-wing"),
    also=("Thirteen Down",),
    family="Canfield",
    engine=Builders,
    groups=(
        stock(_THREE_PASSES),
        waste(),
        reserve(name="trunk"),
        foundations(build=UP_IN_SUIT_ROUND, space=BaseRank()),
        BuilderGroup(
            "t",
            8,
            name="pile",
            build=_IN_SUIT_ROUND,
            lift=Lift.TOP,
            space=ANY_CARD,
            goes_to="ft",
            capacity=3,
            fanned=True,
        ),
    ),
    dealing=(Deal(("f1",)), Deal(("r",), 13, down=13), Deal(ids("t", 8)[::-1]), Rest()),
    consequences=(Refill(("r",), turns_up=False), LastFaceUp("r")),
    **single_stock(one_more_pass(_THREE_PASSES), change("t", build=DOWNWARDS_ROUND)),
    layout="""
STOCK                     FOUNDATIONS
:s  :w
s   w                     f1  f2  f3  f4

t1  t2  t3  t4     TRUNK  t5  t6  t7  t8
                   :r
                   r
""",
)

GAMES = (ROYALE, RENO, ULTIMATE, DEMON, STOREHOUSE, DUCHESS, EAGLE_WING)
