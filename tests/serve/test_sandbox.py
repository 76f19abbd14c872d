"""What a session can't do even if a player has taken it over."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from solterm.context import HOME, PLAYER, SHARED
from solterm.serve.orders import TMPDIR
from solterm.serve.sandbox import Protection, find_protection, needs_of
from tests.serve.hosting import Host, connect, fresh_key

KERNEL = find_protection()
confines_files = pytest.mark.skipif(not KERNEL.landlock, reason="needs Landlock")
confines_network = pytest.mark.skipif(not KERNEL.has_seccomp, reason="needs seccomp")

_TAKEN_OVER = """
import errno, json, os, socket, subprocess, sys
from pathlib import Path
from solterm.serve import session
from solterm.serve.orders import Order

data, environment, port = Path(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3])
own = Path(environment["TMPDIR"])
host = os.getppid()
_, slave = os.openpty()
terminal = os.ttyname(slave)
read = lambda path: path.read_text()
child = [sys.executable, "-c", f"open({str(data / 'host_key')!r})"]
attempts = {
    "own file": lambda: (own / "mine").write_text("x") and (own / "mine").unlink(),
    "shared file": lambda: (data / "shared" / "boards" / "x").write_text("x"),
    "child": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
    "key": lambda: read(data / "host_key"),
    "key by a link": lambda: ((own / "link").symlink_to(data / "host_key"), read(own / "link")),
    "key by a hard link": lambda: os.link(data / "host_key", own / "link2"),
    "key of a child": lambda: subprocess.run(child, check=True, stderr=subprocess.DEVNULL),
    "other player": lambda: read(data / "players" / "other" / "solterm.db"),
    "names of players": lambda: os.listdir(data / "players"),
    "write": lambda: (data / "new").write_text("x"),
    "delete": lambda: (data / "host_key").unlink(),
    "mode": lambda: (data / "host_key").chmod(0o644),
    "times": lambda: os.utime(data / "host_key"),
    "truncate": lambda: os.truncate(data / "host_key", 0),
    "attribute": lambda: os.setxattr(data / "host_key", "user.x", b""),
    "memory of the host": lambda: open(f"/proc/{host}/mem", "rb"),
    "terminal of another": lambda: os.open(terminal, os.O_RDWR | os.O_NOCTTY),
    "signal": lambda: os.kill(host, 0),
    "connect": lambda: socket.create_connection(("127.0.0.1", port)),
    "listen": lambda: socket.create_server(("127.0.0.1", 0)),
    "datagram": lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"", ("127.0.0.1", port)),
    "admin socket": lambda: socket.socket(socket.AF_UNIX).connect(str(data / "admin.sock")),
}

def play(face, context, link):
    done = {}
    for name, attempt in attempts.items():
        try:
            attempt()
            done[name] = "done"
        except Exception as error:
            is_denied = getattr(error, "errno", 0) in (errno.EACCES, errno.EPERM, errno.EXDEV)
            done[name] = "denied" if is_denied else repr(error)
    done["variables"] = "as ordered" if dict(os.environ) == environment else repr(os.environ)
    print(json.dumps(done), flush=True)
    return 0

session._play = play
line, _ = socket.socketpair()
order = Order("1", "json", environment, 400 << 20, 1 << 20, 60)
if os.fork() == 0:
    session.run(order, [line.detach(), os.dup(1), os.dup(2)])
