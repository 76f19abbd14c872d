"""The boards, the best of one board, and the games behind a result."""

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from rich.text import Text
from textual.binding import Binding

from solterm.contests.titles import board_name
from solterm.core.play.record import Record
from solterm.sessions import results
from solterm.sessions.boards import list_names
from solterm.sessions.news import name_game
from solterm.store import players
from solterm.store.boards import Entry
from solterm.store.spoilers import find_spoiler
from solterm.tui.look.canvas import Role
from solterm.tui.screens.base import BaseScreen
from solterm.tui.screens.page import Line, ListPage
from solterm.tui.screens.rows_page import Column, RowsPage

_MOMENT = 0.05
"""Seconds of checking results, and of rest after it."""
_GLANCE = 1.0
"""Seconds between two updates of the table while results are checked."""
BEST = 20
"""Entries of a board on the screen."""
_ALL = 1_000_000
"""More entries than any board has."""
_PROVING = "Checking results: "


class BoardsScreen(ListPage[None]):
    """Lists the boards; Enter shows one."""

    TITLE = "High scores"
    ABOUT = """
A result on a board carries the records of its games, and counts only if replaying them leads to the
same points. On a host with a shared place for boards, all players share them.
"""
    EMPTY = "No boards yet. Contests (F3 in the menu) have them."
    BINDINGS = [
        Binding("enter", "select", "Show", tooltip="Show the board"),
    ]

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self._names: list[str] = []

    def on_mount(self) -> None:
        boards = self.solterm.boards()
        boards.send()
        self._names = list_names(boards)
        self.notice = self.notice or boards.complaint

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self._names = list_names(self.solterm.boards())
            self.show_list()

    def lines(self, width: int) -> Iterable[Line]:
        show = self.solterm.show_board
        return [Line(board_name(name), partial(show, name)) for name in self._names]


class BoardScreen(RowsPage[None]):
    """Shows the best entries of a board."""

    ABOUT = "The best results of this board. It leaves out results that replay differently."
    EMPTY = "No entries on this board yet."
    BINDINGS = [
        Binding("enter", "select_cursor", "Replay", tooltip="Replay the games of a result"),
        Binding("c,C", "clear", "Clear", tooltip="Erase the results kept here; shared ones stay"),
    ]

    def __init__(self, board: str, notice: str = "", reached: str = "") -> None:
        """``reached`` is the digest of an entry just made, for the cursor."""
        super().__init__(notice)
        self.board = board
        self.reached = reached
        self._all: list[Entry] = []
        self._told = results.tabulate(board, [])
        """The columns of numbers, and the numbers of each entry."""
        self._me = ""

    def title_text(self) -> str:
        return board_name(self.board)

    def on_mount(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._boards = self.solterm.boards()
        self._proof = self._boards.prove_rest(self.board)
        self._looked = 0.0
        self._go_on()

    def _go_on(self) -> None:
        with self.telling_trouble():
            until = time.monotonic() + _MOMENT
            for done, many in self._proof:
                if time.monotonic() > until:
                    if until > self._looked + _GLANCE:
                        self._take(self._boards.top(self.board, _ALL, wait=False))
                        self._looked = until
                        self.show_rows()
                    self.notice = f"{_PROVING}{done} of {many}."
                    self.set_timer(_MOMENT, self._go_on)
                    return
            self._read()

    def _read(self) -> None:
        boards = self._boards
        self._take(boards.top(self.board, _ALL))
        said = "" if self.notice.startswith(_PROVING) else self.notice
        if refused := len(boards.list_refused(self.board)):
            count = "1 result was" if refused == 1 else f"{refused} results were"
            said = f"{count} refused: 'solterm verify' tells why."
        said = said or boards.complaint
        here = None
        digests = [each.digest for each in self._all]
        if self.reached in digests:
            place = digests.index(self.reached)
            here = min(place, BEST)
            said = f"You reached place {place + 1} of {len(digests)}. {said}".rstrip()
            self.reached = ""
        self.show_rows(here)
        self.notice = said

    def _take(self, entries: list[Entry]) -> None:
        self._all = entries
        self._told = results.tabulate(self.board, entries)
        self._me = players.profile(self.solterm.context) if entries else ""

    # -- the table -------------------------------------------------------------------------

    @property
    def entries(self) -> list[Entry]:
        """The best, and the player's own best if it is below them."""
        others = (each for each in self._all[BEST:] if each.profile == self._me)
        return [*self._all[:BEST], *(each for each, _ in zip(others, "1", strict=False))]

    def columns(self) -> Sequence[Column]:
        first, *beside = (name.capitalize() for name in self._told.names)
        return [
            Column("", is_number=True),
            Column("Player", shrinks=True),
            Column(first, is_number=True),
            Column("Lvl", is_number=True),
            Column("Date"),
            *(Column(name, is_number=True, least=68) for name in beside),
        ]

    def rows(self) -> Sequence[Sequence[object]]:
        told = self._told.rows
        own = self.style(Role.MESSAGE)
        rows = []
        for each in self.entries:
            place = self._all.index(each)
            first, *beside = told[place]
            row: list[object] = [
                f"{place + 1}.",
                each.player,
                first,
                each.level,
                each.date,
                *beside,
            ]
            rows.append([Text(str(cell), own) for cell in row] if each.profile == self._me else row)
        return rows

    def notes(self, row: int) -> Sequence[str]:
        return [self._told.better]

    # -- keys ------------------------------------------------------------------------------

    def on_data_table_row_selected(self) -> None:
        from solterm.sessions.boards import records_of

        entry = self.entries[self.here]
        if records := records_of(self._boards, entry):
            show_records(self, f"{board_name(self.board)}: {entry.player}", records)

    def action_clear(self) -> None:
        self.ask("Erase your results on this board? (Shared ones stay.)", self._clear)

    def _clear(self) -> None:
        self.solterm.boards().clear(self.board)
        self._begin()


class RecordsScreen(RowsPage[None]):
    """Lists the games of a result; Enter replays one."""

    ABOUT = "The games of a result, in their order. Enter replays one of them, step by step."
    COLUMNS = (
        Column("", is_number=True),
        Column("Game", shrinks=True),
        Column("Deal", is_number=True),
    )
    BINDINGS = [
        Binding("enter", "select_cursor", "Replay", tooltip="Replay it, step by step"),
    ]

    def __init__(self, title: str, records: Sequence[Record]) -> None:
        super().__init__()
        self._heading = title
        self.records = records

    def title_text(self) -> str:
        return self._heading

    def rows(self) -> Sequence[Sequence[object]]:
        return [
            (f"{number}.", name_game(record.tags["Game"]), record.tags["Deal"])
            for number, record in enumerate(self.records, 1)
        ]

    def on_data_table_row_selected(self) -> None:
        show_record(self, self.records[self.here])


def show_records(screen: BaseScreen[Any], title: str, records: Sequence[Record]) -> None:
    """Show the games of a result over a screen; a single game is replayed at once."""
    if len(records) == 1:
        show_record(screen, records[0])
    else:
        screen.solterm.push_screen(RecordsScreen(title, records))


def show_record(screen: BaseScreen[Any], record: Record) -> None:
    """Replay a game over a screen, unless the player still has to play that deal."""
    game, deal = record.tags["Game"], record.tags["Deal"]
    if spoiler := find_spoiler(screen.solterm.store, game, int(deal)):
        screen.notice = spoiler
    else:
        screen.solterm.show_replay(f"{name_game(game)}, deal {deal}", record)
