"""Access: which keys may log in, from which addresses, and which proxies may name an address.

A host admits everyone, everyone with a key, or only the keys in a file. The file has the format of
OpenSSH's ``authorized_keys``: a public key per line, after its options. Options restrict a key, and
ignoring one could allow what the administrator has forbidden. So the host ignores lines with
unknown options, and logs them.
"""

import asyncio
import re
import socket
import struct
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple, NewType

from solterm.core.refusal import Refusal
from solterm.store.errors import show_path

_LARGEST = 4 << 20
"""Bytes."""

_OPTION = re.compile(r'\s*([A-Za-z0-9-]+)(?:="((?:[^"\\]|\\.)*)")?\s*(,|(?=\s)|$)')

_FORBID_NOTHING = (
    *("restrict", "pty", "no-pty", "no-port-forwarding", "no-agent-forwarding"),
    *("no-x11-forwarding", "no-user-rc"),
)
"""Options without effect here, since sessions can do none of these things."""

PROXY_SECONDS = 3.0
"""For the header of a proxy to arrive; a balancer sends it at once."""
_SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
_HEAD = struct.Struct("!12sBBH")
_LONGEST_HEADER = 1 << 12
"""Bytes of addresses and further fields."""
_LOCAL, _PROXIED = 0x20, 0x21
"""Version and command: a connection of the balancer's own, or one that it passes on."""
_TCP4, _TCP6 = 0x11, 0x21
_ADDRESS_BYTES = {_TCP4: 4, _TCP6: 16}

_IPV6_PREFIX = 56
"""Bits of an IPv6 address that tell customers apart: most get a /56, some only a /64."""


_Network = IPv4Network | IPv6Network

LimitKey = NewType("LimitKey", str)
"""The key that limits are counted under: the network of an address, or a player."""


class Address(str):
    """A client's address, always written in the same way; equal to its text.

    >>> Address("::ffff:192.0.2.7"), Address("fe80::1%eth0")
    ('192.0.2.7', 'fe80::1')
    >>> Address("192.0.2.7").source, Address("2001:db8:0:7::5:1").source
    ('192.0.2.7', '2001:db8::/56')
    """

    ip: IPv4Address | IPv6Address
    source: LimitKey
    """An IPv6 customer has a whole /56 network."""

    def __new__(cls, text: str) -> "Address":
        """Read an address; one of IPv4 mapped to IPv6 is one of IPv4. Raises ``Refusal``."""
        found = ip_address(text.partition("%")[0])
        ip = getattr(found, "ipv4_mapped", None) or found
        address = super().__new__(cls, ip)
        address.ip = ip
        prefix = _IPV6_PREFIX if ip.version == 6 else 32
        network = ip_network((ip, prefix), strict=False)
        address.source = LimitKey(str(network).removesuffix("/32"))
        return address


class _Entry(NamedTuple):
    """A line of the file: a key that may log in."""

    fingerprint: str
    networks: tuple[tuple[bool, _Network], ...]
    """The networks it may come from (True) or not (False); empty for all."""
    expiry: datetime | None

    def admits(self, address: Address, now: datetime) -> bool:
        """Return whether the key may log in from an address now."""
        if self.expiry and now >= self.expiry:
            return False
        if not self.networks:
            return True
        hits = [wanted for wanted, each in self.networks if address.ip in each]
        return bool(hits) and all(hits)


class Access:
    """Decides who may log in."""

    def __init__(self, keys: Path | None = None, closed: bool = False) -> None:
        """Admit only the keys in the file ``keys``, if given; if ``closed``, admit no guests.

        Raises ``Refusal`` if the file is unreadable or has no usable key.
        """
        self._path = keys
        self._closed = closed
        self._entries: dict[str, list[_Entry]] = {}
        self.faults: list[str] = []
        """A sentence for each unusable line of the file."""
        self.reload()

    def reload(self) -> None:
        """Read the file again. Raises ``Refusal``; then the keys stay as they were."""
        if self._path is None:
            return
        lines, faults = _read(_text(self._path))
        if not lines:
            told = " ".join(["", *faults[:3]])
            raise Refusal(f"{show_path(self._path)} has no key that may log in.{told}")
        self._entries, self.faults = lines, faults

    def refusal(self, fingerprint: str | None, address: Address) -> str:
        """Return why a key (None: a guest) may not log in from an address; empty if it may."""
        if fingerprint is None:
            if self._path:
                return "This host admits no guests: use a key that it knows."
            if self._closed:
                return "This host admits no guests: 'ssh-keygen -t ed25519' makes you a key."
            return ""
        if self._path is None:
            return ""
        now = datetime.now(UTC)
        lines = self._entries.get(fingerprint, ())
        if any(each.admits(address, now) for each in lines):
            return ""
        return "Your key may not log in here; ask the host's administrator."


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        reason = error.strerror or error
        raise Refusal(f"Can't read {show_path(path)}: {reason}.") from None
    if len(data) > _LARGEST:
        raise Refusal(f"{show_path(path)} is too large for a file of keys.")
    return data.decode(errors="replace")


