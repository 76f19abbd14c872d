"""Boxes that ask before something is done that cannot be taken back, or that needs a number."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from solterm.core import deals
from solterm.core.play.play import Play
from solterm.tui.boxes.kloncan import Box
from solterm.tui.look.canvas import Canvas

if TYPE_CHECKING:
    from solterm.tui.screens.table import TableScreen

_LONGEST_NUMBER = 20


class YesNoBox(Box):
    """A question: Y does it, N and ESC leave all as it is, every other key is dead."""

    def __init__(self, question: tuple[str, ...], then: Callable[[], object]) -> None:
        self.lines = (*question, "Y   - Yes", "N   - No")
        self._then = then

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        if character in ("y", "Y"):
            table.boxes.pop()
            self._then()
        elif key == "escape" or character in ("n", "N"):
            table.boxes.pop()
        return True


class DealBox(Box):
    """D: deal the same again, any other, or a number that is typed; digits are digits here."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.typed = ""
        self.fault = ""

    def paint(self, canvas: Canvas) -> None:
        ends = "This game counts as lost then." if self.play.begun else ""
        self.lines = (
            *filter(None, ["Deal again:", ends]),
            f"R   - Deal {self.play.deal} from the start",
            "N   - A new deal",
            f"0-9 - Number: {self.typed}_",
            "RET - Deal that number" if self.typed else "ESC - Back to the game",
            *filter(None, [self.fault]),
        )
        super().paint(canvas)

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        self.fault = ""
        if key == "escape":
            table.boxes.pop()
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif character and character in "0123456789":
            self.typed = (self.typed + character)[:_LONGEST_NUMBER]
        elif key == "enter" and self.typed:
            self._deal_typed(table)
        elif character in ("r", "R"):
            table.deal_again(self.play.deal)
        elif character in ("n", "N"):
            table.deal_again(None)
        return True

    def _deal_typed(self, table: "TableScreen") -> None:
        try:
            number = deals.parse(self.typed)
        except ValueError:
            self.fault = "There is no deal 0."
            self.typed = ""
        else:
            table.deal_again(number)
