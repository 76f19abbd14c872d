"""The sessions in a hall, and the roster: the sorted list of players on all hosts.

It stays sorted as players come and go, so a page costs microseconds however many players there are.
Sessions that show a page get only its changes.
"""

from bisect import bisect_left, insort
from collections.abc import Callable

from solterm.core.refusal import Refusal
from solterm.hall.messages import Visitor, Who, WhoChanged
from solterm.hall.roll import MOST_ON_PAGE, Place, place_of
from solterm.serve.access import LimitKey
from solterm.serve.accounts import Player
from solterm.serve.feed import Feed, Say
from solterm.serve.host_data import guest_id
from solterm.serve.limits import Pace, TokenBucket

TOO_MUCH = "Too many requests: wait a moment."
_REQUESTS_OF_A_PLAYER = 12
_REQUESTS_OF_AN_ADDRESS = 30
"""Pages, replays and ghosts a minute; each keeps the referee busy for a quarter of a second."""


class Asker:
    """Who asks the referee: a player given by id, or else the address of a guest."""

    def __init__(self, player: str, source: LimitKey, requests: Pace) -> None:
        self.asker: str = player or source
        self._source = source
        self._requests = requests

    def charge_request(self) -> None:
        """Charge player and address for the referee's work; raise ``Refusal`` to refuse it."""
        if not self._requests.allows(LimitKey(self.asker), _REQUESTS_OF_A_PLAYER) or not (
            self._requests.allows(self._source, _REQUESTS_OF_AN_ADDRESS)
        ):
            raise Refusal(TOO_MUCH)


class HallSession(Asker):
    """A session on this host, and its player."""

    def __init__(
        self,
        session: str,
        player: Player | None,
        say: Say,
        fingerprint: str,
        since: str,
        is_program: bool,
        source: LimitKey,
        requests: Pace,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(player.id if player else "", source, requests)
        self.session = session
        self.id = player.id if player else ""
        """The player's id; empty for a guest."""
        self.racer = self.id or guest_id(session)
        """What stands for the player in a race."""
        self.name = player.name if player else ""
        self.say = say
        self.fingerprint = fingerprint
        self.since = since
        self.is_program = is_program
        """Whether a program plays."""
        self.feed = Feed(clock)
        self.watched = ""
        """The session it watches, or watched until its player left."""
        self.wants_news = True
        """Whether to send it the results of others."""
        self.seen: Feed | None = None
        """That session's feed; None while its player is away."""
        self.awaited = ""
        """The player who has left and may come back, with another session."""
        self.awaited_until = 0.0
        self.watchers_told = 0
        """The number of spectators in the last message about it."""
        self.view: RosterView | None = None
        """The page of the list of players that it follows."""
        self.questions = TokenBucket(10, 20, clock)
        self.unanswered = 0
        """Queries that the accounts have not answered yet."""
        self.results = TokenBucket(0.1, 5, clock)
        self.begins = TokenBucket(0.5, 10, clock)
        """Beginnings of its contests, for which the host keeps deals."""
        self.contests = TokenBucket(0.1, 5, clock)
        """Ends of its contests, which the referee replays."""
        self.phrases = TokenBucket(0.5, 3, clock)
        self.challenges = TokenBucket(0.1, 5, clock)
        self.judgements = TokenBucket(0.5, 3, clock)
        """Ends of its game in a race, which the referee replays."""


class Roster:
    """The players, as others may see them."""

    def __init__(self) -> None:
        self.version = 0
        """Grows with each change."""
        self._visitors: dict[str, Visitor] = {}
        self._order: list[Place] = []
        self._named: tuple[int, frozenset[str]] = (0, frozenset())
        """All names, with the version."""
        self._found: tuple[int, str, list[Place]] = (0, "", [])
        """The last search: version, name and result."""

    def __len__(self) -> int:
        return len(self._visitors)

    def find(self, session: str) -> Visitor | None:
        return self._visitors.get(session)

    @property
    def visitors(self) -> list[Visitor]:
        """All players, in no order."""
        return list(self._visitors.values())

    @property
    def names(self) -> frozenset[str]:
        """The names of the players, in small letters."""
        if self._named[0] != self.version:
            names = frozenset(each.player.lower() for each in self._visitors.values())
            self._named = (self.version, names)
        return self._named[1]

    def put(self, visitor: Visitor) -> None:
        """Add or update a player."""
        known = self._visitors.get(visitor.session)
        if known == visitor:
            return
        self.version += 1
        self._visitors[visitor.session] = visitor
        place = place_of(visitor)
        if known:
            if place_of(known) == place:
                return
            self._remove(known)
        insort(self._order, place)

    def drop(self, session: str) -> None:
        """Remove a session; ignore an unknown one."""
        if known := self._visitors.pop(session, None):
            self.version += 1
            self._remove(known)

    def _remove(self, visitor: Visitor) -> None:
        del self._order[bisect_left(self._order, place_of(visitor))]

    def page(self, name: str, first: int, count: int) -> tuple[int, list[Visitor]]:
        """Return how many players match a name, and a page of them.

        Part of a name matches it; a session's id matches in full only.
        """
        places = self._search(name.lower()) if name else self._order
        first, count = max(0, first), max(0, min(count, MOST_ON_PAGE))
        return len(places), [self._visitors[each.session] for each in places[first : first + count]]

    def _search(self, name: str) -> list[Place]:
        if self._found[:2] != (self.version, name):
            found = [each for each in self._order if name in each.name or name == each.session]
            self._found = (self.version, name, found)
        return self._found[2]


class RosterView:
    """A page as one session shows it."""

    def __init__(self, name: str, first: int, count: int) -> None:
        self._page = (name, first, count)
        self._known: dict[str, Visitor] = {}
        self._total = 0
        self._version = -1

    def tell(self, roster: Roster, own: str) -> Who:
        """Return the whole page; ``own`` is the session that asks."""
        self._version = roster.version
        self._total, visitors = roster.page(*self._page)
        self._known = {each.session: each for each in visitors}
        return Who(own, tuple(visitors), self._total, max(0, self._page[1]))

    def tell_changes(self, roster: Roster) -> WhoChanged | None:
        """Return the changes since the last message; None if there are none."""
        if self._version == roster.version:
            return None
        before, total_before = self._known, self._total
        visitors = self.tell(roster, "").visitors
        changed = tuple(each for each in visitors if before.get(each.session) is not each)
        gone = tuple(before.keys() - self._known.keys())
        if not changed and not gone and self._total == total_before:
            return None
        return WhoChanged(self._total, changed, gone)
