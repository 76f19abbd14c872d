"""Who is on the hosts, in the order in which they are listed: pages, a search, and what changed.

It is kept in order as people come and go, so that a page costs the host some microseconds however
many there are; who looks at a page is told changes alone.
"""

from bisect import bisect_left, insort

from solterm.hall.messages import Visitor, Who, WhoChanged
from solterm.hall.roll import Place, place_of

MOST_ON_PAGE = 1000
"""Visitors of one page."""


class Roster:
    """Everybody, as others may know of them."""

    def __init__(self) -> None:
        self.version = 0
        """Another number after each change."""
        self._visitors: dict[str, Visitor] = {}
        self._order: list[Place] = []
        self._found: tuple[int, str, list[Place]] = (0, "", [])
        """What a search has found last, at a version."""

    def __len__(self) -> int:
        return len(self._visitors)

    def find(self, session: str) -> Visitor | None:
        """Return somebody by their session."""
        return self._visitors.get(session)

    def put(self, visitor: Visitor) -> None:
        """Add somebody, or replace what was known of them."""
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
        """Remove somebody; twice is no harm."""
        if known := self._visitors.pop(session, None):
            self.version += 1
            self._remove(known)

    def _remove(self, visitor: Visitor) -> None:
        del self._order[bisect_left(self._order, place_of(visitor))]

    def page(self, name: str, first: int, count: int) -> tuple[int, list[Visitor]]:
        """Return how many there are of a name, or a part of one, and so many from one of them on.

        The whole of a session's id names it as well.
        """
        places = self._search(name.lower()) if name else self._order
        first, count = max(0, first), max(0, min(count, MOST_ON_PAGE))
        return len(places), [self._visitors[each.session] for each in places[first : first + count]]

    def _search(self, name: str) -> list[Place]:
        if self._found[:2] != (self.version, name):
            found = [each for each in self._order if name in each.name or name == each.session]
            self._found = (self.version, name, found)
        return self._found[2]


class View:
    """A page that somebody looks at, as they know it."""

    def __init__(self, name: str, first: int, count: int) -> None:
        self._page = (name, first, count)
        self._known: dict[str, Visitor] = {}
        self._total = 0
        self._version = -1

    def tell(self, roster: Roster, own: str) -> Who:
        """Return all of it; ``own`` is the session of who looks at it."""
        self._version = roster.version
        self._total, visitors = roster.page(*self._page)
        self._known = {each.session: each for each in visitors}
        return Who(own, tuple(visitors), self._total, max(0, self._page[1]))

    def tell_changes(self, roster: Roster) -> WhoChanged | None:
        """Return what has changed since it was told last; None for nothing."""
        if self._version == roster.version:
            return None
        before, total_before = self._known, self._total
        visitors = self.tell(roster, "").visitors
        changed = tuple(each for each in visitors if before.get(each.session) is not each)
        gone = tuple(before.keys() - self._known.keys())
        if not changed and not gone and self._total == total_before:
            return None
        return WhoChanged(self._total, changed, gone)
