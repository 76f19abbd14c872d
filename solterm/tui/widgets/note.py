"""A text that takes no room while it is empty."""

from textual.widgets import Static


class Note(Static):
    """Says something, or is hidden."""

    def __init__(self, id: str) -> None:
        super().__init__("", id=id, markup=False)
        self.display = False

    def say(self, text: str) -> None:
        """Show a text, or hide while there is none."""
        self.update(text)
        self.display = bool(text)
