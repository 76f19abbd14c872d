"""How many players a host holds: hundreds of terminals, then of players in line mode.

The clients are connections of one asyncssh process on 127.0.0.1, each with a key pair and a
terminal of 80x24. The players rest first, and then press a key every four seconds, each at a moment
of their own; a third of the keys turn a card. The clients share the machine with the host, so their
processor time is told beside its own. All of it ends by itself.
"""

import asyncio
import os
import random
import resource
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncssh

from scripts.benchmarks import budgets
from scripts.benchmarks.host import Host, proportional_size
from scripts.benchmarks.report import Row, progress

TERMINALS = int(os.environ.get("SOLTERM_BENCH_TERMINALS", "500"))
LINES = int(os.environ.get("SOLTERM_BENCH_LINES", "1000"))
SECONDS = int(os.environ.get("SOLTERM_BENCH_SECONDS", "60"))
EVERY = 4.0
"""Seconds between two keys of a player."""
_AT_ONCE = 4
"""Logins at a time."""
_PATIENCE = 120.0
_LONGEST = 3600.0
"""Seconds after which a measurement gives up."""
_SAMPLE = 20
"""Sessions whose memory is read: that takes long."""
_CURSOR, _TURN = (b"\x1b[C", b"\x1b[D"), b"\x1bOR"
_GAME = "play klondike-deal-1\ns\n"


def measure() -> Iterator[Row]:
    """Measure a host with many terminals, and another one with many players in line mode."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        for count, has_terminal in ((TERMINALS, True), (LINES, False)):
            with TemporaryDirectory() as folder, Host(Path(folder, "data")) as host:
                if count:
                    yield from asyncio.run(_measure(host, count, has_terminal))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class _Player(asyncssh.SSHClientSession[bytes]):
    """A player's channel."""

    def __init__(self) -> None:
        self.channel: asyncssh.SSHClientChannel[bytes] | None = None
        self.pressed = 0.0
        """When the key was pressed that waits for its answer; 0 for none."""
        self.times: list[float] = []
        """Seconds from a key to the first output after it."""
        self.silent = 0
        """Keys without an answer before the next one."""
        self.received = bytearray()
        self.is_lost = False

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self.pressed:
            self.times.append(time.monotonic() - self.pressed)
            self.pressed = 0.0
        if len(self.received) < 1 << 16:
            self.received += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True

    def press(self, key: bytes) -> None:
        assert self.channel, "connected"
        self.silent += bool(self.pressed)
        self.pressed = time.monotonic()
        self.channel.write(key)

    async def wait_for(self, text: bytes) -> None:
        async with asyncio.timeout(_PATIENCE):
            while text not in self.received:
                if self.is_lost:
                    raise ConnectionError("the host has closed the session")
                await asyncio.sleep(0.02)


async def _measure(host: Host, count: int, has_terminal: bool) -> list[Row]:
    async with asyncio.timeout(_LONGEST):
        connections: list[asyncssh.SSHClientConnection] = []
        players: list[_Player] = []
        refused = 0
        gate = asyncio.Semaphore(_AT_ONCE)

        async def join(number: int) -> None:
            nonlocal refused
            async with gate:
                progress(f"scale: player {len(players) + 1} of {count} connects")
                try:
                    players.append(await _connect(host, number, has_terminal, connections))
                except (OSError, asyncssh.Error, TimeoutError):
                    refused += 1

        before = host.cpu_seconds()
        await asyncio.gather(*map(join, range(count)))
        login = (host.cpu_seconds() - before) / count
        try:
            return await _play(host, players, refused, login, has_terminal)
        finally:
            for each in connections:
                each.abort()
            await asyncio.gather(*(each.wait_closed() for each in connections))


