"""What the pages of contests and score sheets say: their games, results and totals.

The screen shows it as a table, and line mode reads it out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests import contests, titles
from solterm.contests.contest import Contest
from solterm.contests.kinds import Count
from solterm.contests.result_words import tell_uncounted
from solterm.core.game import Game
from solterm.core.phrases import count
from solterm.games import find_known
from solterm.scoring import stakes
from solterm.sessions.report import Column, Report, Value, write_lines
from solterm.store.kept import KeptPlay
from solterm.store.store import Store

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


def tell_ended(contest: Contest, kept: KeptPlay) -> str:
    """Return what a game has just added to its contest, as a sentence."""
    place = kept.purpose.place
    points = titles.unit_of(contest.kind).tell(contest.games[place].points or 0)
    counted = contest.kind.counts_with([each.game for each in contest.games])
    uncounted = tell_uncounted(kept.play) if counted is Count.MARK else ""
    told = f"{titles.tell_game(contest, place).capitalize()}: {points}."
    return f"{told} {uncounted}".rstrip()


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
    numbers = ("yours", "high") if has_high else (titles.unit_of(contest.kind).name,)
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
    totals: list[Value] = [sum(filter(None, high)) if high else ""] if has_high else []
    return [*rows, ["", "Total", contest.total, *totals]]


# -- score sheets ------------------------------------------------------------------------------

_LEVEL = Column("level", is_number=True)
_NUMBERS = tuple(Column(name, is_number=True) for name in ("Score", "Moves", "Exceptions"))
_NONE: tuple[Value, ...] = (None,) * len(_NUMBERS)


def tell_sheet(sheet: Contest, title: str) -> Report:
    """Return a sheet as a report: a row for each game, and the totals."""
    rows = [(number, *(row or _NONE)) for number, row in enumerate(sheet.rows, 1)]
    totals = ("Totals", *sheet.totals)
    columns = (Column("Game", is_place=True), *_NUMBERS)
    return Report(title, columns, [*rows, totals], has_totals=True)


def add_levels(report: Report, sheet: Contest) -> Report:
    """Return a sheet with a column for the lowest level of each game."""
    levels = [level or None for level in (*(each.level for each in sheet.games), sheet.level)]
    rows = [
        (game, level, *numbers) for (game, *numbers), level in zip(report.rows, levels, strict=True)
    ]
    game, *numbers = report.columns
    return report._replace(columns=(game, _LEVEL, *numbers), rows=rows)


def tell_archive(game: Game, archive: Sequence[Contest]) -> Report:
    """Return the sheets of a game as a report that marks the best full one."""
    full = [each for each in archive if each.next is None]
    best = max(full, key=_total, default=None)
    rows: list[Sequence[Value]] = [
        (
            *(each.begun[:10], each.level or None, f"{each.played}/{len(each.games)}"),
            *(*each.totals, "best" if each is best else ""),
        )
        for each in archive
    ]
    columns = (Column("begun"), _LEVEL, Column("games", is_number=True), *_NUMBERS, Column())
    return Report(f"Score sheets of {game}", columns, rows)


def tell_earlier(sheet: Contest) -> str:
    """Return a sentence on a sheet of the archive."""
    name = f"Sheet of {sheet.begun[:10]}, {count(sheet.played, 'games')}"
    (line,) = write_lines(Report("", (Column(), *_NUMBERS), [(name, *sheet.totals)]))
    return line


def tell_under_way(moves: int) -> str:
    """Return how far the game of a row is: ``under way, 3 moves``."""
    return f"under way, {count(moves, 'moves')}" if moves else "under way"


def sheet_values(store: Store, sheet: Contest) -> list[dict[str, object]]:
    """Return the rows of a sheet as JSON has them; what another game replaced is on none."""
    found = []
    for number, row in enumerate(sheet.games, 1):
        result = store.result(row.play) if row.points is not None else None
        if result:
            found.append(
                {
                    "board": f"sheet {number}",
                    "player": "",  # A sheet is its player's own: KLONCAN asks for no name.
                    "game": sheet.name,
                    "deal": result.deal,
                    "level": result.level,
                    "score": row.points,
                    "date": result.touched,
                }
            )
    return found


def compare_full(store: Store, sheet: Contest) -> list[str]:
    """Return sentences on a full sheet: its best game, its rank, and how far it is from the most.

    None if games are missing, or for a contest that is no sheet.
    """
    if sheet.next is not None or not sheet.kind.repeats_rows:
        return []
    found = contests.list_contests(store, sheet.kind)
    full = [each for each in found if each.id != sheet.id and each.name == sheet.name]
    full = [each for each in full if each.next is None]
    return tell_full(sheet, sorted(full, key=_total, reverse=True))


def tell_full(sheet: Contest, others: Sequence[Contest]) -> list[str]:
    """Return the sentences; ``others`` are full sheets, the best first.

    The most is what wins of all games at level 3 are worth, without exceptions.
    """
    scores = [each.points or 0 for each in sheet.games]
    best = f"Best game: {scores.index(max(scores)) + 1}, with {max(scores)}."
    most = len(scores) * stakes(level=3, exceptions=0, moves_after=0).win
    share = f"{_share(sheet.total, most)} of the best possible {most}"
    if others:
        mean = sum(map(_total, [sheet, *others])) / (1 + len(others))
        share += f"; your average is {_share(mean, most)}"
    return [*[best] * any(scores), _tell_rank(sheet, others), f"{share}."]


def _tell_rank(sheet: Contest, others: Sequence[Contest]) -> str:
    if not others:
        return "This is your first full sheet."
    ahead, day = _total(sheet) - _total(others[0]), others[0].begun[:10]
    if ahead > 0:
        return f"Your best sheet: {ahead} more than that of {day}."
    if ahead == 0:
        return f"As good as your best sheet, of {day}."
    place = 1 + sum(_total(each) > _total(sheet) for each in others)
    return f"Place {place} of your {len(others) + 1} sheets, {-ahead} behind that of {day}."


def _share(points: float, most: int) -> str:
    """Return a share in per cent, which rounding makes neither nothing nor the whole.

    >>> _share(0, 6000), _share(5, 6000), _share(3010, 6000), _share(5999, 6000)
    ('0%', '1%', '50%', '99%')
    """
    share = round(100 * points / most)
    if 0 < points < most:
        share = min(max(1, share), 99)
    return f"{share}%"


def _total(sheet: Contest) -> int:
    return sheet.total
