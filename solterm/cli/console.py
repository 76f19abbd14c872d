"""How commands show their answers: with tables and colours at a terminal, as plain text elsewhere.

They also fail in one sentence, and ask the player to confirm.

``solterm.cli.rendering`` draws an answer with Rich, which is loaded only for a terminal, and only
when there is something to draw. Every start of the program loads this module, so it imports little.
"""

import sys
from typing import TYPE_CHECKING, NamedTuple, Self

from solterm.cli.surroundings import is_terminal, wrap_for
from solterm.context import Context
from solterm.core.refusal import Refusal

if TYPE_CHECKING:
    from solterm.cli.answers import Answer


class Failure(Refusal):
    """Why a command failed, in a sentence for the player."""


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

    def show(self, answer: "Answer | str") -> None:
        """Print an answer."""
        if isinstance(answer, str):
            print(wrap_for(sys.stdout, answer.removesuffix("\n")))
        elif self.as_json:
            import json

            print(json.dumps(answer.values))
        elif self.is_rich:
            from solterm.cli.rendering import draw

            draw(answer.parts, self.context.terminal)
        else:
            print(answer.text())


def confirm(question: str, sure: bool) -> None:
    """Ask the player to confirm; raise ``Failure`` unless the answer is yes."""
    if sure:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise Failure(f"{question}? This is not a terminal; pass --yes to confirm.")
    print(f"{question} (y/N)? ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Failure("Nothing was changed.")
