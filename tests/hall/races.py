"""Races as the host tells them, for tests."""

from datetime import timedelta

import pytest

from solterm.advice.choose import hint
from solterm.contests.races import Point, add_point, run_of
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import Race, Racer
from solterm.sessions import race_client


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass in races."""
    now = race_client.utc_now()
    monkeypatch.setattr(race_client, "utc_now", lambda: now)


ANN, BOB = (Racer(name, "player", 0, 0, 0, False) for name in ("ann", "bob"))


def race(state: str = "running", since: float = 1, **changes: object) -> Race:
    """Return race 7 of ann against bob as ann sees it, started some seconds ago."""
    starts = (race_client.utc_now() - timedelta(seconds=since)).isoformat()
    about = (7, "demon", 3, state, "bob", starts, (ANN, BOB), 0, -1)
    return replace(Race(*about, "10000000000000000001", is_here=True), **changes)


def ran(name: str, moves: int, gap: float, game: str = "ultimate-golf", deal: int = 617) -> Racer:
    """Return a racer whose run is over: so many moves at most, with seconds between them."""
    play, pace = Play(find(game), deal, mode=Mode.SCORED), ""
    for number in range(1, moves + 1):
        if play.outcome:
            break
        before = play.cards_home
        play.push(hint(play).move)
        if play.cards_home != before:
            pace = add_point(pace, Point(number * gap, play.cards_home, play.moves))
    run = run_of(play, moves * gap, has_ended=True)
    about = "player", run.cards, run.moves, run.mark, run.won, True
    return Racer(name, *about, round(run.seconds), pace, run.record)


def raced(own: Racer, rival: Racer, game: str = "ultimate-golf") -> Race:
    """Return race 7 between two who are over, as the host tells it with the games."""
    marks = [(each.won, -each.seconds if each.won else each.mark) for each in (own, rival)]
    winner = -1 if marks[0] == marks[1] else marks.index(max(marks))
    return race("over", game=game, racers=(own, rival), winner=winner, is_here=False)
