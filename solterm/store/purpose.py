"""The purpose of a play: none, a row of a score sheet, or a game of a contest.

The store keeps it as text and doesn't know the kinds of contests.
"""

import re
from typing import NamedTuple

_FORM = re.compile(r"([a-z]+)(?::(\d{1,18}))? (\d{1,9})", re.ASCII)


class Purpose(NamedTuple):
    """The purpose of a play.

    >>> str(Purpose.of_row(3)), str(Purpose("tour", 17, 2)), str(FREE)
    ('sheet 3', 'tour:17 2', '')
    >>> Purpose.parse("tour:17 2").place, Purpose.parse("sheet 3").row
    (2, 3)
    """

    kind: str = ""
    """The id of a kind of contest; "": a free game."""
    contest: int = 0
    """The id of the contest in the store; 0: no contest."""
    place: int = 0
    """The index of the game in the contest, or of the row on the sheet."""

    @classmethod
    def of_row(cls, number: int) -> "Purpose":
        """Return the purpose of a row of the score sheet, from 1."""
        return cls("sheet", place=number - 1)

    @classmethod
    def parse(cls, text: str) -> "Purpose":
        """Return the purpose that a text names; a free game if it names none."""
        if not (found := _FORM.fullmatch(text)):
            return FREE
        kind, contest, number = found[1], found[2], int(found[3])
        if contest:
            return cls(kind, int(contest), number)
        return cls.of_row(number) if kind == "sheet" and number else FREE

    @property
    def row(self) -> int | None:
        """The row of the score sheet, from 1; None for any other purpose."""
        return self.place + 1 if self.kind and not self.contest else None

    @property
    def is_contest(self) -> bool:
        return bool(self.contest)

    def __str__(self) -> str:
        if not self.kind:
            return ""
        if self.contest:
            return f"{self.kind}:{self.contest} {self.place}"
        return f"{self.kind} {self.place + 1}"


FREE = Purpose()
"""A free game."""
