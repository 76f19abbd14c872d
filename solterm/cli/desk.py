"""The administrator's desk: the running host, if there is one, and the accounts behind it."""

import os
import pwd
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solterm.cli.console import Failure
from solterm.core.refusal import Refusal
from solterm.serve.log import write_event

if TYPE_CHECKING:
    from solterm.cli.console import Output
    from solterm.serve.accounts import Accounts
    from solterm.serve.host_data import HostData

_AUDIT_FILE = "audit.log"
"""The file's name in the host's data folder."""
_PASSWORD = re.compile(r"(://[^:/@\s]*:)[^@\s]*@")


class Desk:
    """What the commands of ``solterm host`` work with."""

    def __init__(
        self, out: "Output", data: str | None, database: str | None, is_new: bool = False
    ) -> None:
        """Raises ``Failure`` for a folder that is no host's, unless it may be new."""
        from solterm.cli.serving import choose_data
        from solterm.serve import host_settings
        from solterm.store import locations
        from solterm.store.errors import show_path

        self.out = out
        self.data: Path = choose_data(out.context, data)
        self._database = database
        if is_new:
            locations.create(out.context, self.data)
        elif not (self.data / host_settings.FILE).exists():
            raise Failure(f"{show_path(self.data)} is no host's folder: name it with --data.")

    # -- the running host ------------------------------------------------------------------

    def ask(self, **question: str) -> Any:
        """Ask the running host. Raises ``Failure`` if none runs."""
        from solterm.serve.admin import NobodyServes, ask

        try:
            return ask(self.data, **question)
        except NobodyServes as error:
            raise Failure(str(error)) from None

    def tell(self, **question: str) -> Any:
        """Ask the running host; return None if none runs."""
        try:
            return self.ask(**question)
        except Failure:
            return None

    # -- its accounts ----------------------------------------------------------------------

    @cached_property
    def database(self) -> str:
        """The address of the database: given, the running host's, or the environment's."""
        if self._database is None:
            running = self.tell(ask="database")
            self._database = self.out.context.database if running is None else running
        return self._database or ""

    @cached_property
    def accounts(self) -> "Accounts":
        """Raises ``StoreError``."""
        from solterm.serve.accounts import open_accounts

        return open_accounts(self.data, self.database or None)

    @cached_property
    def host_data(self) -> "HostData":
        from solterm.serve.host_data import HostData

        return HostData(self.data, self.database)

    @property
    def is_running(self) -> bool:
        return self.tell(ask="database") is not None

    # -- the audit log ---------------------------------------------------------------------

    @contextmanager
    def recording(self, command: str, **told: object) -> Iterator[None]:
        """Write a line to the audit log; errors become ``Failure``."""
        from solterm.store.errors import tell_administrator

        # A file or text may be named; a password in an address stays out of the log.
        shown = {name: _PASSWORD.sub(r"\1***@", str(value)) for name, value in told.items()}
        try:
            with _audited(self.data, command, **shown):
                yield
        except Refusal as error:
            raise Failure(tell_administrator(error)) from None
        except OSError as error:
            where = error.filename or _AUDIT_FILE
            raise Failure(f"{where}: {error.strerror or error}.") from None


# -- the audit log ---------------------------------------------------------------------------


@contextmanager
def _audited(data: Path, command: str, **told: object) -> Iterator[None]:
    """Write a line before the command in this block, and one after it, also if it fails.

    A command that was killed has the first line alone. Raises ``OSError`` if that can't be written:
    then nothing is done.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    number = os.open(data / _AUDIT_FILE, flags, 0o600)

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
