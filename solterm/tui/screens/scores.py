"""The boards, the best of one board, and the games behind a result."""

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from solterm.contests.result import ContestResult
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


class BoardPage(ListPage[None]):
    """Shows results of a board, and checks those that nobody has checked here."""

    board: str
    EMPTY = EMPTY
    entries: Sequence[ContestResult] = ()
    me = ""
    """The profile of the player, whose results stand out."""

    def look_up(self) -> None:
        self.entries = self.seat.boards.top(self.board, wait=False)
        self.me = players.profile(self.solterm.context) if self.entries else ""

    def work(self) -> Iterator[tuple[int, int]]:
        """Check results, and show those that hold; yields how many are done, of how many."""
        looked = 0.0
        for checked in self.seat.boards.prove_rest(self.board):
            if time.monotonic() > looked + _GLANCE:
                self._look()
                looked = time.monotonic()
            yield checked
        if looked:
            self._look()

    def _look(self) -> None:
        self.look_up()
        self.show_rows()

    def tell_best(self, most: int) -> Listing:
        """Return the best results, and the player's own."""
        best = [entry for _, entry in choose_best(self.entries, most, self.me)]
        return Listing.of(tell_board(self.board, self.entries, most, self.me), best)

    def key_of(self, item: ContestResult) -> str:
        return item.digest


class BoardScreen(BoardPage):
    """Shows the best entries of a board."""

    ABOUT = "The best results of this board. It leaves out results that replay differently."
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

    def work(self) -> Iterator[tuple[int, int]]:
        said = "" if self.notice.startswith(_PROVING) else self.notice
        for done, many in super().work():
            self.notice = f"{_PROVING}{done} of {many}."
            yield done, many
        boards, digests = self.seat.boards, [each.digest for each in self.entries]
        said = tell_refused(boards.list_refused(self.board)) or said or boards.complaint
        if self.reached in digests:
            place = digests.index(self.reached)
            said = f"You reached place {place + 1} of {len(digests)}. {said}".rstrip()
            self.show_rows(min(place, BEST))
            self.reached = ""
        self.notice = said

    def listing(self) -> Listing:
        return self.tell_best(BEST)

    def offers(self, do: str, item: ContestResult) -> bool:
        return do != "race" or self.seat.host.has_host

    # -- keys ------------------------------------------------------------------------------

    def replay(self, entry: ContestResult) -> None:
        self.solterm.ask_host(partial(self._replay, entry))

    def _replay(self, entry: ContestResult) -> None:
        if records := self.seat.boards.records(entry):
            title = f"{board_name(self.board)}: {entry.player}"
            show_records(self, title, entry.player, records)

    def race(self, entry: ContestResult) -> None:
        self.solterm.ask_host(partial(self._race, entry))

    def _race(self, entry: ContestResult) -> None:
        records = self.seat.boards.records(entry)
        if len(records) == 1:
            race(self, records[0], entry.player)
        elif records:
            self._replay(entry)
            self.solterm.say_trouble("Move to one of these games and press R to race it.")

    def clear(self, _: ContestResult) -> None:
        self.ask("Erase your results on this board? (Shared ones stay.)", self._clear)

    def _clear(self) -> None:
        self.seat.boards.clear(self.board)
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
        screen.app.push_screen(RecordsScreen(title, player, records))


def show_record(screen: BaseScreen[Any], record: Record) -> None:
    """Replay a game over a screen."""
    game, deal = record.tags["Game"], record.tags["Deal"]
    screen.doors.show_replay(f"{name_game(game)}, deal {deal}", record)


def race(screen: BaseScreen[Any], record: Record, player: str, seconds: int = 0) -> None:
    """Race somebody's run; the host answers with the race."""
    challenge = challenge_run(record, player, seconds)
    is_asked = screen.solterm.seat.host.say(challenge)
    screen.notice = "The race begins soon." if is_asked else "The host does not answer now."
