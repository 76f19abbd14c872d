"""The audit log: a line for each command of the administrator, done or failed."""

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
    """Write one line about the command in this block, also if it fails.

    Raises ``OSError`` before the block if the log can't be written: then nothing is done.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    number = os.open(data / FILE, flags, 0o600)
    outcome = "failed"
    try:
        yield
        outcome = "done"
    finally:
        line = write_event(command, datetime.now(UTC), by=_who(), outcome=outcome, **told)
        os.write(number, f"{line}\n".encode())
        os.close(number)


def _who() -> str:
    """Return the login behind the command, also behind sudo; else the account that runs it."""
    with suppress(OSError):  # there is no terminal
        return os.getlogin()
    with suppress(KeyError):
        return pwd.getpwuid(os.getuid()).pw_name
    return str(os.getuid())
