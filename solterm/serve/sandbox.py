"""The sandbox of a session: what the kernel denies its process, whatever code it runs.

Landlock limits files, and TCP to the port of the database. seccomp allows the system calls that a
session needs and no others: no sockets but the database's, no new processes, nothing that acts on
or looks into other processes. Neither needs privileges, and neither can be undone. If a kernel
lacks one, the other still holds.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
import zoneinfo
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from socket import AF_INET, AF_INET6, AF_UNIX
from typing import NamedTuple

from solterm.installed import import_folders

# -- what is protected -----------------------------------------------------------------------


_GAPS = "This kernel does not confine sessions: one that is taken over could {}."


class Protection(NamedTuple):
    """What the kernel of this machine offers."""

    landlock: int
    """The version of Landlock's interface; 0 without Landlock."""
    has_seccomp: bool

    @property
    def fields(self) -> dict[str, str]:
        """Its fields in the log."""
        files = f"landlock-{self.landlock}" if self.landlock else "none"
        return {"files": files, "network": "seccomp" if self.has_seccomp else "none"}

    @property
    def gaps(self) -> str:
        """What sessions may do without it, in a sentence for the administrator; mostly empty."""
        lacks = [] if self.landlock else ["read the host key and the files of all players"]
        lacks += [] if self.has_seccomp else ["open network connections and start processes"]
        return _GAPS.format(" and ".join(lacks)) if lacks else ""


@lru_cache(maxsize=1)
def find_protection() -> Protection:
    """Ask the kernel what it offers."""
    abi = _libc().syscall(_CREATE_RULESET, None, 0, _VERSION)
    is_known = platform.machine() in _MACHINES and sys.maxsize > 1 << 32
    has_seccomp = is_known and _libc().prctl(_GET_SECCOMP, 0, 0, 0, 0) >= 0
    return Protection(max(abi, 0), has_seccomp)


class Needs(NamedTuple):
    """What a session may use: everything else is denied."""

    writable: tuple[Path, ...] = ()
    """Existing folders in which it may do everything."""
    readable: tuple[Path, ...] = ()
    """Files and folders it may read, besides the program and the system's own data."""
    families: tuple[int, ...] = ()
    """Families of sockets it may make."""
    ports: tuple[int, ...] = ()
    """TCP ports to which it may connect."""


def needs_of(database: str, folders: Iterable[Path]) -> Needs:
    """Return the needs of a session with these folders and a database, or "" for none."""
    writable = tuple(folders)
    if not database:
        return Needs(writable)
    # Imported here: only hosts with a database have it.
    from psycopg.conninfo import conninfo_to_dict

    given = {name: str(value) for name, value in conninfo_to_dict(database).items() if value}
    hosts = (given.get("hostaddr") or given.get("host") or "/").split(",")
    is_local = any(each.startswith(("/", "@")) for each in hosts)
    is_remote = any(not each.startswith(("/", "@")) for each in hosts)
    named = [Path(given[name]) for name in _DATABASE_FILES if name in given]
    with suppress(RuntimeError):  # an account without a home folder
        named += [Path.home() / name for name in (".pgpass", ".postgresql")]
    return Needs(
        writable,
        (*named, *map(Path, _RESOLVER)),
        (AF_UNIX,) * is_local + (AF_INET, AF_INET6) * is_remote,
        tuple(int(each or 5432) for each in given.get("port", "5432").split(",")),
    )


def enter(needs: Needs) -> None:
    """Confine this process, which must have a single thread, for ever.

    Uses what the kernel has (``find_protection``). Raises ``OSError`` if that fails.
    """
    protection = find_protection()
    _drop_capabilities()
    _check(_libc().prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    if protection.landlock:
        _enter_landlock(protection.landlock, needs)
    if protection.has_seccomp:
        _enter_seccomp(needs.families)


@lru_cache(maxsize=1)
def list_program_files() -> tuple[Path, ...]:
    """Return the files and folders of Python, this program and the libraries it has loaded."""
    found = {Path(each) for each in (sys.prefix, sys.base_prefix, *import_folders())}
    maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="surrogateescape")
    mapped = [line.split(maxsplit=5)[-1] for line in maps.splitlines()]
    found.update(Path(each).parent for each in mapped if each.startswith("/"))
    return tuple(sorted(found))


