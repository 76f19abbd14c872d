"""The limit of open files, and how many sessions fit into it."""

import resource

from solterm.core.values import replace
from solterm.serve.settings import HostSettings

_OF_THE_HOST = 48
"""Files of an empty host: log, databases, sockets."""
_NO_LIMIT = 1 << 30
_OF_A_SESSION = 8
"""Its connection, terminal, pidfd and socket, and more files while it begins."""


def find_limit() -> int:
    """Return how many files this process may have open once it has raised its limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _NO_LIMIT if most == resource.RLIM_INFINITY else most


def raise_limit() -> None:
    """Raise the limit of open files as far as it goes."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def fit(settings: HostSettings, limit: int) -> HostSettings:
    """Return the settings with no more sessions and pending connections than the limit allows."""
    pending = min(settings.pending_connections, max(1, limit // 4))
    room = max(1, (limit - _OF_THE_HOST - pending) // _OF_A_SESSION)
    sessions = min(settings.sessions, room)
    return replace(settings, sessions=sessions, pending_connections=pending)
