"""Random bytes and window sizes over ssh: every session goes on answering."""

import asyncio
import random
from contextlib import suppress

import asyncssh
import pytest

from tests.harness.pty import KEYS, PATIENCE
from tests.serve.hosting import Host, connect, fresh_key

PACKETS = 20_000
"""Packets that the long test sends."""
_SESSIONS = 20
_KEYS = [key.encode() for key in KEYS.values()]
_SIZES = [(1, 1), (3, 3), (20, 10), (39, 13), (40, 14), (60, 20), (80, 24), (132, 43), (300, 100)]
_REDRAW = b"\x0c"


class Client:
    """A client that sends random packets, and logs in again after a quit."""

    def __init__(self, host: Host, name: str) -> None:
        self.host = host
        self.name = name
        self.chance = random.Random(name)
        self.key = fresh_key()

    async def send(self, count: int) -> None:
        sent = 0
        while sent < count:
            async with connect(self.host, self.name, self.key) as connection:
                process = await connection.create_process(
                    term_type="xterm-256color", term_size=(80, 24), encoding=None
                )
                heard = asyncio.Event()
                reading = asyncio.create_task(self._read(process, heard))
                with suppress(BrokenPipeError):  # the session has just ended
                    while sent < count and not reading.done():
                        self._send_packet(process)
                        sent += 1
                        await asyncio.sleep(self.chance.uniform(0, 0.04))
                        if sent % 100 == 0:
                            await self._check_answer(process, heard, reading)
                    await self._check_answer(process, heard, reading)
                if process.is_closing():
                    await reading
                    await process.wait()
                    assert process.exit_status == 0, (self.name, process.exit_status)
                reading.cancel()

    async def _read(self, process: asyncssh.SSHClientProcess[bytes], heard: asyncio.Event) -> None:
        while await process.stdout.read(1 << 16):
            heard.set()

    def _send_packet(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        chance = self.chance
        kind = chance.random()
        if kind < 0.15:
            process.change_terminal_size(*chance.choice(_SIZES))
            return
        if kind < 0.5:
            data = b"".join(chance.choices(_KEYS, k=chance.randint(1, 4)))
        elif kind < 0.7:
            data = bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz0123456789?,./: ", k=3))
        elif kind < 0.8:  # all control characters, Ctrl+S and Ctrl+Z among them
            data = bytes(chance.choices(range(32), k=2))
        elif kind < 0.9:
            button, x, y = (
                chance.choice((0, 32, 64, 65)),
                chance.randint(1, 99),
                chance.randint(1, 40),
            )
            data = f"\x1b[<{button};{x};{y}{chance.choice('mM')}".encode()
        elif kind < 0.95:
            data = b"\x1b[200~" + chance.randbytes(30) + b"\x1b[201~"
        else:
            data = chance.randbytes(8)
        process.stdin.write(data)

    async def _check_answer(
        self,
        process: asyncssh.SSHClientProcess[bytes],
        heard: asyncio.Event,
        reading: asyncio.Task[None],
    ) -> None:
        if reading.done():
            return
        process.change_terminal_size(80, 24)
        process.stdin.write(b"\x1b[201~")  # ends a paste that random bytes have begun
        await asyncio.sleep(0.2)
        heard.clear()
        process.stdin.write(_REDRAW)
        answer = asyncio.create_task(heard.wait())
        await asyncio.wait((answer, reading), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        answer.cancel()
        assert heard.is_set() or reading.done(), f"the session of {self.name} does not answer"


@pytest.mark.parametrize(
    "packets",
    [pytest.param(100, id="some"), pytest.param(PACKETS, id="many", marks=pytest.mark.long)],
)
async def test_sessions_answer_after_random_packets(host: Host, packets: int) -> None:
    sessions = min(_SESSIONS, packets // 50)
    clients = [Client(host, f"fuzz{number}") for number in range(sessions)]
    await asyncio.gather(*(client.send(-(-packets // sessions)) for client in clients))
