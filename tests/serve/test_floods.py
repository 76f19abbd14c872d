"""Clients that connect too often, too slowly or with garbage do not disturb players."""

import asyncio
import random
import socket
from collections import Counter
from contextlib import suppress

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel

from tests.effort import tries
from tests.harness.pty import PATIENCE
from tests.serve.hosting import Host, connect, fresh_address, fresh_key, open_screen

HELLO = b"SSH-2.0-fuzz\r\n"


async def open_silently(
    host: Host, address: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a silent connection."""
    local = (address or fresh_address(), 0)
    return await asyncio.open_connection("127.0.0.1", host.port, local_addr=local)


async def read_to_end(reader: asyncio.StreamReader) -> bytes:
    """Return everything the host sends until it closes or resets the connection."""
    data = b""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            while piece := await reader.read(1 << 16):
                data += piece
    return data


async def check_service(host: Host, connection: asyncssh.SSHClientConnection) -> None:
    """Check that the host still serves players."""
    done = await connection.run("json", input="s\nquit\n")
    assert done.exit_status == 0


async def test_a_thousand_logins_a_minute_are_throttled_without_delaying_others(host: Host) -> None:
    address = fresh_address()
    outcomes: Counter[str] = Counter()

    async def log_in() -> None:
        try:
            async with connect(host, "guest", address=address):
                outcomes["in"] += 1
        except (OSError, asyncssh.ConnectionLost):
            outcomes["closed"] += 1
        except asyncssh.DisconnectError as error:
            assert error.reason.startswith("Too many logins from your address: wait a minute")
            outcomes["refused"] += 1

    async with (
        host.with_settings(logins_a_minute=5),
        connect(host, "pia", fresh_key()) as connection,
    ):
        process = await connection.create_process("json")
        await process.stdout.readline()
        for _ in range(tries(100, 5)):
            await asyncio.gather(*(log_in() for _ in range(10)))
            process.stdin.write("board\n")
            assert '"ok": true' in await process.stdout.readline()
    assert 5 <= outcomes["in"] <= 5 + tries(100, 5), "five, and one more in twelve seconds"
    assert outcomes["refused"] >= 5 and outcomes["closed"] >= 30
    await host.wait_for_log("refused what='too many connections'")


async def test_whoever_does_not_log_in_or_ask_for_a_session_is_closed_in_time(host: Host) -> None:
    """One client is silent, one sends a letter now and then, one stops, and the others log in."""

    async def dribble(writer: asyncio.StreamWriter) -> None:
        for letter in b"SSH-2.0-" + b"x" * 10_000:
            writer.write(bytes([letter]))
            await asyncio.sleep(0.2)

    async def log_in(has_session: bool = True, opens_another: bool = False) -> None:
        """Log in, keep the connection, and wait for its end."""
        async with connect(host) as connection:
            if has_session:
                await check_service(host, connection)
            if opens_another:
                loop, size = asyncio.get_running_loop(), (1 << 16, 1 << 15)
                channel = SSHClientChannel(connection, loop, "strict", None, "strict", *size)
                await channel._open(b"session")
            async with asyncio.timeout(PATIENCE):
                await connection.wait_closed()

    async with host.with_settings(login_seconds=2), connect(host) as connection:
        process = await connection.create_process("json")
        await process.stdout.readline()
        silent, _ = await open_silently(host)
        slow, writer = await open_silently(host)
        talker, greeting = await open_silently(host)
        greeting.write(HELLO)
        dribbling = asyncio.create_task(dribble(writer))
        logins = asyncio.gather(log_in(has_session=False), log_in(), log_in(opens_another=True))
        for data in await asyncio.gather(*map(read_to_end, (silent, slow, talker))):
            assert data.startswith(b"SSH-2.0-solterm")
        dribbling.cancel()
        await logins
        process.stdin.write("board\n")
        assert '"ok": true' in await process.stdout.readline(), "a session keeps its connection"


async def test_a_refused_silent_connection_is_closed_soon(host: Host) -> None:
    address = fresh_address()
    async with host.with_settings(logins_a_minute=1, login_seconds=600):
        await open_silently(host, address)
        began = asyncio.get_running_loop().time()
        refused, _ = await open_silently(host, address)
        await read_to_end(refused)
        assert asyncio.get_running_loop().time() - began < PATIENCE / 4


async def test_silent_connections_from_four_addresses_do_not_delay_a_fifth(host: Host) -> None:
    """With 26 from each, which once locked everyone out."""
    async with host.with_settings(pending_connections=100, pending_connections_of_an_address=10):
        lines = []
        for address in (fresh_address() for _ in range(4)):
            lines += [await open_silently(host, address) for _ in range(26)]
        async with asyncio.timeout(PATIENCE / 4), connect(host) as connection:
            await check_service(host, connection)
        for _, writer in lines:
            writer.close()


async def test_silent_connections_from_many_addresses_are_closed_for_a_login(host: Host) -> None:
    async with host.with_settings(pending_connections=3, login_seconds=2):
        lines = [await open_silently(host) for _ in range(9)]
        for _ in range(2):
            async with connect(host) as connection:
                await check_service(host, connection)
        for reader, writer in lines[:5]:
            assert not (await read_to_end(reader)).removeprefix(b"SSH-2.0-solterm\r\n")
            writer.close()
    await host.wait_for_log("refused what='pending connections'")


async def test_sessions_are_limited_in_total_and_for_each_address(host: Host) -> None:
    address = fresh_address()
    async with connect(host, address=address) as connection, connect(host, address=address) as more:
        process = await connection.create_process("json")
        await process.stdout.readline()
        async with host.with_settings(sessions_of_an_address=1):
            done = await more.run("json", stdin=asyncssh.DEVNULL)
            assert str(done.stderr).endswith("players from your address: try again later.\n")
        async with host.with_settings(sessions=1):
            done = await more.run("json", stdin=asyncssh.DEVNULL)
            assert done.stderr == "solterm: The host is full: try again later.\n"
        await check_service(host, more)


async def test_the_sessions_of_a_connection_are_limited(host: Host) -> None:
    async with connect(host) as connection:
        opened = [await connection.create_process("json") for _ in range(10)]
        with pytest.raises(asyncssh.ChannelOpenError, match="Too many"):
            await connection.create_process("json")
        opened[0].stdin.write("quit\n")
        await opened[0].wait_closed()
        end = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < end:
            with suppress(asyncssh.ChannelOpenError):
                await check_service(host, connection)
                return
    raise AssertionError("the host starts no further session")


async def test_garbage_closes_the_connection_and_is_not_an_error(host: Host) -> None:
    """Send random bytes, and well-formed packets with random contents, before the login."""
    draw, before = random.Random(617), len(host.log)
    for attempt in range(tries(10_000, 120)):
        reader, writer = await open_silently(host)
        writer.write(_garbage(draw, attempt))
        with suppress(OSError):  # the host may have closed it already
            writer.write_eof()
        await read_to_end(reader)
        writer.close()
    async with connect(host) as connection:
        await check_service(host, connection)
    assert not [each for each in host.log[before:] if " error " in each]


def _garbage(draw: random.Random, attempt: int) -> bytes:
    if attempt % 4 == 0:
        return draw.randbytes(draw.randrange(1, 2000))
    packets = b"".join(_packet(draw) for _ in range(draw.randrange(1, 5)))
    return HELLO + packets


def _packet(draw: random.Random) -> bytes:
    """Return an unencrypted packet: length, padding, a kind and random contents."""
    kind = draw.choice([1, 2, 3, 4, 5, 20, 20, 20, 21, 30, 31, 50, 80, 90, 98, draw.randrange(256)])
    payload = bytes([kind]) + draw.randbytes(draw.randrange(0, 600))
    padding = draw.randrange(0, 32)
    length = 1 + len(payload) + padding
    if draw.random() < 0.2:
        length = draw.choice([0, 1, 2**31, 2**32 - 1, length + 1, length * 50])
    return length.to_bytes(4, "big") + bytes([padding]) + payload + bytes(padding)


async def test_garbage_after_the_login_disturbs_no_other_session(host: Host) -> None:
    """Send random requests on the connection and its channels after a login."""
    draw, before = random.Random(1987), len(host.log)
    async with open_screen(host, "quinn", fresh_key()) as screen:
        await screen.pass_welcome()
        for _ in range(tries(500, 12)):
            async with connect(host) as connection:
                process = await connection.create_process("json")
                for _ in range(20):
                    kind = draw.choice([80, 90, 91, 93, 94, 95, 96, 97, 98, 98, 98, 99, 100, 192])
                    try:
                        connection.send_packet(kind, _request(draw))
                    except (OSError, asyncssh.Error):
                        break
                process.channel.abort()
        screen.press(*"demon")
        await screen.wait_for("demon")
    assert not [each for each in host.log[before:] if " error " in each]


def _request(draw: random.Random) -> bytes:
    names = b"pty-req shell env window-change signal tcpip-forward xon-xoff"
    name = draw.choice(names.split())
    head = b"\0\0\0\0" if draw.random() < 0.8 else b""
    return head + len(name).to_bytes(4, "big") + name + draw.randbytes(draw.randrange(0, 200))


@pytest.mark.parametrize("way", ["diffie-hellman-group18-sha512", "rsa2048-sha256"])
async def test_expensive_key_exchanges_are_refused(host: Host, way: str) -> None:
    # The reason may be lost with the connection, because the client was still writing.
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        await asyncssh.connect(
            "127.0.0.1", host.port, known_hosts=None, config=None, kex_algs=[way], username="guest"
        )


@pytest.mark.long
async def test_the_host_stops_reading_from_a_client_that_reads_no_answers(host: Host) -> None:
    with socket.socket() as narrow:
        for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
            narrow.setsockopt(socket.SOL_SOCKET, option, 4096)
        narrow.bind((fresh_address(), 0))
        narrow.connect(("127.0.0.1", host.port))
        narrow.setblocking(False)
        connection = await asyncssh.connect(
            sock=narrow, username="guest", known_hosts=None, client_keys=None, config=None
        )
        transport = connection._transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        question = len(b"nobody@knows").to_bytes(4, "big") + b"nobody@knows\1"
        for _ in range(100):
            for _ in range(300):
                connection.send_packet(80, question)
            await asyncio.sleep(0.01)
        async with connect(host) as other:
            await check_service(host, other)
        assert transport.get_write_buffer_size() > 1 << 19, "the host does not read"
        connection.abort()
