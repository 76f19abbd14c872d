"""A line of text for the host of the session: the dialog stays open until the host has answered."""

from collections.abc import Callable

from textual import on
from textual.widgets import Input

from solterm import hall
from solterm.hall.messages import Message, No, Yes
from solterm.tui.screens.dialogs import TextDialog
from solterm.tui.widgets.lines import Words

WAIT = "One moment ..."
SILENT = "The host does not answer now; try again later."


def ask(message: Message) -> bool:
    """Ask the host something; return whether it is there."""
    if link := hall.here():
        link.say(message)
    return _is_there()


def _is_there() -> bool:
    link = hall.here()
    return link is not None and link.is_up


class HostDialog(TextDialog):
    """Enter asks the host: a refusal is said in the dialog, and a grant closes it.

    The result is what the host says; the text itself, if it need not be asked; None after Esc.
    """

    def __init__(
        self,
        question: str,
        message: Callable[[str], Message | None],
        text: str = "",
        most: int = 20,
    ) -> None:
        """``message`` returns what a text asks of the host; None grants it at once."""
        super().__init__(question, text, most=most)
        self._message = message
        self._is_waiting = False

    @on(Input.Submitted)
    def hand_over(self, event: Input.Submitted) -> None:
        """Ask the host."""
        event.stop()
        event.prevent_default()  # the base would take any text
        text = event.value.strip()
        message = self._message(text)
        if message is None:
            self.dismiss(text)
        else:
            self._wait(ask(message))
            self._tell(WAIT if self._is_waiting else SILENT)

    def hear(self, message: Message) -> bool:
        """Take the host's answer; return whether it was one."""
        if not self._is_waiting or not isinstance(message, Yes | No):
            return False
        self._wait(False)
        if isinstance(message, Yes):
            self.dismiss(message.text)
        else:
            self._tell(message.text)
        return True

    def _wait(self, is_waiting: bool) -> None:
        # The host carries out the request even if the player leaves.
        self._is_waiting = is_waiting
        line = self.query_one(Input)
        line.disabled = is_waiting
        if not is_waiting:
            line.focus()

    def _tell(self, sentence: str) -> None:
        self.query_one("#fault", Words).say(sentence)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (action == "dismiss" and self._is_waiting and _is_there())
