"""Two packs and a stock turned card by card: Forty Thieves and its kin."""

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Change, Game, change
from solterm.core.groups import Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest, Take
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    DOWNWARDS,
    Easing,
    columns,
    foundations,
    ids,
    one_more_pass,
    single_stock,
    stock,
    waste,
)

_IN_SUIT = Build((-1,), Match.SUIT)
_ONE_PASS = TurnStock(1, passes=1)
_TWO_PASSES = TurnStock(1, passes=2)
_ANY_RUN = change("t", build=DOWNWARDS, lift=Lift.RUN)


def _groups(count: int, build: Build, lift: Lift, turn: TurnStock = _ONE_PASS) -> tuple[Group, ...]:
    return (stock(turn), waste(), foundations(8), columns(count, build, lift, ANY_CARD))


def _eased(turn: TurnStock = _ONE_PASS, freed: Change = _ANY_RUN) -> Easing:
    return single_stock(one_more_pass(turn), freed)


FORTY_THIEVES = Game(
    **words_of("forty-thieves"),
    also=("Napoleon at St. Helena", "Big Forty", "Le Cadran", "Roosevelt at San Juan"),
    family="Forty Thieves",
    skill=4,
    engine=Builders,
    packs=2,
    groups=_groups(10, _IN_SUIT, Lift.TOP),
    dealing=(Deal(ids("t", 10), 4), Rest()),
    **_eased(),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   STOCK
                                          :s  :w
                                          s   w

                                          FOUNDATIONS
                                          f1  f2  f3  f4

                                          f5  f6  f7  f8
""",
)

JOSEPHINE = replace(
    FORTY_THIEVES,
    **words_of("josephine"),
    also=("Forty Bandits", "Pack of Thieves"),
    groups=_groups(10, _IN_SUIT, Lift.RUN),
)

FORTY_AND_EIGHT = replace(
    FORTY_THIEVES,
    **words_of("forty-and-eight"),
    also=(),
    groups=_groups(8, _IN_SUIT, Lift.TOP, _TWO_PASSES),
    dealing=(Deal(ids("t", 8), 4), Rest()),
    **_eased(_TWO_PASSES),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    STOCK
                                  :s  :w
                                  s   w

                                  FOUNDATIONS
                                  f1  f2  f3  f4

                                  f5  f6  f7  f8
""",
)

_ACES = Take(ids("f", 8), tuple(cards.mask([cards.card(cards.ACE, n % 4)]) for n in range(8)))

LUCAS = replace(
    FORTY_THIEVES,
    **words_of("lucas"),
    also=(),
    groups=_groups(13, _IN_SUIT, Lift.TOP),
    dealing=(_ACES, Deal(ids("t", 13), 3), Rest()),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13   STOCK
                                                      :s  :w
                                                      s   w

                                                      FOUNDATIONS
                                                      f1  f2  f3  f4

                                                      f5  f6  f7  f8
""",
)

RANK_AND_FILE = replace(
    FORTY_THIEVES,
    **words_of("rank-and-file"),
    also=("Dress Parade",),
    skill=3,
    groups=_groups(10, ALTERNATING, Lift.RUN),
    dealing=(Deal(ids("t", 10), 4, down=3), Rest()),
    **_eased(freed=change("t", build=DOWNWARDS)),
)

GAMES = (FORTY_THIEVES, JOSEPHINE, FORTY_AND_EIGHT, LUCAS, RANK_AND_FILE)
