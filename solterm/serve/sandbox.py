"""The sandbox of a session: what the kernel denies its process, whatever code it runs.

Landlock limits files and signals, and TCP to the port of the database. seccomp denies sockets other
than the database's, looking into other processes, and changing the modes and times of files.
Neither needs privileges; both hold for child processes and can't be undone. If a kernel lacks one,
the other still holds.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
import zoneinfo
from collections.abc import Iterable, Iterator
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
        lacks += [] if self.has_seccomp else ["open network connections"]
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
    found.add(Path(sys.executable).resolve())
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

_EXECUTE, _WRITE, _READ, _LIST = (1 << bit for bit in range(4))
_REMOVE = 1 << 4 | 1 << 5
_MAKE = 1 << 7 | 1 << 8
"""Folders and plain files."""
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE | _READ | _TRUNCATE | _IOCTL
_READING = _EXECUTE | _READ | _LIST
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
        yield path, _READ | _LIST
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


class _Machine(NamedTuple):
    """The numbers of an architecture and its system calls."""

    arch: int
    socket: int
    connect: int
    others: tuple[int, ...]
    """``ptrace``, ``process_vm_readv`` and ``process_vm_writev``, which look into other processes.

    Then what changes files by their path, which Landlock does not cover everywhere: ``truncate``,
    ``chmod``, ``chown``, ``utime``, ``setxattr``, ``removexattr`` and their variants.
    """


_X86_64 = (
    *(101, 310, 311, 76, 90, 268, 92, 94, 260),
    *(132, 235, 261, 280, 188, 189, 197, 198),
)
_GENERIC = (117, 270, 271, 45, 53, 54, 88, 5, 6, 14, 15)
_MACHINES = {
    "x86_64": _Machine(0xC000003E, 41, 42, _X86_64),
    "aarch64": _Machine(0xC00000B7, 198, 203, _GENERIC),
    "riscv64": _Machine(0xC00000F3, 198, 203, _GENERIC),
}
_EVERYWHERE = (425, 438, 452, 463, 466)
"""``io_uring_setup``, whose rings open sockets too, ``pidfd_getfd``, and newer calls that change
files by their path: ``fchmodat2``, ``setxattrat`` and ``removexattrat``.
"""

_LOAD, _EQUAL, _AT_LEAST, _JUMP, _RETURN = 0x20, 0x15, 0x35, 0x05, 0x06
_NUMBER_AT, _ARCH_AT, _FIRST_AT = 0, 4, 16
_X32 = 0x40000000
"""Numbers from here on are x86-64 system calls of another convention."""
_ALLOW, _DENY = 0x7FFF0000, 0x00050000 | errno.EACCES
_FILTER_MODE = 2


def _enter_seccomp(families: tuple[int, ...]) -> None:
    program = make_filter(_MACHINES[platform.machine()], families)
    code = ctypes.create_string_buffer(program)
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    _check(_libc().prctl(_SET_SECCOMP, _FILTER_MODE, header, 0, 0))


def make_filter(machine: _Machine, families: tuple[int, ...]) -> bytes:
    """Return a program for the kernel that denies calls, and sockets not of these families."""
    denied = [*machine.others, *_EVERYWHERE, *([] if families else [machine.connect])]
    steps: list[tuple[int, int, int, int]] = []
    allow = 4 + len(denied) + 2 + len(families) + 1
    deny = allow + 1

    def add(code: int, value: int, then: int | None = None, otherwise: int | None = None) -> None:
        """Add an instruction; a jump counts the instructions it skips."""
        here = len(steps) + 1
        jumps = [0 if to is None else to - here for to in (then, otherwise)]
        steps.append((code, jumps[0], jumps[1], value))

    add(_LOAD, _ARCH_AT)
    add(_EQUAL, machine.arch, None, deny)
    add(_LOAD, _NUMBER_AT)
    add(_AT_LEAST, _X32, deny)
    for number in denied:
        add(_EQUAL, number, deny)
    add(_EQUAL, machine.socket, None, allow)
    add(_LOAD, _FIRST_AT)
    for family in families:
        add(_EQUAL, family, allow)
    add(_JUMP, 1)  # past "allow"
    add(_RETURN, _ALLOW)
    add(_RETURN, _DENY)
    return b"".join(struct.pack("HBBI", *step) for step in steps)
