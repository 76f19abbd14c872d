"""The first row of a table: which game, and how it stands."""

from typing import ClassVar

from textual.widgets import Static

from solterm.core.play.play import Play
from solterm.tui.table.status import status


class StatusLine(Static):
    """As many words as there is room for."""

    ALLOW_SELECT: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__("", markup=False)

    def tell(self, play: Play, score: int, extra: str = "") -> None:
        """Show a play, its score, and something more about it."""
        self.update(status(play, score, self.app.size.width, extra), layout=False)
