"""Pacing: input is delayed in order and whole, by at most a second a piece."""

import asyncio
import json
import os
from itertools import pairwise

import pytest

from solterm.serve.limits import Pacer, cpu_seconds
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


def test_lines_are_forwarded_one_by_one_and_whole() -> None:
    pacer = Pacer(1000, 1, Clock())
    pacer.add(b"hint\nbo")
    assert pacer.take(0) == b"hint\n"
    assert pacer.take(0) == b"bo" and not pacer.is_holding
    pacer.add(b"ard\n")
    assert pacer.take(0) == b"ard\n"


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


def test_earlier_cpu_usage_is_forgiven() -> None:
    clock = Clock()
    pacer = Pacer(20, 0.05, clock)
    pacer.add(b"hint\n")
    assert pacer.take(0)
    clock.seconds += 0.1
    pacer.add(b"hint\n")
    assert not pacer.take(60), "the session has used a minute of CPU time"
    clock.seconds += 5
    assert pacer.take(60)


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
