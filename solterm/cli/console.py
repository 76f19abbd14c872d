"""How commands show their answers: with tables and colours at a terminal, as plain text elsewhere.

``solterm.cli.rendering`` draws an answer with Rich, which is loaded only for a terminal, and only
when there is something to draw. Every start of the program loads this module, so it imports little.
"""

import sys
from typing import NamedTuple, Self, TextIO

from solterm.cli.answers import Answer
from solterm.context import Context


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream, which may be closed, is a terminal."""
    return bool(stream and stream.isatty())


class Output(NamedTuple):
    """Where a run plays, and the way in which it shows things."""

    context: Context
    is_rich: bool = False
    """Whether it shows tables, colours and bars of progress."""
    as_json: bool = False

    @classmethod
    def choose(cls, context: Context, as_json: bool) -> Self:
        """Return the way for this run: rich only for people at a terminal with colours on."""
        is_plain = as_json or context.terminal.wants_no_colour or context.terminal.is_lines_only
        return cls(context, not is_plain and is_terminal(sys.stdout), as_json)

    def show(self, answer: Answer | str) -> None:
        """Print an answer."""
        if isinstance(answer, str):
            print(answer.removesuffix("\n"))
        elif self.as_json:
            import json

            print(json.dumps(answer.values))
        elif self.is_rich:
            from solterm.cli.rendering import draw

            draw(answer.parts, self.context.terminal)
        else:
            print(answer.text())
