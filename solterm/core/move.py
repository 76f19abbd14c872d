"""Moves, and what is said when one is refused."""

import re
from typing import NamedTuple

_TEXT = re.compile(r"([a-z][0-9]{0,3})(?:@([0-9]{1,3}))?(?: ([a-z][0-9]{0,3})(?: ([0-9]{1,3}))?)?")


class Move(NamedTuple):
    """One action of the player, by pile ids.

    ``Move("t3", "t5", 2)`` carries the two end cards of t3 to t5; ``Move("s")`` acts on one pile
    alone (turns the stock); ``Move("t5", "t7", at=2)`` plays the second card from the top alone.
    The text form is exact and round-trips: a count of 1 is not written.

    >>> str(Move("t3", "t5", 2)), str(Move("s")), str(Move("t5", "t7", at=2))
    ('t3 t5 2', 's', 't5@2 t7')
    """

    src: str
    dst: str = ""
    cards: int = 1
    """How many end cards go."""
    at: int = 0

    def __str__(self) -> str:
        source = f"{self.src}@{self.at}" if self.at else self.src
        if not self.dst:
            return source
        cards = f" {self.cards}" if self.cards != 1 else ""
        return f"{source} {self.dst}{cards}"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move of a text, to the letter (``Rules.resolve`` is the lenient reader).

        Raises ``ValueError`` with a sentence when it has not the form of a move.
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a move: write SRC DST [COUNT], for example t3 t5 2.")
        src, at, dst, cards = match.groups()
        return cls(src, dst or "", int(cards or 1), int(at or 0))


class Refusal(str):
    """Why something is not allowed: one sentence for the player, cards as two letters."""

    __slots__ = ()


class IllegalMove(ValueError):
    """An action that the rules refuse; its text is the ``Refusal``. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
