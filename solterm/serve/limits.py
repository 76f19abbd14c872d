"""Limits: connections, logins and sessions, the pace of input, and open files.

Each refusal has a sentence for the player. Input is never lost: the host queues it, and stops
reading from the client when the queue is full.
"""

import asyncio
import resource
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from solterm.core.values import replace
from solterm.serve.access import Address, LimitKey
from solterm.serve.host_settings import HostSettings

TOO_FAST = "Too many logins from your address: wait a minute, then try again."
TOO_MANY_SESSIONS = "Too many sessions from your address: wait a minute, then try again."
TOO_MANY_NEW = "Too many new players from your address: try again in an hour, or play as guest@."
FULL = "The host is full: try again later."
ADDRESS_FULL = "Too many players from your address: try again later."

_SESSIONS_A_LOGIN = 2

_REMEMBERED = 10_000
"""Addresses in memory; beyond that, the least active ones drop out."""

_LONGEST_DEBT = 3.0
"""Seconds that a token bucket can be in debt."""

IDLE, SILENT, STALLED = 0.0, 0.1, 1 / 3
"""Shares of the seconds to log in, after which a client can lose its place to another one: that has
its answer, that has said nothing, and any."""

_READ_AT_ONCE, _READ_OF_MUCH = 1 << 13, 1 << 9
"""Bytes to read of a connection before the event loop has another turn, first and in a flood."""
_BYTES_A_COMMAND = 1 << 9
"""Bytes that a connection may send for each command of a session; keys need about 60."""
_BYTES_AT_ONCE = 1 << 15
MESSAGE_BYTES, REQUEST_BYTES = 32, 512
"""What a message on a socket, and a request for a page, count in addition to their bytes."""
_UNREAD_LOOKS, _LOOK_SECONDS = 10, 3.0
"""A client that reads nothing between so many looks is gone."""

_COMMANDS_AT_ONCE = 10
_CPU_AT_ONCE = 1.0
"""Seconds of CPU time before the share counts."""
_LONGEST_WAIT = 1.0
"""Seconds after which the next piece of input is due in any case."""
_KEYS = 64
"""Bytes for a screen at once: about a second of a key held down."""
_LINE = 1 << 12
"""Bytes after which a line goes out before its end has arrived."""
_ESCAPE = b"\x1b"

_FILES_OF_THE_HOST = 48
"""Files of an empty host: log, databases, sockets."""
_FILES_OF_A_SESSION = 8
"""Its connection, terminal, pidfd and socket, and more files while it begins."""
_NO_LIMIT = 1 << 30


class TokenBucket:
    """A rate limit that allows bursts: tokens, which grow with time up to a number.

    >>> seconds = iter([0.0, 0.0, 0.0, 0.0, 1.0])
    >>> budget = TokenBucket(1, 2, lambda: next(seconds))
    >>> [budget.spend() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float]) -> None:
        """Add ``a_second`` tokens each second, up to ``at_once``; ``clock`` counts seconds."""
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._left = at_once
        self._seen = clock()

    def spend(self, cost: float = 1) -> bool:
        """Take tokens; return whether there were enough."""
        self._grow()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """Take tokens even if too few are left; any debt ends after three seconds."""
        self._grow()
        self._left = max(self._left - cost, -_LONGEST_DEBT * self._a_second)

    def wait(self, cost: float = 0) -> float:
        """Return the seconds until there are enough tokens."""
        self._grow()
        return max(0.0, (cost - self._left) / self._a_second)

    def _grow(self) -> None:
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._seen) * self._a_second)
        self._seen = now


# -- who may connect and play ------------------------------------------------------------------


class Pace:
    """A rate limit per address or player."""

    def __init__(self, now: Callable[[], float], seconds: int = 60) -> None:
        self._now = now
        self._seconds = seconds
        self._budgets: OrderedDict[tuple[LimitKey, int], TokenBucket] = OrderedDict()
        """The quietest address comes first."""

    def allows(self, source: LimitKey, often: int) -> bool:
        """Count an event; return whether the limit allows it."""
        key = source, often
        budget = self._budgets.pop(key, None) or TokenBucket(
            often / self._seconds, often, self._now
        )
        self._budgets[key] = budget
        while len(self._budgets) > _REMEMBERED:
            self._budgets.popitem(last=False)
        return budget.spend()


class ClientConnection(Protocol):
    """A client's connection, of any entrance."""

    @property
    def patience(self) -> float:
        """How long it keeps its place: a share of the seconds to log in."""

    def drop(self) -> None:
        """Close it, to make room for another one."""

    def disconnect(self, sentence: str) -> None:
        """Close it, and tell the client why."""


