"""Numbers before a command, in the sets of keys whose digits count."""

from solterm.tui.keys.presets import COUNTING

REPEATED = frozenset({"left", "right", "up", "down", "undo", "redo", "turn_hand", "next_place"})
"""The commands that a number before them repeats."""

_DIGITS = 2
"""More are not kept: the last ones count."""


class Number:
    """The digits typed since the last command."""

    def __init__(self) -> None:
        self._digits = ""

    def take(self, character: str | None, preset: str) -> str:
        """Take a digit, if the set of keys has it so, and say the number; else say nothing.

        A zero counts behind another digit only.
        """
        if preset not in COUNTING or not character or character not in "0123456789":
            return ""
        if character == "0" and not self._digits:
            return ""
        self._digits = (self._digits + character)[-_DIGITS:]
        return f"{self._digits} ..."

    def spend(self) -> int:
        """The number, 0 for none; the next command has it no more."""
        number, self._digits = int(self._digits or "0"), ""
        return number
