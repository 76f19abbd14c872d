"""Races: who has won, and how far a ghost is."""

import pytest

from solterm.contests.races import (
    LIMIT,
    USUAL_GAP,
    Point,
    RaceRun,
    add_point,
    decide,
    find_point,
    is_decided,
    pace_of,
    read_pace,
    run_of,
    run_of_ghost,
    write_pace,
)
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find

WON = RaceRun(cards=52, moves=100, mark=900, won=True, is_over=True, seconds=80)
STOPPED = RaceRun(cards=10, moves=30, mark=100, is_over=True, seconds=60)
PACE = (Point(0, 0, 0), Point(10, 1, 3, 10), Point(30, 4, 9, 40))


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        (WON, STOPPED._replace(mark=1000), 0),
        (WON._replace(seconds=81), WON, 1),
        (STOPPED, STOPPED._replace(mark=101), 1),
        (STOPPED, STOPPED._replace(seconds=20), None),
    ],
)
def test_the_first_win_decides_and_else_the_mark(
    first: RaceRun, second: RaceRun, winner: int | None
) -> None:
    assert decide([first, second]) == winner


def test_a_race_is_over_when_one_has_won_or_both_have_stopped_or_the_time_is_over() -> None:
    plays_on = STOPPED._replace(is_over=False)
    assert not is_decided([STOPPED, plays_on], 100)
    assert is_decided([plays_on, WON], 100)
    assert is_decided([STOPPED, STOPPED], 100)
    assert is_decided([plays_on, plays_on], LIMIT)


def test_a_run_is_over_once_it_is_given_up() -> None:
    play = Play(find("demon"), 617)
    run = run_of(play, 3)
    assert (run.cards, run.is_over) == (0, False), "the card dealt home does not count"
    assert run.record == record.write(play)
    assert run_of(play, 3, has_ended=True).is_over


def test_the_pace_of_a_run_spreads_its_time_over_its_events() -> None:
    play = Play(find("free-cell"), 617)
    for event in ("t1 r1", "undo", "t1 r1", "hint", "t2 r2"):
        play.perform(play.event(event))
    found = record.read(record.write(play))
    pace = pace_of(found, Play(find("free-cell"), 617), seconds=50)
    assert [point.seconds for point in pace] == [0, 10, 30, 50]
    assert [point.moves for point in pace] == [0, 1, 2, 3]
    unknown = pace_of(found, Play(find("free-cell"), 617))
    assert unknown[-1].seconds == 5 * USUAL_GAP


def test_a_pace_of_too_many_points_keeps_every_other_one() -> None:
    pace = ""
    for number in range(1, 500):
        pace = add_point(pace, Point(number, number, number))
    points = read_pace(pace)
    assert (points[0], points[-1]) == (Point(0, 0, 0), Point(499, 499, 499))
    assert 200 <= len(points) <= 400
    assert list(points) == sorted(points)


def test_a_ghost_has_its_result_only_at_its_end() -> None:
    assert read_pace(write_pace(PACE)) == PACE
    assert find_point(PACE, 29) == PACE[1]
    assert run_of_ghost(PACE, 900, True, 29) == RaceRun(1, 3, mark=10, seconds=10)
    assert run_of_ghost(PACE, 900, True, 30) == RaceRun(4, 9, 900, True, True, 30)
