"""Score sheets of six games: start rows, archive sheets, enter them on boards."""

from typing import NamedTuple

from solterm.contests.kinds import SHEET, BoardName
from solterm.contests.proof import lowest
from solterm.contests.purpose import Purpose
from solterm.contests.series import points
from solterm.core.game import Game
from solterm.core.plural import count
from solterm.games import find
from solterm.sessions.ending import leave
from solterm.sessions.plays import Start
from solterm.store import contests, players, sheets
from solterm.store.boards import BoardError, Boards
from solterm.store.entries import InProgress
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.sheets import KeptSheet
from solterm.store.store import Store


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
    complaint = enter(store, boards, sheets.present(store, game_id), name)
    sheets.begin(store, game_id)
    return complaint


def enter_present(store: Store, boards: Boards, game_id: str, name: str = "") -> str:
    """Enter the present sheet if it is full; see ``enter``."""
    try:
        return enter(store, boards, sheets.present(store, game_id), name)
    except StoreError as error:
        return str(error)


def enter(store: Store, boards: Boards, kept: KeptSheet, name: str = "") -> str:
    """Enter a sheet on the board of its game once all six games are played.

    Entering twice has no effect. Returns why the board does not have the sheet, as a sentence, or
    "". KLONCAN asks for no name, so the player's name on other boards is used.
    """
    if kept.sheet.next is not None:
        return ""
    try:
        proofs = contests.proofs(store, kept.plays, find)
        played = [each.play for each in proofs]
        texts = [each.record for each in proofs]
        day, total = kept.touched.partition("T")[0], points(SHEET, played)
        context = store.context
        who = (board_of(kept.game), players.name_of(context, name), players.profile(context))
        boards.enter(*who, texts, total, day, lowest(played))
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
        scores = [row.score if row else 0 for row in self.kept.sheet.rows]
        return scores.index(max(scores)) + 1

    @property
    def place(self) -> int:
        """Its rank among all full sheets, the best being 1."""
        return 1 + sum(_total(each) > _total(self.kept) for each in self.others)

    def tell(self) -> list[str]:
        """Return sentences on its best game and its rank."""
        row = self.kept.sheet.rows[self.best_game - 1]
        points = count(row.score if row else 0, "points")
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
    return kept.sheet.totals.score
