"""Spider and its kin, where finished suits leave whole: Simple Simon, Mrs Mop; and Wasp."""

from solterm.core.deals import InSuits
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, Group
from solterm.core.options import Option
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.games.columns import SCORPION
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    DOWNWARDS,
    columns,
    hidden_rows,
    ids,
    open_layout,
    row_stock,
    stock,
)

_SEVEN, _TEN, _THIRTEEN = ids("t", 7), ids("t", 10), ids("t", 13)
_WEB = BuilderGroup("d", name="web", takes_suits=True)
_RUNS_MOVE = change("t", run=DOWNWARDS)


def _columns(count: int, goes_to: str = "td", *, sequences: bool = False) -> Group:
    """Columns that build whatever the suits, and from which runs of one suit move."""
    whatever = columns(count, DOWNWARDS, Lift.RUN, ANY_CARD, goes_to)
    return replace(whatever, run=Build((-1,), Match.SUIT), sequences=sequences)


def _suits(packs: int) -> Option:
    """The choice between four suits, two and one."""
    two, one = (change("", pack=InSuits(suits, packs)) for suits in ("SH", "S"))
    choices = {"4": (), "2": (two,), "1": (one,)}
    return Option(
        "suits", "Suits", choices, words={"4": "four suits", "2": "two suits", "1": "one suit"}
    )


SPIDER = Game(
    **words_of("spider"),
    family="Spider",
    skill=4,
    engine=Builders,
    packs=2,
    groups=(stock(DealRow(_TEN, needs_all=True)), _columns(10), _WEB),
    dealing=(Deal(_TEN, 4, down=4), Deal(_TEN[:4], down=1), Deal(_TEN), Rest()),
    goal=Gathered(kind="d"),
    options=(_suits(2),),
    **row_stock(change("s", action=DealRow(_TEN)), _RUNS_MOVE),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   STOCK   WEB
                                          :s      :d
                                          s       d
""",
)

SPIDERETTE = replace(
    SPIDER,
    **words_of("spiderette"),
    skill=3,
    packs=1,
    groups=(stock(DealRow(_SEVEN, needs_all=True)), _columns(7), _WEB),
    dealing=(*hidden_rows(7), Deal(_SEVEN), Rest()),
    options=(_suits(1),),
    **row_stock(change("s", action=DealRow(_SEVEN)), _RUNS_MOVE),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK   WEB
                              :s      :d
                              s       d
""",
)

_CELL = BuilderGroup(
    "r", name="cell", lift=Lift.TOP, space=ANY_CARD, capacity=1, goes_to="t", closed=True
)

SIMPLE_SIMON = Game(
    **words_of("simple-simon"),
    family="Spider",
    skill=4,
    engine=Builders,
    groups=(_columns(10, "tdr", sequences=True), _WEB, _CELL),
    dealing=(*(Deal(_TEN[:count]) for count in range(9, 2, -1)), Deal(_TEN)),
    goal=Gathered(kind="d"),
    **open_layout(change("r", closed=False), _RUNS_MOVE),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   WEB
                                          :d
                                          d

                                          r
""",
)

MRS_MOP = replace(
    SIMPLE_SIMON,
    **words_of("mrs-mop"),
    skill=5,
    packs=2,
    groups=(_columns(13, "tdr", sequences=True), _WEB, _CELL),
    dealing=(Deal(_THIRTEEN, 8),),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13   WEB
                                                      :d
                                                      d

                                                      r
""",
)

WASP = replace(
    SCORPION,
    **words_of("wasp"),
    groups=(
        stock(DealRow(_SEVEN[:3])),
        columns(7, Build((-1,), Match.SUIT), Lift.ANY, ANY_CARD, goes_to="t"),
    ),
    dealing=(
        *(Deal(_SEVEN[:4], down=1), Deal(_SEVEN[4:])) * 3,
        Deal(_SEVEN, 4),
        Rest(),
    ),
    **row_stock(change("t", build=Build((-1,), Match.COLOUR)), change("t", build=DOWNWARDS)),
)

GAMES = (SPIDER, SPIDERETTE, SIMPLE_SIMON, MRS_MOP, WASP)
