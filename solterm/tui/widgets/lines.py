"""Lines of text: the status line, the message line, and text that hides when empty."""

from typing import ClassVar

from textual.widgets import Static

from solterm.core.play.play import Play
from solterm.tui.table.status import status


class StatusLine(Static):
    """The first row of a table: the game and its score, as far as the window has room."""

    ALLOW_SELECT: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__("", markup=False)

    def tell(self, play: Play, score: int, extra: str = "") -> None:
        """Show a game with its score; ``extra`` goes to the right of them."""
        self.update(status(play, score, self.app.size.width, extra), layout=False)


class MessageLine(Static):
    """The row above the keys. A sentence too long for it opens a box over the screen."""

    ALLOW_SELECT: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self._said = "", False

    def say(self, sentence: str, is_boxed: bool = False) -> None:
        """Show a sentence; ``is_boxed`` puts it into a box that waits for a key."""
        if (sentence, is_boxed) == self._said:
            return
        was_long = self.has_class("-long")
        self._said = sentence, is_boxed
        self.set_class(is_boxed or len(sentence) > self.app.size.width - 2, "-long")
        text = f"{sentence}\nPress any key to go on." if is_boxed else sentence
        self.update(text, layout=was_long or self.has_class("-long"))


class Words(Static):
    """A few lines that take no room while they are empty."""

    def __init__(self, words: str = "", id: str | None = None) -> None:
        super().__init__(words, id=id, markup=False)
        self.display = bool(words)

    def say(self, words: str) -> None:
        self.update(words)
        self.display = bool(words)
