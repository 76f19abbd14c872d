"""All cards open and none in hand: Three Shuffles and a Draw, Beleaguered Castle."""

from solterm.core import cards
from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.values import replace
from solterm.core.vocabulary.actions import Reshuffle
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Take
from solterm.core.vocabulary.goals import CardsHome
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING
from solterm.games.levels import RUNS_LIFT, any_space, open_layout
from solterm.games.vocabulary import DOWNWARDS, UP_IN_SUIT, columns, foundations, ids, stock

ACES = Take(ids("f", 4), tuple(cards.mask([cards.card(1, suit)]) for suit in range(4)))
"""The four Aces to the foundations."""


THREE_SHUFFLES = Game(
    id="three-shuffles-and-a-draw",
    name="Three Shuffles and a Draw",
    peek_when_scored=True,
    collection="Solitaire Royale",
    summary="Open fans, two reshuffles, one draw",
    family="Fan",
    skill=4,
    engine=Builders,
    groups=(
        foundations(),
        replace(
            columns(16, Build((-1,), Match.SUIT), Lift.TOP, NOTHING), name="stack", draw_once=52
        ),
        stock(Reshuffle(UP_IN_SUIT)),
    ),
    dealing=(ACES, Deal(ids("t", 16), 3)),
    shuffles=True,
    shows_limits=True,
    own_score=CardsHome(),
    peek=Peek.ALL,
    **open_layout(change("s", action=Reshuffle(UP_IN_SUIT, 3)), any_space(DOWNWARDS)),
    layout="""
FOUNDATIONS                                   RESHUFFLE
f1  f2  f3  f4                                s

t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14 t15 t16
""",
)

BELEAGUERED_CASTLE = Game(
    id="beleaguered-castle",
    name="Beleaguered Castle",
    collection="Ultimate Solitaire",
    also=("Sham Battle", "Laying Siege"),
    summary="Eight rows besiege four open Aces",
    family="Castle",
    skill=4,
    engine=Builders,
    groups=(
        foundations(),
        replace(columns(8, DOWNWARDS, Lift.TOP, ANY_CARD, goes_to="ftr"), name="row"),
        BuilderGroup(
            "r",
            name="reserve",
            lift=Lift.TOP,
            space=ANY_CARD,
            capacity=1,
            goes_to="ft",
            closed=True,
        ),
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

GAMES = (THREE_SHUFFLES, BELEAGUERED_CASTLE)
