"""The schedule of a search: courses by the rules themselves and by stricter rules take turns.

It is unknown which of them will finish first. A turn is a number of positions, not a time, so that
verdicts are the same on every machine. A compact form visits many positions while the general space
visits one, so its turns are longer.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search import BestFirst, DepthFirst, Search
from solterm.core.searches.search_space import AnySpace
from solterm.core.table import Table
from solterm.solver.derived.stricter import tell_by
from solterm.solver.kernel.kernel_space import KernelSpace
from solterm.solver.searches.layered import Layered
from solterm.solver.searches.staged import InTurn
from solterm.solver.space_choice import depth_first, search_of, space_of
from solterm.solver.verdict import Finding, Verdict

_SHORT = 2000
"""The most positions that a shortcut may visit."""
_AHEAD = 15_000
"""The most positions to search best first where the kernel then visits all, depth first."""
_IN_LAYERS = 30_000
"""The most positions to search in layers after that, if there is no stock."""
_TURN = 100
"""Positions in a turn of the general space."""


class Course:
    """All searches of a position in one space, one after the other, until one decides it.

    First come short searches, by each shortcut and depth first by each estimate, if the space has
    them. The main search follows: best first, or stage by stage in a long game. Once memory is
    full, a search in layers forgets old positions; from another one a depth-first search takes
    over, which needs less.
    """

    def __init__(self, rules: Rules, space: AnySpace, table: Table) -> None:
        self.rules = rules
        self._space = space
        self._start = space.start(table)
        self._spent = 0
        """Positions visited by abandoned searches."""
        self._best: tuple[tuple[Move, ...], int | None] = (), space.reached(self._start)
        """The result of the searches before the present one."""
        self._planned = self._plan()
        self._search, self._enough = next(self._planned)
        self.turn = _TURN * space.pace
        """Positions in one of its turns."""
        self.is_exhausted = False
        """Whether it has visited everything without finding a win."""
        self._look_on()

    def _plan(self) -> Iterator[tuple[Search[Any, Any], int | None]]:
        space, start = self._space, self._start
        for short in space.shortcuts():
            yield BestFirst(short, start), _SHORT
        if plunge := space.plunge():
            for worth in space.worths():
                yield DepthFirst(space, start, worth), plunge
        search = search_of(space, start)
        if isinstance(space, KernelSpace) and not space.is_fed:
            yield BestFirst(space, start), _AHEAD
            if not (plunge or space.is_long):
                yield Layered(space.eager_variant() or space, start), _IN_LAYERS
        yield search, None
        yield depth_first(space, start), None

    @property
    def positions(self) -> int:
        """How many positions it has visited."""
        return self._spent + self._search.positions

    @property
    def memory(self) -> int:
        """Estimated memory in bytes."""
        return self._search.memory

    @property
    def is_won(self) -> bool:
        """Whether it has found a win."""
        return self._search.is_won

    @property
    def is_lost(self) -> bool:
        """Whether it has proved the position lost."""
        return self.is_exhausted and self._space.is_whole

    @property
    def result(self) -> tuple[tuple[Move, ...], int | None]:
        """The moves to the win, or else to the best result found, and that result.

        The result is None in games that count none short of a win.
        """
        if self.is_won or isinstance(self._search, BestFirst):
            return self._search.line(), self._search.most
        return self._best

    def go_on(self, positions: int) -> None:
        """Visit at most so many more positions; stop at a win or at the end."""
        search = self._search
        if self._enough is not None:
            positions = min(positions, self._enough - search.positions)
        search.go_on(positions)
        self._look_on()

    def save_memory(self) -> bool:
        """Go on with less memory, or with a search that needs less; return False if none does."""
        search = self._search
        if isinstance(search, Layered | InTurn) and search.save_memory():
            return True
        if isinstance(search, BestFirst | InTurn):
            self._begin_next()
            return not self.is_exhausted
        return False

    def _look_on(self) -> None:
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
        self._best = self.result
        self._spent += self._search.positions
        self._search, self._enough = following


class Schedule:
    """A course by the position's own rules and, in turns with it, detours by stricter ones.

    Its own rules have half of all turns while there are detours.
    """

    def __init__(
        self, rules: Rules, table: Table, space: AnySpace, stricter: Iterable[Rules]
    ) -> None:
        """Begin a search; ``stricter`` rules take turns in this order."""
        self._table = table
        self._own = Course(rules, space, table)
        self._detours = [Course(each, space_of(each), table) for each in stricter]
        self._spent = 0
        """Positions visited by abandoned detours."""
        self._told: tuple[Move, ...] | None = None
        """The winning line of a detour, as moves of the rules."""
        self._turns = self._take_turns()
        self._asked = 0

    @property
    def positions(self) -> int:
        """How many positions all courses have visited."""
        met = sum(detour.positions for detour in self._detours)
        return self._own.positions + met + self._spent

    @property
    def memory(self) -> int:
        """Their estimated memory in bytes."""
        return self._own.memory + sum(detour.memory for detour in self._detours)

    @property
    def is_won(self) -> bool:
        """Whether one of them has found a win."""
        return self._own.is_won or self._told is not None

    @property
    def is_over(self) -> bool:
        """Whether the search has finished."""
        return self.is_won or self._own.is_lost or (self._own.is_exhausted and not self._detours)

    def verdict(self, ended_by: str) -> Verdict:
        """Return what is known so far; ``ended_by`` is the limit that ended the search, if any.

        Stricter rules prove no loss.
        """
        (moves, best), met = self._own.result, self.positions
        if self.is_won:
            return Verdict(Finding.WON, moves if self._told is None else self._told, met)
        if self._own.is_lost:
            return Verdict(Finding.LOST, moves, met, best=best)  # proofs may cut off more
        return Verdict(Finding.UNDECIDED, moves, met, ended_by or "cut", best)

    def go_on(self, positions: int) -> None:
        """Visit at most so many more positions, all in one course."""
        self._asked = positions
        next(self._turns, None)

    def save_memory(self) -> bool:
        """Drop the largest detour or, without any, go on with a search that needs less memory."""
        if self._detours:
            self._give_up(max(self._detours, key=lambda detour: detour.memory))
            return True
        return self._own.save_memory()

    def _take_turns(self) -> Iterator[None]:
        rounds = own_turns = 0
        while not self.is_over:
            rounds += 1
            own_turns += len(self._detours)
            yield from self._go(self._own, own_turns)
            for detour in [] if self.is_over else self._detours[:]:
                yield from self._go(detour, rounds)
                if detour.is_won:
                    moves, _ = detour.result
                    self._told = tell_by(self._own.rules, detour.rules, self._table, moves)
                    if self.is_won:
                        return
                if detour.is_won or detour.is_exhausted:
                    self._give_up(detour)

    def _go(self, course: Course, turns: int) -> Iterator[None]:
        """Run a course until it has had so many turns, or without end if it is alone.

        A search may visit more positions than asked for; its next turn is shorter then.
        """
        while not (course.is_won or course.is_exhausted):
            left = turns * course.turn - course.positions if self._detours else self._asked
            if left <= 0:
                return
            course.go_on(min(self._asked, left))
            yield

    def _give_up(self, detour: Course) -> None:
        if detour in self._detours:
            self._detours.remove(detour)
            self._spent += detour.positions
