"""PROXY protocol: players behind a load balancer keep their own addresses."""

import asyncio
import socket
import struct
from ipaddress import ip_address
from pathlib import Path

import asyncssh
import pytest

from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.serve.access import Address, BadHeader, Proxies, read_proxied_address
from solterm.serve.host_settings import HostSettings, read_settings, write_settings
from tests.harness.pty import PATIENCE
from tests.serve.hosting import Host, fresh_address, fresh_key

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"


def header(source: str, command: int = 0x21, family: int = 0, more: bytes = b"") -> bytes:
    """Return a header that names the source of a connection."""
    address = ip_address(source)
    to = ip_address("::1" if address.version == 6 else "127.0.0.1")
    rest = address.packed + to.packed + struct.pack("!HH", 50_000, 22) + more
    kind = family or (0x21 if address.version == 6 else 0x11)
    return SIGNATURE + struct.pack("!BBH", command, kind, len(rest)) + rest


async def read(sent: bytes, *more: bytes) -> str | None:
    """Send a header in pieces, and return the address read from it."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with ours, theirs:
        reading = asyncio.create_task(read_proxied_address(ours))
        for piece in (sent, *more):
            theirs.send(piece)
            await asyncio.sleep(0)
        theirs.shutdown(socket.SHUT_WR)
        address = await reading
        assert ours.recv(100) == b"SSH-" if sent.endswith(b"SSH-") else True
        return address


@pytest.mark.parametrize("source", ["192.0.2.7", "2001:db8::7"])
async def test_only_the_header_is_read(source: str) -> None:
    whole = header(source)
    assert await read(whole) == source
    assert await read(whole + b"SSH-") == source
    assert await read(header(source, more=b"\x03\x00\x04abcd") + b"SSH-") == source
    assert await read(*(whole[each : each + 1] for each in range(len(whole)))) == source


async def test_a_balancer_may_connect_on_its_own_behalf() -> None:
    assert await read(header("192.0.2.7", command=0x20)) is None
    assert await read(SIGNATURE + struct.pack("!BBH", 0x21, 0, 0)) is None


@pytest.mark.parametrize(
    "sent",
    [
        b"SSH-2.0-OpenSSH_9.9\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 50000 22\r\n",
        SIGNATURE + struct.pack("!BBH", 0x11, 0x11, 12) + bytes(12),
        SIGNATURE + struct.pack("!BBH", 0x22, 0x11, 12) + bytes(12),
        SIGNATURE + struct.pack("!BBH", 0x21, 0x12, 12) + bytes(12),
        SIGNATURE + struct.pack("!BBH", 0x21, 0x11, 11) + bytes(11),
        SIGNATURE + struct.pack("!BBH", 0x21, 0x21, 12) + bytes(12),
        SIGNATURE + struct.pack("!BBH", 0x21, 0x11, 0xFFFF),
    ],
)
async def test_anything_else_is_refused(sent: bytes) -> None:
    with pytest.raises(BadHeader):
        await read(sent)


def test_proxies_may_be_addresses_and_networks() -> None:
    found = Proxies(["192.0.2.5", "10.0.0.0/8", "fd00::/8"])
    assert all(Address(each) in found for each in ("192.0.2.5", "10.9.9.9", "fd00::7"))
    assert not any(Address(each) in found for each in ("192.0.2.6", "::1"))
    assert Address("127.0.0.1") not in Proxies([])


def test_proxies_are_in_the_settings(tmp_path: Path) -> None:
    chosen = replace(HostSettings(), proxies=("192.0.2.5/32", "fd00::/8"))
    (tmp_path / "serve.toml").write_text(write_settings(chosen))
    assert read_settings(tmp_path) == chosen
    for wrong in ('"cards.example"', "[5]", "5", "true", '["10.0.0.0/99"]'):
        (tmp_path / "serve.toml").write_text(f"proxies = {wrong}")
        with pytest.raises(Refusal, match="proxies must be a list of addresses"):
            read_settings(tmp_path)


async def log_in(host: Host, sent: bytes, local: str, user: str) -> None:
    """Log in through a balancer at an address, and play briefly."""
    connection = socket.create_connection(("127.0.0.1", host.port), PATIENCE, (local, 0))
    connection.sendall(sent)
    connection.setblocking(False)
    async with asyncio.timeout(PATIENCE):
        async with await asyncssh.connect(
            sock=connection,
            username=user,
            client_keys=[fresh_key()],
            known_hosts=None,
            agent_path=None,
            config=None,
        ) as connected:
            done = await connected.run("json", input="quit\n")
            assert done.exit_status == 0


async def test_players_behind_a_balancer_have_their_own_addresses(host: Host) -> None:
    balancer = fresh_address()
    async with host.with_settings(proxies=[balancer], logins_a_minute=1):
        for source in ("192.0.2.7", "192.0.2.8", "2001:db8::7"):
            await log_in(host, header(source), balancer, "paul")
            await host.wait_for_log(f"login address={source} user=paul")
        with pytest.raises(asyncssh.DisconnectError, match="Too many logins from your address"):
            await log_in(host, header("192.0.2.7"), balancer, "paul")


async def test_an_unlisted_address_cannot_claim_another(host: Host) -> None:
    async with host.with_settings(proxies=[fresh_address()]):
        with pytest.raises((asyncssh.Error, OSError)):
            await log_in(host, header("192.0.2.99"), fresh_address(), "mallory")
    assert not any("192.0.2.99" in line for line in host.log)


async def test_a_connection_from_a_balancer_without_a_header_is_closed(host: Host) -> None:
    balancer = fresh_address()
    async with host.with_settings(proxies=[balancer]):
        with pytest.raises((asyncssh.Error, OSError)):
            await log_in(host, b"", balancer, "mallory")
        await host.wait_for_log("refused what='a proxy must send a header")
