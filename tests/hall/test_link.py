"""The connection between a session and its host: messages arrive, and invalid ones close it."""

import socket

import pytest

from solterm.core.refusal import Refusal
from solterm.hall import messages
from solterm.hall.link import Link
from solterm.hall.messages import (
    AskWho,
    Message,
    Notice,
    PlayStarted,
    Result,
    Step,
    Visitor,
    Who,
)

STARTED = PlayStarted("demon", 1, "617", 3, 0, "", "", ("deal", "w t5"))
VISITOR = Visitor("a1", "ann", "", "2026-11-21T18:00:00", "demon", 3, "617", "", True, 0)


@pytest.mark.parametrize(
    "message",
    [
        AskWho(),
        STARTED,
        Step(3, ("t1 f",)),
        Who("a1", (VISITOR,)),
        Result("ann", "demon", 3, "617", "", True, 900),
    ],
)
def test_message_round_trips(message: Message) -> None:
    assert messages.read(messages.write(message)) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{}",
        b"[[[[",
        b'{"say":"shout"}',
        b'{"say":"step","number":1}',
        b'{"say":"step","number":"1","events":[]}',
        b'{"say":"step","number":true,"events":[]}',
        b'{"say":"step","number":1,"events":[2]}',
        b'{"say":"step","number":1,"events":[],"more":1}',
        b'{"say":"who","own":"","visitors":[{"say":"askwho"}]}',
        b'{"say":["who"]}',
        b"\xff",
    ],
)
def test_invalid_message_is_refused(line: bytes) -> None:
    with pytest.raises(Refusal, match=r".+\."):
        messages.read(line)


def test_both_ends_receive_in_order() -> None:
    one, other = map(Link, socket.socketpair())
    one.say(AskWho())
    one.say(STARTED)
    other.say(Notice("Going down at ten."))
    assert other.hear() == [AskWho(), STARTED]
    assert one.hear() == [Notice("Going down at ten.")]
    assert one.hear() == []


def test_unsent_messages_wait_and_arrive_whole() -> None:
    one, other = map(Link, socket.socketpair())
    long = Step(1, tuple(f"t{n} f" for n in range(60_000)))
    one.say(long)
    assert not one.flush()
    received: list[Message] = []
    while not received:
        received = other.hear()
        one.flush()
    assert received == [long]


def test_connection_to_a_host_that_never_reads_closes() -> None:
    one, other = map(Link, socket.socketpair())
    for _ in range(10):
        one.say(Notice("x" * 500_000))
    assert not one.is_up
    assert one.fileno() == -1
    one.say(AskWho())
    assert other.is_up


def test_invalid_message_closes_the_connection() -> None:
    ours, theirs = socket.socketpair()
    link = Link(ours)
    theirs.sendall(b"hello\n")
    assert link.hear() == []
    assert not link.is_up


def test_the_end_of_the_host_only_closes_the_connection() -> None:
    one, other = map(Link, socket.socketpair())
    other.say(Notice("Good night."))
    other.close()
    assert one.hear() == [Notice("Good night.")]
    assert not one.is_up
    one.say(AskWho())
