"""Pairs from the ends of columns: Fourteen Out and Nestor."""

from solterm.core.changes import change
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Game
from solterm.core.groups import Group
from solterm.core.vocabulary.dealing import Deal, DistinctRanks
from solterm.core.vocabulary.exceptions import LevelOneMove
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.pairs import Alike, Pairs, Total
from solterm.games.vocabulary import discard, ids

_FOURTEEN = Total(14)
_ALIKE = Alike()

FOURTEEN_OUT = Game(
    id="fourteen-out",
    name="Fourteen Out",
    collection="Classics",
    also=("Take Fourteen", "Fourteen"),
    summary="Pairs of fourteen leave twelve columns",
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        Group("t", 12, name="column", fanned=True),
        discard(Pairs(_FOURTEEN)),
    ),
    dealing=(Deal(ids("t", 12), 4), Deal(ids("t", 4))),
    goal=Gathered(kind="d"),
    levels={
        2: (change("t", reach=1),),
        1: (change("d", pairs=(Pairs(_FOURTEEN), Pairs(_ALIKE))),),
    },
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12   DISCARD
                                                  :d
                                                  d
""",
)

NESTOR = Game(
    id="nestor",
    name="Nestor",
    collection="Classics",
    summary="Equal ranks leave eight open columns",
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        Group("t", 8, name="column", fanned=True),
        Group("r", 4, name="reserve place"),
        discard(Pairs(_ALIKE, among="tr")),
    ),
    dealing=(DistinctRanks(ids("t", 8), 6), Deal(ids("r", 4))),
    goal=Gathered(kind="d"),
    levels={
        2: (change("t", reach=1),),
        1: (change("d", pairs=(Pairs(_ALIKE, among="tr"), Pairs(_FOURTEEN, among="tr"))),),
    },
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    RESERVE
                                  r1  r2  r3  r4

                                  DISCARD
                                  :d
                                  d
""",
)

GAMES = (FOURTEEN_OUT, NESTOR)
