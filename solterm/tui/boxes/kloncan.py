"""KLONCAN's message boxes: small double-line boxes at the bottom that take the keys.

A box's ``press`` answers whether it used the key up. Only the help lets keys through.
"""

from typing import TYPE_CHECKING

from solterm.core.play.play import Play
from solterm.core.rules import Contest
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.table import chrome

if TYPE_CHECKING:
    from solterm.tui.screens.table import TableScreen


class Box:
    """A message box."""

    lines: tuple[str, ...] = ()
    rolls = False
    """Does the mouse wheel go up and down in it?"""

    def paint(self, canvas: Canvas) -> None:
        """Paint the box over the table."""
        chrome.paint_box(canvas, self.lines)

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        """Take a key; True when it goes no further."""
        raise NotImplementedError

    def point(self, table: "TableScreen", x: int, y: int) -> None:
        """Take a click on a cell of the screen; most boxes have no use for it."""


class LevelBox(Box):
    """F8: the level, and three keys to change it."""

    def __init__(self, play: Play) -> None:
        self.lines = (
            f"You are playing at level {play.level}.",
            "Press 1, 2 or 3 to play on",
            "(1 = easy, 3 = hard).",
        )

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        if key == "escape":
            table.boxes.pop()
        elif character in LEVEL_KEYS:
            table.boxes.pop()
            if table.attempt(f"level {character}"):
                table.notice = f"You play at level {character} now."
        return True


class ColourBox(Box):
    """C: sixteen backgrounds, three sets of foregrounds."""

    lines = (
        "B   - Next background colour",
        "F   - Next foreground set",
        "ESC - Back to the game",
    )

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        if key == "escape":
            table.boxes.pop()
        elif character in ("b", "B"):
            table.solterm.cycle_colours(background=1)
        elif character in ("f", "F"):
            table.solterm.cycle_colours(foreground=1)
        return True


class ScoreBox(Box):
    """S: the score as it stands; any key goes on."""

    def __init__(self, told: str) -> None:
        self.lines = (f"Your score now is {told}.", "Press any key to go on.")

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        table.boxes.pop()
        return True


class QuitBox(Box):
    """Q: once more quits, ESC goes on, every other key is dead."""

    def __init__(self, unsaved: str | None = None) -> None:
        """``unsaved`` says why the game is not kept, if it is not."""
        kept = "is NOT SAVED" if unsaved else "is kept"
        self.lines = (f"Q   - Quit; the game {kept}", "ESC - Go on with the game")

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        if key == "escape":
            table.boxes.pop()
        elif key in ("q", "Q"):
            table.app.exit(0)
        return True


class WonBox(Box):
    """The game is won: any key leads to the end-of-game screen, U takes the last action back."""

    def __init__(self, told: str, contest: Contest | None) -> None:
        result = (contest.result,) if contest else ("You have won!", f"Your score is {told}.")
        self.lines = (*result, "Press any key to go on.")

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        table.boxes.pop()
        table.do_new()
        return True


class CommandLine(Box):
    """``:`` opens it: one line with line mode's grammar, in the message row."""

    def __init__(self) -> None:
        self.text = ""

    def paint(self, canvas: Canvas) -> None:
        y = canvas.height - 2
        room = canvas.width - 4
        canvas.fill(0, y, canvas.width, 1, Role.BOX)
        canvas.text(1, y, f":{self.text[-room:]}_", Role.BOX)

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        if key == "escape" or (key == "backspace" and not self.text):
            table.boxes.pop()
        elif key == "enter":
            table.boxes.pop()
            if self.text.strip():
                table.obey(self.text)
        elif key == "backspace":
            self.text = self.text[:-1]
        elif character and character.isprintable():
            self.text += character
        return True
