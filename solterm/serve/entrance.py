"""The entrance: who gets in, by which key, and that nothing is to be had but a session.

Any key gets in, unless the host has a guest list, and its fingerprint is who somebody is. Who has
none is a guest. A client first asks to be let in without anything: that is granted to the login
name ``guest`` alone, since others have keys to show; who has shown all there are is asked by
``keyboard-interactive`` for nothing, which every client answers by itself.
"""

import asyncio
import socket
from typing import TYPE_CHECKING, NamedTuple

import asyncssh

from solterm.serve.asked import NOTHING_ELSE
from solterm.serve.visit import Visit

if TYPE_CHECKING:
    from solterm.serve.server import Server

GUEST = "guest"
"""The login name that is asked for no key."""

_MOST_TRIES = 30
"""Keys that somebody may show, and other ways in that may be tried."""
_MOST_CHANNELS = 10
_KEPT_OF_A_LINE = 1 << 16
"""Bytes to and fro that the system keeps of a line."""

_REFUSED_SECONDS = 2.5
"""For a client to hear why its connection is refused."""

_TOO_MANY_TRIES = "That were too many keys: name one with ssh -i FILE."


class Caller(NamedTuple):
    """Who is at the far end."""

    address: str
    user: str
    """The login name: a wish how to be called."""
    key: str
    """The fingerprint of the key that was proved; empty for a guest."""

    @property
    def told(self) -> dict[str, str]:
        """What the log tells of them."""
        return {"address": self.address, "user": self.user, "key": self.key}


class Entrance(asyncssh.SSHServer):
    """A connection: who is at its far end, and how long it may stay without a session."""

    def __init__(self, server: "Server", address: str, refusal: str = "") -> None:
        """A connection from an address; ``refusal`` says why nobody gets in by it."""
        self.address = address
        self.is_silent = True
        """Whether its client has not even begun to log in."""
        self.is_made = False
        """Whether asyncssh has taken the connection over."""
        self.starting: asyncio.Task[None] | None = None
        """What hands it over."""
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._user = ""
        self._key = ""
        """The key that is being proved, or was."""
        self._why = ""
        """Why the key that was shown last does not get in."""
        self._refusal = refusal
        self._tries = 0
        self._caller: Caller | None = None
        self._channels: set[Visit] = set()
        self._sessions: set[Visit] = set()
        """Those of the channels whose sessions are wanted, or under way."""
        self._timer: asyncio.TimerHandle | None = None
        self._conn: asyncssh.SSHServerConnection
        self._count_pending()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn, self.is_made = conn, True
        self._server.connections.add(conn)
        if self._refusal:
            self._timer = self._loop.call_later(_REFUSED_SECONDS, conn.abort)
        mind_the_pace(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.limits.pending.discard(self)
        self._stop_timer()
        if self.is_made:
            self._server.connections.discard(self._conn)
        if self.is_made and not self._caller and not self._refusal:
            self._server.log.tell("gone", what=exc or "", address=self.address)

    def drop(self) -> None:
        """Close the connection, for another one needs its place."""
        self._server.count_refused("pending connections")
        if self.is_made:
            self._conn.abort()
        elif self.starting:
            self.starting.cancel()

    def _count_pending(self) -> None:
        """Count the connection among those without a session."""
        dropped = self._server.limits.pending.add(self)
        if isinstance(dropped, Entrance):
            dropped.drop()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # -- getting in ------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        self.is_silent = False
        if self._refusal:  # said here, since no client shows what it hears before
            self._server.log.tell("refused", what=self._refusal, address=self.address)
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._refusal)
        self._count_try()
        self._user, self._key = username, ""
        return username != GUEST or bool(self._refuse_guest())

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Asked of keys that are only shown, too: whose it is counts when it has been proved, and
        # between this and that nothing else is heard.
        self._count_try()
        self._key = key.get_fingerprint()
        if why := self._server.gate.refusal(self._key, self.address):
            self._why = f"{why} It is {self._key}."
            self._key = ""
        return bool(self._key)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]] | bool:
        self._count_try()
        self._key = ""
        if why := self._refuse_guest():
            self._server.log.tell("refused", what=why, address=self.address, user=username)
            self._conn.send_auth_banner(f"{self._why or why}\n")
            return False
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        self._key = ""
        return not self._refuse_guest()

    def _refuse_guest(self) -> str:
        return self._server.gate.refusal(None, self.address)

    def auth_completed(self) -> None:
        self._caller = Caller(self.address, self._user, self._key)
        self._server.log.tell("login", **self._caller.told)
        self._wait_for_session()

    def _count_try(self) -> None:
        self._tries += 1
        if self._tries > _MOST_TRIES:
            raise asyncssh.PermissionDenied(_TOO_MANY_TRIES)

    # -- what is to be had -----------------------------------------------------------------

    def session_requested(self) -> Visit:
        assert self._caller, "nothing is heard before"
        if len(self._channels) >= _MOST_CHANNELS:
            raise _prohibit("Too many sessions on one line.")
        visit = Visit(self._server, self._caller, self)
        self._channels.add(visit)
        return visit

    def begin_session(self, visit: Visit) -> None:
        """A channel wants a session."""
        self._stop_timer()
        self._server.limits.pending.discard(self)
        self._sessions.add(visit)

    def end_session(self, visit: Visit) -> None:
        """A session is over, or was refused; its channel may still be open."""
        self._sessions.discard(visit)
        if not self._sessions and self._conn in self._server.connections:
            self._count_pending()
            self._wait_for_session()

    def close_channel(self, visit: Visit) -> None:
        """A channel is closed."""
        self._channels.discard(visit)

    def _wait_for_session(self) -> None:
        """Hang up unless a session is wanted soon."""
        self._stop_timer()
        self._timer = self._loop.call_later(
            self._server.settings.login_seconds,
            self._conn.disconnect,
            asyncssh.DISC_BY_APPLICATION,
            "You have asked for nothing.",
        )

    def connection_requested(self, *_: object) -> bool:
        raise _prohibit(NOTHING_ELSE)

    def unix_connection_requested(self, *_: object) -> bool:
        raise _prohibit(NOTHING_ELSE)

    def tun_requested(self, *_: object) -> bool:
        raise _prohibit(NOTHING_ELSE)

    def tap_requested(self, *_: object) -> bool:
        raise _prohibit(NOTHING_ELSE)

    def server_requested(self, *_: object) -> bool:
        return False

    def unix_server_requested(self, *_: object) -> bool:
        return False


def _prohibit(why: str) -> asyncssh.ChannelOpenError:
    return asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, why)


def mind_the_pace(line: asyncssh.SSHServerConnection) -> None:
    """Have a line that does not take what it is sent hold back its own requests.

    asyncssh answers whatever is asked, and keeps the answers; somebody who asks and never listens
    would fill the server's memory. The system would keep megabytes of them as well.
    """
    transport: asyncio.Transport = getattr(line, "_transport")  # noqa: B009 (asyncssh's own)
    setattr(line, "pause_writing", transport.pause_reading)  # noqa: B010
    setattr(line, "resume_writing", transport.resume_reading)  # noqa: B010
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        line.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, option, _KEPT_OF_A_LINE)