class PendingConnections:
    """The connections without a session: at most so many in all and of one address.

    When they are full, a new one drops a silent one, so silent connections never block a login.
    Nothing drops a login that goes on: where none is silent, new connections have to wait.
    """

    def __init__(self, find_settings: Callable[[], HostSettings], now: Callable[[], float]) -> None:
        """``find_settings`` returns the settings in force."""
        self._find_settings, self._now = find_settings, now
        self._by_source: dict[LimitKey, dict[ClientConnection, float]] = {}
        """Per source, its connections, oldest first, each with the moment it was counted."""
        self._sources: dict[ClientConnection, LimitKey] = {}

    def __len__(self) -> int:
        return len(self._sources)

    def has_room(self, address: Address) -> bool:
        """Return whether another connection of a client may come now."""
        return not self._is_full(address) or self._choose_silent(address) is not None

    def add(self, connection: ClientConnection, address: Address) -> ClientConnection | None:
        """Count a connection of a client; return a silent one to be dropped for it, if any."""
        dropped = self._choose_silent(address) if self._is_full(address) else None
        if dropped:
            self.discard(dropped)
        self._by_source.setdefault(address.source, {})[connection] = self._now()
        self._sources[connection] = address.source
        return dropped

    def discard(self, connection: ClientConnection) -> None:
        """Stop counting a connection; ignore one that is not counted."""
        if source := self._sources.pop(connection, None):
            del self._by_source[source][connection]
            if not self._by_source[source]:
                del self._by_source[source]

    def _is_full(self, address: Address) -> bool:
        return len(self) >= self._find_settings().pending_connections or self._has_most(address)

    def _has_most(self, address: Address) -> bool:
        """Return whether an address has as many as one may have."""
        own = self._by_source.get(address.source, {})
        return len(own) >= self._find_settings().pending_connections_of_an_address

    def _choose_silent(self, address: Address) -> ClientConnection | None:
        """Choose the oldest silent one: an address that has most drops its own."""
        if self._has_most(address):
            groups = [self._by_source[address.source]]
        else:
            groups = sorted(self._by_source.values(), key=len, reverse=True)
        found = (each for group in groups for each in group.items() if self._is_silent(*each))
        return next(found, (None, 0.0))[0]

    def _is_silent(self, connection: ClientConnection, since: float) -> bool:
        return self._now() - since >= connection.patience * self._find_settings().login_seconds


