"""The host reads a session's messages and output without delaying the other sessions."""

import asyncio
import socket
from itertools import count
from pathlib import Path

import pytest

from solterm.hall import messages
from solterm.hall.messages import AskWho, Message, PlayLeft, Rename
from solterm.serve import session_io
from solterm.serve.session_io import SessionLink
from tests.serve.hosting import eventually

SENT: list[Message] = [Rename(f"ann-{n}") for n in range(1000)]


def ignore() -> None:
    """Ignore the end of the connection."""


async def test_a_flood_of_messages_is_read_in_pieces_and_loses_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = count()
    monkeypatch.setattr(session_io, "process_time", lambda: float(next(seconds)))
    ours, theirs = socket.socketpair()
    received: list[Message] = []
    link = SessionLink(ours, received.append, ignore)
    theirs.sendall(b"".join(map(messages.write, SENT)))
    for _ in range(20):
        await asyncio.sleep(0)
    assert 0 < len(received) < 300, "a piece, and then a pause"
    await eventually(lambda: len(received) == len(SENT))
    assert received == SENT
    link.close()
    theirs.close()


async def test_garbage_closes_the_connection_and_its_file() -> None:
    before = _open_files()
    ours, theirs = socket.socketpair()
    received: list[Message] = []
    SessionLink(ours, received.append, lambda: received.append(PlayLeft()))
    theirs.sendall(messages.write(AskWho()) + b"[" * 9000 + b"\n")
    await eventually(lambda: PlayLeft() in received)
    assert theirs.recv(1) == b"", "the connection is closed for the session, too"
    theirs.close()
    assert _open_files() <= before


def _open_files() -> set[str]:
    return {each.name for each in Path("/proc/self/fd").iterdir()}


async def test_a_session_that_reads_nothing_does_not_block_the_host() -> None:
    ours, theirs = socket.socketpair()
    link = SessionLink(ours, lambda _: None, ignore)
    for _ in range(10):
        link.say(Rename("x" * 500_000))
    assert theirs.recv(1), "some of it was sent"
    theirs.close()
    link.close()
    link.close()