_DATABASE_FILES = ("passfile", "sslcert", "sslkey", "sslrootcert", "sslcrl")
"""Parameters of a database's address that name files."""
_RESOLVER = (
    *("/etc/hosts", "/etc/resolv.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services"),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki"),
)
_SYSTEM = (
    *("/etc/localtime", "/etc/passwd", "/etc/nsswitch.conf", "/etc/ld.so.cache"),
    *("/etc/terminfo", "/usr/share/terminfo", "/lib/terminfo", "/usr/share/locale"),
    "/proc/self",
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/tty")


@lru_cache(maxsize=1)
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"no sandbox: {os.strerror(number)}")
    return result


def _drop_capabilities() -> None:
    """Drop the capabilities of root, but the one for files of other accounts."""
    version, found = struct.pack("Ii", _CAPABILITIES, 0), ctypes.create_string_buffer(24)
    _check(_libc().capget(version, found))
    kept = struct.unpack("6I", found.raw)[1] & _DAC_OVERRIDE
    _check(_libc().capset(version, struct.pack("6I", kept, kept, 0, 0, 0, 0)))


_CAPABILITIES, _DAC_OVERRIDE = 0x20080522, 1 << 1
_SET_NO_NEW_PRIVS, _GET_SECCOMP, _SET_SECCOMP = 38, 21, 22

# -- Landlock --------------------------------------------------------------------------------

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_BENEATH, _PORT = 1, 2

_WRITE, _READ, _LIST = 1 << 1, 1 << 2, 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE = 1 << 7 | 1 << 8
"""Folders and plain files."""
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_OF_FILES = _WRITE | _READ | _TRUNCATE | _IOCTL
_READING = _READ | _LIST
_DATA = _READ | _LIST | _WRITE | _REMOVE | _MAKE | _TRUNCATE
_DEVICE = _READ | _WRITE | _LIST | _IOCTL | _TRUNCATE

_FILE_BITS = {1: 13, 2: 14, 3: 15, 4: 15}
"""The number of rights to files, by version; 16 from version 5 on."""
_TCP = 0b11
_SCOPES = 0b11
"""Abstract Unix sockets and signals."""


def _enter_landlock(abi: int, needs: Needs) -> None:
    handled = (1 << _FILE_BITS.get(abi, 16)) - 1
    attributes = struct.pack("QQQ", handled, _TCP * (abi >= 4), _SCOPES * (abi >= 6))
    libc = _libc()
    rules = _check(libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0))
    try:
        for path, rights in _rights(needs):
            _allow(rules, path, rights & handled)
        for port in needs.ports if abi >= 4 else ():
            rule = struct.pack("QQ", _TCP & ~1, port)
            _check(libc.syscall(_ADD_RULE, rules, _PORT, rule, 0))
        _check(libc.syscall(_RESTRICT_SELF, rules, 0))
    finally:
        os.close(rules)


def _rights(needs: Needs) -> Iterator[tuple[Path, int]]:
    for path in needs.writable:
        yield path, _DATA
    for path in (*needs.readable, *map(Path, (*_SYSTEM, *zoneinfo.TZPATH))):
        yield path, _READING
    for path in list_program_files():
        # The data may lie inside, as in a clone; a folder that is allowed allows all in it.
        if not any(each.is_relative_to(path) for each in needs.writable):
            yield path, _READING
    yield Path(__file__).parents[1], _READING
    own = [os.ttyname(0)] if os.isatty(0) else []
    for path in map(Path, (*_DEVICES, *own)):
        yield path, _DEVICE


