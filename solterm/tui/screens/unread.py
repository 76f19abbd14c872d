"""A suspended game that cannot be read: why, and what can be done. Nothing is done unasked."""

from collections.abc import Callable
from typing import ClassVar, NamedTuple, cast

from solterm.games import find_known
from solterm.sessions import plays
from solterm.store import aside, recordfiles
from solterm.store.entries import Saved
from solterm.store.errors import StoreError, show_path
from solterm.tui.boxes.questions import TypedLine
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.listed import ListScreen


class _Line(NamedTuple):
    """Something to do."""

    text: str
    about: str
    do: Callable[[], None]


class UnreadScreen(ListScreen):
    """Offers to try again, the menu, and what keeps or replaces the game."""

    TITLE_TEXT = "A game that cannot be gone on with"
    ABOUT = """
A game that waits to be gone on with could not be read. It stays stored as it is, and it does not
count as lost, whatever you choose here.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Choose", "Do it")

    def __init__(
        self,
        reason: str,
        saved: Saved | None,
        again: Callable[[], None],
        deal: Callable[[], None] | None,
    ) -> None:
        """``saved`` is the game as far as it is known; ``deal`` plays another one, if asked for."""
        super().__init__(reason)
        self.reason = reason
        self.saved = saved
        self._again = again
        self._deal = deal

    @property
    def entries(self) -> list[_Line]:
        lines = [_Line("Try again", "It may have been a moment's trouble.", self._again)]
        if self.saved:
            lines += [
                _Line("Put it aside", "F6 in the menu, Saves, lists it then.", self.put_aside),
                _Line("Write it to a file", "Its record, as far as it is there.", self.export),
            ]
        if self._deal:
            lines.append(_Line("Play another", "The one not read is put aside.", self.play_another))
        return [*lines, _Line("The menu", "All games; this one waits.", self.leave)]

    def heading(self, width: int) -> str:
        if self.saved is None:
            return ""
        game = find_known(self.saved.game)
        return f"{game.name if game else self.saved.game}, deal {self.saved.deal}"

    def line(self, entry: object, width: int) -> str:
        line = cast(_Line, entry)
        return f"{line.text:20}{line.about}"

    def paint_foot(self, canvas: Canvas) -> None:
        self.notice = self.notice or self.reason
        super().paint_foot(canvas)

    def choose(self) -> None:
        cast(_Line, self.entry).do()

    def leave(self) -> None:
        """ESC: the menu; the game stays as it is."""
        self.solterm.show_menu()

    def put_aside(self) -> None:
        """Neither resumed nor lost: the list of saved games has it."""
        assert self.saved, "offered only where it is known"
        aside.put(self.solterm.store, self.saved.play_id)
        self.solterm.complain("The game is put aside: F6, Saves, lists it.")
        self.solterm.show_menu()

    def play_another(self) -> None:
        """What was wanted where no game had been suspended."""
        assert self._deal, "offered only where there is something to play"
        plays.put_aside(self.solterm.store, plays.CannotResume(self.reason, self.saved))
        self._deal()

    def export(self) -> None:
        """The record to a new file."""
        assert self.saved, "offered only where it is known"
        self.prompt = TypedLine(
            "Write the record to which file?",
            self._export,
            f"~/{self.saved.game}-{self.saved.deal}.txt",
        )

    def _export(self, name: str) -> str | None:
        assert self.saved, "offered only where it is known"
        try:
            path = recordfiles.write(name, str(self.saved.record))
        except StoreError as error:
            return str(error)
        self.notice = f"The record is in {show_path(path)}."
        return None
