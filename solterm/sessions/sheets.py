"""Score sheets of six games: show them, start rows, archive sheets, enter them on boards."""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests import sheets
from solterm.contests.kinds import SHEET, BoardName
from solterm.contests.sheets import KeptSheet
from solterm.core.game import Game
from solterm.core.plural import count
from solterm.games import find
from solterm.sessions.boards import BoardError, Boards
from solterm.sessions.ending import leave
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


def tell_sheet(kept: KeptSheet, title: str) -> Report:
    """Return a sheet as a report: a row for each game, and the totals."""
    rows = [(number, *(row or _NONE)) for number, row in enumerate(kept.sheet.rows, 1)]
    totals = ("Totals", *kept.sheet.totals)
    columns = (Column("Game", is_place=True), *_NUMBERS)
    return Report(title, columns, [*rows, totals], has_totals=True)


def add_levels(report: Report, kept: KeptSheet) -> Report:
    """Return a sheet with a column for the lowest level of each game."""
    levels = [level or None for level in (*kept.levels, kept.level)]
    rows = [
        (game, level, *numbers) for (game, *numbers), level in zip(report.rows, levels, strict=True)
    ]
    game, *numbers = report.columns
    return report._replace(columns=(game, _LEVEL, *numbers), rows=rows)


def tell_archive(game: Game, archive: Sequence[KeptSheet]) -> Report:
    """Return the sheets of a game as a report that marks the best full one."""
    full = [each for each in archive if each.sheet.next is None]
    best = max(full, key=_total, default=None)
    rows: list[Sequence[Value]] = [
        (
            *(each.started[:10], each.level or None, f"{each.sheet.played}/{SHEET.rows}"),
            *(*each.sheet.totals, "best" if each is best else ""),
        )
        for each in archive
    ]
    columns = (Column("begun"), _LEVEL, Column("games", is_number=True), *_NUMBERS, Column())
    return Report(f"Score sheets of {game}", columns, rows)


def tell_earlier(kept: KeptSheet) -> str:
    """Return a sentence on a sheet of the archive."""
    name = f"Sheet of {kept.started[:10]}, {count(kept.sheet.played, 'games')}"
    (line,) = write_lines(Report("", (Column(), *_NUMBERS), [(name, *kept.sheet.totals)]))
    return line


def tell_under_way(moves: int) -> str:
    """Return how far the game of a row is: ``under way, 3 moves``."""
    return f"under way, {count(moves, 'moves')}" if moves else "under way"


def sheet_values(store: Store, kept: KeptSheet) -> list[dict[str, object]]:
    """Return the rows of a sheet as JSON has them; what another game replaced is on none."""
    found = []
    for number, (row, play) in enumerate(zip(kept.sheet.rows, kept.plays, strict=True), 1):
        result = store.result(play) if row else None
        if row and result:
            found.append(
                {
                    "board": str(Purpose.of_row(number)),
                    "player": "",  # A sheet is its player's own: KLONCAN asks for no name.
                    "game": kept.game,
                    "deal": result.deal,
                    "level": result.level,
                    "score": row.score,
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


def start_of(game: Game, number: int, level: int) -> Start:
    """Return how to start the game of a row."""
    return Start(game, None, level, {}, SHEET.mode, Purpose.of_row(number))


def put_away(store: Store, boards: Boards, game_id: str, name: str) -> str:
    """Start a new sheet and archive the last one; a full sheet enters the board first.

    Unfinished games end; they are written unless the row has a better result. Returns why the board
    does not have the sheet, as a sentence, or "". Raises ``StoreError`` if the sheet stays as it
    was.
    """
    for each in under_way(store, game_id).values():
        leave(store, KeptPlay.resume(store, store.load(each.play_id), find), replace=False)
    complaint = enter(boards, sheets.present(store, game_id), name)
    sheets.begin(store, game_id)
    return complaint


def enter_present(store: Store, boards: Boards, game_id: str, name: str = "") -> str:
    """Enter the present sheet if it is full; see ``enter``."""
    try:
        return enter(boards, sheets.present(store, game_id), name)
    except StoreError as error:
        return str(error)


def enter(boards: Boards, kept: KeptSheet, name: str = "") -> str:
    """Enter a sheet on the board of its game once all six games are played.

    Entering twice has no effect. Returns why the board does not have the sheet, as a sentence, or
    "". KLONCAN asks for no name, so the player's name on other boards is used.
    """
    if kept.sheet.next is not None:
        return ""
    try:
        day = kept.touched.partition("T")[0]
        boards.enter_series(kept.sheet, players.name_of(boards.context, name), day, kept.level)
    except BoardError as error:
        return f"The board does not take this sheet. {error}"
    except StoreError as error:
        return f"This sheet is not on the board yet. {error}"
    return boards.complaint


class Full(NamedTuple):
    """A full sheet, with the player's other full sheets of its game."""

    kept: KeptSheet
    others: tuple[KeptSheet, ...]
    """The best first."""

    @property
    def best_game(self) -> int:
        """The number of its best game; the first of equals."""
        scores = [leg.points or 0 for leg in self.kept.sheet.legs]
        return scores.index(max(scores)) + 1

    @property
    def place(self) -> int:
        """Its rank among all full sheets, the best being 1."""
        return 1 + sum(_total(each) > _total(self.kept) for each in self.others)

    def tell(self) -> list[str]:
        """Return sentences on its best game and its rank."""
        points = count(self.kept.sheet.legs[self.best_game - 1].points or 0, "points")
        told = [f"Best game: {self.best_game}, with {points}."]
        if not self.others:
            return [*told, "This is your first full sheet."]
        best = self.others[0]
        ahead, day = _total(self.kept) - _total(best), best.started[:10]
        if ahead > 0:
            return [*told, f"Your best sheet so far: {ahead} more than the one of {day}."]
        if ahead == 0:
            return [*told, f"As good as your best sheet, of {day}."]
        sheets = len(self.others) + 1
        return [
            *told,
            f"Place {self.place} of your {sheets} sheets, {-ahead} behind the one of {day}.",
        ]


def compare_full(store: Store, kept: KeptSheet) -> Full | None:
    """Compare a full sheet with the player's other ones; None if games are missing."""
    if kept.sheet.next is not None:
        return None
    found = (each for each in sheets.archive(store, kept.game) if each.id != kept.id)
    full = [each for each in found if each.sheet.next is None]
    return Full(kept, tuple(sorted(full, key=_total, reverse=True)))


def _total(kept: KeptSheet) -> int:
    return kept.sheet.total
