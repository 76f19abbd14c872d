"""What the page of a contest says: its games, their results and the totals.

The screen shows it as a table, and line mode reads it out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests import titles
from solterm.contests.series import Series
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
    before: int | None
    """The result of a row that is played again."""
    high: int | None
    """The score in the best result."""


def list_games(series: Series, high: High) -> list[GameLine]:
    """Return the games of a contest in their order."""
    return [
        GameLine(
            name=str(find_known(leg.game) or ""),
            points=leg.points,
            before=(leg.before.points or 0) if leg.before else None,
            high=high[at] if high else None,
        )
        for at, leg in enumerate(series.legs)
    ]


def tell_par(series: Series) -> str:
    """Return how far a match is from par; "" without one."""
    if not series.kind.par:
        return ""
    after = f"after {series.played} of {len(series.legs)} {series.kind.game_word}s"
    return f"{series.over_par:+} against par, {after}."


def report(series: Series, high: High, next_words: str) -> Report:
    """Return a row for each game, and the totals; ``next_words`` says how to go on."""
    if series.kind.par:
        rows, columns = _list_holes(series), _HOLES
        notes = [f"{tell_par(series)} {next_words}" if series.played else next_words]
    else:
        has_high = high is not None or series.kind.shows_best
        rows, columns = _list_rows(series, high, has_high), _list_columns(series, has_high)
        notes = [next_words]
    return Report(titles.title(series), columns, rows, notes, has_totals=True)


_HOLES = [
    Column("hole", is_number=True, is_place=True),
    *(Column(label, is_number=True) for label in ("par", "strokes", "+/-", "total")),
]


def _list_holes(series: Series) -> list[list[Value]]:
    par, total = series.kind.par, 0
    rows: list[list[Value]] = []
    for number, each in enumerate(list_games(series, None), 1):
        if each.points is None:
            rows.append([number, par, None, "", ""])
            continue
        total += each.points
        rows.append([number, par, each.points, f"{each.points - par:+}", total])
    over = f"{series.over_par:+}"
    return [*rows, ["Total", series.total - series.over_par, series.total, over, ""]]


def _list_columns(series: Series, has_high: bool) -> list[Column]:
    numbers = ("yours", "high") if has_high else (contest_steps.unit(series).name,)
    return [
        Column(is_number=True, is_place=True),
        Column("game", shrinks=True),
        *(Column(label, is_number=True) for label in numbers),
    ]


def _list_rows(series: Series, high: High, has_high: bool) -> list[list[Value]]:
    rows: list[list[Value]] = []
    for number, each in enumerate(list_games(series, high), 1):
        brought: Value = each.points if each.before is None else f"({each.before})"
        best = [each.high] if has_high else []
        rows.append([number, each.name or "(to be chosen)", brought, *best])
    totals: list[Value] = [contest_steps.total_of(high) if high else ""] if has_high else []
    return [*rows, ["", "Total", series.total, *totals]]
