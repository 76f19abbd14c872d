"""Limits on logins, sessions, pending connections and new players."""

import socket
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.serve.acceptor import Acceptor
from solterm.serve.access import Address, LimitKey
from solterm.serve.host_settings import HostSettings, read_settings, write_settings
from solterm.serve.limits import (
    SILENT,
    STALLED,
    TOO_FAST,
    TOO_MANY_NEW,
    TOO_MANY_SESSIONS,
    Limits,
    Pace,
    fit_files,
)
from tests.harness.clock import Clock
from tests.serve.hosting import eventually, fresh_address, is_closed

HERE, THERE = Address("192.0.2.1"), Address("198.51.100.7")
ELSEWHERE = Address("203.0.113.9")


def limits(now: Callable[[], float] | None = None, **changes: int) -> Limits:
    return Limits(replace(HostSettings(), **changes), now or Clock())


def test_the_logins_of_an_address_are_limited_by_the_minute() -> None:
    clock = Clock()
    limited = limits(clock, logins_a_minute=3)
    assert [limited.admit_connection(HERE) for _ in range(8)] == [""] * 3 + [TOO_FAST] * 3 + [
        None
    ] * 2
    assert limited.admit_connection(THERE) == ""
    clock.seconds += 20
    assert [limited.admit_connection(HERE) for _ in range(3)] == ["", TOO_FAST, None]
    clock.seconds += 3600
    assert [limited.admit_connection(HERE) for _ in range(4)] == ["", "", "", TOO_FAST]


def test_an_ipv6_network_counts_as_one_address() -> None:
    limited = limits(logins_a_minute=1)
    assert limited.admit_connection(Address("2001:db8::1")) == ""
    assert limited.admit_connection(Address("2001:db8:0:ff::2")) == TOO_FAST
    assert limited.admit_connection(Address("2001:db8:0:100::1")) == ""


class Connection:
    """A connection without a session."""

    def __init__(self, patience: float = SILENT) -> None:
        self.patience = patience


def test_an_address_with_too_many_pending_connections_loses_its_oldest_silent_one() -> None:
    clock = Clock()
    pending = limits(clock, pending_connections_of_an_address=3).pending
    talks, first, second, third = Connection(STALLED), *(Connection() for _ in range(3))
    assert pending.add(Connection(), THERE) is None
    assert [pending.add(each, HERE) for each in (talks, first, second)] == [None] * 3
    assert not pending.has_room(HERE), "none of them has had time to speak"
    assert pending.has_room(THERE)
    clock.seconds += 3
    assert pending.has_room(HERE) and pending.add(third, HERE) is first
    pending.discard(first)
    second.patience = third.patience = STALLED
    assert not pending.has_room(HERE), "all log in"
    clock.seconds += 10
    assert pending.add(Connection(), HERE) is talks, "it takes too long"


def test_when_full_the_address_with_most_pending_connections_loses_a_silent_one() -> None:
    clock = Clock()
    pending = limits(clock, pending_connections=4, pending_connections_of_an_address=3).pending
    assert pending.add(Connection(), THERE) is None
    crowd = [Connection() for _ in range(3)]
    assert [pending.add(each, HERE) for each in crowd] == [None] * 3
    clock.seconds += 3
    assert pending.add(Connection(), ELSEWHERE) is crowd[0]


def test_a_crowd_of_logins_drops_none() -> None:
    clock = Clock()
    pending = limits(clock, pending_connections=100).pending
    crowd = [Address(f"192.0.2.{number}") for number in range(100)]
    for address in crowd:
        assert pending.add(Connection(STALLED), address) is None
    clock.seconds += 5
    assert not any(map(pending.has_room, [*crowd, ELSEWHERE]))