def _read(text: str) -> tuple[dict[str, list[_Entry]], list[str]]:
    """Return the file's keys by fingerprint, and a sentence for each unusable line."""
    lines: dict[str, list[_Entry]] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if plain and not plain.startswith("#"):
            try:
                read = _read_line(plain)
            except Refusal as error:
                faults.append(f"The host ignores line {number} of the keys: {error}.")
            else:
                lines.setdefault(read.fingerprint, []).append(read)
    return lines, faults


def _read_line(line: str) -> _Entry:
    """Read a line; raise ``Refusal`` with the reason if it is unusable."""
    if fingerprint := _fingerprint(line):
        return _Entry(fingerprint, (), None)
    networks: list[tuple[bool, _Network]] = []
    expiry = None
    rest = line
    for name, value, rest in _options(line):  # noqa: B007  the last rest is the key
        if name == "from" and value:
            networks += [_network(each) for each in value.split(",")]
        elif name == "expiry-time" and value:
            until = _moment(value)
            expiry = min(expiry, until) if expiry else until
        elif name not in _FORBID_NOTHING or value is not None:
            raise Refusal(f"the option {name} is not supported")
    fingerprint = _fingerprint(rest.strip())
    if not fingerprint:
        raise Refusal("it holds no public key")
    return _Entry(fingerprint, tuple(networks), expiry)


def _options(line: str) -> Iterator[tuple[str, str | None, str]]:
    """Yield the options of a line: name, value, and the rest of the line."""
    at = 0
    while found := _OPTION.match(line, at):
        at = found.end()
        yield found[1].lower(), found[2], line[at:]
        if found[3] != ",":
            return
    raise Refusal("its options are malformed")


def _fingerprint(text: str) -> str:
    """Return the fingerprint of a public key in OpenSSH's format; empty for other text."""
    # Imported here: only a host with a file of keys reads any.
    import asyncssh

    try:
        return asyncssh.import_public_key(text).get_fingerprint()
    except (asyncssh.KeyImportError, ValueError):
        return ""


def _network(text: str) -> tuple[bool, _Network]:
    """Read an address or network of ``from=``; ``!`` excludes it."""
    bare = text.strip().removeprefix("!")
    try:
        network = ip_network(bare, strict=False)
    except ValueError:
        raise Refusal(
            f"from= takes addresses and networks here, and {bare[:60]!a} is neither"
        ) from None
    return not text.strip().startswith("!"), network


def _moment(text: str) -> datetime:
    """Read a time in the format of ``expiry-time``: YYYYMMDD[HHMM[SS]][Z]."""
    bare = text.removesuffix("Z")
    form = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}.get(len(bare))
    try:
        found = datetime.strptime(bare, form or "")
        return found.replace(tzinfo=UTC) if text.endswith("Z") else found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refusal("expiry-time is not a time") from None


# -- proxies -----------------------------------------------------------------------------------


class BadHeader(Exception):
    """The header of a proxy is missing or unsupported; the message says which."""


class Proxies:
    """The addresses of load balancers, whose connections begin with the client's address.

    That is a header of PROXY protocol, version 2. They must send one; any other client could claim
    any address.
    """

    def __init__(self, networks: Iterable[str]) -> None:
        """Each an address or a network. Raises ``Refusal`` for any other text."""
        self._networks = [ip_network(each, strict=False) for each in networks]

    def __contains__(self, address: Address) -> bool:
        return any(address.ip in each for each in self._networks)


async def read_proxied_address(connected: socket.socket) -> Address | None:
    """Return the client's address from the header; None for a balancer's health check.

    Reads no byte after the header. Raises ``BadHeader``, ``OSError`` or ``TimeoutError``.
    """
    async with asyncio.timeout(PROXY_SECONDS):
        signature, command, family, length = _HEAD.unpack(await _receive(connected, _HEAD.size))
        if signature != _SIGNATURE or command not in (_LOCAL, _PROXIED) or length > _LONGEST_HEADER:
            raise BadHeader("a proxy must send a header of PROXY protocol version 2")
        rest = await _receive(connected, length)
    return None if command == _LOCAL else parse_header(family, rest)


def parse_header(family: int, rest: bytes) -> Address | None:
    """Return the client's address; None if the header has none.

    >>> parse_header(0x11, bytes([192, 0, 2, 7, 198, 51, 100, 1, 200, 1, 8, 174]))
    '192.0.2.7'
    """
    if family == 0:
        return None
    size = _ADDRESS_BYTES.get(family)
    if size is None or len(rest) < 2 * size + 4:
        raise BadHeader("a proxy must pass on TCP over IPv4 or IPv6")
    kind = IPv4Address if family == _TCP4 else IPv6Address
    return Address(str(kind(rest[:size])))


async def _receive(connected: socket.socket, size: int) -> bytes:
    loop, data = asyncio.get_running_loop(), b""
    while len(data) < size:
        piece = await loop.sock_recv(connected, size - len(data))
        if not piece:
            raise ConnectionResetError("The proxy has closed the connection.")
        data += piece
    return data
