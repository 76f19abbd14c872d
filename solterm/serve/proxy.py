"""PROXY protocol, version 2: the client's address on connections from a load balancer.

The header precedes the first byte of SSH. The host reads it only from the addresses in its
settings, which must send one; any other client could claim any address.
"""

import asyncio
import socket
import struct
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

SECONDS = 3.0
"""For the header to arrive; a balancer sends it at once."""

_SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
_HEAD = struct.Struct("!12sBBH")
_LONGEST = 1 << 12
"""Bytes of addresses and further fields."""
_LOCAL, _PROXIED = 0x20, 0x21
"""Version and command: a connection of the balancer's own, or one that it passes on."""
_TCP4, _TCP6 = 0x11, 0x21
_ADDRESS_BYTES = {_TCP4: 4, _TCP6: 16}


class BadHeader(Exception):
    """The header is missing or unsupported; the message says which."""


class Proxies:
    """The addresses whose connections begin with a header."""

    def __init__(self, networks: Iterable[str]) -> None:
        """Each an address or a network. Raises ``ValueError`` for any other text."""
        self._networks = [ip_network(each, strict=False) for each in networks]

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(found in each for each in self._networks)


async def read_address(connected: socket.socket) -> str | None:
    """Return the client's address from the header; None for a balancer's health check.

    Reads no byte after the header. Raises ``BadHeader``, ``OSError`` or ``TimeoutError``.
    """
    async with asyncio.timeout(SECONDS):
        signature, command, family, length = _HEAD.unpack(await _read(connected, _HEAD.size))
        if signature != _SIGNATURE or command not in (_LOCAL, _PROXIED) or length > _LONGEST:
            raise BadHeader("a proxy must send a header of PROXY protocol version 2")
        rest = await _read(connected, length)
    return None if command == _LOCAL else parse_address(family, rest)


def parse_address(family: int, rest: bytes) -> str | None:
    """Return the client's address; None if the header has none.

    >>> parse_address(0x11, bytes([192, 0, 2, 7, 198, 51, 100, 1, 200, 1, 8, 174]))
    '192.0.2.7'
    """
    if family == 0:
        return None
    size = _ADDRESS_BYTES.get(family)
    if size is None or len(rest) < 2 * size + 4:
        raise BadHeader("a proxy must pass on TCP over IPv4 or IPv6")
    kind = IPv4Address if family == _TCP4 else IPv6Address
    return str(kind(rest[:size]))


async def _read(connected: socket.socket, size: int) -> bytes:
    loop, data = asyncio.get_running_loop(), b""
    while len(data) < size:
        piece = await loop.sock_recv(connected, size - len(data))
        if not piece:
            raise ConnectionResetError("The proxy has closed the connection.")
        data += piece
    return data
