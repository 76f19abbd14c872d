"""What commands show: answers, which are made of parts, and tasks that take long."""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.sessions.report import Look, Report, write_table


class Line(NamedTuple):
    """A line of text."""

    text: str
    look: Look = Look.PLAIN


class Markdown(NamedTuple):
    """A text in Markdown."""

    text: str


class Cards(NamedTuple):
    """Lines that name piles and their cards: ``t1  column 1: 7D TD``."""

    text: str


Part = Report | Line | Markdown | Cards


class Answer(NamedTuple):
    """What a command found, in parts."""

    parts: Sequence[Part]
    values: object = None
    """The same as values of JSON."""
    plain: str | None = None
    """The text in a pipe, if it differs from that of the parts."""

    def text(self) -> str:
        """Return it as plain text, with a blank line between a report and the next part."""
        if self.plain is not None:
            return self.plain
        texts = [
            write_table(each) + "\n" if isinstance(each, Report) else each.text
            for each in self.parts
        ]
        return "\n".join(texts).rstrip("\n")


class Task(NamedTuple):
    """A task that may take long."""

    title: str
    total: float | None = None
    """The amount to do; for a search, its time limit in seconds."""
    is_timed: bool = False
    """Whether it counts seconds."""
    hint: str = ""
    """How to stop it."""
    delay: float = 1.0
    """Seconds to wait before showing progress: short tasks need none."""
