"""Clients that connect too often, too slowly or with nonsense: players do not notice them."""

import asyncio
import random
import socket
from collections import Counter
from contextlib import suppress
from unittest.mock import Mock

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel

from solterm.serve.connection import limit_buffers
from tests.effort import tries
from tests.harness.pty import PATIENCE
from tests.serve.hosting import Host, connect, fresh_address, fresh_key, sit

HELLO = b"SSH-2.0-fuzz\r\n"


async def dial(host: Host, address: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a silent connection."""
    local = (address or fresh_address(), 0)
    return await asyncio.open_connection("127.0.0.1", host.port, local_addr=local)


async def hear_out(reader: asyncio.StreamReader) -> bytes:
    """Return everything the host sends until it closes or resets the connection."""
    heard = b""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            while piece := await reader.read(1 << 16):
                heard += piece
    return heard


async def play_on(host: Host, line: asyncssh.SSHClientConnection) -> None:
    """Check that the host serves another player."""
    done = await line.run("json", input="s\nquit\n")
    assert done.exit_status == 0


async def test_a_thousand_logins_a_minute_are_throttled_and_another_plays_on(host: Host) -> None:
    address = fresh_address()
    came: Counter[str] = Counter()

    async def come() -> None:
        try:
            async with connect(host, "guest", address=address):
                came["in"] += 1
        except (OSError, asyncssh.ConnectionLost):
            came["closed"] += 1
        except asyncssh.DisconnectError as error:
            assert error.reason.startswith("Too many logins from your address: wait a minute")
            came["told"] += 1

    async with host.with_settings(logins_a_minute=5), connect(host, "pia", fresh_key()) as line:
        process = await line.create_process("json")
        await process.stdout.readline()
        for _ in range(tries(100, 5)):
            await asyncio.gather(*(come() for _ in range(10)))
            process.stdin.write("board\n")
            assert '"ok": true' in await process.stdout.readline()
    assert 5 <= came["in"] <= 5 + tries(100, 5), "five, and one more in twelve seconds"
    assert came["told"] >= 5 and came["closed"] >= 30
    await host.wait_for_log("refused what='too many connections' count=")


async def test_a_connection_without_a_login_is_closed(host: Host) -> None:
    """With a client that is silent, one that sends a letter now and then, and one that stops."""

    async def dribble(writer: asyncio.StreamWriter) -> None:
        for letter in b"SSH-2.0-" + b"x" * 10_000:
            writer.write(bytes([letter]))
            await asyncio.sleep(0.2)

    async with host.with_settings(login_seconds=1):
        silent, _ = await dial(host)
        slow, writer = await dial(host)
        talker, greeting = await dial(host)
        greeting.write(HELLO)
        dribbling = asyncio.create_task(dribble(writer))
        for heard in await asyncio.gather(*map(hear_out, (silent, slow, talker))):
            assert heard.startswith(b"SSH-2.0-solterm")
        dribbling.cancel()


async def test_a_refused_connection_is_closed_soon_though_it_says_nothing(host: Host) -> None:
    address = fresh_address()
    async with host.with_settings(logins_a_minute=1, login_seconds=600):
        await dial(host, address)
        began = asyncio.get_running_loop().time()
        refused, _ = await dial(host, address)
        await hear_out(refused)
        assert asyncio.get_running_loop().time() - began < PATIENCE / 4


async def test_a_login_without_a_session_is_closed(host: Host) -> None:
    async with host.with_settings(login_seconds=1), connect(host) as line:
        async with asyncio.timeout(PATIENCE):
            await line.wait_closed()


@pytest.mark.parametrize("opens_another", [False, True])
async def test_a_login_whose_last_session_ended_is_closed(host: Host, opens_another: bool) -> None:
    """Also if the client keeps the old channel open, or opens another without a request."""
    async with host.with_settings(login_seconds=1), connect(host) as line:
        await play_on(host, line)
        if opens_another:
            loop = asyncio.get_running_loop()
            channel = SSHClientChannel(line, loop, "strict", None, "strict", 1 << 16, 1 << 15)
            await channel._open(b"session")
        async with asyncio.timeout(PATIENCE):
            await line.wait_closed()


async def test_a_session_keeps_its_connection_open(host: Host) -> None:
    async with host.with_settings(login_seconds=1), connect(host) as line:
        process = await line.create_process("json")
        await process.stdout.readline()
        await asyncio.sleep(1.5)
        process.stdin.write("board\n")
        assert '"ok": true' in await process.stdout.readline()


async def test_silent_connections_of_four_addresses_delay_no_login_from_a_fifth(host: Host) -> None:
    """26 of each, as once kept everybody out."""
    async with host.with_settings(pending_connections=100, pending_connections_of_an_address=10):
        lines = []
        for address in (fresh_address() for _ in range(4)):
            lines += [await dial(host, address) for _ in range(26)]
        async with asyncio.timeout(PATIENCE / 4), connect(host) as line:
            await play_on(host, line)
        for _, writer in lines:
            writer.close()


async def test_silent_connections_of_many_addresses_give_way_to_a_login(host: Host) -> None:
    async with host.with_settings(pending_connections=3):
        lines = [await dial(host) for _ in range(9)]
        for _ in range(2):
            async with connect(host) as line:
                await play_on(host, line)
        for reader, writer in lines[:5]:
            assert not (await hear_out(reader)).removeprefix(b"SSH-2.0-solterm\r\n")
            writer.close()
    await host.wait_for_log("refused what='pending connections' count=")


async def test_sessions_are_limited_in_all_and_for_an_address(host: Host) -> None:
    address = fresh_address()
    async with connect(host, address=address) as line, connect(host, address=address) as more:
        process = await line.create_process("json")
        await process.stdout.readline()
        async with host.with_settings(sessions_of_an_address=1):
            done = await more.run("json", stdin=asyncssh.DEVNULL)
            assert str(done.stderr).endswith("players from your address: try again later.\n")
        async with host.with_settings(sessions=1):
            done = await more.run("json", stdin=asyncssh.DEVNULL)
            assert done.stderr == "solterm: The host is full: try again later.\n"
        await play_on(host, more)


async def test_one_line_has_only_so_many_sessions(host: Host) -> None:
    async with connect(host) as line:
        opened = [await line.create_process("json") for _ in range(10)]
        with pytest.raises(asyncssh.ChannelOpenError, match="Too many"):
            await line.create_process("json")
        opened[0].stdin.write("quit\n")
        await opened[0].wait_closed()
        end = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < end:
            with suppress(asyncssh.ChannelOpenError):
                await play_on(host, line)
                return
    raise AssertionError("the host starts no more sessions")


async def test_nonsense_is_hung_up_on_and_nothing_is_left_of_it(host: Host) -> None:
    """Bytes at random, and packets of the right form with anything in them, before all logins."""
    draw, before = random.Random(617), len(host.log)
    for attempt in range(tries(10_000, 120)):
        reader, writer = await dial(host)
        writer.write(_nonsense(draw, attempt))
        if writer.can_write_eof():
            writer.write_eof()
        await hear_out(reader)
        writer.close()
    async with connect(host) as line:
        await play_on(host, line)
    assert not [each for each in host.log[before:] if " error " in each]


def _nonsense(draw: random.Random, attempt: int) -> bytes:
    if attempt % 4 == 0:
        return draw.randbytes(draw.randrange(1, 2000))
    packets = b"".join(_packet(draw) for _ in range(draw.randrange(1, 5)))
    return HELLO + packets


def _packet(draw: random.Random) -> bytes:
    """A packet as they are before keys are exchanged: length, padding, a kind and anything."""
    kind = draw.choice([1, 2, 3, 4, 5, 20, 20, 20, 21, 30, 31, 50, 80, 90, 98, draw.randrange(256)])
    payload = bytes([kind]) + draw.randbytes(draw.randrange(0, 600))
    padding = draw.randrange(0, 32)
    length = 1 + len(payload) + padding
    if draw.random() < 0.2:
        length = draw.choice([0, 1, 2**31, 2**32 - 1, length + 1, length * 50])
    return length.to_bytes(4, "big") + bytes([padding]) + payload + bytes(padding)


async def test_nonsense_after_the_login_disturbs_no_other_session(host: Host) -> None:
    """Requests at random on the line and on its channels, of somebody who was let in."""
    draw, before = random.Random(1987), len(host.log)
    async with sit(host, "quinn", fresh_key()) as chair:
        await chair.come_in()
        for _ in range(tries(500, 12)):
            async with connect(host) as line:
                process = await line.create_process("json")
                for _ in range(20):
                    kind = draw.choice([80, 90, 91, 93, 94, 95, 96, 97, 98, 98, 98, 99, 100, 192])
                    try:
                        line.send_packet(kind, _request(draw))
                    except (OSError, asyncssh.Error):
                        break
                process.channel.abort()
        chair.press("q", "u", "e", "e", "n")
        await chair.wait_for("queen")
    assert not [each for each in host.log[before:] if " error " in each]


def _request(draw: random.Random) -> bytes:
    names = b"pty-req shell env window-change signal tcpip-forward xon-xoff"
    name = draw.choice(names.split())
    head = b"\0\0\0\0" if draw.random() < 0.8 else b""
    return head + len(name).to_bytes(4, "big") + name + draw.randbytes(draw.randrange(0, 200))


@pytest.mark.parametrize("way", ["diffie-hellman-group18-sha512", "rsa2048-sha256"])
async def test_a_stranger_cannot_have_the_host_reckon_for_long(host: Host, way: str) -> None:
    # Why it hangs up may be lost with the line: the client was still writing.
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        await asyncssh.connect(
            "127.0.0.1", host.port, known_hosts=None, config=None, kex_algs=[way], username="guest"
        )


def test_a_line_that_takes_no_answers_asks_no_more() -> None:
    """The host reads no more while answers wait, and continues once the client takes them."""
    transport, line = Mock(spec=asyncio.Transport), Mock()
    line._transport = transport
    limit_buffers(line)
    line.pause_writing()
    transport.pause_reading.assert_called_once()
    line.resume_writing()
    transport.resume_reading.assert_called_once()


@pytest.mark.long
async def test_the_host_stops_reading_a_client_that_takes_no_answers(host: Host) -> None:
    with socket.socket() as narrow:
        for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
            narrow.setsockopt(socket.SOL_SOCKET, option, 4096)
        narrow.bind((fresh_address(), 0))
        narrow.connect(("127.0.0.1", host.port))
        narrow.setblocking(False)
        line = await asyncssh.connect(
            sock=narrow, username="guest", known_hosts=None, client_keys=None, config=None
        )
        transport = line._transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        question = len(b"nobody@knows").to_bytes(4, "big") + b"nobody@knows\1"
        for _ in range(100):
            for _ in range(300):
                line.send_packet(80, question)
            await asyncio.sleep(0.01)
        async with connect(host) as other:
            await play_on(host, other)
        assert transport.get_write_buffer_size() > 1 << 19, "it is not read"
        line.abort()
