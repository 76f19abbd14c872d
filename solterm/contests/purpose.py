"""The purpose of a play: none, a row of a score sheet, or a game of a contest."""

import re
from typing import NamedTuple

from solterm.contests.kinds import KINDS, SHEET, Kind

_FORM = re.compile(r"([a-z]+)(?::(\d{1,18}))? (\d{1,9})", re.ASCII)


class Purpose(NamedTuple):
    """The purpose of a play. The store keeps it as text.

    >>> str(Purpose.of_row(3)), str(Purpose(KINDS["tour"], 17, 2)), str(FREE)
    ('sheet 3', 'tour:17 2', '')
    >>> Purpose.parse("tour:17 2").place, Purpose.parse("sheet 3").row
    (2, 3)
    """

    kind: Kind | None = None
    """None: a free game."""
    contest: int = 0
    """The id of the contest in the store; 0: no contest."""
    place: int = 0
    """The index of the game in the contest, or of the row on the sheet."""

    @classmethod
    def of_row(cls, number: int) -> "Purpose":
        """Return the purpose of a row of the score sheet, from 1."""
        return cls(SHEET, place=number - 1)

    @classmethod
    def parse(cls, text: str) -> "Purpose":
        """Return the purpose that a text names; a free game if it names none."""
        if not (found := _FORM.fullmatch(text)):
            return FREE
        kind, contest, number = KINDS.get(found[1]), int(found[2] or 0), int(found[3])
        if kind is None or kind.is_contest != bool(found[2]):
            return FREE
        if kind.is_contest:
            return cls(kind, contest, number)
        return cls.of_row(number) if 1 <= number <= SHEET.rows else FREE

    @property
    def row(self) -> int | None:
        """The row of the score sheet, from 1; None for any other purpose."""
        return self.place + 1 if self.kind and not self.kind.is_contest else None

    @property
    def is_contest(self) -> bool:
        return self.kind is not None and self.kind.is_contest

    @property
    def is_dealt_alike(self) -> bool:
        """Whether other players get the same deal."""
        return self.kind is not None and self.kind.is_dealt_alike

    def __str__(self) -> str:
        if self.kind is None:
            return ""
        if self.kind.is_contest:
            return f"{self.kind.id}:{self.contest} {self.place}"
        return f"{self.kind.id} {self.place + 1}"


FREE = Purpose()
"""A free game."""
