"""The boards of a player."""

from solterm.contests.claims import split
from solterm.contests.kinds import SHEET, TOURNAMENT, BoardName
from solterm.contests.titles import board_of
from solterm.core.play.record import Record
from solterm.games import find
from solterm.sessions import contest_steps
from solterm.store import locations
from solterm.store.boards import Boards, Entry
from solterm.store.errors import StoreError
from solterm.store.interface import digest_of
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.store.tournaments import deals_of, list_published


def boards_of(store: Store) -> Boards:
    """Return the boards that a store's player sees."""
    return Boards(store, find, lambda board: deals_of(store, board))


def list_names(boards: Boards) -> list[str]:
    """Return the boards with results and those of the host's tournaments, sorted.

    Raises ``StoreError``.
    """
    cups = [str(BoardName(TOURNAMENT, each.name)) for each in list_published(boards.context)[0]]
    found = {locations.file_name(name): name for name in (*cups, *boards.names())}
    return sorted(found.values(), key=str.casefold)


def find_board(store: Store, kept: KeptPlay) -> str:
    """Return the board that a play counts on.

    Return "" for a free game or a guest's, and if the contest cannot be read.
    """
    if store.context.is_guest:
        return ""
    if kept.purpose.kind is SHEET:
        return str(BoardName(SHEET, kept.play.game.id))
    try:
        found = contest_steps.contest_of(store, kept.purpose)
    except StoreError:
        return ""
    return str(board_of(contest_steps.series_of(found))) if found else ""


def records_of(boards: Boards, entry: Entry) -> list[Record]:
    """Return the games of a proved result; raises ``StoreError``."""
    proved = boards.list_proved(entry.board, wait=False)
    text = next((text for _, text in proved if digest_of(text) == entry.digest), "")
    return split(text)[1] if text else []
