"""Montana: four rows with gaps, put in order card by card."""

from solterm.core.changes import change
from solterm.core.engines.grid import Grids
from solterm.core.game import Game
from solterm.core.groups import GridGroup
from solterm.core.vocabulary.dealing import Deal, SetAside
from solterm.core.vocabulary.exceptions import LevelOneMove
from solterm.core.vocabulary.grids import AfterLeft, RedealGaps, RowsInOrder
from solterm.core.vocabulary.policies import Lift
from solterm.games.vocabulary import DISCARD, grid_picture, ids, redeal_pile

_CELLS = ids("g", 52)

MONTANA = Game(
    id="montana",
    name="Montana",
    collection="Classics",
    also=("Gaps", "Vacancies"),
    summary="Fill the gaps, put four rows in order",
    family="Others",
    skill=4,
    engine=Grids,
    groups=(
        redeal_pile(RedealGaps()),
        GridGroup(
            "g", 52, name="cell", lift=Lift.TOP, goes_to="g", columns=13, placing=AfterLeft()
        ),
        DISCARD,
    ),
    dealing=(Deal(_CELLS), SetAside(_CELLS)),
    goal=RowsInOrder(),
    shuffles=True,
    shows_limits=True,
    levels={
        2: (change("s", action=RedealGaps(3)),),
        1: (change("g", placing=AfterLeft(before_right=True)),),
    },
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout=grid_picture(13, 4, "REDEAL", "s", "ACES", "d"),
)

GAMES = (MONTANA,)
