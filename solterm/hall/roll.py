"""The list of visitors on a host, as shown a page at a time.

A host answers ``AskWho`` with a page and sends changes to sessions that follow it. Both sides sort
visitors the same way, so the order needs no transmission.
"""

from typing import NamedTuple

from solterm.hall.messages import Visitor, Who, WhoChanged

MOST_ON_PAGE = 1000
"""Players on one page."""


class Place(NamedTuple):
    """The sort key of a visitor: most spectators first, then tables to watch, then by name."""

    unwatched: int
    """The number of spectators, negative."""
    has_no_table: bool
    is_guest: bool
    name: str
    since: str
    session: str


def place_of(visitor: Visitor) -> Place:
    """Return the sort key of a visitor."""
    name, idle = visitor.player, not (visitor.deal and visitor.is_open)
    return Place(-visitor.watchers, idle, not name, name.lower(), visitor.since, visitor.session)


class Roll:
    """A page of the list, and the number of visitors on all pages."""

    def __init__(self) -> None:
        self.own = ""
        """The session of the player who sees the list."""
        self.total = 0
        self.first = 0
        """The index of the first visitor on the page."""
        self._visitors: dict[str, Visitor] = {}

    @property
    def visitors(self) -> list[Visitor]:
        """The visitors on the page, in order."""
        return sorted(self._visitors.values(), key=place_of)

    def find(self, session: str) -> Visitor | None:
        """Return a visitor on the page by session."""
        return self._visitors.get(session)

    def hear(self, message: Who | WhoChanged) -> None:
        """Take over a page, or changes to it."""
        self.total = message.total
        if isinstance(message, Who):
            self.own, self.first = message.own, message.first
            self._visitors.clear()
        else:
            for session in message.gone:
                self._visitors.pop(session, None)
        self._visitors.update({each.session: each for each in message.visitors})
