"""King's Audience: courtiers meet in pairs, and Jacks lead their suits in."""

from solterm.core import cards
from solterm.core.changes import change
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Game
from solterm.core.groups import PairingGroup
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import CourtLeaves
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.pairs import Couple, Pairs
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, ByPair, FirstFrom
from solterm.games.levels import one_more_pass, single_stock
from solterm.games.vocabulary import discard, ids, stock

_DOWN_IN_SUIT = Build((-1,), Match.SUIT)
_ONCE = TurnStock(1, passes=1)
_BY_PAIRS = ByPair(0, "only a Jack and Ace pair")
_FROM_WASTE = FirstFrom(("w",), ("waste",))

_OPENING = Pairs(Couple((cards.JACK, cards.ACE)), among="tw")
_ROYAL = Pairs(Couple((cards.KING, cards.QUEEN)), among="tw")
_ANY_ROYAL = Pairs(Couple((cards.KING, cards.QUEEN), in_suit=False), among="tw")

KINGS_AUDIENCE = Game(
    id="kings-audience",
    version=2,
    name="King's Audience",
    collection="Ultimate Solitaire",
    also=("Queen's Audience",),
    summary="Couples are led in to the King; easy",
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        stock(_ONCE),
        PairingGroup("w", name="waste", lift=Lift.TOP, goes_to="f", goes_to_spaces="t"),
        PairingGroup(
            "f",
            4,
            name="foundation",
            build=_DOWN_IN_SUIT,
            space=_BY_PAIRS,
            capacity=11,
            pairs=(_OPENING,),
        ),
        PairingGroup("t", 16, name="place", lift=Lift.TOP, goes_to="f", space=_FROM_WASTE),
        discard(_ROYAL),
    ),
    dealing=(Deal(ids("t", 16)), Rest()),
    consequences=(CourtLeaves(11),),
    **single_stock(
        one_more_pass(_ONCE),
        change("s", lift=Lift.NEXT, goes_to_spaces="t"),
        change("t", space=ANY_CARD),
        change("d", pairs=(_ANY_ROYAL,)),
    ),
    goal=Gathered(kind="fd"),
    layout="""
t1      t2      t3      t4      t5      t6      STOCK
                                                :s  :w
t16     f1      f2      f3      f4      t7      s   w

t15                                     t8      DISCARD
                                                :d
t14     t13     t12     t11     t10     t9      d
""",
)

GAMES = (KINGS_AUDIENCE,)
