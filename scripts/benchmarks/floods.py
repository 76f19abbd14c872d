"""What a player feels while others flood the host: `solterm serve --web` on 127.0.0.1.

A player with OpenSSH's client presses a key ten times a second, alone and then beside guests who
send something without end as fast as they can: pings, sizes of their window, packets that mean
nothing. The guests run in a process of their own, on the same machine.
"""

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncssh
from asyncssh.constants import MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import String

from scripts.benchmarks.host import (
    Host,
    Player,
    Players,
    begin_game,
    can_host,
    find_port,
    make_key,
    ssh_command,
)
from scripts.benchmarks.report import Row, progress

KEYS = 50
"""Keys in each measurement; fewer if that takes longer than ``LONGEST`` seconds."""
LONGEST = 20.0
EVERY = 0.1
"""Seconds between them."""
SLOWEST = 0.1
TIMES = 2.0
"""The slowest tenth during a flood, as a multiple of that without one."""
_LEAST_MS = 20.0
"""What counts as the slowest tenth without a flood, if less: a player feels no difference."""
_WARM_UP = 2.0
"""Seconds of a flood before it is measured."""
_WAITING = 1 << 17
"""Bytes that a guest sends ahead."""
_SHOWN = b"Press any key"
"""On the first screen of a guest."""
_CURSOR = ("\x1b[C", "\x1b[D")


def measure() -> Iterator[Row]:
    """Measure a player's slowest tenth without and with each flood."""
    if not can_host():
        yield Row("floods", "not measured: OpenSSH is not installed")
        return
    with TemporaryDirectory() as folder:
        key, web = make_key(Path(folder, "key")), find_port()
        with Host(Path(folder, "data"), "--web", str(web)) as host:
            begin_game(host, key, "ann")
            player = Player(ssh_command(host.port, key, "ann"))
            players = Players([player])
            players.wait(lambda each: each.shows("draw 1"))
            players.receive(1)
            try:
                yield from _measure(host, web, player, players)
            finally:
                players.hang_up()


def _measure(host: Host, web: int, player: Player, players: Players) -> Iterator[Row]:
    for kind, count in _FLOODS:
        calm, _, _ = _press_keys(host, player, players, "no flood")
        what = f"{count} x {kind}"
        ports = str(web if kind in _WEB else host.port)
        argv = [sys.executable, "-m", "scripts.benchmarks.floods", kind, ports, str(count)]
        guests = subprocess.Popen(argv, stdout=subprocess.PIPE)
        assert guests.stdout, "a pipe"
        try:
            guests.stdout.readline()  # all are here
            players.receive(_WARM_UP)
            slow, median, cpu = _press_keys(host, player, players, what)
        finally:
            guests.kill()
            guests.communicate()
        players.receive(1)
        yield Row(
            f"{what}: ms per key, slowest tenth",
            f"{slow:.0f} ms (median of all {median:.1f}; the host uses {100 * cpu:.0f} %)",
            peer=f"{calm:.0f} ms: no flood",
            ratio=slow / calm,
            budget=f"<= {TIMES:.0f}",
            ok=slow <= TIMES * max(calm, _LEAST_MS),
        )


def _press_keys(
    host: Host, player: Player, players: Players, what: str
) -> tuple[float, float, float]:
    """Return the slowest tenth and the median in ms, and the host's share of a processor."""
    times = []
    cpu, began = host.own_cpu_seconds(), time.monotonic()
    for number in range(KEYS):
        progress(f"floods: {what}, key {number + 1} of {KEYS}")
        pressed = time.monotonic()
        player.press(_CURSOR[number % 2])
        while not player.answered:
            players.receive(0.005)
        times.append((player.answered - pressed) * 1000)
        players.receive(max(0.02, pressed + EVERY - time.monotonic()))
        if time.monotonic() - began > LONGEST:
            break
    share = (host.own_cpu_seconds() - cpu) / (time.monotonic() - began)
    times.sort()
    return (
        statistics.median(times[-max(1, int(len(times) * SLOWEST)) :]),
        statistics.median(times),
        share,
    )


# -- the guests --------------------------------------------------------------------------------


