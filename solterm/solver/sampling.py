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

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.searches.space import AnySpace
from solterm.core.table import Table
from solterm.solver.arranging import arrange
from solterm.solver.forms.golf import Golf
from solterm.solver.forms.pyramids import PyramidPairs
from solterm.solver.hindsight import Choice, Effort, Moves
from solterm.solver.spaces import space_of

_TURN = Move("s")
_CHOICES = 400
"""The most positions from which turning the stock is considered."""
_ARRANGEMENTS = 200
"""The most arrangements to solve."""
_POSITIONS = 10_000
"""The most positions to search for one choice in one arrangement; after that it counts as lost."""
_FIRST, _ROUND = 8, 4
"""Arrangements after which choices are dropped for the first time, and between later times."""


class _Turn(NamedTuple):
    """A choice: moves of known cards, then the turn of the stock."""

    before: int
    """The position in which the stock is turned."""
    moves: Moves


def can_sample(view: View) -> bool:
    """Whether only the stock hides cards, and arrangements are solved in a moment."""
    return view.can_arrange and isinstance(space_of(view.rules), Golf | PyramidPairs)


def rank_by_sampling(view: View, effort: Effort) -> list[Choice]:
    """Return what the player can do before the next card shows, the most promising first.

    Among choices that win equally often, those with the better position before the turn come
    first. The list is empty where the time is too short to solve one arrangement.
    """
    space, arrangements = space_of(view.rules), arrange(view)
    table = next(arrangements)
    turns = _list_turns(space, table)
    wins = dict.fromkeys(turns, 0)
    live, tries = turns, 0
    while len(live) > 1 and tries < _ARRANGEMENTS:
        results = _solve(space, table, live, effort)
        if len(results) < len(live):
            break
        for turn, is_won in zip(live, results, strict=True):
            wins[turn] += is_won
        tries += 1
        if tries >= _FIRST and tries % _ROUND == 0:
            best = max(wins[turn] for turn in live)
            live = [turn for turn in live if wins[turn] >= best - 1.3 * sqrt(best + 1)]
        if effort.is_spent:
            break
        table = next(arrangements)
    if not tries and len(live) > 1:
        return []
    choices = (Choice(turn.moves, wins[turn], tries, space.worth(turn.before)) for turn in live)
    return sorted(choices, key=lambda choice: (choice.wins, choice.worth), reverse=True)


def _list_turns(space: AnySpace, table: Table) -> list[_Turn]:
    """Return the choices; a way that wins without another card is the only one."""
    start = space.start(table)
    moves_to: dict[int, Moves] = {start: ()}
    turns = []
    for state in (queue := [start]):
        for step, after in space.ways(state):
            moves = (*moves_to[state], *space.moves(state, step))
            if space.is_won(after):
                return [_Turn(state, moves)]
            if moves[-1] == _TURN:
                turns.append(_Turn(state, moves))
            elif after not in moves_to and len(moves_to) < _CHOICES:
                moves_to[after] = moves
                queue.append(after)
    return turns


def _solve(space: AnySpace, table: Table, turns: list[_Turn], effort: Effort) -> list[bool]:
    """Return whether each choice wins an arrangement, as far as the time allows."""
    space.start(table)  # it reads the arrangement
    arrangement, results = _Arrangement(space), []
    for turn in turns:
        if effort.is_late:
            break
        after = next(
            after
            for step, after in space.ways(turn.before)
            if space.moves(turn.before, step)[-1] == _TURN
        )
        results.append(arrangement.can_win(after))
        effort.met += arrangement.met
    return results


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
            if (after := self._find_next(ways[-1])) is None:
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

    def _find_next(self, ways: Iterator[tuple[object, int]]) -> int | None:
        """Return the next position that may be won."""
        return next((after for _, after in ways if after not in self._lost), None)
