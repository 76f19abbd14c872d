"""The latest results on the host. New ones appear at once."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from solterm.hall.messages import AskResults, Message, No, Result, Results
from solterm.sessions.hostboards import find_board
from solterm.sessions.news import name_game, name_player, tell_result
from solterm.tui.screens.page import Column, TablePage

_MOST = 100


class LatestScreen(TablePage[None]):
    """Lists results, the latest first."""

    TITLE = "Latest results"
    ABOUT = """
The latest wins on this host, and the games of sheets and contests, won or not; new ones appear at
once. Enter shows the board of a sheet or contest, with the records of all its results.
"""
    EMPTY = "No results yet."
    COLUMNS = (
        Column("Time"),
        Column("Name", shrinks=True),
        Column("Game", shrinks=True),
        Column("Lvl", is_number=True),
        Column("Result"),
        Column("Mark", is_number=True),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Board", tooltip="Show the board it counts on"),
        Binding("w,W", "who", "Who is here", tooltip="See who is here now"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._results: list[Result] = []

    def on_mount(self) -> None:
        self.solterm.hall.say(AskResults())

    def hear(self, message: Message) -> bool:
        if isinstance(message, Results):
            self._results = list(message.results)
            self.show_rows()
        elif isinstance(message, Result):
            here = self.here
            self._results = [message, *self._results][:_MOST]
            self.show_rows(here + 1 if here else 0)
        elif isinstance(message, No):
            self.notice = message.text
        else:
            return False
        return True

    def rows(self) -> Sequence[Sequence[object]]:
        return [
            (
                each.moment[11:16],
                name_player(each.player),
                name_game(each.game),
                each.level,
                "won" if each.won else "played",
                each.mark,
            )
            for each in self._results
        ]

    def notes(self, row: int) -> Sequence[str]:
        result = self._results[row]
        return [f"{tell_result(result)} Deal {result.deal}, {result.moment[:10]} (UTC)."]

    def on_data_table_row_selected(self) -> None:
        if board := find_board(self._results[self.here]):
            self.solterm.show_board(board)
        else:
            self.say_trouble("This was a free game: it is on no board.")

    def action_who(self) -> None:
        self.solterm.show_visitors()
