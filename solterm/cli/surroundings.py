"""The environment of a run: its streams, which may be closed, and what the host allows."""

import contextlib
import io
import os
import sys

from solterm.cli.arguments import clip
from solterm.store.kiosk import is_kiosk


def prepare_streams() -> None:
    """Keep closed streams and narrow encodings from raising errors on output."""
    for name, errors in (("stdout", "replace"), ("stderr", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w")))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def obey_the_host() -> None:
    """Remove Textual's environment variables on a host that offers cards alone.

    They load other drivers, write logs and screenshots, and press keys.
    """
    if is_kiosk():
        for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
            del os.environ[name]


def say(sentence: str) -> None:
    """Print one line on standard error, if it is still open."""
    with contextlib.suppress(OSError, ValueError):
        print(f"solterm: {clip(sentence)}", file=sys.stderr, flush=True)


def let_go_of_stdout() -> None:
    """Redirect stdout to nowhere, so that the interpreter's last flush cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
