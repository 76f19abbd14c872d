"""What somebody reads first who is new on a host, or a guest there."""

from collections.abc import Callable

from solterm.hall.messages import Message, Rename
from solterm.store import place
from solterm.store.errors import StoreError
from solterm.store.store import Store
from solterm.tui.boxes.hostline import HostLine
from solterm.tui.boxes.questions import wrap
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import Click, PaintedScreen

GUEST = """You are a guest, for you came without a key.

You may play everything here, and look at the boards. Nothing of yours goes there, and when you \
leave, your games are gone.

To be known here, and to find your games again, make a key on your own computer, and come again:

    ssh-keygen -t ed25519"""
"""What a guest reads."""

_PLAYER = """You are known here by your key: whenever you come with it, your games stand as you \
left them.

Your name stands beside your results on the boards. You may change it later, and add a key of \
another computer, under "Your name and keys" in the settings."""

_MOST = 68
"""Columns of a line of text: longer ones are hard to read."""


def is_stranger(store: Store) -> bool:
    """Is it a guest, or a player of whom the store holds nothing yet?"""
    if place.is_guest():
        return True
    try:
        return not store.in_progress() and not store.results()
    except StoreError:
        return False


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
        text = _PLAYER if self._name else GUEST
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
        self.shown()
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
