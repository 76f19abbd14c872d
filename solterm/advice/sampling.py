"""Hints in golfs and pyramids: solve sampled arrangements of the stock exactly.

In these games only the stock hides cards. So a choice consists of all moves up to the turn of the
stock that shows the next card. Each sampled arrangement is a game with all cards open and small
enough to search to the end. The hint is the choice that wins the most of them (perfect-information
Monte Carlo sampling: Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game",
JAIR 2001).

The positions of these spaces are numbers that name cards by their places. So a position that the
player can reach without another card is the same number in every arrangement. Within one
arrangement, all choices share one table of won and lost positions.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from solterm.advice.hindsight import Moves, Reached, Trial
from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.searches.space import AnySpace
from solterm.core.table import Table
from solterm.solver.forms.golf import Golf
from solterm.solver.forms.pyramids import PyramidPairs
from solterm.solver.spaces import space_of
from solterm.solver.verdict import Effort

_TURN = Move("s")
_CHOICES = 400
"""The most positions from which turning the stock is considered."""
_POSITIONS = 10_000
"""The most positions to search for one choice in one arrangement; after that it counts as lost."""


def can_sample(view: View) -> bool:
    """Whether only the stock hides cards, and arrangements are solved in a moment."""
    return view.can_arrange and isinstance(space_of(view.rules), Golf | PyramidPairs)


class Exact(Trial):
    """Solves arrangements after each choice.

    Among choices that win equally often, those with the better position before the turn come first.
    """

    is_exact: ClassVar[bool] = True

    def gather(self, tables: Sequence[Table]) -> Iterator[Moves]:
        """Generate the moves up to each turn of the stock.

        A way that wins without another card is the only one.
        """
        space = self._space
        start = space.start(tables[0])
        moves_to: dict[int, Moves] = {start: ()}
        self._before: dict[Moves, int] = {}
        """The position in which each choice turns the stock."""
        self._table: Table | None = None
        for state in (queue := [start]):
            for step, after in space.ways(state):
                moves = (*moves_to[state], *space.moves(state, step))
                if space.is_won(after):
                    return iter((moves,))
                if moves[-1] == _TURN:
                    self._before[moves] = state
                elif after not in moves_to and len(moves_to) < _CHOICES:
                    moves_to[after] = moves
                    queue.append(after)
        return iter(self._before)

    def learn(self, wins: Sequence[bool]) -> None:
        """Search each arrangement to the end."""

    def play(self, table: Table, moves: Moves, number: int, effort: Effort) -> tuple[bool, Reached]:
        space, before = self._space, self._before[moves]
        if table is not self._table:
            space.start(table)  # it reads the arrangement
            self._table, self._arrangement = table, _Arrangement(space)
        after = next(
            after for step, after in space.ways(before) if space.moves(before, step)[-1] == _TURN
        )
        is_won = self._arrangement.can_win(after)
        effort.met += self._arrangement.met
        return is_won, (0.0, space.worth(before))


class _Arrangement:
    """An arrangement, with its won and lost positions so far."""

    def __init__(self, space: AnySpace) -> None:
        self._space = space
        self._won: set[int] = set()
        self._lost: set[int] = set()
        self.met = 0
        """The positions the last search met."""

    def can_win(self, start: int) -> bool:
        """Search depth first. A search that meets ``_POSITIONS`` gives up."""
        space, won, lost = self._space, self._won, self._lost
        self.met = 0
        if start in won or space.is_won(start):
            return True
        if start in lost or space.is_dead(start):
            return False
        lost.add(start)
        path, ways = [start], [iter(space.ways(start))]
        while ways and self.met < _POSITIONS:
            if (after := next((each for _, each in ways[-1] if each not in lost), None)) is None:
                ways.pop()
                path.pop()
            elif after in won or space.is_won(after):
                won.update(path)
                break
            else:
                self.met += 1
                lost.add(after)
                if not space.is_dead(after):
                    path.append(after)
                    ways.append(iter(space.ways(after)))
        lost.difference_update(path)  # their searches did not end
        return bool(path) and path[0] in won
