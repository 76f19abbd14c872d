"""The clock that keeps the time in sessions of a host."""

import asyncio
from unittest.mock import Mock

from solterm.tui.terminal.clock import Clock


async def test_what_is_to_be_done_once_is_done_once_and_what_is_stopped_never() -> None:
    clock, done = Clock(Mock()), asyncio.Event()
    rung: list[str] = []
    stopped = clock.call_once(0.001, lambda: rung.append("stopped"))
    stopped.stop()
    clock.call_once(0.002, lambda: rung.append("once"))
    clock.call_once(0.01, done.set)
    await done.wait()
    assert rung == ["once"]


async def test_what_repeats_goes_on_until_it_is_stopped_from_within_too() -> None:
    clock, done = Clock(Mock()), asyncio.Event()
    rung: list[int] = []

    def ring() -> None:
        rung.append(len(rung))
        if len(rung) == 3:
            alarm.stop()
            clock.call_once(0.01, done.set)

    alarm = clock.call_again(0.001, ring)
    await done.wait()
    assert rung == [0, 1, 2]


async def test_a_program_runs_on_it_until_it_is_left() -> None:
    program = Mock()
    clock = Clock(program)
    program.run_on.side_effect = lambda host: host.call_once(0.001, host.exit)
    await clock.run_async()
    program.run_on.assert_called_once_with(clock)
