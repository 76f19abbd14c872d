"""The environment of a run: its streams, which may be closed, and its variables."""

import contextlib
import io
import os
import sys
from typing import TextIO

from solterm.cli.arguments import clip
from solterm.context import Context

_DRIVER = "TEXTUAL_DRIVER"

_LARGEST = {"COLUMNS": 500, "LINES": 200, "ROWS": 200}
"""The variables for the size of a window, with the largest sizes that are painted."""


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
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def discard_stdout() -> None:
    """Redirect stdout to nowhere, so that the interpreter's last flush cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