async def _connect(
    host: Host, number: int, has_terminal: bool, connections: list[asyncssh.SSHClientConnection]
) -> _Player:
    """Connect a player with a game on the table."""
    connection = await asyncssh.connect(
        "127.0.0.1",
        host.port,
        username=f"player{number}",
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        known_hosts=None,
        agent_path=None,
        config=None,
        compression_algs=None,
    )
    connections.append(connection)
    if has_terminal:
        await connection.run("lines", input=_GAME, timeout=_PATIENCE)
        terminal = {"term_type": "xterm-256color", "term_size": (80, 24)}
        channel, player = await connection.create_session(_Player, encoding=None, **terminal)
        player.channel = channel
        await player.wait_for(b"Klondike")
    else:
        channel, player = await connection.create_session(_Player, "lines", encoding=None)
        player.channel = channel
        channel.write(_GAME.encode())
        await player.wait_for(b"left in the stock")
    return player


async def _play(
    host: Host, players: list[_Player], refused: int, login: float, has_terminal: bool
) -> list[Row]:
    await asyncio.sleep(EVERY)
    idle, began = host.cpu_seconds(), time.monotonic()
    progress(f"scale: {len(players)} players rest")
    await asyncio.sleep(SECONDS / 3)
    idle = (host.cpu_seconds() - idle) / (time.monotonic() - began) / max(1, len(players))
    ours, own, whole, began = (
        time.process_time(),
        host.own_cpu_seconds(),
        host.cpu_seconds(),
        time.monotonic(),
    )
    end = began + SECONDS

    async def press_keys(player: _Player, chance: random.Random) -> None:
        await asyncio.sleep(chance.random() * EVERY)
        turn = chance.randrange(3)
        while time.monotonic() < end and not player.is_lost:
            if has_terminal:
                player.press(_TURN if turn % 3 == 0 else _CURSOR[turn % 2])
            else:
                player.press(b"s\n" if turn % 3 == 0 else b"moves\n")
            turn += 1
            await asyncio.sleep(EVERY)

    tasks = [press_keys(each, random.Random(place)) for place, each in enumerate(players)]
    progress(f"scale: {len(players)} players for {SECONDS} seconds")
    await asyncio.gather(*tasks)
    passed = time.monotonic() - began
    own, whole = host.own_cpu_seconds() - own, host.cpu_seconds() - whole
    ours = time.process_time() - ours
    load = os.getloadavg()[0]
    sessions = host.sessions()
    sample = sessions[:: max(1, len(sessions) // _SAMPLE)]
    memory = []
    for each in sample:
        with suppress(OSError):
            memory.append(proportional_size(each))
    times = sorted(1000 * each for player in players for each in player.times)
    silent = sum(each.silent for each in players)
    lost = sum(each.is_lost for each in players)
    who = f"{len(players)} {'terminals' if has_terminal else 'in line mode'}"
    late = statistics.median(times[-max(1, len(times) // 10) :]) if times else 0.0
    return [
        Row(f"{who}: refused or lost", f"{refused} and {lost}", budget="0", ok=not refused + lost),
        Row(
            f"{who}: ms per key, slowest tenth",
            f"{late:.0f} ms (median of all {statistics.median(times):.1f}, 9 of 10 within"
            f" {times[len(times) * 9 // 10]:.0f}; {len(times)} keys, {silent} silent)",
            budget=f"<= {budgets.SCALE_MS} ms",
            ok=late <= budgets.SCALE_MS,
        ),
        Row(
            f"{who}: processors",
            f"{100 * whole / passed:.0f} %: the host's process {100 * own / passed:.0f} %; the"
            f" clients {100 * ours / passed:.0f} %, load {load:.1f}",
            budget=f"< {100 * (os.cpu_count() or 1)} %",
        ),
        Row(
            f"{who}: processor a key",
            f"{1000 * (whole - own) / max(1, len(times)):.1f} ms in the session,"
            f" {1000 * own / max(1, len(times)):.1f} ms in the host; a login {1000 * login:.0f} ms;"
            f" a second without keys {1000 * idle:.2f} ms",
        ),
        Row(f"{who}: MiB per session (PSS)", f"{statistics.median(memory):.1f} MiB"),
    ]
