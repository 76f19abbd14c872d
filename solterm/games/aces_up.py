"""Aces Up: end cards leave if a higher one of their suit is in sight."""

from solterm.core.changes import change
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, Outranked
from solterm.games.levels import row_stock
from solterm.games.vocabulary import ids, stock

ACES_UP = Game(
    id="aces-up",
    name="Aces Up",
    version=2,
    collection="Classics",
    also=("Idiot's Delight", "Aces High", "Drivel", "Discard"),
    summary="Low cards go until only Aces are left",
    family="Others",
    skill=2,
    engine=Builders,
    groups=(
        stock(DealRow(ids("t", 4))),
        BuilderGroup(
            "t", 4, name="column", lift=Lift.TOP, space=ANY_CARD, goes_to="tdr", fanned=True
        ),
        BuilderGroup(
            "r",
            name="cell",
            lift=Lift.TOP,
            space=ANY_CARD,
            capacity=1,
            goes_to="td",
            closed=True,
        ),
        BuilderGroup("d", name="discard pile", space=Outranked()),
    ),
    dealing=(Deal(ids("t", 4)), Rest()),
    goal=Gathered(48, kind="d", spared="the four Aces"),
    **row_stock(change("r", closed=False), change("d", space=Outranked(Match.COLOUR))),
    layout="""
t1  t2  t3  t4    STOCK   DISCARD
                  :s      :d
                  s       d

                  r
""",
)

GAMES = (ACES_UP,)
