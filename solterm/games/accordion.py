"""Accordion: one long row that folds up into a pile."""

from solterm.core.changes import change
from solterm.core.engines.rows import Rows
from solterm.core.game import Game
from solterm.core.groups import RowGroup
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.dealing import Deal
from solterm.core.vocabulary.exceptions import LevelOneMove
from solterm.core.vocabulary.goals import OnePile
from solterm.games.vocabulary import ids

ACCORDION = Game(
    id="accordion",
    name="Accordion",
    collection="Classics",
    also=("Idle Year", "Methuselah", "Tower of Babel", "One-Handed", "One Away Three Away"),
    summary="One long row folds up into a pile",
    family="Others",
    skill=5,
    engine=Rows,
    groups=(RowGroup("t", 52, name="pile"),),
    dealing=(Deal(ids("t", 52)),),
    goal=OnePile(),
    levels={2: (change("t", steps=(1, 2, 3)),), 1: (change("t", match=Match.COLOUR),)},
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="\n\n".join("".join(f"t{n:<3}" for n in range(k, k + 13)) for k in (1, 14, 27, 40)),
)

GAMES = (ACCORDION,)
