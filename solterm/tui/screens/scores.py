"""The boards: which there are, and the best of one."""

import time
from typing import ClassVar, cast

from solterm.contests.titles import board_name
from solterm.sessions import results
from solterm.store import players
from solterm.store.boards import Entry
from solterm.store.errors import StoreError
from solterm.tui.boxes.questions import Question
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.listed import Key, ListScreen

_MOMENT = 0.05
"""Seconds for which results are proved before keys are looked at again."""

_GLANCE = 1.0
"""Seconds between two looks at what is proved so far."""

BEST = 20
"""Entries of a board that are shown."""

_ALL = 1_000_000
"""More entries than a board has."""

_WIDE = 68
"""From this width on the second number stands beside the first."""


class BoardsScreen(ListScreen):
    """Lists the boards; Enter shows one."""

    TITLE_TEXT = "High scores"
    ABOUT = """
Every result on a board carries the records of its games, and is shown only if playing them again
leads to the same points. Where a host has a shared place for boards, its players share them.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Show", "Show the board")
    EMPTY = "There is no board yet. Contests (F3 in the menu) have them."

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self._names: list[str] = []

    def on_mount(self) -> None:
        """Send what could not be sent to the shared place before."""
        boards = self.solterm.boards()
        boards.send()
        self.notice = boards.complaint
        self._look()

    def on_screen_resume(self) -> None:
        """Back from a board, which may have been cleared."""
        self._look()

    def _look(self) -> None:
        try:
            boards = self.solterm.boards()
            self._names = boards.names()
            self.notice = self.notice or boards.complaint
        except StoreError as error:
            self.notice = str(error)
        self.repaint()

    @property
    def entries(self) -> list[str]:
        return self._names

    def line(self, entry: object, width: int) -> str:
        return board_name(cast(str, entry))

    def choose(self) -> None:
        self.solterm.show_board(cast(str, self.entry))


class BoardScreen(ListScreen):
    """The best entries of one board."""

    ABOUT = "The best results of this board. Entries that do not hold are counted, not shown."
    EMPTY = "Nobody has entered this board yet."
    ENTER: ClassVar[tuple[str, str]] = ("Replay", "Show the games of a result, step by step")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("C", "clear", "Clear", "Erase the results that are kept here; shared ones stay"),
    )

    def __init__(self, board: str, notice: str = "", reached: str = "") -> None:
        """``reached`` is the digest of an entry that was just made, and is lit."""
        super().__init__(notice)
        self.board = board
        self.reached = reached
        self._all: list[Entry] = []
        self._me = ""

    def on_mount(self) -> None:
        """Read the board, and prove what was not proved before."""
        self._begin()

    def _begin(self) -> None:
        self._boards = self.solterm.boards()
        self._proof = self._boards.prove_rest(self.board)
        self._looked = 0.0
        self._go_on()

    def _go_on(self) -> None:
        """Prove for a moment, say how far that is, and go on later; at the end show the board."""
        until = time.monotonic() + _MOMENT
        try:
            for done, many in self._proof:
                if time.monotonic() > until:
                    if until > self._looked + _GLANCE:
                        self._all = self._boards.top(self.board, _ALL, wait=False)
                        self._looked = until
                    self.notice = f"Proving: {done} of {many} results."
                    self.stage.after(_MOMENT, self._go_on)
                    break
            else:
                self.notice = "" if self.notice.startswith("Proving: ") else self.notice
                self._read()
        except StoreError as error:
            self.notice = str(error)
        self.repaint()

    def choose(self) -> None:
        """Enter: the games that prove a result; a single one at once."""
        from solterm.sessions.boards import records_of
        from solterm.tui.screens.records import show_records

        entry = cast(Entry, self.entry)
        if records := records_of(self._boards, entry):
            show_records(self, f"{board_name(self.board)}: {entry.player}", records)

    def do_clear(self) -> None:
        """C: erase the board, once that is confirmed."""
        self.prompt = Question("Erase all results of this board that are kept here?", self._clear)

    def _clear(self) -> None:
        try:
            self.solterm.boards().clear(self.board)
        except StoreError as error:
            self.notice = str(error)
        self._begin()

    def _read(self) -> None:
        try:
            boards = self._boards
            self._all = boards.top(self.board, _ALL)
            self._me = players.profile() if self._all else ""
            self._light()
            if refused := len(boards.list_refused(self.board)):
                entries = "entry was" if refused == 1 else "entries were"
                self.notice = f"{refused} {entries} refused: 'solterm verify' tells why."
            self.notice = self.notice or boards.complaint
        except StoreError as error:
            self.notice = str(error)

    def _light(self) -> None:
        """Put the cursor on the place that was reached, and tell it."""
        digests = [each.digest for each in self._all]
        if self.reached in digests:
            place = digests.index(self.reached)
            self.here = min(place, BEST)
            told = f"You reached place {place + 1} of {len(digests)}."
            self.notice = f"{told} {self.notice}".rstrip()
            self.reached = ""

    def title_text(self) -> str:
        return board_name(self.board)

    @property
    def entries(self) -> list[Entry]:
        """The best, and the player's own best where that is none of them."""
        others = (each for each in self._all[BEST:] if each.profile == self._me)
        return [*self._all[:BEST], *(each for each, _ in zip(others, "1", strict=False))]

    def paint_line(self, canvas: Canvas, y: int, entry: object, is_here: bool, width: int) -> None:
        """The player's own results are lit."""
        super().paint_line(canvas, y, entry, is_here, width)
        if not is_here and cast(Entry, entry).profile == self._me:
            text = f"  {self.line(entry, width - 2)}"[:width]
            canvas.text(1, y, text, Role.MESSAGE)

    def heading(self, width: int) -> str:
        first, *beside = (f"{name.capitalize():>8}" for name in self._told.names)
        more = beside[0] if beside and width >= _WIDE else ""
        return f"    {'Player':28}{first} Lvl  Date       {more}"

    @property
    def _told(self) -> results.Told:
        """The numbers of the entries, by which they stand where they do, and those beside."""
        return results.tabulate(self.board, self._all)

    def line(self, entry: object, width: int) -> str:
        each = cast(Entry, entry)
        place = self._all.index(each)
        first, *beside = (f"{value:>8}" for value in self._told.rows[place])
        more = beside[0] if beside and width >= _WIDE else ""
        return f"{place + 1:>2}. {each.player:28}{first} {each.level:>3}  {each.date} {more}"

    def notes(self, width: int) -> list[str]:
        return [self._told.better]
