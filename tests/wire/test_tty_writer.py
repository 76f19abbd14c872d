"""A signal during a write neither breaks the write nor repeats or drops its text."""

import os
import pty
import signal
import threading
from asyncio import AbstractEventLoop, new_event_loop
from collections.abc import Iterator

import pytest

from solterm.wire.tty import TtyWriter

NUMBER = signal.SIGCONT


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    master, slave = pty.openpty()
    yield master, slave
    os.close(master)
    os.close(slave)


@pytest.fixture
def loop() -> Iterator[AbstractEventLoop]:
    found = new_event_loop()
    yield found
    found.close()


def test_a_signal_handler_may_write_during_a_write(
    terminal: tuple[int, int], loop: AbstractEventLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The handler of SIGCONT does, to set the terminal up again."""
    master, slave = terminal
    line = TtyWriter(slave, "ascii", loop, lambda: None, lambda: None)
    write = os.write

    def write_during_signal(file: int, data: bytes) -> int:
        with memoryview(data) as exported:
            monkeypatch.setattr(os, "write", write)
            signal.pthread_kill(threading.get_ident(), NUMBER)
            return write(file, exported)

    before = signal.signal(NUMBER, lambda *_: line.write("second "))
    try:
        monkeypatch.setattr(os, "write", write_during_signal)
        line.write("first ")
        line.write("third")
    finally:
        signal.signal(NUMBER, before)
    line.close()
    shown = b""
    while len(shown) < len("first second third"):
        shown += os.read(master, 100)
    assert shown == b"first second third"


def test_signals_are_unblocked_after_a_write(
    terminal: tuple[int, int], loop: AbstractEventLoop
) -> None:
    _, slave = terminal
    line = TtyWriter(slave, "ascii", loop, lambda: None, lambda: None)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    line.write("text")
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    line.close()