os.wait()
"""

ALLOWED = {"own file", "shared file", "child"}
OF_SECCOMP = {
    *("connect", "listen", "datagram", "admin socket"),
    *("mode", "times", "truncate", "attribute"),
}


@pytest.fixture
def taken_over(tmp_path: Path) -> dict[str, str]:
    """How the attempts of a session went that runs hostile code."""
    (tmp_path / "shared" / "boards").mkdir(parents=True)
    other = tmp_path / "players" / "other"
    other.mkdir(parents=True)
    for each in (tmp_path / "host_key", other / "solterm.db"):
        each.write_text("secret")
    own = tmp_path / "players" / "me"
    environment = {
        HOME: str(tmp_path),
        PLAYER: "me",
        SHARED: str(tmp_path / "shared"),
        TMPDIR: str(own),
    }
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = str(listening.getsockname()[1])
        arguments = [str(tmp_path), json.dumps(environment), port]
        done = subprocess.run(
            [sys.executable, "-c", _TAKEN_OVER, *arguments], capture_output=True, text=True
        )
    assert done.returncode == 0 and done.stdout, done.stderr
    return dict(json.loads(done.stdout))


@confines_files
def test_a_session_reaches_only_its_own_and_shared_files(taken_over: dict[str, str]) -> None:
    assert taken_over.pop("variables") == "as ordered"
    attempts = {name: how for name, how in taken_over.items() if name not in OF_SECCOMP}
    if KERNEL.landlock < 6:
        del attempts["signal"]
    assert {name for name, how in attempts.items() if how == "done"} == ALLOWED
    del attempts["key of a child"]  # the child has the error
    assert {how for name, how in attempts.items() if name not in ALLOWED} == {"denied"}, attempts


@confines_network
def test_a_session_opens_no_connection_and_changes_no_mode(taken_over: dict[str, str]) -> None:
    assert {taken_over[name] for name in OF_SECCOMP} == {"denied"}, taken_over


async def test_every_session_runs_in_the_sandbox(host: Host) -> None:
    async with connect(host, "sandra", fresh_key()) as connection:
        process = await connection.create_process("json")
        await process.stdout.readline()
        status = Path(f"/proc/{host.session_of('sandra')['process']}/status").read_text()
    assert re.search(r"CapPrm:\t0{15}[02]\n", status), "at most CAP_DAC_OVERRIDE, for root"
    assert "NoNewPrivs:\t1" in status
    assert not KERNEL.has_seccomp or "Seccomp:\t2" in status
    fields = " ".join(f"{name}={value}" for name, value in KERNEL.fields.items())
    assert any(f"sandbox {fields}" in line for line in host.log)


def test_a_database_opens_its_own_way_only() -> None:
    here = needs_of("postgresql:///solterm?host=/run/postgresql", [])
    assert here.families == (socket.AF_UNIX,)
    there = needs_of("postgresql://solterm@db.example:5433/solterm?sslrootcert=/etc/ca.pem", [])
    assert there.families == (socket.AF_INET, socket.AF_INET6) and there.ports == (5433,)
    assert Path("/etc/ca.pem") in there.readable
    both = needs_of("postgresql://one,two:5433/solterm", [])
    assert both.ports == (5432, 5433)


_TCP = """
import socket, sys
from solterm.serve import sandbox
port, other = map(int, sys.argv[1:])
sandbox.enter(sandbox.needs_of(f"postgresql://127.0.0.1:{port}/x", []))
socket.create_connection(("127.0.0.1", port)).close()
for attempt in (
    lambda: socket.create_connection(("127.0.0.1", other)),
    lambda: socket.create_server(("127.0.0.1", 0)),
    lambda: socket.socket(socket.AF_UNIX),
):
    try:
        attempt()
    except PermissionError:
        continue
    sys.exit("not denied")
"""


@confines_network
@pytest.mark.skipif(KERNEL.landlock < 4, reason="needs Landlock with TCP")
def test_a_session_connects_to_the_database_only() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as one,
        socket.create_server(("127.0.0.1", 0)) as two,
    ):
        ports = [str(each.getsockname()[1]) for each in (one, two)]
        subprocess.run([sys.executable, "-c", _TCP, *ports], check=True)


def test_an_older_kernel_is_told_to_the_administrator() -> None:
    assert not Protection(7, True).gaps
    assert "host key" in Protection(0, True).gaps and "network" not in Protection(0, True).gaps
    assert "network connections" in Protection(1, False).gaps
