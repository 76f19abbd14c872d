"""The outcome of a game, and the state of a game between several players."""

from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """The outcome of a finished game. It equals its word.

    >>> from solterm import Outcome
    >>> print(Outcome.WON, Outcome.WON == "won")
    won True
    """

    WON = "won"
    OVER = "over"


class Duel(NamedTuple):
    """The state of a game between several players."""

    turn: int
    """The player whose turn it is, from 1; 0 once the game has ended."""
    scores: tuple[int, ...]
    """The points of each player."""

    @property
    def standing(self) -> str:
        """The state as text: ``Player 2's turn, 4 to 2``, ``Player 1 has won, 14 to 10``."""
        if not self.turn:
            return self.result.removesuffix(".")
        return f"Player {self.turn}'s turn, {self._points}"

    @property
    def result(self) -> str:
        """The result of a finished game as a sentence: ``Player 1 has won, 14 to 10.``"""
        best = max(self.scores)
        if self.scores.count(best) > 1:
            return f"A draw, {self._points}."
        return f"Player {self.scores.index(best) + 1} has won, {self._points}."

    @property
    def _points(self) -> str:
        return " to ".join(map(str, self.scores))
