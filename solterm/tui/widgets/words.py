"""A text that takes no room while there is nothing to say."""

from textual.widgets import Static


class Words(Static):
    """A few lines; "" hides it."""

    def __init__(self, words: str = "", id: str | None = None) -> None:
        super().__init__(words, id=id, markup=False)
        self.display = bool(words)

    def say(self, words: str) -> None:
        """Show a text."""
        self.update(words)
        self.display = bool(words)
