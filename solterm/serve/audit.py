"""The audit log: two lines for each command of the administrator, at its begin and its end."""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from solterm.serve.log import write_event

FILE = "audit.log"
"""The file's name in the host's data folder."""


@contextmanager
def audited(data: Path, command: str, **told: object) -> Iterator[None]:
    """Write a line before the command in this block, and one after it, also if it fails.

    A command that was killed has the first line alone. Raises ``OSError`` if that can't be written:
    then nothing is done.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    number = os.open(data / FILE, flags, 0o600)

    def write(outcome: str) -> None:
        about = {"by": _who(), "process": os.getpid(), "outcome": outcome}
        line = write_event(command, datetime.now(UTC), **about, **told)
        os.write(number, f"{line}\n".encode())

    outcome = "failed"
    try:
        write("begun")
        yield
        outcome = "done"
    finally:
        write(outcome)
        os.close(number)


def _who() -> str:
    """Return the login behind the command, also behind sudo; else the account that runs it."""
    with suppress(OSError):  # there is no terminal
        return os.getlogin()
    with suppress(KeyError):
        return pwd.getpwuid(os.getuid()).pw_name
    return str(os.getuid())