async def test_connections_wait_for_a_place_in_order() -> None:
    """One has a place, one waits, and the others are not accepted yet."""
    limited = limits(pending_connections=1)
    welcomed: list[Connection] = []

    def welcome(connected: socket.socket, address: Address) -> None:
        connected.close()
        welcomed.append(Connection(STALLED))
        assert limited.pending.add(welcomed[-1], address) is None

    server = Mock(limits=limited, settings=limited.settings, proxies=())
    acceptor = Acceptor(server, welcome)
    port = acceptor.open("127.0.0.1", 0)
    clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
    for number in range(1, 4):
        await eventually(lambda: len(welcomed) == number)  # noqa: B023
        assert len(limited.pending) == 1
        limited.pending.discard(welcomed[-1])
    acceptor.close()
    for each in clients:
        each.close()


async def test_an_address_that_fills_the_queue_keeps_no_other_from_it() -> None:
    """Up to then all of its connections wait: behind it may be a class with browsers."""
    limited = limits(pending_connections=4, pending_connections_of_an_address=2)
    welcomed: list[Address] = []

    def welcome(connected: socket.socket, address: Address) -> None:
        connected.close()
        welcomed.append(address)
        assert limited.pending.add(Connection(STALLED), address) is None

    server = Mock(limits=limited, settings=limited.settings, proxies=())
    acceptor = Acceptor(server, welcome)
    port = acceptor.open("127.0.0.1", 0)
    here, there = fresh_address(), fresh_address()
    clients = [
        socket.create_connection(("127.0.0.1", port), source_address=(each, 0))
        for each in (*[here] * 9, there)
    ]
    await eventually(lambda: there in welcomed)
    assert welcomed == [here, here, there]
    for each in clients:
        each.setblocking(False)
    assert [is_closed(each) for each in clients[2:9]] == [False] * 3 + [True] * 4
    acceptor.close()
    for each in clients:
        each.close()


def test_new_sessions_on_open_connections_are_limited_too() -> None:
    limited = limits(logins_a_minute=1)
    for expected in ("", "", TOO_MANY_SESSIONS):
        assert limited.admit_session(HERE) == expected


def test_new_players_are_limited_by_the_hour() -> None:
    clock = Clock()
    limited = limits(clock, new_players_an_hour=2)
    assert [limited.enrol(HERE) for _ in range(3)] == ["", "", TOO_MANY_NEW]
    clock.seconds += 1800
    assert [limited.enrol(HERE) for _ in range(2)] == ["", TOO_MANY_NEW]


def test_the_number_of_remembered_addresses_is_limited() -> None:
    pace = Pace(Clock())
    for number in range(30_000):
        assert pace.allows(LimitKey(str(number)), 5)
    assert len(pace._budgets) <= 10_000


def test_the_settings_file_has_comments_and_round_trips(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == HostSettings()
    text = (tmp_path / "serve.toml").read_text()
    assert "# Sessions at once, of all players.\nsessions = 200\n" in text
    changed = HostSettings(sessions=7, solver=True)
    (tmp_path / "serve.toml").write_text(write_settings(changed))
    assert read_settings(tmp_path) == changed


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sessions = 0", "sessions must be 1 to 100000"),
        ("sessions = true", "sessions must be"),
        ('memory = "96"', "memory must be 1 to 4096"),
        ("solver = 1", "solver must be true or false"),
        ("seats = 3", "unknown setting 'seats'"),
        ("sessions =", "Can't read"),
        ("x = " + "[" * 5000, "Can't read"),
    ],
)
def test_invalid_settings_are_refused(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "serve.toml").write_text(text)
    with pytest.raises(Refusal, match=fault):
        read_settings(tmp_path)


# -- open files -------------------------------------------------------------------------------

USUAL = HostSettings()


def test_a_small_limit_reduces_sessions_and_pending_connections() -> None:
    assert (
        fit_files(USUAL, 1024).sessions < 200 and fit_files(USUAL, 1024).pending_connections == 100
    )
    small = fit_files(USUAL, 128)
    assert small == replace(USUAL, sessions=6, pending_connections=16)
    assert fit_files(USUAL, 10).sessions == 1