def _allow(rules: int, path: Path, rights: int) -> None:
    """Add a rule; a path that does not exist needs none."""
    try:
        number = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES):
            return
        raise
    try:
        rights &= ~0 if path.is_dir() else _OF_FILES
        rule = struct.pack("=Qi", rights, number)
        _check(_libc().syscall(_ADD_RULE, rules, _BENEATH, rule, 0))
    finally:
        os.close(number)


# -- seccomp ---------------------------------------------------------------------------------

_ALLOWED = """
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69,
pwritev 296 70, preadv2 327 286, pwritev2 328 287, lseek 8 62, close 3 57, close_range 436 436,
dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, sendfile 40 71, copy_file_range 326 285,

open 2 -, openat 257 56, openat2 437 437, stat 4 -, lstat 6 -, fstat 5 80, newfstatat 262 79,
statx 332 291, statfs 137 43, fstatfs 138 44, access 21 -, faccessat 269 48, faccessat2 439 439,
readlink 89 -, readlinkat 267 78, getdents 78 -, getdents64 217 61, getcwd 79 17, umask 95 166,
mkdir 83 -, mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -, renameat 264 38,
renameat2 316 276, link 86 -, linkat 265 37, symlink 88 -, symlinkat 266 36, ftruncate 77 46,
fallocate 285 47, fsync 74 82, fdatasync 75 83, flock 73 32, fadvise64 221 223,

mmap 9 222, munmap 11 215, mremap 25 216, mprotect 10 226, madvise 28 233, brk 12 214,
msync 26 227, membarrier 324 283, riscv_flush_icache - 259,

poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20,
epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd 284 -,
eventfd2 290 19, sendto 44 206, recvfrom 45 207, sendmsg 46 211, recvmsg 47 212, sendmmsg 307 269,
recvmmsg 299 243, shutdown 48 210, getsockopt 55 209, setsockopt 54 208, getsockname 51 204,
getpeername 52 205,

futex 202 98, futex_waitv 449 449, set_robust_list 273 99, set_tid_address 218 96, rseq 334 293,
arch_prctl 158 -, sched_yield 24 124, sched_getaffinity 204 123, getcpu 309 168, exit 60 93,
exit_group 231 94, wait4 61 260, waitid 247 95, restart_syscall 219 128, rt_sigaction 13 134,
rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigtimedwait 128 137,
rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -, alarm 37 -, setitimer 38 103,
getitimer 36 102, nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113,
clock_getres 229 114, gettimeofday 96 169, time 201 -, times 100 153, getrusage 98 165,
getrlimit 97 163, setrlimit 160 164, sysinfo 99 179, uname 63 160, getrandom 318 278,

getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174, geteuid 107 175, getgid 104 176,
getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158, getpgrp 111 -,
getpgid 121 155, getsid 124 156
"""
"""The calls allowed with any arguments, with their numbers on x86-64 and on ARM and RISC-V.

None acts on another process, starts one, or changes the mode, owner, times or attributes of a file:
Landlock does not cover these.
"""

_COMPARED = """
socket 41 198, connect 42 203, socketpair 53 199, clone 56 220, kill 62 129, tkill 200 130,
tgkill 234 131, prctl 157 167, prlimit64 302 261, fcntl 72 25, ioctl 16 29
"""
"""The calls that are allowed with some arguments."""

_THREAD = 1 << 16
"""The flag of ``clone`` for a thread of the same process."""
_STREAM, _STREAM_FLAGS = 1, (0, 0x800, 0x80000, 0x80800)
"""Pairs of stream sockets; a pair for datagrams could send some to any Unix socket."""
_NAMING = (15, 16)
"""What ``prctl`` may do: set and get the name of a thread."""
_FCNTL = (*range(8), 36, 37, 38, 1030)
"""Duplicates, flags and locks; other requests send signals to any process."""
_IOCTL_CALLS = (
    *(0x5401, 0x5402, 0x5403, 0x5404, 0x5409, 0x540A, 0x540B, 0x540F, 0x5410, 0x5411, 0x5413),
    *(0x5414, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D),
)
"""Modes, size and queues of the terminal, and flags of files; others type keys or send signals."""