_Guest = Callable[[int, asyncio.Barrier], Awaitable[None]]
"""Connects to a port, waits for the others, and floods the host until it is killed."""


async def _flood_socket(port: int, others: asyncio.Barrier, frames: bytes) -> None:
    """Open the terminal of a browser, and send frames without end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"GET /socket?guest HTTP/1.1\r\nHost: flood\r\nOrigin: http://flood\r\n"
        b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(_frame(1, json.dumps({"columns": 80, "rows": 24}).encode()))
    await reader.readuntil(_SHOWN)
    await others.wait()
    await asyncio.gather(_repeat(writer, frames), _discard(reader))


async def _request(port: int, others: asyncio.Barrier) -> None:
    """Ask for the first page without end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await others.wait()
    page = b"GET / HTTP/1.1\r\nHost: flood\r\n\r\n" * 100
    await asyncio.gather(_repeat(writer, page), _discard(reader))


async def _repeat(writer: asyncio.StreamWriter, data: bytes) -> None:
    while True:
        writer.write(data)
        await writer.drain()


async def _discard(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


def _frame(kind: int, data: bytes) -> bytes:
    """Return a frame as browsers send it, with a mask of zeros."""
    assert len(data) < 126, "a longer one has another form"
    return bytes([0x80 | kind, 0x80 | len(data)]) + bytes(4) + data


async def _flood_ssh(
    port: int,
    others: asyncio.Barrier,
    send: Callable[[asyncssh.SSHClientProcess[bytes]], None],
) -> None:
    """Open a screen, and send something without end."""
    async with asyncssh.connect(
        "127.0.0.1", port, username="guest", known_hosts=None, client_keys=None, config=None
    ) as connection:
        process = await connection.create_process(term_type="xterm-256color", encoding=None)
        transport: asyncio.Transport = getattr(connection, "_transport")  # noqa: B009

        async def repeat() -> None:
            while not process.is_closing():
                for _ in range(100):
                    send(process)
                while transport.get_write_buffer_size() > _WAITING:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0)

        async def discard() -> None:
            while await process.stdout.read(1 << 16):
                pass

        await process.stdout.readuntil(_SHOWN)
        await others.wait()
        await asyncio.gather(repeat(), discard())


def _ignore(process: asyncssh.SSHClientProcess[bytes]) -> None:
    process.channel.get_connection().send_packet(MSG_IGNORE, String(b""))


def _resize(process: asyncssh.SSHClientProcess[bytes]) -> None:
    process.change_terminal_size(80, 24 + time.monotonic_ns() % 2)


def _ask(process: asyncssh.SSHClientProcess[bytes]) -> None:
    """Ask for something that no host knows, without an answer."""
    connection = process.channel.get_connection()
    connection.send_packet(MSG_GLOBAL_REQUEST, String(b"nobody@knows"), b"\0")


_PINGS = "browser pings"
_WEB: dict[str, _Guest] = {
    _PINGS: partial(_flood_socket, frames=_frame(9, b"") * 500),
    "browser texts": partial(_flood_socket, frames=_frame(1, b"{}") * 500),
    "browser sizes": partial(
        _flood_socket,
        frames=_frame(1, b'{"columns":80,"rows":24}') + _frame(1, b'{"columns":80,"rows":25}'),
    ),
    "requests": _request,
}
_SSH: dict[str, _Guest] = {
    "ssh ignored": partial(_flood_ssh, send=_ignore),
    "ssh requests": partial(_flood_ssh, send=_ask),
    "ssh windows": partial(_flood_ssh, send=_resize),
}
_FLOODS = ((_PINGS, 1), *((kind, 6) for kind in (*_WEB, *_SSH)))


async def _flood(kind: str, port: int, count: int) -> None:
    """Flood a host from so many guests, until this process is killed."""
    others = asyncio.Barrier(count + 1)
    flooding = [asyncio.ensure_future((_WEB | _SSH)[kind](port, others)) for _ in range(count)]
    await others.wait()
    print("flooding", flush=True)
    await asyncio.gather(*flooding)


if __name__ == "__main__":
    asyncio.run(_flood(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
