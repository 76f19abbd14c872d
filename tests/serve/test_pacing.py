"""Pacing: input is delayed in order and whole, by at most a second a piece."""

import asyncio
import json
import os
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from solterm.serve.access import Address
from solterm.serve.host_settings import HostSettings
from solterm.serve.limits import Pacer, Throttle, cpu_seconds
from solterm.serve.ssh_entrance import SshConnection
from tests.harness.clock import Clock
from tests.harness.pty import PATIENCE
from tests.serve.hosting import Host, connect, fresh_key, open_screen


def lines(number: int) -> bytes:
    return b"".join(b"hint %d\n" % each for each in range(number))


def drain(pacer: Pacer, clock: Clock, cost: float = 0.0, most: float = 1e9) -> list[float]:
    """Return the times of the pieces for a session that needs CPU time for each."""
    used, passed, end = 0.0, [], clock.seconds + most
    while pacer.is_holding and clock.seconds < end:
        if pacer.take(used):
            passed.append(clock.seconds)
            used += cost
        else:
            clock.seconds += max(pacer.wait(used), 1e-6)
    return passed


def test_the_first_lines_pass_at_once_and_the_others_are_paced() -> None:
    clock = Clock()
    pacer = Pacer(20, 1, clock)
    pacer.add(lines(110))
    passed = drain(pacer, clock)
    assert len(passed) == 110 and passed[9] == 0
    assert passed[-1] == pytest.approx(5, abs=0.1)


def test_a_session_with_high_cpu_usage_gets_a_line_a_second() -> None:
    clock = Clock()
    pacer = Pacer(20, 0.05, clock)
    pacer.add(lines(100))
    passed = drain(pacer, clock, cost=0.2)
    late = [later - earlier for earlier, later in pairwise(passed)][20:]
    assert max(late) == pytest.approx(1) and min(late) == pytest.approx(1)


def test_a_human_player_is_never_delayed() -> None:
    """Eight keys a second, each of which takes three milliseconds."""
    clock = Clock()
    pacer = Pacer(20, 0.03, clock)
    pacer.is_screen = True
    used = 0.0
    for _ in range(1000):
        pacer.add(b"\x1b[A")
        assert pacer.take(used) == b"\x1b[A"
        used += 0.003
        clock.seconds += 0.125


def test_keys_are_not_split() -> None:
    clock = Clock()
    pacer = Pacer(20, 1, clock)
    pacer.is_screen = True
    typed = b"\x1b[<35;100;24M" * 40
    pacer.add(typed)
    pieces = []
    while pacer.is_holding:
        if piece := pacer.take(0):
            pieces.append(piece)
        clock.seconds += 0.01
    assert b"".join(pieces) == typed
    assert all(each.startswith(b"\x1b") and each.endswith(b"M") for each in pieces)


# -- what a connection sends, and what waits for it ---------------------------------------------


class Loop:
    """An event loop's clock and timers."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._timers: list[tuple[float, Callable[[], object], Mock]] = []

    def time(self) -> float:
        return self.seconds

    def call_later(self, seconds: float, call: Callable[..., object], *args: object) -> Mock:
        timer = Mock()
        self._timers.append((self.seconds + seconds, lambda: call(*args), timer))
        return timer

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and call what is due."""
        until = self.seconds + seconds
        while due := [each for each in self._timers if each[0] <= until]:
            first = min(due, key=lambda each: each[0])
            self._timers.remove(first)
            self.seconds, call, timer = first
            if not timer.cancel.called:
                call()
        self.seconds = until


class Transport(asyncio.Transport):
    """A client's transport."""

    def __init__(self) -> None:
        super().__init__()
        self.protocol: Any = None
        self.is_read, self.is_aborted = True, False
        self.unread = self.max_size = 0

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.is_aborted = True


def throttled() -> tuple[Transport, Throttle, Loop, Mock]:
    """Return a throttle of 10 KiB a second, and what it stands between."""
    transport, protocol, loop = Transport(), Mock(spec=asyncio.Protocol), Loop()
    return transport, Throttle(transport, protocol, 20, loop), loop, protocol  # type: ignore[arg-type]


def test_a_connection_that_sends_too_much_is_not_read_for_a_while() -> None:
    transport, throttle, loop, protocol = throttled()
    sent = 0
    for _ in range(600):
        while transport.is_read and sent < 1 << 24:
            throttle.data_received(b"x" * 1024)
            sent += 1024
        loop.pass_time(0.1)
    assert protocol.data_received.call_count == sent / 1024, "all of it arrives"
    assert sent == pytest.approx(32768 + 60 * 10240, rel=0.05)


