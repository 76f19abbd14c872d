"""Spider: two packs in one, two or four suits, built in ten columns and nowhere else."""

from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, Group
from solterm.core.options import Option
from solterm.core.packs import InSuits
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.games.levels import row_stock
from solterm.games.vocabulary import DOWNWARDS, columns, ids, stock

_TEN = ids("t", 10)
_IN_SUIT = Build((-1,), Match.SUIT)
_COLUMNS = columns(10, DOWNWARDS, Lift.RUN, ANY_CARD, to="td")

SPIDER = Game(
    id="spider",
    name="Spider",
    collection="Worked examples",
    summary="Two packs, ten columns, suits go whole",
    engine=Builders,
    packs=2,
    groups=(
        stock(DealRow(_TEN, needs_all=True)),
        replace(_COLUMNS, run=_IN_SUIT),
        Group("d", name="web", takes_suits=True),
    ),
    dealing=(Deal(_TEN, 4, down=4), Deal(_TEN[:4], down=1), Deal(_TEN), Rest()),
    goal=Gathered(kind="d"),
    options=(
        Option(
            "suits",
            "Suits",
            {
                "4": (),
                "2": (change("", pack=InSuits("SH", packs=2)),),
                "1": (change("", pack=InSuits("S", packs=2)),),
            },
        ),
    ),
    **row_stock(change("s", action=DealRow(_TEN)), change("t", run=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   STOCK   WEB
                                          :s      :d
                                          s       d
""",
)
