"""The games that prove a result of a board, to be seen step by step."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from solterm.core.play.record import Record
from solterm.sessions.news import name_game
from solterm.sessions.spoilers import find_spoiler
from solterm.tui.screens.base import BaseScreen
from solterm.tui.screens.page import Column, TablePage


class RecordsScreen(TablePage[None]):
    """Lists the games of a result; Enter shows one of them again."""

    ABOUT = "The games of a result, in their order. Enter replays one of them, step by step."
    COLUMNS = (
        Column("", is_number=True),
        Column("Game", shrinks=True),
        Column("Deal", is_number=True),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
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
    """Show the games of a result over a screen; a single one at once."""
    if len(records) == 1:
        show_record(screen, records[0])
    else:
        screen.solterm.push_screen(RecordsScreen(title, records))


def show_record(screen: BaseScreen[Any], record: Record) -> None:
    """Replay a game over a screen, or say there that the player has yet to play it."""
    game, deal = record.tags["Game"], record.tags["Deal"]
    if spoiler := find_spoiler(screen.solterm.store, game, int(deal)):
        screen.notice = spoiler
    else:
        screen.solterm.show_replay(f"{name_game(game)}, deal {deal}", record)
