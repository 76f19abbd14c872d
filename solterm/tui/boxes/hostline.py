"""A line of text that goes to the host of the session: the box stays open until it has answered."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from solterm import hall
from solterm.hall.messages import Message, No, Yes
from solterm.tui.boxes.box import Answer
from solterm.tui.boxes.questions import TypedLine

if TYPE_CHECKING:
    from solterm.tui.screens.painted import PaintedScreen

WAIT = "One moment ..."
SILENT = "The host does not answer just now: try again later."


def ask(message: Message) -> bool:
    """Ask the host something; is it there?"""
    if link := hall.here():
        link.say(message)
    return _is_there()


def _is_there() -> bool:
    link = hall.here()
    return link is not None and link.is_up


class HostLine(TypedLine):
    """Enter asks the host; what it refuses is said in the box, and what it grants closes it."""

    def __init__(
        self,
        question: str,
        message: Callable[[str], Message | None],
        granted: Callable[[str], object],
        text: str = "",
        most: int = 20,
        otherwise: Answer | None = None,
    ) -> None:
        """``message`` is what a text asks of the host; where that is None, the text is granted at
        once. ``granted`` is called with it, or with what the host says to a text it was asked."""
        super().__init__(question, self._hand_over, text, most, otherwise)
        self._message = message
        self._granted = granted
        self._is_waiting = False

    def press(self, key: str, character: str | None) -> Answer | None:
        # What was asked is done by the host whether the box is there or not: it waits to hear that.
        if self._is_waiting and _is_there():
            return None
        return super().press(key, character)

    def _hand_over(self, text: str) -> str | None:
        message = self._message(text.strip())
        if message is None:
            self._granted(text.strip())
            return None
        self._is_waiting = ask(message)
        return WAIT if self._is_waiting else SILENT

    def hear(self, screen: "PaintedScreen", message: Message) -> bool:
        """Take the host's answer to what was asked in this box on a screen; was it that?"""
        if not self._is_waiting or not isinstance(message, Yes | No):
            return False
        self._is_waiting = False
        if isinstance(message, Yes):
            screen.close_box(self)
            self._granted(message.text)
        else:
            self.fault = message.text
        return True
