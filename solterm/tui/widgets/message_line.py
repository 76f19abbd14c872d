"""The row of messages above the keys; a sentence too long for it opens a box over the screen."""

from typing import ClassVar

from textual.widgets import Static


class MessageLine(Static):
    """Says one sentence."""

    ALLOW_SELECT: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__("", markup=False)

    def say(self, sentence: str) -> None:
        """Show a sentence; "" for silence."""
        self.set_class(len(sentence) > self.app.size.width - 2, "-long")
        self.update(sentence)
