"""The row of messages above the keys; a sentence too long for it opens a box over the screen."""

from typing import ClassVar

from textual.widgets import Static


class MessageLine(Static):
    """Says one sentence."""

    ALLOW_SELECT: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self._said = "", False

    def say(self, sentence: str, is_boxed: bool = False) -> None:
        """Show a sentence, "" for silence; ``is_boxed`` asks for a key as KLONCAN's box does."""
        if (sentence, is_boxed) == self._said:
            return
        was_long = self.has_class("-long")
        self._said = sentence, is_boxed
        self.set_class(is_boxed or len(sentence) > self.app.size.width - 2, "-long")
        text = f"{sentence}\nPress any key to go on." if is_boxed else sentence
        self.update(text, layout=was_long or self.has_class("-long"))
