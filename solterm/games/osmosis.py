"""Osmosis: ranks seep from each row of the foundations into the next."""

from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.options import Option
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING, InRowAbove, Space
from solterm.games.levels import packet_stock
from solterm.games.vocabulary import foundations, ids, stock, waste

_FIRST_ROW = "the first row"
_IN_SUIT = Build(tuple(range(-12, 13)), Match.SUIT)


def _row(space: Space, build: Build | None = None) -> BuilderGroup:
    return foundations(1, build, space, fanned=True)


OSMOSIS = Game(
    id="osmosis",
    name="Osmosis",
    collection="Classics",
    also=("Treasure Trove", "Peek"),
    summary="Ranks seep from one row into the next",
    family="Others",
    skill=2,
    engine=Builders,
    groups=(
        stock(TurnStock(3)),
        waste("f"),
        _row(NOTHING, _IN_SUIT),
        _row(InRowAbove("f2", "f1")),
        _row(InRowAbove("f3", "f2")),
        _row(InRowAbove("f4", "f3")),
        BuilderGroup("r", 4, name="reserve", lift=Lift.TOP, goes_to="f", fanned=True),
    ),
    dealing=(Deal(ids("r", 4), 4, down=3), Deal(("f1",)), Rest()),
    options=(
        Option(
            "peek",
            "Open reserves",
            {
                "no": (),
                "yes": (change("", dealing=(Deal(ids("r", 4), 4), Deal(("f1",)), Rest())),),
            },
            words={"yes": "open reserves"},
        ),
    ),
    **packet_stock(
        change("f3", space=InRowAbove("f3", "f1", _FIRST_ROW)),
        change("f4", space=InRowAbove("f4", "f1", _FIRST_ROW)),
    ),
    layout="""
RESERVES      FOUNDATIONS                  STOCK
r1>           f1>                          :s

r2>           f2>                          s

r3>           f3>                          :w

r4>           f4>                          w
""",
)

GAMES = (OSMOSIS,)
