"""Prove results: replay their records, and count what the games earn."""

import hashlib
import re
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import date, timedelta
from typing import TypeVar, cast

from solterm.contests.contest import points_of
from solterm.contests.daily import parse_day
from solterm.contests.kinds import BoardName, Kind
from solterm.contests.result import TIME, ContestResult, GamePoints, ProofError
from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.core.refusal import Refusal
from solterm.core.table import Table, stage_of

_Result = TypeVar("_Result")

_PACE = 200
"""Events between two steps of a proof."""

_NO_TIME = 10**9
"""The seconds of a game whose record does not say them: more than any real time."""


def prove(
    result: ContestResult, records: Sequence[Record], game_of: Callable[[str], Game]
) -> Generator[None, None, ContestResult]:
    """Return a result with what its records earn.

    ``game_of`` returns a game by its id and raises ``Refusal`` for an unknown one. Of the tags of
    a record only the time is believed. Yields every few events, so that a caller can do other work
    in between; ``finish`` does it at once. Raises ``ProofError`` for the first fault.
    """
    plays, ways = [], []
    for number, each in enumerate(records, 1):
        play, way = yield from _replay(number, each, game_of)
        plays.append(play)
        ways.append(way)
    # Two deals of an evening may be the same by chance, but not the moves.
    made = [digest for digest, steps in ways if steps]
    if len(set(made)) < len(made):
        raise ProofError("It contains the same game twice.")
    kind, name = BoardName.parse(result.board)
    _check_terms(kind, plays)
    if not kind.fits(name, [play.game.id for play in plays]):
        raise ProofError("These are not the games of this board.")
    if kind.calendar:
        _check_day(kind.calendar.parse(name), result.date)
    games = [play.game.id for play in plays]
    counted = tuple(
        GamePoints(play.game.id, play.deal, points_of(kind, games, play), play.game.version, *way)
        for play, way in zip(plays, ways, strict=True)
    )
    points = sum(each.points for each in counted)
    owns = [play.own for play in plays]
    return result._replace(
        points=points,
        level=min(play.tally.level for play in plays),
        mark=sum(play.mark for play in plays),
        own=sum(own or 0 for own in owns) if len(set(games)) == 1 and None not in owns else None,
        cards=plays[0].cards_home if kind.wins_first else None,
        rank=rank_of(kind, points, plays[0], _seconds_of(records[0])),
        games=counted,
    )


def finish(steps: Generator[None, None, _Result]) -> _Result:
    """Run all steps of a proof and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(_Result, end.value)


def rank_of(kind: Kind, points: int, play: Play, seconds: int) -> tuple[int, ...]:
    """Return the sort key of a result on its board, smaller first (docs/rules.md, "Boards").

    The first game and its seconds decide where wins come first. Equal results keep the order in
    which they arrived.
    """
    if not kind.wins_first:
        return (points if kind.lower_is_better else -points,)
    reached = -play.mark, -play.cards_home, play.moves
    return (not play.tally.won, play.tally.exceptions, *reached, seconds)


def fault_of(
    result: ContestResult,
    game_of: Callable[[str], Game],
    dealt: Sequence[tuple[str, int]] | None,
) -> str:
    """Return why a result that was proved once doesn't hold now, or "".

    Rules may have changed since, and the deals of a tournament may have become known: ``dealt`` has
    the games and deals of its board; None if unknown, or if players draw their own.
    """
    for number, each in enumerate(result.games, 1):
        try:
            version = game_of(each.game).version
        except Refusal as error:
            return f"Game {number}: {error}"
        if version != each.version:
            return (
                f"Game {number} follows version {each.version} of the rules;"
                f" this is version {version}."
            )
    if dealt is not None and [each[:2] for each in result.games] != list(dealt):
        return "These are not the deals of this board."
    return ""


def _replay(
    number: int, found: Record, game_of: Callable[[str], Game]
) -> Generator[None, None, tuple[Play, tuple[str, int]]]:
    """Replay a record; return its play, and the digest and length of the path it took."""
    # A return to an earlier position drops the detour from the path, so padding a game with
    # moves to and fro does not make it a different game.
    path: dict[Table, None] = {}
    try:
        for count, play in enumerate(found.steps(game_of), 1):
            while play.table in path and next(reversed(path)) != play.table:
                path.popitem()
            path[play.table] = None
            if count % _PACE == 0:
                yield
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None
    if not re.fullmatch("0|[1-9][0-9]{0,8}", found.tags.get(TIME, "0")):
        raise ProofError(f"Game {number} does not say its time in seconds.")
    way = (repr(play.game.id), repr(play.deal), *(_spell(table) for table in path))
    return play, (_digest(way), len(path) - 1)


def _seconds_of(found: Record) -> int:
    return int(found.tags.get(TIME, _NO_TIME))


_SPELT = "Table(piles=%r, passes=%r, stage=%r, deal=%r)"
"""The text form of a position in digests. It must not change, because digests are stored."""


def _spell(table: Table) -> str:
    return _SPELT % (table.piles, table.passes, stage_of(table), table.deal)


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256(f"[{', '.join(parts)}]".encode()).hexdigest()[:24]


def _check_terms(kind: Kind, plays: Sequence[Play]) -> None:
    wanted = kind.mode_with([play.game.id for play in plays])
    for number, play in enumerate(plays, 1):
        if play.mode is not wanted:
            raise ProofError(f"Game {number} was not played on the terms of this board.")
        if kind.mode is Mode.STRICT and play.start_level != 3:
            raise ProofError(f"Game {number} was not played at level 3.")
        if play.options:
            raise ProofError(f"Game {number} was played with options.")


def _check_day(day: date | None, said: str) -> None:
    """Raise ``ProofError`` for a day's deal played early, but allow for a clock slightly off."""
    played = parse_day(said)
    if day is None:
        raise ProofError("The name of its board is not a day.")
    if played and played < day - timedelta(days=1):
        raise ProofError("It was played before its day.")
