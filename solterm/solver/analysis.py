"""Find where a game was lost: the last position that could be won, and the first that could not.

Two facts save most of the searches. A position that follows from a lost one by moves is lost, and
one from which moves lead to a winnable position is winnable. So the analysis bisects: it searches
the position in the middle, then the middle of the remaining part. If a search does not decide, it
tries the neighbouring positions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import thread_time
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.events import is_played
from solterm.core.play.record import Record
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit, Verdict


class Moment(NamedTuple):
    """A position on the way to the current position of a play."""

    step: int
    """How many events had been played by then."""
    event: str
    """The event that led to it; empty for the deal."""
    table: Table
    level: int
    follows: bool
    """Whether ordinary play at this level led to it from the previous one."""


def trail_of(record: Record, game_of: Callable[[str], Game]) -> list[Moment]:
    """Return the positions that led to the current one, from the deal on, without undone ones.

    Raises ``RecordError`` at the first line that does not hold.
    """
    trail: list[Moment] = []
    undone: list[Moment] = []
    is_irregular = False
    for step, play in enumerate(record.steps(game_of)):
        event = record.events[step - 1] if step else ""
        if event == "undo":
            undone.append(trail.pop())
        elif event == "redo":
            trail.append(undone.pop())
        elif len(play.passed) == len(trail):
            undone.clear()
            follows = step > 0 and is_played(event) and not is_irregular
            trail.append(Moment(step, event, play.table, play.level, follows))
        if trail[-1].table != play.table:  # another level settled the table
            trail[-1] = trail[-1]._replace(table=play.table, level=play.level, follows=False)
        is_irregular = play.armed or play.cheating
    return trail


class TurningPoint(NamedTuple):
    """Where a line of positions turns from won to lost, as far as verdicts tell."""

    verdicts: Mapping[int, Verdict]
    """The verdicts so far, by the number of the position."""
    length: int
    """The number of positions."""

    def places(self, finding: Finding) -> list[int]:
        """Return the numbers of the positions with a certain finding."""
        return [place for place, verdict in self.verdicts.items() if verdict.finding is finding]

    @property
    def last_won(self) -> int | None:
        """The number of the last position proved winnable."""
        return max(self.places(Finding.WON), default=None)

    @property
    def first_lost(self) -> int | None:
        """The number of the first position proved lost after that."""
        after = -1 if self.last_won is None else self.last_won
        return min((place for place in self.places(Finding.LOST) if place > after), default=None)


def find_turning_point(
    trail: Sequence[Moment],
    game: Game,
    level: int,
    each: float,
    in_all: float,
    tell: Callable[[TurningPoint], object] = lambda _: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> TurningPoint:
    """Find the last position that can be won, and the first that is lost after it.

    A search of one position takes at most ``each`` seconds, all of them together ``in_all``.
    ``tell`` receives the result so far after each search.
    """
    end, rules = thread_time() + in_all, game.rules(level)
    tables = [rules.settle(moment.table) for moment in trail]
    follows = [moment.follows and moment.level == level for moment in trail]
    verdicts: dict[int, Verdict] = {}
    point = TurningPoint(verdicts, len(trail))
    while not is_stopped() and (left := end - thread_time()) > 0:
        place = _next_place(point)
        if place is None:
            break
        limit = Limit(seconds=min(each, left), is_stopped=is_stopped)
        verdicts[place] = verdict = solve(rules, tables[place], limit)
        if verdict.ended_by == "stopped":
            del verdicts[place]
            break
        for other in _implied(follows, place, verdict.finding):
            if other not in verdicts or verdicts[other].finding is Finding.UNDECIDED:
                verdicts[other] = Verdict(verdict.finding)
        tell(point)
    return point


def _next_place(point: TurningPoint) -> int | None:
    after = -1 if point.last_won is None else point.last_won
    open_places = [place for place in range(after + 1, point.length) if place not in point.verdicts]
    if not point.verdicts:
        return point.length - 1
    return open_places[len(open_places) // 2] if open_places else None


def _implied(follows: Sequence[bool], place: int, finding: Finding) -> Iterator[int]:
    if finding is Finding.WON:
        while place > 0 and follows[place]:
            place -= 1
            yield place
    elif finding is Finding.LOST:
        while place + 1 < len(follows) and follows[place + 1]:
            place += 1
            yield place


class Analysis(NamedTuple):
    """Where a recorded game was lost, as far as searches find out."""

    trail: Sequence[Moment]
    turning_point: TurningPoint
    level: int
    """The level it is judged at: that of its last position."""
    game: Game

    @property
    def rules(self) -> Rules:
        """The rules it is judged by."""
        return self.game.rules(self.level)

    @property
    def is_won(self) -> bool:
        """Whether the game was won."""
        return self.rules.is_won(self.trail[-1].table)

    @property
    def move(self) -> Moment | None:
        """The move that lost the game; None if unknown."""
        won, lost = self.turning_point.last_won, self.turning_point.first_lost
        is_known = won is not None and lost == won + 1
        return self.trail[lost] if is_known and lost is not None else None

    @property
    def stretch(self) -> tuple[Moment, Moment] | None:
        """The first and the last of the moves one of which lost the game, if it is unknown."""
        won, lost = self.turning_point.last_won, self.turning_point.first_lost
        if self.move or lost is None or lost == 0:
            return None
        return self.trail[(won or 0) + 1], self.trail[lost]

    @property
    def way(self) -> tuple[Move, ...]:
        """The moves that would have won from the last winnable position."""
        won = self.turning_point.last_won
        return () if won is None else self.turning_point.verdicts[won].moves


def analyse(
    record: Record,
    game_of: Callable[[str], Game],
    each: float = 5.0,
    in_all: float = 60.0,
    tell: Callable[[Analysis], object] = lambda _: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Replay a recorded game and find where it was lost.

    The limits are those of ``find_turning_point``. ``tell`` receives the analysis so far after each
    search. Raises ``RecordError`` at the first line that does not hold.
    """
    play = record.replay(game_of)
    trail = trail_of(record, game_of)

    def found(point: TurningPoint) -> Analysis:
        return Analysis(trail, point, play.level, play.game)

    def tell_point(point: TurningPoint) -> None:
        tell(found(point))

    return found(
        find_turning_point(trail, play.game, play.level, each, in_all, tell_point, is_stopped)
    )
