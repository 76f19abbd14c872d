"""The list of who is on a host, as somebody knows it who looks at a page of it.

A host answers ``AskWho`` with a page, and to those who follow it sends what changes in it. Both
sides put visitors in the same order, so that nobody has to send one.
"""

from typing import NamedTuple

from solterm.hall.messages import Visitor, Who, WhoChanged


class Place(NamedTuple):
    """Where somebody stands in the list: by name, then by how long they are here; guests last."""

    is_guest: bool
    name: str
    since: str
    session: str


def place_of(visitor: Visitor) -> Place:
    """Return the place of somebody in the list."""
    return Place(not visitor.player, visitor.player.lower(), visitor.since, visitor.session)


class Roll:
    """A page of the list, and how many there are in all."""

    def __init__(self) -> None:
        self.own = ""
        """The session of the player who looks at it."""
        self.total = 0
        self.first = 0
        """The place of the first one shown among all, from 0."""
        self._visitors: dict[str, Visitor] = {}

    @property
    def visitors(self) -> list[Visitor]:
        """Those on the page, in their order."""
        return sorted(self._visitors.values(), key=place_of)

    def find(self, session: str) -> Visitor | None:
        """Return somebody on the page by their session."""
        return self._visitors.get(session)

    def hear(self, message: Who | WhoChanged) -> None:
        """Take a page, or what has changed in it."""
        self.total = message.total
        if isinstance(message, Who):
            self.own, self.first = message.own, message.first
            self._visitors.clear()
        else:
            for session in message.gone:
                self._visitors.pop(session, None)
        self._visitors.update({each.session: each for each in message.visitors})
