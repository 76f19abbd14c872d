"""A connection: who logs in, with which key, and how long it may stay without a session.

Any key is let in unless the host has a list of keys; its fingerprint says who the player is. A
client without a key is a guest. Clients first ask for the method "none": only the login name
``guest`` gets in that way, since others may have keys to offer. A client that has offered all its
keys gets a ``keyboard-interactive`` login with no questions, which every client answers by itself.
"""

import asyncio
import socket
from typing import TYPE_CHECKING, NamedTuple

import asyncssh

from solterm.serve.channel import Channel
from solterm.serve.requests import NOTHING_ELSE

if TYPE_CHECKING:
    from solterm.serve.server import Server

GUEST = "guest"
"""The login name that needs no key."""

_MOST_TRIES = 30
"""Keys and other methods that a client may try."""
_MOST_CHANNELS = 10
_SOCKET_BUFFER = 1 << 16
"""Bytes that the kernel buffers in each direction."""

_REFUSED_SECONDS = 2.5
"""How long a refused client has to fetch the reason."""

_TOO_MANY_TRIES = "Too many keys offered: name one with ssh -i FILE."


class Caller(NamedTuple):
    """The client of a connection that has logged in."""

    address: str
    user: str
    """The login name, which new players propose as their nickname."""
    key: str
    """The fingerprint of the key that was proved; empty for a guest."""

    @property
    def told(self) -> dict[str, str]:
        """The fields of its log lines."""
        return {"address": self.address, "user": self.user, "key": self.key}


class Connection(asyncssh.SSHServer):
    """A connection, from the moment it is accepted."""

    def __init__(self, server: "Server", address: str, refusal: str = "") -> None:
        """Count a connection from an address; with a ``refusal``, reject all logins."""
        self.address = address
        self.is_silent = True
        """Whether the client has not even begun to log in."""
        self.is_made = False
        """Whether asyncssh has taken the connection over."""
        self.starting: asyncio.Task[None] | None = None
        """The task that hands it over."""
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._user = ""
        self._key = ""
        """The key that is being proved, or was."""
        self._why = ""
        """Why the last key that was offered is not let in."""
        self._refusal = refusal
        self._tries = 0
        self._caller: Caller | None = None
        self._channels: set[Channel] = set()
        self._sessions: set[Channel] = set()
        """The channels that wait for a session or have one."""
        self._timer: asyncio.TimerHandle | None = None
        self._conn: asyncssh.SSHServerConnection
        self._count_pending()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn, self.is_made = conn, True
        self._server.connections.add(conn)
        if self._refusal:
            self._timer = self._loop.call_later(_REFUSED_SECONDS, conn.abort)
        limit_buffers(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.limits.pending.discard(self)
        self._stop_timer()
        if self.is_made:
            self._server.connections.discard(self._conn)
        if self.is_made and not self._caller and not self._refusal:
            self._server.log.tell("gone", what=exc or "", address=self.address)

    def drop(self) -> None:
        """Close the connection to make room for another one."""
        self._server.count_refused("pending connections")
        if self.is_made:
            self._conn.abort()
        elif self.starting:
            self.starting.cancel()

    def _count_pending(self) -> None:
        """Count this connection as one without a session."""
        dropped = self._server.limits.pending.add(self)
        if isinstance(dropped, Connection):
            dropped.drop()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # -- logging in ------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        self.is_silent = False
        if self._refusal:  # clients show no reason that comes earlier
            self._server.refuse("logins a minute", self._refusal, address=self.address)
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._refusal)
        self._count_try()
        self._user, self._key = username, ""
        return username != GUEST or bool(self._refuse_guest())

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Also called for keys that are only offered. No other message comes between this call for
        # the key that is then proved and the end of the login, so the last key seen is that one.
        self._count_try()
        self._key = key.get_fingerprint()
        if why := self._server.access.refusal(self._key, self.address):
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
            self._server.refuse("no key admitted", why, address=self.address, user=username)
            self._conn.send_auth_banner(f"{self._why or why}\n")
            return False
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        self._key = ""
        return not self._refuse_guest()

    def _refuse_guest(self) -> str:
        return self._server.access.refusal(None, self.address)

    def auth_completed(self) -> None:
        self._caller = Caller(self.address, self._user, self._key)
        self._server.log.tell("login", **self._caller.told)
        self._wait_for_session()

    def _count_try(self) -> None:
        self._tries += 1
        if self._tries > _MOST_TRIES:
            raise asyncssh.PermissionDenied(_TOO_MANY_TRIES)

    # -- sessions; no other requests -------------------------------------------------------

    def session_requested(self) -> Channel:
        assert self._caller, "asyncssh opens channels after the login"
        if len(self._channels) >= _MOST_CHANNELS:
            raise _prohibit("Too many sessions on one connection.")
        channel = Channel(self._server, self._caller, self)
        self._channels.add(channel)
        return channel

    def begin_session(self, channel: Channel) -> None:
        """A channel asks for a session."""
        self._stop_timer()
        self._server.limits.pending.discard(self)
        self._sessions.add(channel)

    def end_session(self, channel: Channel) -> None:
        """A session ended, or was refused; its channel may still be open."""
        self._sessions.discard(channel)
        if not self._sessions and self._conn in self._server.connections:
            self._count_pending()
            self._wait_for_session()

    def close_channel(self, channel: Channel) -> None:
        self._channels.discard(channel)

    def _wait_for_session(self) -> None:
        """Hang up unless the client asks for a session soon."""
        self._stop_timer()
        self._timer = self._loop.call_later(
            self._server.settings.login_seconds,
            self._conn.disconnect,
            asyncssh.DISC_BY_APPLICATION,
            "No session was requested.",
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


def limit_buffers(conn: asyncssh.SSHServerConnection) -> None:
    """Stop reading from a client that does not read our answers.

    asyncssh answers every request and keeps the answers: a client that asks and never reads would
    fill the host's memory. The kernel would buffer megabytes of them as well.
    """
    transport: asyncio.Transport = getattr(conn, "_transport")  # noqa: B009 (asyncssh's own)
    setattr(conn, "pause_writing", transport.pause_reading)  # noqa: B010
    setattr(conn, "resume_writing", transport.resume_reading)  # noqa: B010
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)
