"""What a session can't do even if a player has taken it over."""

import json
import os
import platform
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
from solterm.serve import session_process
from solterm.serve.orders import Order

data, environment, port = Path(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3])
own = Path(environment["TMPDIR"])
host = os.getppid()
_, slave = os.openpty()
terminal = os.ttyname(slave)
read = lambda path: path.read_text()
attempts = {
    "own file": lambda: (own / "mine").write_text("x") and (own / "mine").unlink(),
    "tournament": lambda: (data / "shared" / "tournaments" / "x").write_text("x"),
    "accounts": lambda: read(data / "host.db"),
    "boards": lambda: read(data / "shared" / "boards" / "a result"),
    "result": lambda: (data / "shared" / "boards" / "x").write_text("x"),
    "names": lambda: (data / "shared" / "names.json").write_text("x"),
    "child": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
    "key": lambda: read(data / "host_key"),
    "key by a link": lambda: ((own / "link").symlink_to(data / "host_key"), read(own / "link")),
    "key by a hard link": lambda: os.link(data / "host_key", own / "link2"),
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

session_process._play = play
line, _ = socket.socketpair()
order = Order("1", "json", environment, 400 << 20, 1 << 20, 60)
if os.fork() == 0:
    session_process.run(order, [line.detach(), os.dup(1), os.dup(2)])
os.wait()
"""

ALLOWED = {"own file", "boards"}
OF_SECCOMP = {
    *("connect", "listen", "datagram", "admin socket", "child", "signal"),
    *("mode", "times", "truncate", "attribute"),
}


@pytest.fixture
def taken_over(tmp_path: Path) -> dict[str, str]:
    """How the attempts of a session went that runs hostile code."""
    for name in ("boards", "tournaments"):
        (tmp_path / "shared" / name).mkdir(parents=True)
    (tmp_path / "shared" / "boards" / "a result").write_text("read")
    other = tmp_path / "players" / "other"
    other.mkdir(parents=True)
    for each in (tmp_path / "host_key", tmp_path / "host.db", other / "solterm.db"):
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
    assert {name for name, how in attempts.items() if how == "done"} == ALLOWED
    assert {how for name, how in attempts.items() if name not in ALLOWED} == {"denied"}, attempts


@confines_network
def test_a_session_opens_no_connection_and_changes_no_mode(taken_over: dict[str, str]) -> None:
    assert {taken_over[name] for name in OF_SECCOMP} == {"denied"}, taken_over


_PROBE = """
import ctypes, errno, json, os, sys
from solterm.serve import sandbox

other, line = map(int, sys.argv[1:])
buffer = ctypes.create_string_buffer(256)
at = ctypes.addressof(buffer)
libc = ctypes.CDLL(None, use_errno=True)
THREAD_IN_NEW_NAMES = 0x10000000 | 17
calls = {
    "kill": (62, other, 9),
    "kill everybody": (62, -1, 0),
    "kill the group": (62, 0, 0),
    "tkill": (200, other, 9),
    "tgkill": (234, other, other, 9),
    "rt_sigqueueinfo": (129, other, 9, at),
    "rt_tgsigqueueinfo": (297, other, other, 9, at),
    "pidfd_open": (434, other, 0),
    "pidfd_send_signal": (424, line, 9, 0, 0),
    "pidfd_getfd": (438, line, 0, 0),
    "prlimit": (302, other, 0, at, 0),
    "prlimit, reading": (302, other, 0, 0, at),
    "sched_setaffinity": (203, other, 8, at),
    "sched_setscheduler": (144, other, 0, at),
    "sched_setparam": (142, other, at),
    "sched_setattr": (314, other, at, 0),
    "setpriority": (141, 0, other, 19),
    "setpriority of the account": (141, 2, 0, 0),
    "ioprio_set": (251, 1, other, 0x6000),
    "setpgid": (109, other, other),
    "ptrace": (101, 16, other, 0, 0),
    "process_vm_readv": (310, other, at, 1, at, 1, 0),
    "process_vm_writev": (311, other, at, 1, at, 1, 0),
    "process_madvise": (440, line, at, 1, 4, 0),
    "process_mrelease": (448, line, 0),
    "kcmp": (312, os.getpid(), other, 0, 0, 0),
    "migrate_pages": (256, other, 8, at, at),
    "move_pages": (279, other, 0, 0, 0, 0, 0),
    "get_robust_list": (274, other, at, at),
    "perf_event_open": (298, at, other, -1, -1, 0),
    "fcntl F_SETOWN": (72, line, 8, other),
    "fcntl F_SETSIG": (72, line, 10, 9),
    "fcntl F_SETOWN_EX": (72, line, 15, at),
    "fcntl F_SETLEASE": (72, line, 1024, 1),
    "ioctl FIOSETOWN": (16, line, 0x8901, at),
    "ioctl FIOASYNC": (16, line, 0x5452, at),
    "ioctl TIOCSTI": (16, line, 0x5412, at),
    "fork": (57,),
    "clone": (56, 17, 0, 0, 0, 0),
    "clone with namespaces": (56, THREAD_IN_NEW_NAMES, 0, 0, 0, 0),
    "clone3": (435, at, 88),
    "execve": (59, at, 0, 0),
    "execveat": (322, line, at, 0, 0, 0),
    "unshare": (272, 0x10000000),
    "setns": (308, line, 0),
    "mount": (165, at, at, at, 0, 0),
    "shmget": (29, 0, 4096, 0o1600),
    "semget": (64, 0, 1, 0o1600),
    "msgget": (68, 0, 0o1600),
    "mq_open": (240, at, 0o102, 0o600, 0),
    "add_key": (248, at, at, at, 1, -3),
    "request_key": (249, at, at, 0, -3),
    "keyctl": (250, 0, -3, 1),
    "userfaultfd": (323, 0),
    "memfd_create": (319, at, 0),
    "memfd_secret": (447, 0),
    "io_uring_setup": (425, 4, at),
    "bpf": (321, 0, at, 48),
    "inotify_init": (294, 0),
    "name_to_handle_at": (303, -100, at, at, at, 0),
    "fchmod": (91, line, 0o600),
    "fchown": (93, line, 0, 0),
    "fsetxattr": (190, line, at, at, 1, 0),
    "sync": (162,),
    "personality": (135, 0),
    "prctl PR_SET_PTRACER": (157, 0x59616D61, -1, 0, 0),
    "prctl PR_SET_CHILD_SUBREAPER": (157, 36, 1, 0, 0),
    "socketpair of datagrams": (53, 1, 2, 0, at),
    "socket": (41, 1, 1, 0),
}

def call(number, *arguments):
    me = os.getpid()
    result = libc.syscall(number, *(ctypes.c_long(each) for each in arguments))
    if os.getpid() != me:
        os._exit(0)
    return errno.errorcode[ctypes.get_errno()] if result == -1 else "done"

sandbox.enter(sandbox.Needs())
print(json.dumps({name: call(*given) for name, given in calls.items()}), flush=True)
os.kill(os.getpid(), 0)
print("own process", flush=True)
"""


@confines_network
@pytest.mark.skipif(platform.machine() != "x86_64", reason="has the numbers of x86-64")
def test_a_session_acts_on_no_other_process_and_starts_none() -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as other:
        before = _state_of(other.pid)
        assert other.stdin
        done = subprocess.run(
            [sys.executable, "-c", _PROBE, str(other.pid), str(other.stdin.fileno())],
            pass_fds=[other.stdin.fileno()],
            capture_output=True,
            text=True,
        )
        assert _state_of(other.pid) == before
        assert other.poll() is None
    attempts, own = done.stdout.splitlines()
    unknown = {"clone3", "pidfd_open", "pidfd_send_signal", "pidfd_getfd", "io_uring_setup"}
    unknown |= {"process_madvise", "process_mrelease", "memfd_secret"}
    expected = {name: "ENOSYS" if name in unknown else "EACCES" for name in json.loads(attempts)}
    assert json.loads(attempts) == expected
    assert own == "own process", done.stderr


def _state_of(process: int) -> list[object]:
    """Return what another process could have changed."""
    limits = Path(f"/proc/{process}/limits").read_text()
    scheduling = os.sched_getscheduler(process), os.sched_getaffinity(process)
    return [limits, scheduling, os.getpriority(os.PRIO_PROCESS, process), os.getpgid(process)]


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
