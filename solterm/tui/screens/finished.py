"""The games that the player finished last."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from solterm.core.game import Game
from solterm.games import find, find_known
from solterm.store.entries import Result
from solterm.tui.screens.page import Column, TablePage

_MOST = 50


class FinishedScreen(TablePage[None]):
    """Lists finished games, the latest first."""

    ABOUT = """
The games you won or ended, the latest first. Enter replays one of them, from the deal to where it
stood.
"""
    EMPTY = "No finished games yet. A game is finished when you win it, or deal another."
    COLUMNS = (
        Column("Game"),
        Column("Date"),
        Column("Level", is_number=True),
        Column("Result"),
        Column("Score", is_number=True),
        Column("Mark", is_number=True),
        Column("Moves", is_number=True),
        Column("Deal", is_number=True),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Replay", tooltip="Replay it, step by step"),
        Binding("c,C", "copy", "Copy", tooltip="Copy it as one line, for a chat"),
    ]

    def __init__(self, game: Game | None = None) -> None:
        """With a game, list the games of that rule set only."""
        super().__init__()
        self._game = game
        self._found: list[tuple[int, Result]] = []

    def title_text(self) -> str:
        return f"Finished games of {self._game.name}" if self._game else "Finished games"

    def rows(self) -> Sequence[Sequence[object]]:
        latest = enumerate(reversed(self.solterm.store.results()), 1)
        wanted = [(n, each) for n, each in latest if self._is_wanted(each)]
        self._found = wanted[:_MOST]
        return [_row(result) for _, result in self._found]

    def _is_wanted(self, result: Result) -> bool:
        return self._game is None or result.game == self._game.id

    def on_data_table_row_selected(self) -> None:
        number, result = self._found[self.here]
        if saved := self.solterm.store.load_finished(number):
            title = f"{_name(result)}, deal {result.deal}"
            self.solterm.show_replay(title, saved.record)

    def action_copy(self) -> None:
        if self._found:
            number, _ = self._found[self.here]
            if saved := self.solterm.store.load_finished(number):
                self.notice = self.solterm.copy_line(saved.record.replay(find))


def _row(result: Result) -> tuple[object, ...]:
    won = "won" if result.won else "ended"
    own = "" if result.own is None else result.own
    counts = own, result.score, result.moves, result.deal
    return _name(result), result.date[:10], result.level, won, *counts


def _name(result: Result) -> str:
    game = find_known(result.game)
    return game.name if game else result.game