def test_a_flood_is_read_in_small_pieces_and_a_large_request_at_once() -> None:
    transport, throttle, loop, _ = throttled()
    throttle.data_received(b"x" * 8192)
    assert transport.max_size == 8192, "what is unread would take the answer along when we close"
    throttle.data_received(b"x" * 40000)
    assert transport.max_size == 512
    loop.pass_time(10)
    throttle.data_received(b"x")
    assert transport.max_size == 8192


def test_the_protocol_does_not_resume_what_the_throttle_has_paused() -> None:
    transport, throttle, loop, _ = throttled()
    throttle.data_received(b"x" * 40000)
    transport.pause_reading()
    transport.resume_reading()
    assert not transport.is_read
    loop.pass_time(3)
    assert transport.is_read
    throttle.pause_writing()
    transport.resume_reading()
    assert not transport.is_read, "answers wait"
    throttle.resume_writing()
    assert transport.is_read


def test_the_connection_of_a_proxy_has_no_rate() -> None:
    transport, throttle, _, _ = throttled()
    throttle.is_limited = False
    for _ in range(1000):
        throttle.data_received(b"x" * 1024)
    assert transport.is_read


def test_a_client_that_reads_nothing_is_closed_and_a_slow_one_is_not() -> None:
    for reads, is_closed in ((0, True), (1, False)):
        transport, throttle, loop, protocol = throttled()
        transport.unread = 100_000
        throttle.pause_writing()
        protocol.pause_writing.assert_called_once()
        for _ in range(20):
            loop.pass_time(20)
            transport.unread -= reads
        assert transport.is_aborted is is_closed
    throttle.resume_writing()
    loop.pass_time(100)
    assert not transport.is_aborted


async def test_the_sessions_of_a_connection_wait_until_their_output_is_read() -> None:
    """Even if a client's window has room for all of it."""
    server, session, conn = Mock(), Mock(), Mock(_transport=Transport())
    server.settings, server.run = HostSettings(), AsyncMock()
    server.limits.pending.add.return_value = None
    server.make_session.return_value = session
    connection = SshConnection(server, Address("192.0.2.1"))
    connection.connection_made(conn)
    connection.auth_completed()
    channel = connection.session_requested()
    channel.connection_made(Mock())
    channel.session_started()
    throttle = conn._transport.protocol
    throttle.pause_writing()
    session.pause_output.assert_called()
    channel.resume_writing()
    session.resume_output.assert_not_called()
    throttle.resume_writing()
    session.resume_output.assert_called()
    throttle.connection_lost(None)


# -- the pace in the running host --------------------------------------------------------------


def test_the_cpu_time_of_a_process_is_measured() -> None:
    before = cpu_seconds(os.getpid())
    sum(range(10**6))
    assert cpu_seconds(os.getpid()) > before > 0
    assert cpu_seconds(2**22 + 1) == 0


async def test_a_session_has_a_lower_priority_than_its_host(host: Host) -> None:
    async with connect(host, "prio", fresh_key()) as connection:
        process = await connection.create_process("json")
        await process.stdout.readline()
        session = os.getpriority(os.PRIO_PROCESS, host.session_of("prio")["process"])
        assert session > os.getpriority(os.PRIO_PROCESS, host.process.pid)


async def test_delayed_commands_are_all_answered(host: Host) -> None:
    paced = host.with_settings(commands_a_second=25)
    async with paced, connect(host, "polly", fresh_key()) as connection:
        began = asyncio.get_running_loop().time()
        typed = "".join(f"rank {number}\n" for number in range(35))
        done = await connection.run("json", input=f"{typed}quit\n", timeout=PATIENCE)
        assert asyncio.get_running_loop().time() - began > 0.9
        answers = [json.loads(each) for each in str(done.stdout).splitlines()]
        assert len(answers) == 37 and answers[-1]["ok"] and done.exit_status == 0


async def test_delayed_keys_are_all_typed(host: Host) -> None:
    async with (
        host.with_settings(commands_a_second=5),
        open_screen(host, "polly", fresh_key()) as screen,
    ):
        await screen.pass_welcome()
        for letter in "abcdefghijklmnop":
            screen.press(letter)
            await asyncio.sleep(0.01)
        await screen.wait_for("abcdefghijklmnop")
