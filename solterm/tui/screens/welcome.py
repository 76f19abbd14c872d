"""What somebody reads first who is new on a host, or a guest there."""

from collections.abc import Callable

from solterm.hall.messages import Message, Rename
from solterm.sessions.welcome import GUEST, PLAYER
from solterm.store import place
from solterm.tui.boxes.hostline import HostLine
from solterm.tui.boxes.questions import wrap
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import Click, PaintedScreen

_MOST = 68
"""Columns of a line of text: longer ones are hard to read."""


class WelcomeScreen(PaintedScreen):
    """Tells a guest how to be one no more, and asks a new player for a name; then goes on."""

    def __init__(self, then: Callable[[], object]) -> None:
        super().__init__()
        self._then = then
        self._name = place.nickname()
        if self._name:
            question = "Enter takes this name; or type another one."
            self.prompt = HostLine(
                question, self._ask, self._take, self._name, most=20, otherwise=then
            )

    def paint(self, canvas: Canvas) -> None:
        width = min(_MOST, canvas.width - 4)
        x = (canvas.width - width) // 2
        canvas.centre(1, "s o l t e r m", Role.LABEL)
        text = PLAYER if self._name else GUEST
        lines = ["Welcome to this card room.", ""]
        for part in text.split("\n"):
            lines += [part] if part.startswith(" ") else wrap(part, width) or [""]
        for y, line in enumerate(lines, 3):
            canvas.text(x, y, line, Role.LABEL if line.startswith(" ") else Role.TABLE)
        if not self._name:
            chrome.paint_footer(canvas, "Any key goes on")

    def press(self, key: str, character: str | None) -> None:
        """Answer the question; where none is asked, go on."""
        if not self.answer_prompt(key, character):
            self._then()

    def hear(self, message: Message) -> bool:
        if not isinstance(self.prompt, HostLine) or not self.prompt.hear(self, message):
            return False
        self.show_outcome()
        return True

    def _ask(self, name: str) -> Message | None:
        """What a name asks of the host: nothing, if it is the present one."""
        return Rename(name) if name not in ("", self._name) else None

    def _take(self, name: str) -> None:
        place.keep_nickname(name or self._name)
        self._then()

    def on_click(self, at: Click) -> None:
        """A click leads on where a key does."""
        if not self.prompt:
            self._then()
