"""Limits on connections, logins and sessions, with a sentence for each refusal."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from itertools import count
from time import monotonic
from typing import Protocol

from solterm.serve.settings import HostSettings
from solterm.serve.token_bucket import TokenBucket

TOO_FAST = "Too many logins from your address: wait a minute, then try again."
TOO_MANY_SESSIONS = "Too many sessions from your address: wait a minute, then try again."
TOO_MANY_NEW = "Too many new players from your address: try again in an hour, or log in as guest@."
FULL = "The host is full: try again later."
ADDRESS_FULL = "Too many players from your address: try again later."

_SESSIONS_A_LOGIN = 2

_IPV6_PREFIX = 56
"""Bits of an IPv6 address that tell customers apart: most get a /56, some only a /64."""

_REMEMBERED = 10_000
"""Addresses in memory; beyond that, the least active ones drop out."""


def plain_address(address: str) -> str:
    """Return an address as IPv4 if it is one that came over an IPv6 socket.

    >>> plain_address("::ffff:192.0.2.7"), plain_address("fe80::1%eth0")
    ('192.0.2.7', 'fe80::1%eth0')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or address)


def source_of(address: str) -> str:
    """Return the key that limits are counted under: an IPv6 customer has a whole /56 network.

    >>> source_of("::ffff:192.0.2.7"), source_of("2001:db8:0:7::5:1"), source_of("fe80::1%eth0")
    ('192.0.2.7', '2001:db8::/56', 'fe80::/56')
    """
    plain = plain_address(address).partition("%")[0]
    if ":" not in plain:
        return plain
    return str(ip_network(f"{plain}/{_IPV6_PREFIX}", strict=False))


class Pace:
    """A rate limit per address."""

    def __init__(self, now: Callable[[], float], seconds: int = 60) -> None:
        self._now = now
        self._seconds = seconds
        self._budgets: OrderedDict[tuple[str, int], TokenBucket] = OrderedDict()
        """The quietest address comes first."""

    def allows(self, source: str, often: int) -> bool:
        """Count an event; return whether the limit allows it."""
        key = source, often
        budget = self._budgets.pop(key, None) or TokenBucket(
            often / self._seconds, often, self._now
        )
        self._budgets[key] = budget
        while len(self._budgets) > _REMEMBERED:
            self._budgets.popitem(last=False)
        return budget.spend()


class Pending(Protocol):
    """A connection that has no session yet, or no longer has one."""

    @property
    def address(self) -> str:
        """The client's address."""

    @property
    def is_silent(self) -> bool:
        """Whether its client has not even begun to log in."""

    def drop(self) -> None:
        """Close it, to make room for another one."""


class PendingConnections:
    """The connections without a session: at most so many in all and of one address.

    When they are full, a new one drops a silent one, so silent connections never block a login.
    """

    def __init__(self, find_settings: Callable[[], HostSettings]) -> None:
        """``find_settings`` returns the settings in force."""
        self._find_settings = find_settings
        self._by_source: dict[str, dict[Pending, int]] = {}
        """Per address, its connections, oldest first, each with its running number."""
        self._count = 0
        self._numbers = count()

    def __len__(self) -> int:
        return self._count

    def add(self, connection: Pending) -> Pending | None:
        """Count a connection; return another one to be dropped for it, if there are too many."""
        source, settings = source_of(connection.address), self._find_settings()
        own = self._by_source.get(source, {})
        dropped = None
        if len(own) >= settings.pending_connections_of_an_address:
            dropped = _choose_oldest(own)
        elif self._count >= settings.pending_connections:
            dropped = self._choose_of_the_largest()
        if dropped:
            self.discard(dropped)
        self._by_source.setdefault(source, {})[connection] = next(self._numbers)
        self._count += 1
        return dropped

    def discard(self, connection: Pending) -> None:
        """Stop counting a connection; ignore one that is not counted."""
        source = source_of(connection.address)
        if self._by_source.get(source, {}).pop(connection, None) is not None:
            self._count -= 1
            if not self._by_source[source]:
                del self._by_source[source]

    def _choose_of_the_largest(self) -> Pending:
        """Choose among the addresses with most connections, so that a crowd drops its own."""
        most = max(map(len, self._by_source.values()))
        largest = [each for each in self._by_source.values() if len(each) == most]
        return _choose_oldest({one: number for each in largest for one, number in each.items()})


def _choose_oldest(connections: dict[Pending, int]) -> Pending:
    """Return the oldest silent connection, or the oldest of all where none is silent."""
    return min(connections, key=lambda each: (not each.is_silent, connections[each]))


class Limits:
    """Counts who connects and who plays."""

    def __init__(self, settings: HostSettings, now: Callable[[], float] = monotonic) -> None:
        self.settings = settings
        self.pending = PendingConnections(lambda: self.settings)
        self._slots: Counter[str] = Counter()
        self._logins = Pace(now)
        self._answers = Pace(now)
        self._starts = Pace(now)
        self._newcomers = Pace(now, seconds=3600)

    @property
    def taken(self) -> int:
        return self._slots.total()

    def admit_connection(self, address: str) -> str | None:
        """Count a new connection; return why it has to wait, or empty if it need not.

        None means: close it without an answer, which would cost as much as a login.
        """
        source, rate = source_of(address), self.settings.logins_a_minute
        if self._logins.allows(source, rate):
            return ""
        return TOO_FAST if self._answers.allows(source, rate) else None

    def enrol(self, address: str) -> str:
        """Count a new player; return why not, or empty."""
        rate = self.settings.new_players_an_hour
        return "" if self._newcomers.allows(source_of(address), rate) else TOO_MANY_NEW

    def take_slot(self, address: str) -> str:
        """Take a slot for a session; return why not, or empty."""
        source = source_of(address)
        # One login can start many sessions, and each session is a process.
        if not self._starts.allows(source, _SESSIONS_A_LOGIN * self.settings.logins_a_minute):
            return TOO_MANY_SESSIONS
        if self.taken >= self.settings.sessions:
            return FULL
        if self._slots[source] >= self.settings.sessions_of_an_address:
            return ADDRESS_FULL
        self._slots[source] += 1
        return ""

    def free_slot(self, address: str) -> None:
        """Free the slot of a session."""
        source = source_of(address)
        self._slots[source] -= 1
        if not self._slots[source]:
            del self._slots[source]
