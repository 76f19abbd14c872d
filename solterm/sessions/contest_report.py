"""What the page of a contest says: its games, their results and the totals.

The screen shows it as a table, and line mode reads it out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests import titles
from solterm.contests.contest import Contest
from solterm.games import find_known
from solterm.sessions import contest_steps
from solterm.sessions.report import Column, Report, Value

High = Sequence[int | None] | None
"""The scores of the best result, game by game (``contest_steps.high``)."""


class GameLine(NamedTuple):
    """A game of a contest."""

    name: str
    """Empty: the player has yet to choose it."""
    points: int | None
    """None: not finished."""
    is_again: bool
    """Whether it is played again."""
    high: int | None
    """The score in the best result."""


def list_games(contest: Contest, high: High) -> list[GameLine]:
    """Return the games of a contest in their order."""
    return [
        GameLine(
            name=str(find_known(each.game) or ""),
            points=each.points,
            is_again=each.is_again,
            high=high[at] if high else None,
        )
        for at, each in enumerate(contest.games)
    ]


def tell_par(contest: Contest) -> str:
    """Return how far a match is from par; "" without one."""
    if not contest.kind.par:
        return ""
    after = f"after {contest.played} of {len(contest.games)} {contest.kind.game_word}s"
    return f"{contest.over_par:+} against par, {after}."


def report(contest: Contest, high: High, next_words: str) -> Report:
    """Return a row for each game, and the totals; ``next_words`` says how to go on."""
    if contest.kind.par:
        rows, columns = _list_holes(contest), _HOLES
        notes = [f"{tell_par(contest)} {next_words}" if contest.played else next_words]
    else:
        has_high = high is not None or contest.kind.shows_best
        rows, columns = _list_rows(contest, high, has_high), _list_columns(contest, has_high)
        notes = [next_words]
    return Report(titles.title(contest), columns, rows, notes, has_totals=True)


_HOLES = [
    Column("hole", is_number=True, is_place=True),
    *(Column(label, is_number=True) for label in ("par", "strokes", "+/-", "total")),
]


def _list_holes(contest: Contest) -> list[list[Value]]:
    par, total = contest.kind.par, 0
    rows: list[list[Value]] = []
    for number, each in enumerate(list_games(contest, None), 1):
        if each.points is None:
            rows.append([number, par, None, "", ""])
            continue
        total += each.points
        rows.append([number, par, each.points, f"{each.points - par:+}", total])
    over = f"{contest.over_par:+}"
    return [*rows, ["Total", contest.total - contest.over_par, contest.total, over, ""]]


def _list_columns(contest: Contest, has_high: bool) -> list[Column]:
    numbers = ("yours", "high") if has_high else (contest_steps.unit(contest).name,)
    return [
        Column(is_number=True, is_place=True),
        Column("game", shrinks=True),
        *(Column(label, is_number=True) for label in numbers),
    ]


def _list_rows(contest: Contest, high: High, has_high: bool) -> list[list[Value]]:
    rows: list[list[Value]] = []
    for number, each in enumerate(list_games(contest, high), 1):
        brought: Value = f"({each.points})" if each.is_again else each.points
        best = [each.high] if has_high else []
        rows.append([number, each.name or "(to be chosen)", brought, *best])
    totals: list[Value] = [contest_steps.total_of(high) if high else ""] if has_high else []
    return [*rows, ["", "Total", contest.total, *totals]]
