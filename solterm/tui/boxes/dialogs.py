"""The table's own small boxes, as KLONCAN had them: level, colours, score, deal, command line."""

from collections.abc import Callable
from functools import partial

from solterm.core import deals
from solterm.core.levels import offer
from solterm.core.play.play import Play
from solterm.tui.boxes.box import Answer, Box, go_on
from solterm.tui.boxes.questions import Choice
from solterm.tui.look.canvas import Canvas, Role

_LONGEST_NUMBER = 20
"""Digits that a deal number may have."""


def level_box(play: Play, then: Callable[[str], object]) -> Choice:
    """Ask for another level: F8."""
    levels = play.game.offered_levels
    question = f"""You are playing at level {play.level}.
Press {offer(levels)} to play on
(1 = easy, {max(levels)} = hard)."""
    return Choice(question, tuple(map(str, sorted(levels))), then)


class ColourBox(Box):
    """C: B and F go through the backgrounds and the sets of foregrounds, ESC goes on."""

    def __init__(self, next_background: Answer, next_foreground: Answer) -> None:
        self._steps = {"b": next_background, "f": next_foreground}

    def lines(self, width: int) -> list[str]:
        return [
            "B   - Next background colour",
            "F   - Next foreground set",
            "ESC - Back to the game",
        ]

    def press(self, key: str, character: str | None) -> Answer | None:
        self._steps.get((character or "").lower(), go_on)()
        return go_on if key == "escape" else None


class MessageBox(Box):
    """Something to read; any key goes on."""

    def __init__(self, *text: str, then: Answer = go_on) -> None:
        self._text = text
        self._then = then

    def lines(self, width: int) -> list[str]:
        return [*self._text, "Press any key to go on."]

    def press(self, key: str, character: str | None) -> Answer | None:
        return self._then


class CommandLine(Box):
    """``:`` opens it: one line with line mode's grammar, in the message row."""

    def __init__(self, obey: Callable[[str], object]) -> None:
        self.text = ""
        self._obey = obey

    def lines(self, width: int) -> list[str]:
        return [f":{self.text[-width:]}_"]

    def paint(self, canvas: Canvas) -> None:
        y = canvas.height - 2
        canvas.fill(0, y, canvas.width, 1, Role.BOX)
        canvas.text(1, y, self.lines(canvas.width - 4)[0], Role.BOX)

    def press(self, key: str, character: str | None) -> Answer | None:
        if key == "escape" or (key == "backspace" and not self.text):
            return go_on
        if key == "enter":
            return partial(self._obey, self.text) if self.text.strip() else go_on
        if key == "backspace":
            self.text = self.text[:-1]
        elif character and character.isprintable():
            self.text += character
        return None


class DealBox(Box):
    """D: deal the same again, any other, or a number that is typed; digits are digits here."""

    def __init__(self, deal: int, begun: bool, then: Callable[[int | None], object]) -> None:
        """``then`` deals a number, None being any; a game that has ``begun`` is lost by it."""
        self.deal = deal
        self.typed = ""
        self.fault = ""
        self._begun = begun
        self._then = then

    def lines(self, width: int) -> list[str]:
        ends = "This game counts as lost then." if self._begun else ""
        return [
            *filter(None, ["Deal again:", ends]),
            f"R   - Deal {self.deal} from the start",
            "N   - A new deal",
            f"0-9 - Number: {self.typed}_",
            "RET - Deal that number" if self.typed else "ESC - Back to the game",
            *filter(None, [self.fault]),
        ]

    def press(self, key: str, character: str | None) -> Answer | None:
        self.fault = ""
        if key == "escape":
            return go_on
        if key == "enter" and self.typed:
            return self._take_deal()
        if character in ("r", "R"):
            return partial(self._then, self.deal)
        if character in ("n", "N"):
            return partial(self._then, None)
        if key == "backspace":
            self.typed = self.typed[:-1]
        elif character and character in "0123456789":
            self.typed = (self.typed + character)[:_LONGEST_NUMBER]
        return None

    def _take_deal(self) -> Answer | None:
        try:
            return partial(self._then, deals.parse(self.typed))
        except ValueError:
            self.fault = "There is no deal 0."
            self.typed = ""
            return None
