"""Races: two players play the same deal at the same time.

The first to win has won the race. Otherwise the better mark decides, once both have stopped or the
time is over. A ghost is a run that was played before; it races at its own pace.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from solterm.core.play.play import Play
from solterm.core.play.record import Record, write

LIMIT = 600
"""The seconds of a race."""
GRACE = 2
"""The seconds after its end until a race is decided: hosts tell each other the last moves."""
COUNTDOWN = 4
"""The seconds from the moment a race is agreed on to its start; players see the last three."""
LONGEST_RECORD = 1 << 16
"""The characters of a game that can be raced, or shown after a race."""
USUAL_GAP = 4.0
"""The seconds between two events of a ghost whose playing time is unknown."""

_MOST_POINTS = 400
"""The most points in a pace."""


class RaceRun(NamedTuple):
    """What a player has reached in a race."""

    cards: int = 0
    """``Play.cards_home``: the cards home, or whatever the goal of the game counts."""
    moves: int = 0
    mark: int = 0
    won: bool = False
    is_over: bool = False
    """Whether it can't get better: won, given up, or without a move."""
    seconds: float = 0
    """From the start of the race to the last move."""
    record: str = ""
    """The game as it was then; empty: none, or one that is too long to keep."""


class Point(NamedTuple):
    """How far a racer is after some seconds."""

    seconds: float
    cards: int
    moves: int
    mark: int = 0


class Ghost(NamedTuple):
    """A run that was played before, as an opponent."""

    game: str
    level: int
    deal: str
    pace: tuple[Point, ...]
    run: RaceRun
    """Its result."""


def run_of(play: Play, seconds: float, has_ended: bool = False) -> RaceRun:
    """Return what a play has reached. ``has_ended`` means that its player has given it up."""
    is_over = has_ended or play.outcome is not None
    record = write(play)
    return RaceRun(
        *(play.cards_home, play.moves, play.mark, play.tally.won, is_over, seconds),
        record if len(record) <= LONGEST_RECORD else "",
    )


def decide(runs: Sequence[RaceRun]) -> int | None:
    """Return the index of the winner of two runs; None for a draw.

    >>> decide([RaceRun(mark=300), RaceRun(mark=250, won=True, seconds=90)])
    1
    >>> decide([RaceRun(won=True, seconds=80), RaceRun(won=True, seconds=90)])
    0
    >>> decide([RaceRun(mark=40), RaceRun(mark=40)]) is None
    True
    """
    first, second = ((run.won, -run.seconds if run.won else run.mark) for run in runs)
    if first == second:
        return None
    return 0 if first > second else 1


def is_decided(runs: Sequence[RaceRun], seconds: float) -> bool:
    """Return whether a race is over after some seconds: won, stopped by both, or out of time."""
    return seconds >= LIMIT or any(run.won for run in runs) or all(run.is_over for run in runs)


# -- how a race went -------------------------------------------------------------------------


def add_point(pace: str, point: Point) -> str:
    """Return a stored pace with another point; the first one is the start of the race."""
    points = (*(read_pace(pace) if pace else [Point(0, 0, 0)]), point)
    if len(points) > _MOST_POINTS:
        points = (*points[:-1:2], point)
    return write_pace(points)


# -- ghosts ----------------------------------------------------------------------------------


def pace_of(record: Record, play: Play, seconds: float | None = None) -> tuple[Point, ...]:
    """Return the pace of a recorded run, by playing its events on its fresh ``play``.

    ``seconds`` is its playing time, spread evenly over its events; None if that is unknown.
    """
    events = record.events
    gap = USUAL_GAP if seconds is None else max(0.5, seconds / max(1, len(events)))
    points = [Point(0, play.cards_home, play.moves, play.mark)]
    for number, event in enumerate(events, 1):
        play.perform(event)
        point = Point(round(number * gap, 1), play.cards_home, play.moves, play.mark)
        if point[1:] != points[-1][1:]:
            points.append(point)
    step = -(-len(points) // _MOST_POINTS)
    return (*points[:-1:step], points[-1])


def find_point(pace: Sequence[Point], seconds: float) -> Point:
    """Return how far a ghost is after some seconds.

    >>> find_point([Point(0, 0, 0), Point(5, 1, 3)], 7.5)
    Point(seconds=5, cards=1, moves=3, mark=0)
    """
    return next((each for each in reversed(pace) if each.seconds <= seconds), Point(0, 0, 0))


def run_of_ghost(pace: Sequence[Point], mark: int, won: bool, seconds: float) -> RaceRun:
    """Return what a ghost has reached after some seconds.

    ``mark`` and ``won`` are the result of its whole run.
    """
    point, last = find_point(pace, seconds), pace[-1]
    if point != last:
        return RaceRun(point.cards, point.moves, point.mark, seconds=point.seconds)
    return RaceRun(last.cards, last.moves, mark, won, is_over=True, seconds=last.seconds)


def write_pace(pace: Sequence[Point]) -> str:
    """Return the stored form of a pace."""
    return json.dumps(pace, separators=(",", ":"))


def read_pace(text: str) -> tuple[Point, ...]:
    """Return the pace in a stored form."""
    return tuple(Point(*each) for each in json.loads(text))