_Calls = dict[str, int]


def _read_calls(table: str, column: int) -> _Calls:
    rows = [each.split() for each in table.split(",")]
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


class _Machine(NamedTuple):
    """An architecture: the number by which the kernel knows it, and its column in the tables."""

    arch: int
    column: int


_MACHINES = {
    "x86_64": _Machine(0xC000003E, 1),
    "aarch64": _Machine(0xC00000B7, 2),
    "riscv64": _Machine(0xC00000F3, 2),
}

_LOAD, _EQUAL, _AT_LEAST, _HAS_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCH_AT, _FIRST_AT = 0, 4, 16
_X32 = 0x40000000
"""Numbers from here on are x86-64 system calls of another convention."""
_NEWER = 424
"""From here on, a call has the same number everywhere, and libraries can do without it."""
_ALLOW, _DENY, _UNKNOWN = 0x7FFF0000, 0x00050000 | errno.EACCES, 0x00050000 | errno.ENOSYS
_FILTER_MODE = 2

_Step = tuple[int, int, int, int]
"""An instruction: its code, how many to skip if it is true and if not, and its value."""


def _enter_seccomp(families: tuple[int, ...]) -> None:
    program = make_filter(_MACHINES[platform.machine()], families, os.getpid())
    code = ctypes.create_string_buffer(program)
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    _check(_libc().prctl(_SET_SECCOMP, _FILTER_MODE, header, 0, 0))


def make_filter(machine: _Machine, families: tuple[int, ...], process: int) -> bytes:
    """Return a program for the kernel: the calls and families of sockets allowed to a process."""
    compared = _read_calls(_COMPARED, machine.column)
    allowed = [*_read_calls(_ALLOWED, machine.column).values()]
    allowed += [compared["connect"]] if families else []
    steps: list[_Step] = [
        *((_LOAD, 0, 0, _ARCH_AT), (_EQUAL, 1, 0, machine.arch), (_RETURN, 0, 0, _DENY)),
        *((_LOAD, 0, 0, _NUMBER_AT), (_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _DENY)),
        *_compare(compared["socket"], 0, families),
        *_compare(compared["socketpair"], 1, [_STREAM | each for each in _STREAM_FLAGS]),
        *_compare(compared["clone"], 0, [_THREAD], _HAS_BITS),
        *(
            each
            for name in ("kill", "tkill", "tgkill")
            for each in _compare(compared[name], 0, [process])
        ),
        *_compare(compared["prctl"], 0, _NAMING),
        *_compare(compared["prlimit64"], 0, [0]),
        *_compare(compared["fcntl"], 1, _FCNTL),
        *_compare(compared["ioctl"], 1, _IOCTL_CALLS),
    ]
    steps += [
        (_EQUAL, len(allowed) - each + 3, 0, number) for each, number in enumerate(allowed, 1)
    ]
    steps += [(_AT_LEAST, 0, 1, _NEWER), (_RETURN, 0, 0, _UNKNOWN)]
    steps += [(_RETURN, 0, 0, _DENY), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("HBBI", *each) for each in steps)


def _compare(number: int, argument: int, values: Sequence[int], how: int = _EQUAL) -> list[_Step]:
    """Return the steps that allow a call if an argument, of 32 bits, is one of these values."""
    count = len(values)
    return [
        (_EQUAL, 0, count + 3, number),
        (_LOAD, 0, 0, _FIRST_AT + 8 * argument),
        *((how, count - each, 0, value) for each, value in enumerate(values)),
        (_RETURN, 0, 0, _DENY),
        (_RETURN, 0, 0, _ALLOW),
    ]
