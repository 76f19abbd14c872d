"""What the program is called in: its streams, which may be closed, and what the host has set."""

import contextlib
import io
import os
import sys

from solterm.cli.arguments import clip
from solterm.store.kiosk import is_kiosk


def prepare_streams() -> None:
    """Let neither the locale nor a stream that is closed raise an error while something is said."""
    for name, errors in (("stdout", "replace"), ("stderr", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w")))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def obey_the_host() -> None:
    """Where the host offers cards alone, let nobody steer Textual from the environment.

    Its variables load other drivers, write logs and screenshots, and press keys.
    """
    if is_kiosk():
        for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
            del os.environ[name]


def say(sentence: str) -> None:
    """One line on stderr, should anybody still listen there."""
    with contextlib.suppress(OSError, ValueError):
        print(f"solterm: {clip(sentence)}", file=sys.stderr, flush=True)


def let_go_of_stdout() -> None:
    """Point stdout nowhere, or the interpreter would complain when it flushes it at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
