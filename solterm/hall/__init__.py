"""The hall: what a session and the host that runs it tell each other, and the session's end of it.

A host (``solterm serve``) runs a session for everybody who comes in by ssh. The session plays as it
would anywhere; beside its terminal it has one line to the host, on which it says what is played and
hears of the others. A program that nobody hosts has no such line: ``here`` answers None.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solterm.hall.link import Link

_link: "Link | None" = None


def join(link: "Link") -> None:
    """From now on this process is a session of a host."""
    global _link
    _link = link


def here() -> "Link | None":
    """The line to the host of this session; None where nobody hosts it."""
    return _link
