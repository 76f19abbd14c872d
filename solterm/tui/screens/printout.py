"""A score sheet as a printer would have put it on paper, to be read and copied."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from solterm.core.game import Game
from solterm.sessions import sheets as sessions
from solterm.store import players
from solterm.store.sheets import KeptSheet
from solterm.tui.screens.page import Page


class PrintScreen(Page[None]):
    """Shows the paper; C copies it."""

    ABOUT = "Your score sheet on paper, for a chat or a mail."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,C", "copy", "Copy", tooltip="Copy the sheet to the clipboard"),
    ]

    def __init__(self, game: Game, kept: KeptSheet) -> None:
        super().__init__()
        self._game = game
        self._kept = kept
        self._text = ""

    def title_text(self) -> str:
        return f"Score sheet of {self._game.name} ({self._game.collection})"

    def compose_content(self) -> ComposeResult:
        with VerticalScroll(id="paper"):
            yield Static(id="printed", markup=False)

    def on_mount(self) -> None:
        name = players.name_of(self.solterm.settings.player)
        self._text = sessions.print_sheet(self.solterm.store, self._game, self._kept, name)
        self.query_one("#printed", Static).update(self._text)
        self.query_one("#paper").focus()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._text)
        self.notice = "Copied."
