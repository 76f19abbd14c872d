"""A PostgreSQL server that all workers of a test run share.

It starts with the first test that needs it, listens only on a socket in a temporary folder, and
stops when the last worker closes its pipe, even by crashing. It does not sync its data.
"""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import psycopg

MISSING = "NO POSTGRESQL: half of the store is not tested. Install the package postgresql."

ROLE = "cards"
"""The owner of the databases: not a superuser, and subject to row-level security."""

SESSIONS_ROLE = "cards_play"
"""The role of sessions, which owns nothing."""

_PIPE = "pipe"
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "autovacuum": "off",
}

_SUPERVISOR = """
folder=$1; shift
while :; do
    "$@" >>"$folder/log" 2>&1 &
    server=$!
    read -r order <"$folder/pipe"
    kill -INT $server
    wait $server
    [ "$order" ] || break
    sleep "$order"
done
rm -rf "$folder"
"""
"""Runs the server until all writers have closed the pipe; a number of seconds written to the pipe
stops it for that long."""


@cache
def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, or None if it is not installed."""
    there = shutil.which("initdb")
    found = [Path(there).resolve().parent] if there else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((each for each in found if (each / "postgres").exists()), None)


def name_of(address: str) -> str:
    """Return the name of the database at an address."""
    return address.partition("@/")[2].partition("?")[0]


class Server(NamedTuple):
    """A running server; the open ``pipe`` keeps it alive."""

    folder: Path
    pipe: int

    @classmethod
    def start(cls) -> Self:
        """Start a server that no other test uses."""
        programs = find_programs()
        assert programs, MISSING
        folder = Path(tempfile.mkdtemp(prefix="solterm-pg-", dir="/tmp"))
        account: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            folder.chmod(0o755)  # a session has none of root's privileges
            account = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        os.mkfifo(folder / _PIPE, 0o600)
        os.chown(folder / _PIPE, folder.stat().st_uid, folder.stat().st_gid)
        data = folder / "data"
        command = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"]
        subprocess.run(
            [*command, "-E", "UTF8", "--locale=C", "--no-instructions"],
            **account,
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in _SETTINGS.items())
            file.write(f"unix_socket_directories = '{folder}'\n")
        server = cls(folder, os.open(folder / _PIPE, os.O_RDWR | os.O_CLOEXEC))
        subprocess.Popen(
            ["/bin/sh", "-c", _SUPERVISOR, "sh", folder, programs / "postgres", "-D", data],
            **account,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        server.wait()
        with server.connect() as superuser:
            superuser.execute(f"CREATE ROLE {ROLE} LOGIN")
            superuser.execute(f"CREATE ROLE {SESSIONS_ROLE} LOGIN")
        return server

    @classmethod
    def share(cls, folder: Path) -> Self:
        """Return the server of a run; the first worker starts it."""
        with (folder / "postgres").open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            if at := file.read():
                with suppress(FileNotFoundError):  # its last worker has already finished
                    pipe = os.open(Path(at) / _PIPE, os.O_RDWR | os.O_CLOEXEC)
                    return cls(Path(at), pipe)
            server = cls.start()
            file.truncate(0)
            file.write(str(server.folder))
            return server

    def address(self, database: str, role: str = ROLE) -> str:
        """Return the address of a database, for a role."""
        return f"postgresql://{role}@/{database}?host={self.folder}"

    def connect(self, database: str = "postgres") -> "psycopg.Connection[Any]":
        """Connect as the superuser."""
        import psycopg

        return psycopg.connect(self.address(database, "postgres"), autocommit=True)

    def make_database(self, name: str) -> str:
        """Create a database and return its owner's address for it."""
        with self.connect() as superuser:
            superuser.execute(f"CREATE DATABASE {name} OWNER {ROLE}".encode())
        return self.address(name)

    def wait(self) -> None:
        programs = find_programs()
        assert programs
        for _ in range(1000):
            command = [programs / "pg_isready", "-q", "-h", self.folder, "-t", "30"]
            if subprocess.run(command, check=False).returncode == 0:
                return
            time.sleep(0.05)  # it answers at once while there is no server
        raise AssertionError((self.folder / "log").read_text())

    def restart(self, pause: float) -> None:
        """Shut it down fast and start it again after a pause, without waiting for either."""
        os.write(self.pipe, f"{pause}\n".encode())

    def count_shut_downs(self) -> int:
        return (self.folder / "log").read_text().count("database system is shut down")

    def stop(self, pause: float) -> None:
        """Restart it after a pause, and return once it has stopped."""
        before = self.count_shut_downs()
        self.restart(pause)
        while self.count_shut_downs() == before:
            time.sleep(0.02)

    def leave(self) -> None:
        """Let go of the server, which stops once no worker uses it."""
        os.close(self.pipe)
