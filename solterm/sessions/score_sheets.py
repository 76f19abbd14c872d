"""Score sheets of six games: show them, start rows, archive sheets, enter them on boards."""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests import contests, sheets
from solterm.contests.contest import Contest
from solterm.contests.kinds import SHEET, BoardName
from solterm.core.game import Game
from solterm.core.plural import count
from solterm.games import find
from solterm.sessions import contest_steps
from solterm.sessions.boards import BoardError, Boards
from solterm.sessions.plays import Start
from solterm.sessions.report import Column, Report, Value, write_lines
from solterm.store import players
from solterm.store.entries import InProgress
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.store import Store

_LEVEL = Column("level", is_number=True)
_NUMBERS = tuple(Column(name, is_number=True) for name in ("Score", "Moves", "Exceptions"))
_NONE: tuple[Value, ...] = (None,) * len(_NUMBERS)

# -- showing sheets ------------------------------------------------------------------------


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
            *(each.begun[:10], each.level or None, f"{each.played}/{SHEET.rows}"),
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
                    "date": result.date,
                }
            )
    return found


# -- playing them --------------------------------------------------------------------------


def board_of(game_id: str) -> str:
    """Return the board of the best sheets of a game."""
    return str(BoardName(SHEET, game_id))


def under_way(store: Store, game_id: str) -> dict[int, InProgress]:
    """Return the unfinished games of a sheet by row."""
    its = [each for each in store.in_progress() if each.game == game_id]
    rows = {row: each for each in its if (row := Purpose.parse(each.context).row)}
    return dict(sorted(rows.items()))


def start_of(store: Store, game: Game, number: int, level: int) -> Start:
    """Return how to start the game of a row."""
    return contest_steps.start_of(sheets.present(store, game.id), number - 1)._replace(level=level)


def put_away(store: Store, boards: Boards, game_id: str, name: str) -> str:
    """Archive the present sheet; a full one enters the board first.

    Unfinished games end; they are written unless the row has a better result. Returns why the board
    does not have the sheet, as a sentence, or "". Raises ``StoreError`` if the sheet stays as it
    was.
    """
    for each in under_way(store, game_id).values():
        contest_steps.end(store, KeptPlay.resume(store, store.load(each.play_id), find))
    sheet = sheets.present(store, game_id)
    complaint = enter(boards, sheet, name)
    contests.close(store, sheet)
    return complaint


def enter_present(store: Store, boards: Boards, game_id: str, name: str = "") -> str:
    """Enter the present sheet if it is full; see ``enter``."""
    try:
        return enter(boards, sheets.present(store, game_id), name)
    except StoreError as error:
        return str(error)


def enter(boards: Boards, sheet: Contest, name: str = "") -> str:
    """Enter a sheet on the board of its game once all six games are played.

    Entering twice has no effect. Returns why the board does not have the sheet, as a sentence, or
    "". KLONCAN asks for no name, so the player's name on other boards is used.
    """
    if sheet.next is not None:
        return ""
    try:
        boards.enter_contest(sheet, players.name_of(boards.context, name))
    except BoardError as error:
        return f"The board does not take this sheet. {error}"
    except StoreError as error:
        return f"This sheet is not on the board yet. {error}"
    return boards.complaint


class Full(NamedTuple):
    """A full sheet, with the player's other full sheets of its game."""

    sheet: Contest
    others: tuple[Contest, ...]
    """The best first."""

    @property
    def best_game(self) -> int:
        """The number of its best game; the first of equals."""
        scores = [each.points or 0 for each in self.sheet.games]
        return scores.index(max(scores)) + 1

    @property
    def place(self) -> int:
        """Its rank among all full sheets, the best being 1."""
        return 1 + sum(_total(each) > _total(self.sheet) for each in self.others)

    def tell(self) -> list[str]:
        """Return sentences on its best game and its rank."""
        points = count(self.sheet.games[self.best_game - 1].points or 0, "points")
        told = [f"Best game: {self.best_game}, with {points}."]
        if not self.others:
            return [*told, "This is your first full sheet."]
        best = self.others[0]
        ahead, day = _total(self.sheet) - _total(best), best.begun[:10]
        if ahead > 0:
            return [*told, f"Your best sheet so far: {ahead} more than the one of {day}."]
        if ahead == 0:
            return [*told, f"As good as your best sheet, of {day}."]
        sheets = len(self.others) + 1
        return [
            *told,
            f"Place {self.place} of your {sheets} sheets, {-ahead} behind the one of {day}.",
        ]


def compare_full(store: Store, sheet: Contest) -> Full | None:
    """Compare a full sheet with the player's other ones; None if games are missing."""
    if sheet.next is not None:
        return None
    found = (each for each in sheets.archive(store, sheet.name) if each.id != sheet.id)
    full = [each for each in found if each.next is None]
    return Full(sheet, tuple(sorted(full, key=_total, reverse=True)))


def _total(sheet: Contest) -> int:
    return sheet.total
