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
    """One line, from its first byte to its last."""

    def __init__(self, server: "Server") -> None:
        """A line that was just opened."""
        self._server = server
        self._address = ""
        self._user = ""
        self._key = ""
        """The key that is being proved, or was."""
        self._why = ""
        """Why the key that was shown last does not get in."""
        self._refusal = ""
        """Why nobody gets in by this line."""
        self._tries = 0
        self._is_stranger = False
        self._caller: Caller | None = None
        self._visits: set[Visit] = set()
        self._has_asked = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        self._address = str((conn.get_extra_info("peername") or ["?"])[0])
        self._server.lines.add(conn)
        refusal = self._server.limits.knock(self._address)
        if refusal is None:
            self._server.unanswered += 1
            asyncio.get_running_loop().call_soon(conn.abort)
            return
        self._refusal = refusal
        self._is_stranger = True
        mind_the_pace(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.lines.discard(self._conn)
        if self._is_stranger:
            self._meet()
            if not self._refusal:
                self._server.log.tell("gone", what=exc or "", address=self._address)

    # -- getting in ------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        if self._refusal:  # said here, since no client shows what it hears before
            self._server.log.tell("refused", what=self._refusal, address=self._address)
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
        if why := self._server.gate.refusal(self._key, self._address):
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
            self._server.log.tell("refused", what=why, address=self._address, user=username)
            self._conn.send_auth_banner(f"{self._why or why}\n")
            return False
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        self._key = ""
        return not self._refuse_guest()

    def _refuse_guest(self) -> str:
        return self._server.gate.refusal(None, self._address)

    def auth_completed(self) -> None:
        self._caller = Caller(self._address, self._user, self._key)
        self._meet()
        self._server.log.tell("login", **self._caller.told)
        grace = self._server.settings.login_seconds
        asyncio.get_running_loop().call_later(grace, self._look_whether_idle)

    def _count_try(self) -> None:
        self._tries += 1
        if self._tries > _MOST_TRIES:
            raise asyncssh.PermissionDenied(_TOO_MANY_TRIES)

    def _meet(self) -> None:
        if self._is_stranger:
            self._is_stranger = False
            self._server.limits.meet()

    def _look_whether_idle(self) -> None:
        if not self._has_asked and self._conn in self._server.lines:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, "You have asked for nothing.")

    # -- what is to be had -----------------------------------------------------------------

    def session_requested(self) -> Visit:
        assert self._caller, "nothing is heard before"
        if len(self._visits) >= _MOST_CHANNELS:
            raise _prohibit("Too many sessions on one line.")
        visit = Visit(self._server, self._caller, lambda: self._visits.discard(visit))
        self._visits.add(visit)
        self._has_asked = True
        return visit

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
