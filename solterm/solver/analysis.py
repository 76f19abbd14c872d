"""Find where a game was lost, and say it: in sentences, and as values for other programs.

Where it was lost is the turning point: the last position that could be won, and the first that
could not. Two facts save most of the searches. A position that follows from a lost one by moves is
lost, and one from which moves lead to a winnable position is winnable. So the analysis bisects: it
searches the position in the middle, then the middle of the remaining part. If a search does not
decide, it tries the neighbouring positions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import thread_time
from typing import Any, NamedTuple

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.events import find_move, is_played
from solterm.core.play.record import Record
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.words.describe import describe_moves, move_words
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit, Verdict

_SHOWN = 6
"""How many moves of a winning line the report shows."""
_WINNABLE = {Finding.WON: "yes", Finding.LOST: "no", Finding.UNDECIDED: "unknown"}
"""The words that programs get for findings."""


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


# -- in words --------------------------------------------------------------------------------------


def tell_progress(point: TurningPoint) -> str:
    """Return how far the search for the turning point is, in words."""
    looked = sum(1 for verdict in point.verdicts.values() if verdict.positions)
    won = -1 if point.last_won is None else point.last_won
    lost = point.length if point.first_lost is None else point.first_lost
    left = max(0, lost - won - 1)
    judged = f"{looked} position{'s' * (looked != 1)} judged"
    return f"{judged}; {left} of {point.length} may be where it turned"


def tell_analysis(found: Analysis) -> dict[str, Any]:
    """Return where a game was lost, as values of JSON; ``text`` says it in sentences."""
    point, move, stretch = found.turning_point, found.move, found.stretch
    undecided = Verdict(Finding.UNDECIDED)
    verdicts = [point.verdicts.get(place, undecided) for place in range(point.length)]
    return {
        "text": _sentences(found),
        "game": found.game.id,
        "level": found.level,
        "won": found.is_won,
        "positions": [_WINNABLE[verdict.finding] for verdict in verdicts],
        "steps": [moment.step for moment in found.trail],
        "lost_by": _place(found, move) if move else None,
        "between": [_place(found, each) for each in stretch] if stretch else None,
        "would_win": found.rules.record_texts(_table_won(found), found.way),
        # The protocol has these fields; no move is compared.
        "harder": [],
        "all_compared": True,
    }


def _sentences(found: Analysis) -> str:
    point, move, stretch = found.turning_point, found.move, found.stretch
    if found.is_won:
        return "This game was won."
    if point.last_won == point.length - 1:
        return f"The last position can still be won: {_way_begins(found)}."
    if move:
        return (
            f"It was lost by step {move.step}, {_event(found, move)}."
            f" Before it, this would have won: {_way_begins(found)}."
        )
    if stretch:
        first, last = stretch
        between = (
            f"between step {first.step}, {_event(found, first)},"
            f" and step {last.step}, {_event(found, last)}"
        )
        if point.last_won is None:
            return f"If this deal can be won, the game was lost {between}."
        return (
            f"It was lost {between}; the search did not find which move lost it."
            f" Before step {first.step}, this would have won: {_way_begins(found)}."
        )
    if point.first_lost == 0:
        return "This deal cannot be won at this level. None of your moves lost it."
    if point.last_won is not None:
        moment = found.trail[point.last_won]
        return (
            f"After step {moment.step} it could still be won: {_way_begins(found)}."
            " The search did not decide the later positions."
        )
    return "Undecided: the search found neither a win nor a loss."


def _way_begins(found: Analysis) -> str:
    """Say the first moves that would have won from the last winnable position."""
    shown = ", ".join(describe_moves(found.rules, _table_won(found), found.way[:_SHOWN]))
    return f"{shown} and so on" if len(found.way) > _SHOWN else shown


def _table_won(found: Analysis) -> Table:
    return found.rules.settle(found.trail[found.turning_point.last_won or 0].table)


def _place(found: Analysis, moment: Moment) -> dict[str, Any]:
    return {"step": moment.step, "move": _typed(found, moment)}


def _typed(found: Analysis, moment: Moment) -> str:
    """Return an event as line mode reads it; older records omit a count of one."""
    try:
        move = find_move(moment.event)
    except ValueError:
        move = None
    if move is None:
        return moment.event
    return found.game.rules(moment.level).record_text(_before(found, moment), move)


def _event(found: Analysis, moment: Moment) -> str:
    try:
        game = found.game.rules(moment.level).game
        return move_words(game, _before(found, moment), Move.parse(moment.event))
    except (ValueError, IndexError, KeyError):
        return _typed(found, moment)


def _before(found: Analysis, moment: Moment) -> Table:
    return found.trail[found.trail.index(moment) - 1].table
