"""The games that prove a result of a board, to be seen step by step."""

from collections.abc import Sequence
from typing import ClassVar, cast

from solterm.core.play.record import Record
from solterm.sessions.news import name_game
from solterm.sessions.spoilers import find_spoiler
from solterm.tui.screens.listed import ListScreen
from solterm.tui.screens.painted import PaintedScreen


class RecordsScreen(ListScreen):
    """Lists the games of a result; Enter shows one of them again."""

    ABOUT = "The games of a result, in their order. Enter shows one of them again, step by step."
    ENTER: ClassVar[tuple[str, str]] = ("Replay", "Show it again, step by step")

    def __init__(self, title: str, records: Sequence[Record]) -> None:
        super().__init__()
        self.title = title
        self.records = records

    def title_text(self) -> str:
        return self.title

    @property
    def entries(self) -> list[tuple[int, Record]]:
        """Each with its number, from 1."""
        return list(enumerate(self.records, 1))

    def line(self, entry: object, width: int) -> str:
        number, record = cast(tuple[int, Record], entry)
        game = name_game(record.tags["Game"])
        return f"{number:>2}. {game:28} deal {record.tags['Deal']}"[:width]

    def choose(self) -> None:
        show_record(self, cast(tuple[int, Record], self.entry)[1])


def show_records(screen: PaintedScreen, title: str, records: Sequence[Record]) -> None:
    """Show the games of a result over a screen; a single one at once."""
    if len(records) == 1:
        show_record(screen, records[0])
    else:
        screen.solterm.push_screen(RecordsScreen(title, records))


def show_record(screen: PaintedScreen, record: Record) -> None:
    """Show a game again over a screen, or say there that it is still to be played."""
    game, deal = record.tags["Game"], record.tags["Deal"]
    if spoiler := find_spoiler(screen.solterm.store, game, int(deal)):
        screen.notice = spoiler
    else:
        screen.solterm.show_replay(f"{name_game(game)}, deal {deal}", record)
