"""How a race went that is over: who won and by what, both runs over time, and a text to share."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from solterm.contests.races import Point, find_point, read_pace
from solterm.core.phrases import capitalize, count, duration
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find, find_known
from solterm.hall.messages import Race, Racer
from solterm.sessions.race_client import name_racer, rival_of, tell_game, tell_winner
from solterm.sessions.report import BLOCKS
from solterm.sessions.sharing import block

_START = Point(0, 0, 0)
_SPARKS = 30
"""Characters of a run in the text to share."""


class ShownRun(NamedTuple):
    """The run of a racer."""

    name: str
    racer: Racer
    points: tuple[Point, ...]
    """Where its cards, moves and mark changed, up to its end."""
    play: Play | None
    """Its last table; None if its game is unknown."""

    @property
    def begins(self) -> str:
        """The name at the beginning of a sentence; that of a player keeps its letters."""
        return capitalize(self.name) if self.racer.kind == "ghost" else self.name

    def at(self, seconds: float) -> Point:
        return find_point(self.points, seconds)


class RaceView(NamedTuple):
    """A race that is over, as one of its racers sees it."""

    race: Race
    own: ShownRun
    rival: ShownRun

    @property
    def seconds(self) -> int:
        """From the start to the last move."""
        return max(self.own.racer.seconds, self.rival.racer.seconds, 1)

    @property
    def winner(self) -> ShownRun | None:
        """None in a draw."""
        if self.race.winner < 0:
            return None
        return self.own if self.race.winner == self.race.seat else self.rival

    @property
    def loser(self) -> ShownRun | None:
        if self.race.winner < 0:
            return None
        return self.rival if self.race.winner == self.race.seat else self.own

    @property
    def turn(self) -> float | None:
        """The seconds after which the winner was always ahead by mark; None if unknown."""
        ahead, behind, turn = self.winner, self.loser, None
        if ahead is None or behind is None:
            return None
        for seconds in sorted({each.seconds for each in (*ahead.points, *behind.points)})[::-1]:
            if ahead.at(seconds).mark <= behind.at(seconds).mark:
                break
            turn = seconds
        return turn


def read_race(race: Race) -> RaceView | None:
    """Return how a race went, as far as the host has told it; None without a rival."""
    rival = rival_of(race)
    return RaceView(race, _read(race.racers[race.seat]), _read(rival)) if rival else None


def _read(racer: Racer) -> ShownRun:
    play, steps = _replay(racer)
    pace = read_pace(racer.pace) if racer.pace else (_START,)
    points = [
        _correct(each, steps) for each in pace if each.seconds < racer.seconds or each is pace[0]
    ]
    end = Point(racer.seconds, racer.cards, racer.moves, racer.mark)
    return ShownRun(name_racer(racer), racer, (*points, end), play)


def _correct(point: Point, steps: Sequence[Point]) -> Point:
    """Return what a racer had reached by the game itself; the pace is only what a session said."""
    true = next((each for each in reversed(steps) if each.moves <= point.moves), point)
    return true._replace(seconds=point.seconds)


def _replay(racer: Racer) -> tuple[Play | None, Sequence[Point]]:
    """Return the last table of a run, and the steps to it, whose times are unknown."""
    if not racer.record:
        return None, ()
    try:
        found, play = record.read(racer.record), None
        steps = [Point(0, each.cards_home, each.moves, each.mark) for each in found.steps(find)]
        # A ghost may have played on after the end of the race.
        last = max(at for at, each in enumerate(steps) if each.moves <= racer.moves)
        for play in islice(found.steps(find), last + 1):  # noqa: B007
            pass
    except Refusal:
        return None, ()
    return play, steps[: last + 1]


# -- in words --------------------------------------------------------------------------------


def tell_cards(view: RaceView, run: ShownRun) -> str:
    """Return the cards of a run in the words of its game: ``31 cards home``."""
    game = find_known(view.race.game)
    return game.goal.words(run.racer.cards) if game else f"{run.racer.cards} home"


def tell_reason(view: RaceView) -> str:
    """Return by what the race was won, as a sentence."""
    if view.winner is None or view.loser is None:
        return f"Both end with mark {view.own.racer.mark}."
    winner, loser = view.winner.racer, view.loser.racer
    if winner.won:
        how = "Both won the game: the first" if loser.won else "The game was won"
        return f"{how} in {duration(winner.seconds)}, with {count(winner.moves, 'moves')}."
    return f"By the better mark: {winner.mark} to {loser.mark}."


def tell_turn(view: RaceView) -> str:
    """Return when the race was decided, as a sentence; "" if that is unknown."""
    if view.winner is None or view.turn is None:
        return ""
    name = "You were" if view.winner is view.own else f"{view.winner.begins} was"
    return f"{name} ahead for good from {duration(view.turn)} on."


def tell_run(view: RaceView, run: ShownRun) -> str:
    """Return a run in a line: ``bob: 31 cards home, 98 moves, mark 410, until 9:58``."""
    racer = run.racer
    told = f"{tell_cards(view, run)}, {count(racer.moves, 'moves')}, mark {racer.mark}"
    return f"{run.begins}: {told}, until {duration(racer.seconds)}"


def tell_view(view: RaceView) -> Iterator[str]:
    """Yield how a race went as sentences, for players who listen."""
    yield f"{tell_winner(view.race)} {tell_game(view.race)}."
    yield f"{tell_reason(view)} {tell_turn(view)}".rstrip()
    for run in (view.own, view.rival):
        yield f"{tell_run(view, run)}."
        ends = range(60, run.racer.seconds + 60, 60)
        minutes = ", ".join(str(run.at(seconds).cards) for seconds in ends)
        if len(ends) > 1:
            yield f"Cards after each minute: {minutes}."


def write_share(view: RaceView, site: str = "") -> str:
    """Return a race as text for a chat: the result, both runs, and the player's own game.

    ``site`` is the address of the host's web pages, which have the race.
    """
    most = max(1, *(point.cards for run in (view.own, view.rival) for point in run.points))
    names = [run.name for run in (view.own, view.rival)]
    width = max(map(len, names))
    result = "a draw" if view.winner is None else f"{view.winner.name} won"
    lines = [f"Race, {tell_game(view.race)}: {result}. {tell_reason(view)}"]
    for run in (view.own, view.rival):
        sparks = "".join(
            BLOCKS[run.at(view.seconds * (at + 1) / _SPARKS).cards * (len(BLOCKS) - 1) // most]
            for at in range(_SPARKS)
        )
        lines.append(f"{run.name:{width}} {sparks} {tell_cards(view, run)}")
    if site:
        lines.append(f"See it: {site}/races/{view.race.id}")
    return "\n".join([*lines, *([block(view.own.play, site=site)] if view.own.play else [])])