class Limits:
    """Counts who connects and who plays."""

    def __init__(self, settings: HostSettings, now: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self.pending = PendingConnections(lambda: self.settings, now)
        self._slots: Counter[LimitKey] = Counter()
        self._logins = Pace(now)
        self._answers = Pace(now)
        self._starts = Pace(now)
        self._newcomers = Pace(now, seconds=3600)

    @property
    def taken(self) -> int:
        return self._slots.total()

    def admit_connection(self, address: Address) -> str | None:
        """Count a new connection; return why it has to wait, or empty if it need not.

        None means: close it without an answer, which would cost as much as a login.
        """
        rate = self.settings.logins_a_minute
        if self._logins.allows(address.source, rate):
            return ""
        return TOO_FAST if self._answers.allows(address.source, rate) else None

    def enrol(self, address: Address) -> str:
        """Count a new player; return why not, or empty."""
        rate = self.settings.new_players_an_hour
        return "" if self._newcomers.allows(address.source, rate) else TOO_MANY_NEW

    def admit_session(self, address: Address) -> str:
        """Count a new session; return why it has to wait, or empty."""
        # One login can start many sessions, and each session is a process.
        rate = _SESSIONS_A_LOGIN * self.settings.logins_a_minute
        return "" if self._starts.allows(address.source, rate) else TOO_MANY_SESSIONS

    def take_slot(self, address: Address) -> str:
        """Take a slot for a session; return why not, or empty."""
        if self.taken >= self.settings.sessions:
            return FULL
        if self._slots[address.source] >= self.settings.sessions_of_an_address:
            return ADDRESS_FULL
        self._slots[address.source] += 1
        return ""

    def free_slot(self, address: Address) -> None:
        """Free the slot of a session."""
        self._slots[address.source] -= 1
        if not self._slots[address.source]:
            del self._slots[address.source]


# -- the pace of input -------------------------------------------------------------------------


class Throttle(asyncio.Protocol):
    """Stands between a connection's transport and its protocol, and limits what waits and arrives.

    The transport is read no faster than a rate, and not while the client does not read our answers.
    A client that reads none of them for half a minute loses its connection.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        protocol: asyncio.Protocol,
        commands_a_second: int,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Take the transport over from its protocol. The rate follows from that of commands."""
        self.is_limited = True
        """Whether there is a rate; a proxy's connection has requests of many clients."""
        self.has_heard = False
        """Whether the client has sent anything."""
        self._protocol, self._transport, self._loop = protocol, transport, loop
        rate = commands_a_second * _BYTES_A_COMMAND
        self._bytes = TokenBucket(rate, max(rate, _BYTES_AT_ONCE), loop.time)
        self._reasons: set[str] = set()
        """Why reading is paused."""
        self._pause, self._resume = transport.pause_reading, transport.resume_reading
        self._watch: asyncio.TimerHandle | None = None
        self._unread = self._looks = 0
        # The protocol pauses reading too, but may not resume it before all reasons are gone.
        setattr(transport, "pause_reading", lambda: self._hold("protocol"))  # noqa: B010
        setattr(transport, "resume_reading", lambda: self._release("protocol"))  # noqa: B010
        self._set_read_size(_READ_AT_ONCE)
        transport.set_protocol(self)

    def charge(self, cost: int) -> None:
        """Count bytes; pause reading if there were too many."""
        if self.is_limited:
            self._bytes.charge(cost)
            is_flood = self._bytes.wait(_READ_AT_ONCE) > 0
            self._set_read_size(_READ_OF_MUCH if is_flood else _READ_AT_ONCE)
            if self._bytes.wait() and "rate" not in self._reasons:
                self._hold("rate")
                wait = self._bytes.wait(_READ_OF_MUCH)
                self._loop.call_later(wait, self._release, "rate")

    async def wait(self) -> None:
        """Wait until the client may send more."""
        while self.is_limited and (seconds := self._bytes.wait()):
            await asyncio.sleep(seconds)

    def _set_read_size(self, size: int) -> None:
        setattr(self._transport, "max_size", size)  # noqa: B010 (asyncio's own)

    def _hold(self, reason: str) -> None:
        self._reasons.add(reason)
        self._pause()

    def _release(self, reason: str) -> None:
        self._reasons.discard(reason)
        if not self._reasons:
            self._resume()

    # -- what the transport tells ----------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.has_heard = True
        self._protocol.data_received(data)
        self.charge(len(data))

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watch()
        self._protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        self._hold("unread")
        self._unread, self._looks = self._transport.get_write_buffer_size(), 0
        self._watch = self._loop.call_later(_LOOK_SECONDS, self._look)
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._stop_watch()
        self._protocol.resume_writing()
        self._release("unread")

    def _look(self) -> None:
        """Close the connection if the client has read nothing for too long."""
        unread = self._transport.get_write_buffer_size()
        self._looks = self._looks + 1 if unread >= self._unread else 0
        self._unread = unread
        if self._looks >= _UNREAD_LOOKS:
            self._transport.abort()
        else:
            self._watch = self._loop.call_later(_LOOK_SECONDS, self._look)

    def _stop_watch(self) -> None:
        if self._watch:
            self._watch.cancel()
            self._watch = None


class Pacer:
    """Input that waits for a session, which gets it no faster than a person would type it.

    So a client that sends commands without end can't slow down other sessions.
    """

    def __init__(
        self,
        commands_a_second: float,
        cpu_share: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Allow so many commands a second, and fewer beyond a share of one processor.

        A command is a line; on a screen, up to 64 bytes of keys.
        """
        self.is_screen = False
        self._clock = clock
        self._commands = TokenBucket(commands_a_second, _COMMANDS_AT_ONCE, clock)
        self._cpu = TokenBucket(cpu_share, _CPU_AT_ONCE, clock)
        self._used = 0.0
        self._passed = clock()
        self._held = bytearray()

    @property
    def is_holding(self) -> bool:
        return bool(self._held)

    def add(self, data: bytes) -> None:
        self._held += data

    def take(self, used: float) -> bytes:
        """Return the next piece of input; empty if it has to wait.

        ``used`` is the session's CPU time so far, in seconds.
        """
        if not self._held or not self.allows(used):
            return b""
        piece = bytes(self._held[: self._measure()])
        del self._held[: len(piece)]
        return piece

    def allows(self, used: float, cost: int = 1) -> bool:
        """Count so many commands if one is due; return whether it was."""
        if self.wait(used) > 0:
            return False
        self._commands.charge(cost)
        self._passed = self._clock()
        return True

    def wait(self, used: float) -> float:
        """Return the seconds until the next piece is due."""
        self._cpu.charge(used - self._used)
        self._used = used
        wait = max(self._commands.wait(1), self._cpu.wait())
        return max(0.0, min(wait, self._passed + _LONGEST_WAIT - self._clock()))

    def _measure(self) -> int:
        """Return the length of the next piece: a line, or whole keys."""
        if not self.is_screen:
            return self._held.find(b"\n", 0, _LINE) + 1 or _LINE
        if len(self._held) <= _KEYS:
            return _KEYS
        last = self._held.rfind(_ESCAPE, 1, _KEYS)
        return last if last > 0 else _KEYS


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process in seconds; 0 if unknown."""
    clock = ~process << 3 | 2  # like clock_getcpuclockid(3)
    with suppress(OSError):
        return time.clock_gettime(clock)
    return 0.0


# -- open files --------------------------------------------------------------------------------


def find_file_limit() -> int:
    """Return how many files this process may have open once it has raised its limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _NO_LIMIT if most == resource.RLIM_INFINITY else most


def raise_file_limit() -> None:
    """Raise the limit of open files as far as it goes."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def fit_files(settings: HostSettings, limit: int) -> HostSettings:
    """Return the settings with no more sessions and pending connections than the limit allows.

    As many connections as are pending may wait for their places.
    """
    pending = min(settings.pending_connections, max(1, limit // 8))
    room = max(1, (limit - _FILES_OF_THE_HOST - 2 * pending) // _FILES_OF_A_SESSION)
    sessions = min(settings.sessions, room)
    return replace(settings, sessions=sessions, pending_connections=pending)
