"""How far a game has come: the moves of it that cannot be taken back, counted.

No card leaves a foundation or comes back to stock, waste or reserve, and none is turned face down
again. So each such move brings a game one on for good, and there are only so many of them; what is
done between two of them is to shift columns. Positions that have come as far as one another can be
compared, and a search that follows the best of each number is not held up where things look well.
It proves nothing and cuts off nothing for good.
"""

from collections.abc import Callable

from solterm.core.cards import DOWN
from solterm.core.vocabulary.policies import Lift
from solterm.solver.builders.layout import NOWHERE, Layout
from solterm.solver.builders.states import State

_FACE_UP = bytes(code for code in range(256) if not code & DOWN)


def make_progress(layout: Layout) -> Callable[[State], int] | None:
    """Counts what cannot be taken back; None where no stock turns without end, or cards return."""
    game = layout.game
    homes = [group for group in game.groups if group.kind == "f"]
    if not layout.is_endless or not homes or game.packs > 1:
        return None
    if any(group.lift is not Lift.NONE for group in homes) or layout.discard != NOWHERE:
        return None
    columns = set(layout.columns)
    if any(not columns.issuperset(target.places) for target in layout.targets.values()):
        return None

    def progress(state: State) -> int:
        """Cards that have left stock, waste and reserve, are home, or were turned up."""
        home = sum(map(len, state[layout.home_span]))
        row = b"".join(state[layout.column_span])
        return 2 * home + len(row) - len(row.translate(None, _FACE_UP))

    return progress
