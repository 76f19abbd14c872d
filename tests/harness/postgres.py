"""A PostgreSQL server for tests: started when the first test asks, one for all workers of a run.

It listens on a socket in a folder of its own and nowhere else, and lives as long as somebody holds
its pipe open: when the last worker is gone, however it went, the server stops and its folder with
it. Its data is not synced to the disk, which no test but one that cuts the power would notice.
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

MISSING = "NO POSTGRESQL HERE: its half of the store is not tested. Install the package postgresql."

ROLE = "cards"
"""Who owns the databases of tests: neither a superuser nor one that bypasses any policy."""

_PIPE = "pipe"
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "autovacuum": "off",
}

_GUARD = """
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
"""Runs the server until nobody holds the pipe open any more; a number of seconds that is written
there stops it for so long."""


@cache
def find_programs() -> Path | None:
    """The folder of the server's programs; None where there are none."""
    there = shutil.which("initdb")
    found = [Path(there).resolve().parent] if there else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((each for each in found if (each / "postgres").exists()), None)


class Server(NamedTuple):
    """A server that runs; ``pipe`` keeps it alive."""

    folder: Path
    pipe: int

    @classmethod
    def start(cls) -> Self:
        """Start a server of one's own."""
        programs = find_programs()
        assert programs, MISSING
        folder = Path(tempfile.mkdtemp(prefix="solterm-pg-", dir="/tmp"))
        who: dict[str, Any] = {}
        if os.geteuid() == 0:  # as whom it does not run
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        os.mkfifo(folder / _PIPE, 0o600)
        os.chown(folder / _PIPE, folder.stat().st_uid, folder.stat().st_gid)
        data = folder / "data"
        made = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"]
        subprocess.run(
            [*made, "-E", "UTF8", "--locale=C", "--no-instructions"],
            **who,
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in _SETTINGS.items())
            file.write(f"unix_socket_directories = '{folder}'\n")
        server = cls(folder, os.open(folder / _PIPE, os.O_RDWR | os.O_CLOEXEC))
        subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "sh", folder, programs / "postgres", "-D", data],
            **who,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        server.wait()
        with server.connect() as everything:
            everything.execute(f"CREATE ROLE {ROLE} LOGIN")
        return server

    @classmethod
    def share(cls, folder: Path) -> Self:
        """The server of a run, whose workers share a folder; started by whoever comes first."""
        with (folder / "postgres").open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            if at := file.read():
                with suppress(FileNotFoundError):  # every worker before us had done its tests
                    pipe = os.open(Path(at) / _PIPE, os.O_RDWR | os.O_CLOEXEC)
                    return cls(Path(at), pipe)
            server = cls.start()
            file.truncate(0)
            file.write(str(server.folder))
            return server

    def address(self, database: str, role: str = ROLE) -> str:
        """The address of a database, for a role."""
        return f"postgresql://{role}@/{database}?host={self.folder}"

    def connect(self, database: str = "postgres") -> "psycopg.Connection[Any]":
        """A connection as the superuser."""
        import psycopg

        return psycopg.connect(self.address(database, "postgres"), autocommit=True)

    def make_database(self, name: str) -> str:
        """Make a database; its address for the role that owns it."""
        with self.connect() as everything:
            everything.execute(f"CREATE DATABASE {name} OWNER {ROLE}".encode())
        return self.address(name)

    def wait(self) -> None:
        """Wait until it answers."""
        programs = find_programs()
        assert programs
        for _ in range(1000):
            asked = [programs / "pg_isready", "-q", "-h", self.folder, "-t", "30"]
            if subprocess.run(asked, check=False).returncode == 0:
                return
        raise AssertionError((self.folder / "log").read_text())

    def restart(self, pause: float) -> None:
        """Have it stopped, as by an administrator in a hurry, and started again after a while."""
        os.write(self.pipe, f"{pause}\n".encode())

    def count_shut_downs(self) -> int:
        """How often it has been stopped."""
        return (self.folder / "log").read_text().count("database system is shut down")

    def stop(self, pause: float) -> None:
        """Restart it, and return once it is stopped."""
        before = self.count_shut_downs()
        self.restart(pause)
        while self.count_shut_downs() == before:
            time.sleep(0.02)

    def leave(self) -> None:
        """Need it no more."""
        os.close(self.pipe)
