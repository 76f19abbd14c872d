"""The courses a search takes: by the rules that are asked for, and detours by stricter ones.

They take turns, since nobody knows which of them comes to an end first. Turns are reckoned in
positions, never in time, so that what is found is the same on every machine; and as a compact form
meets many positions while the general space meets one, it has a longer turn.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.derived.stricter import tell_by
from solterm.solver.searches.search import BestFirst, DepthFirst, Search
from solterm.solver.searches.staged import InTurn
from solterm.solver.space import AnySpace
from solterm.solver.spaces import search_of, space_of

_SHORT = 2000
"""How many positions may be met by a shortcut."""
_TURN = 100
"""How many positions of the general space make a turn."""


class Course:
    """All searches of a position in a space, each from the beginning, until one knows.

    Where it pays, a little by each shortcut, and depth first by each worth; then the best first or,
    where a game has stages, stage by stage; and depth first again, which takes less, once memory is
    full.
    """

    def __init__(self, space: AnySpace, table: Table) -> None:
        self._space = space
        self._start = space.start(table)
        self._spent = 0
        """The positions of the searches that were given up."""
        self._best: tuple[Move, ...] = ()
        self._most = space.reached(self._start)
        self._planned = self._plan()
        self._search, self._enough = next(self._planned)
        self.is_exhausted = False
        """Has it met all there is, and no win among it?"""
        self._look_on()

    def _plan(self) -> Iterator[tuple[Search[Any, Any], int | None]]:
        """The searches, and how many positions each may meet."""
        space, start = self._space, self._start
        for short in space.shortcuts():
            yield BestFirst(short, start), _SHORT
        if plunge := space.plunge():
            for worth in space.worths():
                yield DepthFirst(space, start, worth), plunge
        yield search_of(space, start), None
        yield DepthFirst(space, start), None

    @property
    def positions(self) -> int:
        """How many positions it has met."""
        return self._spent + self._search.positions

    @property
    def memory(self) -> int:
        """How many bytes it takes, estimated."""
        return self._search.memory

    @property
    def turn(self) -> int:
        """How many positions make a turn."""
        return _TURN * self._space.pace

    @property
    def is_won(self) -> bool:
        """Has it found a win?"""
        return self._search.is_won

    @property
    def is_lost(self) -> bool:
        """Is it proved that there is no win?"""
        return self.is_exhausted and self._space.is_whole

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that lead to the win it has found, or else to the most that was reached."""
        if self.is_won or isinstance(self._search, BestFirst):
            return self._search.line()
        return self._best

    @property
    def most(self) -> int | None:
        """The most that a position has reached, where that counts short of a win; else None."""
        if self.is_won or isinstance(self._search, BestFirst):
            return self._search.most
        return self._most

    def go_on(self, positions: int) -> None:
        """Meet so many positions more at most, or all there are, or a win."""
        search = self._search
        if self._enough is not None:
            positions = min(positions, self._enough - search.positions)
        search.go_on(positions)
        self._look_on()

    def save_memory(self) -> bool:
        """Go on with a search that takes less; False where there is none."""
        if isinstance(self._search, BestFirst | InTurn):
            self._begin_next()
            return not self.is_exhausted
        return False

    def _look_on(self) -> None:
        """Begin the next search where the present one has done its part."""
        while not (self.is_won or self.is_exhausted):
            search = self._search
            if search.is_exhausted and search.is_whole == self._space.is_whole:
                self.is_exhausted = True
            elif search.is_exhausted or (self._enough and search.positions >= self._enough):
                self._begin_next()
            else:
                return

    def _begin_next(self) -> None:
        following = next(self._planned, None)
        if following is None:
            self.is_exhausted = True
            return
        self._best, self._most = self.line, self.most
        self._spent += self._search.positions
        self._search, self._enough = following


class _Detour(NamedTuple):
    """A course by stricter rules."""

    stricter: Rules
    course: Course


class Courses:
    """The search of a position by its own rules and, turn by turn, by stricter ones.

    Its own rules have half of all turns, as long as there are others.
    """

    def __init__(
        self, rules: Rules, table: Table, space: AnySpace, stricter: Iterable[Rules]
    ) -> None:
        """``stricter`` are those whose wins are told by the rules; the first has its turn first."""
        self._rules = rules
        self._table = table
        self._own = Course(space, table)
        self._detours = [_Detour(each, Course(space_of(each), table)) for each in stricter]
        self._spent = 0
        """The positions of detours that were given up."""
        self._told: tuple[Move, ...] | None = None
        """The line of a detour that won."""
        self._turns = self._take_turns()
        self._asked = 0

    @property
    def positions(self) -> int:
        """How many positions all of them have met."""
        met = (each.course.positions for each in self._detours)
        return self._own.positions + sum(met) + self._spent

    @property
    def memory(self) -> int:
        """How many bytes they take, estimated."""
        return self._own.memory + sum(each.course.memory for each in self._detours)

    @property
    def is_won(self) -> bool:
        """Has one of them found a win?"""
        return self._own.is_won or self._told is not None

    @property
    def is_lost(self) -> bool:
        """Is it proved that there is no win? The stricter rules prove nothing."""
        return self._own.is_lost

    @property
    def is_over(self) -> bool:
        """Is there nothing more to be found out?"""
        return self.is_won or self.is_lost or (self._own.is_exhausted and not self._detours)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that lead to the win that was found, or else to the most that was reached."""
        return self._own.line if self._told is None else self._told

    @property
    def most(self) -> int | None:
        """The most that a position has reached, where that counts short of a win; else None."""
        return self._own.most

    def go_on(self, positions: int) -> None:
        """Meet so many positions more at most, all in one course."""
        self._asked = positions
        next(self._turns, None)

    def save_memory(self) -> bool:
        """Give up the largest of the detours or, without any, go on with what takes less."""
        if self._detours:
            self._give_up(max(self._detours, key=lambda each: each.course.memory))
            return True
        return self._own.save_memory()

    def _take_turns(self) -> Iterator[None]:
        """Round after round, in as many pieces as are asked for."""
        rounds = own_turns = 0
        while not self.is_over:
            rounds += 1
            own_turns += len(self._detours)
            yield from self._go(self._own, own_turns)
            for detour in [] if self.is_over else self._detours[:]:
                yield from self._go(detour.course, rounds)
                if detour.course.is_won:
                    line = detour.course.line
                    self._told = tell_by(self._rules, detour.stricter, self._table, line)
                    if self.is_won:
                        return
                if detour.course.is_won or detour.course.is_exhausted:
                    self._give_up(detour)

    def _go(self, course: Course, turns: int) -> Iterator[None]:
        """Let a course go on until it has had so many turns; without end where it is alone.

        Who meets more than was asked for, as a search does that looks into one position more, has
        the less in its next turn.
        """
        while not (course.is_won or course.is_exhausted):
            left = turns * course.turn - course.positions if self._detours else self._asked
            if left <= 0:
                return
            course.go_on(min(self._asked, left))
            yield

    def _give_up(self, detour: _Detour) -> None:
        if detour in self._detours:
            self._detours.remove(detour)
            self._spent += detour.course.positions
