"""How many may come, and how fast: pure counting, with sentences for those who have to wait."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic

from solterm.serve.settings import HostSettings

TOO_FAST = "Too many logins from your address: wait a minute, then come again."
TOO_MANY_SESSIONS = "Too many sessions from your address: wait a minute, then come again."
TOO_MANY_NEW = "Too many new players from your address: come again in an hour, or as guest@."
FULL = "All seats are taken: come again later."
ADDRESS_FULL = "Too many are playing from your address: come again later."

_SESSIONS_A_LOGIN = 2

_REMEMBERED = 10_000
"""Addresses whose logins are counted; of more, those that were quiet the longest are forgotten."""


def whose(address: str) -> str:
    """Whom an address stands for: an IPv6 line owner has a whole net of them.

    >>> whose("192.0.2.7"), whose("::ffff:192.0.2.7"), whose("2001:db8::5:1"), whose("fe80::1%eth0")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', 'fe80::/64')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


class Pace:
    """How often something may happen for each address in some time, at once or spread."""

    def __init__(self, now: Callable[[], float], seconds: int = 60) -> None:
        """Nothing has happened yet."""
        self._now = now
        self._seconds = seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How often it may still happen, and when that was so; the quietest address first."""

    def allows(self, who: str, often: int) -> bool:
        """May it happen now? Then it has."""
        now = self._now()
        left, then = self._left.pop(who, (float(often), now))
        left = min(float(often), left + (now - then) * often / self._seconds)
        is_allowed = left >= 1
        self._left[who] = (left - is_allowed, now)
        while len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)
        return is_allowed


class Limits:
    """Counts who is at the door and who is in."""

    def __init__(self, settings: HostSettings, now: Callable[[], float] = monotonic) -> None:
        """Nobody is there yet."""
        self.settings = settings
        self._strangers = 0
        self._seats: Counter[str] = Counter()
        self._logins = Pace(now)
        self._answers = Pace(now)
        self._starts = Pace(now)
        self._newcomers = Pace(now, seconds=3600)

    @property
    def taken(self) -> int:
        """Sessions there are."""
        return self._seats.total()

    def knock(self, address: str) -> str | None:
        """Somebody is at the door: why they have to wait, or empty where they need not.

        None for whoever is not even answered: a sentence costs the host as much as a login. All
        others are strangers until they ``meet``.
        """
        who, rate = whose(address), self.settings.logins_a_minute
        if self._strangers >= self.settings.strangers:
            return None
        if self._logins.allows(who, rate):
            self._strangers += 1
            return ""
        if self._answers.allows(who, rate):
            self._strangers += 1
            return TOO_FAST
        return None

    def meet(self) -> None:
        """Somebody who knocked is a stranger no more: known, or gone."""
        self._strangers -= 1

    def enrol(self, address: str) -> str:
        """Somebody is new, and will be remembered: why not now, or empty."""
        rate = self.settings.new_players_an_hour
        return "" if self._newcomers.allows(whose(address), rate) else TOO_MANY_NEW

    def sit(self, address: str) -> str:
        """A session is wanted: why there is none, or empty; then a seat is taken."""
        who = whose(address)
        # A line that is open needs no more logins, and each session is a process.
        if not self._starts.allows(who, _SESSIONS_A_LOGIN * self.settings.logins_a_minute):
            return TOO_MANY_SESSIONS
        if self.taken >= self.settings.sessions:
            return FULL
        if self._seats[who] >= self.settings.sessions_of_an_address:
            return ADDRESS_FULL
        self._seats[who] += 1
        return ""

    def rise(self, address: str) -> None:
        """A session that was given a seat is over."""
        who = whose(address)
        self._seats[who] -= 1
        if not self._seats[who]:
            del self._seats[who]
