"""The console of a run: its streams, which may be closed, its variables, and what commands show.

A command returns a ``CommandAnswer``, which is made of parts, or a sentence. At a terminal it is
drawn with tables and colours (``solterm.cli.rendering``), elsewhere it is plain text. Every start
of the program loads this module, so it imports little.
"""

import contextlib
import io
import os
import sys
import textwrap
from collections.abc import Sequence
from typing import NamedTuple, Self, TextIO

from solterm.cli.arguments import clip
from solterm.context import Context
from solterm.core.refusal import Refusal
from solterm.sessions.report import Emphasis, Report, write_table
from solterm.wire import launch

_DRIVER = "TEXTUAL_DRIVER"

_LARGEST = {"COLUMNS": 500, "LINES": 200, "ROWS": 200}
"""The variables for the size of a window, with the largest sizes that are painted."""


# -- what commands show --------------------------------------------------------------------


class PlainLine(NamedTuple):
    """A line of text."""

    text: str
    look: Emphasis = Emphasis.PLAIN


class Markdown(NamedTuple):
    """A text in Markdown."""

    text: str


class Cards(NamedTuple):
    """Lines that name piles and their cards: ``t1  column 1: 7D TD``."""

    text: str


Part = Report | PlainLine | Markdown | Cards


class CommandAnswer(NamedTuple):
    """What a command found, in parts."""

    parts: Sequence[Part]
    values: object = None
    """The same as values of JSON."""
    plain: str | None = None
    """The text in a pipe, if it differs from that of the parts."""
    fault: str = ""
    """Why the command failed nevertheless, in a sentence."""

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


def confirm(question: str, sure: bool) -> None:
    """Ask the player to confirm; raise ``Refusal`` unless the answer is yes."""
    if sure:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise Refusal(f"{question}? This is not a terminal; pass --yes to confirm.")
    print(f"{question} (y/N)? ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Refusal("Nothing was changed.")


# -- streams and variables -----------------------------------------------------------------


def prepare_streams() -> None:
    """Keep closed streams and narrow encodings from raising errors on output."""
    for name, errors in (("stdout", "replace"), ("stderr", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w")))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def prepare_variables(context: Context) -> None:
    """Remove Textual's environment variables, and limit the size of the window.

    Textual's variables write logs and screenshots, press keys and connect to other programs. Only
    ``TEXTUAL_DRIVER``, which puts the screen into a browser, stays, and not on a host.
    """
    kept = _DRIVER if context.terminal.driver else ""
    for name in [name for name in os.environ if name.startswith("TEXTUAL") and name != kept]:
        del os.environ[name]
    for name, most in _LARGEST.items():
        told = os.environ.pop(name, "")
        if told.isascii() and told.isdigit() and (digits := told.lstrip("0")):
            os.environ[name] = str(min(int(digits[:9]), most))


def say(sentence: str) -> None:
    """Print one line on standard error, if it is still open."""
    launch.leave()
    with contextlib.suppress(OSError, ValueError):
        told = wrap_for(sys.stderr, f"solterm: {clip(sentence)}")
        print(told, file=sys.stderr, flush=True)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream, which may be closed, is a terminal."""
    return bool(stream and stream.isatty())


def wrap_for(stream: TextIO | None, text: str) -> str:
    """Return a single line broken between words, if the stream is a terminal.

    Other programs get it whole, and so do several lines, which may be a record or a table.
    """
    if "\n" in text or not is_terminal(stream):
        return text
    return textwrap.fill(text, tell_columns(), break_long_words=False, break_on_hyphens=False)


def tell_columns() -> int:
    """Return the width of the terminal by the environment or the terminal itself, or 80.

    ``shutil``, which tells it too, takes longer to import than a parser to build.
    """
    with contextlib.suppress(ValueError):
        if columns := int(os.environ.get("COLUMNS", "")):
            return columns
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    return 80


def discard_stdout() -> None:
    """Redirect stdout to nowhere, so that the interpreter's last flush cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
