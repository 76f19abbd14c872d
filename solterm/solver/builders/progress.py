"""The progress of a game: the number of its irreversible moves.

Here no card leaves a foundation, returns to stock, waste or reserve, or turns face down again. Each
such move is final, and their number is limited; between two of them, cards only shift between
columns. A search can compare positions of equal progress, and one that follows the best of each
number does not get stuck where positions look good. Progress only guides the search.
"""

from collections.abc import Callable

from solterm.core.cards import DOWN
from solterm.core.vocabulary.policies import Lift
from solterm.solver.builders.kernel_layout import Layout
from solterm.solver.builders.pile_tree import State

_FACE_UP = bytes(code for code in range(256) if not code & DOWN)


def make_progress(layout: Layout) -> Callable[[State], int] | None:
    """Return a function that counts irreversible moves; None for games it does not suit."""
    game = layout.game
    homes = [group for group in game.groups if group.kind == "f"]
    if not layout.is_endless or not homes or game.packs > 1:
        return None
    if any(group.lift is not Lift.NONE for group in homes):
        return None
    columns = set(layout.columns)
    if any(not columns.issuperset(target.places) for target in layout.targets.values()):
        return None

    def progress(state: State) -> int:
        """Count cards that have left stock, waste and reserve, gone home, or been turned up."""
        home = sum(map(len, state[layout.home_span]))
        row = b"".join([pile.cards for pile in state[layout.column_span]])
        return 2 * home + len(row) - len(row.translate(None, _FACE_UP))

    return progress
