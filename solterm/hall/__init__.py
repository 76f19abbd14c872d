"""The hall: messages between a session and its host, and the session's connection.

A host (``solterm serve``) runs a session for everyone who logs in over SSH. The session plays as
usual; in addition to its terminal it has a socket to the host, to report its games and hear about
others. Without a host, ``here`` returns None.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solterm.hall.link import Link

_link: "Link | None" = None


def join(link: "Link") -> None:
    """Make this process a session of a host."""
    global _link
    _link = link


def here() -> "Link | None":
    """Return the connection to the host of this session, or None without a host."""
    return _link
