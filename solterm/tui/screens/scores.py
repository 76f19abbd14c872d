"""The boards, the best of one board, and the games behind a result."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from solterm.contests.boards import Boards
from solterm.contests.result import ContestResult
from solterm.contests.spoilers import find_spoiler
from solterm.contests.titles import board_name
from solterm.core.play.record import Record
from solterm.sessions.board_report import EMPTY, choose_best, tell_board, tell_refused
from solterm.sessions.news import name_game
from solterm.sessions.race_client import challenge_run
from solterm.sessions.report import Column
from solterm.store import players
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.list_page import Listing, ListPage, ListRow, on_item

_GLANCE = 1.0
"""Seconds between two updates of the table while results are checked."""
BEST = 20
"""Entries of a board on the screen."""
_SINGLE = "Boards list contests. Wins of single games are in the statistics (F5 in the menu)."
_PROVING = "Checking results: "


class BoardsScreen(ListPage[None]):
    """Lists the boards; Enter shows one."""

    TITLE = "High scores"
    ABOUT = """
A result on a board carries the records of its games, and counts only if replaying them leads to the
same points. On a host with a shared place for boards, all players share them. Boards list contests;
your wins of single games are in the statistics (F5 in the menu).
"""
    EMPTY = "No boards yet. Contests (F3 in the menu) have them."
    ARE_COMMANDS = True
    BINDINGS = [
        on_item("enter", "show", "Show", "Show the board"),
    ]

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self._names: list[str] = []

    def on_mount(self) -> None:
        boards = self.seat.boards
        boards.send()
        self.notice = self.notice or boards.complaint

    def look_up(self) -> None:
        self._names = self.seat.boards.names_and_cups()

    def rows(self) -> Iterable[ListRow]:
        return [ListRow((board_name(name),), name, _SINGLE) for name in self._names]

    def show(self, board: str) -> None:
        self.doors.show_board(board)


class BoardScreen(ListPage[None]):
    """Shows the best entries of a board."""

    ABOUT = "The best results of this board. It leaves out results that replay differently."
    EMPTY = EMPTY
    BINDINGS = [
        on_item("enter", "replay", "Replay", "Replay the games of a result"),
        on_item("r,R", "race", "Race", "Race this run, at its own pace"),
        on_item("c,C", "clear", "Clear", "Erase the results kept here; shared ones stay"),
    ]

    def __init__(self, board: str, notice: str = "", reached: str = "") -> None:
        """``reached`` is the digest of an entry just made, for the cursor."""
        super().__init__(notice)
        self.board = board
        self.reached = reached
        self._all: list[ContestResult] = []
        self._me = ""

    @property
    def _boards(self) -> Boards:
        return self.seat.boards

    def work(self) -> Iterator[None]:
        """Check results that nobody has checked here, and show those that hold."""
        said = "" if self.notice.startswith(_PROVING) else self.notice
        looked = 0.0
        for done, many in self._boards.prove_rest(self.board):
            if time.monotonic() > looked + _GLANCE:
                self._take(self._boards.top(self.board, wait=False))
                self.show_rows()
                looked = time.monotonic()
            self.notice = f"{_PROVING}{done} of {many}."
            yield
        self._read(said)

    def _read(self, said: str) -> None:
        boards = self._boards
        self._take(boards.top(self.board))
        said = tell_refused(boards.list_refused(self.board)) or said or boards.complaint
        here = None
        digests = [each.digest for each in self._all]
        if self.reached in digests:
            place = digests.index(self.reached)
            here = min(place, BEST)
            said = f"You reached place {place + 1} of {len(digests)}. {said}".rstrip()
            self.reached = ""
        self.show_rows(here)
        self.notice = said

    def _take(self, entries: list[ContestResult]) -> None:
        self._all = entries
        self._me = players.profile(self.solterm.context) if entries else ""
        self.refresh_bindings()

    # -- the table -------------------------------------------------------------------------

    def listing(self) -> Listing:
        best = [entry for _, entry in choose_best(self._all, BEST, self._me)]
        return Listing.of(tell_board(self.board, self._all, BEST, self._me), best)

    def key_of(self, item: ContestResult) -> str:
        return item.digest

    def offers(self, do: str, item: ContestResult) -> bool:
        return do != "race" or self.seat.host.has_host

    # -- keys ------------------------------------------------------------------------------

    def replay(self, entry: ContestResult) -> None:
        if records := self._boards.records(entry):
            title = f"{board_name(self.board)}: {entry.player}"
            show_records(self, title, entry.player, records)

    def race(self, entry: ContestResult) -> None:
        records = self._boards.records(entry)
        if len(records) == 1:
            race(self, records[0], entry.player)
        elif records:
            self.replay(entry)
            self.solterm.say_trouble("Move to one of these games and press R to race it.")

    def clear(self, _: ContestResult) -> None:
        self.ask("Erase your results on this board? (Shared ones stay.)", self._clear)

    def _clear(self) -> None:
        self._boards.clear(self.board)
        self.look_again()


class RecordsScreen(ListPage[None]):
    """Lists the games of a result; Enter replays one."""

    ABOUT = "The games of a result, in their order. Enter replays one of them, step by step."
    COLUMNS = (
        Column(is_number=True, is_place=True),
        Column("game", shrinks=True),
        Column("deal", is_number=True),
    )
    BINDINGS = [
        on_item("enter", "replay", "Replay", "Replay it, step by step"),
        on_item("r,R", "race", "Race", "Race this run, at its own pace"),
    ]

    def __init__(self, title: str, player: str, records: Sequence[Record]) -> None:
        super().__init__()
        self._heading = title
        self._player = player
        self.records = records

    def title_text(self) -> str:
        return self._heading

    def rows(self) -> Iterable[ListRow]:
        for number, each in enumerate(self.records, 1):
            cells = (number, name_game(each.tags["Game"]), each.tags["Deal"])
            yield ListRow(cells, each)

    def offers(self, do: str, item: Record) -> bool:
        return do != "race" or self.seat.host.has_host

    def replay(self, record: Record) -> None:
        show_record(self, record)

    def race(self, record: Record) -> None:
        race(self, record, self._player)


def show_records(
    screen: BaseScreen[Any], title: str, player: str, records: Sequence[Record]
) -> None:
    """Show the games of a result over a screen; a single game is replayed at once."""
    if len(records) == 1:
        show_record(screen, records[0])
    else:
        screen.doors.show_records(title, player, records)


def show_record(screen: BaseScreen[Any], record: Record) -> None:
    """Replay a game over a screen, unless the player still has to play that deal."""
    game, deal = record.tags["Game"], record.tags["Deal"]
    if spoiler := find_spoiler(screen.solterm.seat.store, game, int(deal)):
        screen.notice = spoiler
    else:
        screen.doors.show_replay(f"{name_game(game)}, deal {deal}", record)


def race(screen: BaseScreen[Any], record: Record, player: str, seconds: int = 0) -> None:
    """Race somebody's run; the host answers with the race."""
    challenge = challenge_run(screen.solterm.seat.store, record, player, seconds)
    is_asked = screen.solterm.seat.host.say(challenge)
    screen.notice = "The race begins soon." if is_asked else "The host does not answer now."
