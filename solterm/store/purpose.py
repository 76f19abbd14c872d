"""The purpose of a play: none, or a game of a contest, such as a row of a score sheet.

The store keeps it as text and doesn't know the kinds of contests.
"""

import re
from typing import NamedTuple

_FORM = re.compile(r"([a-z]+):(\d{1,18}) (\d{1,9})", re.ASCII)
_SHEET = "sheet"


class Purpose(NamedTuple):
    """The purpose of a play.

    >>> str(Purpose("tour", 17, 2)), str(FREE)
    ('tour:17 2', '')
    >>> Purpose.parse("tour:17 2").place, Purpose.parse("sheet:17 2").row
    (2, 3)
    """

    kind: str = ""
    """The id of a kind of contest; "": a free game."""
    contest: int = 0
    """The id of the contest in the store; 0: any of its kind."""
    place: int = 0
    """The index of the game in the contest."""

    @classmethod
    def parse(cls, text: str) -> "Purpose":
        """Return the purpose that a text names; a free game if it names none."""
        found = _FORM.fullmatch(text)
        return cls(found[1], int(found[2]), int(found[3])) if found else FREE

    @property
    def row(self) -> int | None:
        """The row of a score sheet, from 1; None for any other purpose."""
        return self.place + 1 if self.kind == _SHEET else None

    @property
    def is_contest(self) -> bool:
        """Whether it is a game of a contest other than a score sheet."""
        return self.kind not in ("", _SHEET)

    @property
    def pattern(self) -> str:
        """What SQL's ``LIKE`` finds it by as text."""
        return f"{self.kind}:%" if self.kind and not self.contest else str(self)

    def __str__(self) -> str:
        return f"{self.kind}:{self.contest} {self.place}" if self.kind else ""


FREE = Purpose()
"""A free game."""
