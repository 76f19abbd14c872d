"""The box that offers a new player the lesson."""

from solterm.tui.boxes.box import Answer, Box, go_on
from solterm.tui.boxes.questions import wrap
from solterm.tui.look.canvas import Canvas, Role


class LessonOffer(Box):
    """Asks a new player over the menu.

    All keys pass through but the one that takes the offer, and ESC, which would else be taken for
    the wish to quit from somebody who only waves the box away.
    """

    _LINES = (
        "New here?",
        "L  - A lesson of two minutes: Klondike, key by key",
        "Any other key goes on. F2 has the lesson, too.",
    )

    def __init__(self, begin: Answer) -> None:
        self._begin = begin

    def lines(self, width: int) -> list[str]:
        return wrap("\n".join(self._LINES), width)

    def paint(self, canvas: Canvas) -> None:
        """Paint it in the middle, where it is seen first; the keys under the list stay readable."""
        lines = self.lines(canvas.width - 4)
        width = max(map(len, lines))
        x, y = max(0, (canvas.width - width - 4) // 2), (canvas.height - len(lines) - 2) // 2
        canvas.double_box(x, y, lines, Role.BOX)

    def wants(self, key: str) -> bool:
        return key in ("l", "L", "escape")

    def press(self, key: str, character: str | None) -> Answer | None:
        return self._begin if key in ("l", "L") else go_on
