"""Connects the halls of hosts that share a database.

Every host tells the others who is on it, and every two seconds that it is up; a host that is silent
for ten seconds is dropped. A game on another host is sent only while somebody watches it: all of it
first, then each change. The relay does no input or output; ``transport`` does.
"""

import re
import time
from collections.abc import Callable
from itertools import count

from solterm.core.values import replace
from solterm.hall.messages import (
    AskCrowd,
    Away,
    Crowd,
    Gone,
    Here,
    Leave,
    Message,
    No,
    Result,
    Rise,
    Seat,
    Step,
    Visitor,
    Watch,
)
from solterm.serve.chairs import Chair, is_game_id, names_a_game
from solterm.serve.hall import Hall
from solterm.serve.relay.packets import Packet, Part, Unpacker

BEAT = 2.0
"""Seconds from one sign of life of a host to the next."""

SILENCE = 10.0
"""Seconds after which a silent host is there no more."""

_MOST_HOSTS = 100
_MOST_VISITORS = 20_000
"""Hosts, and sessions of one, that are listed."""
_AT_ONCE = 500
"""Sessions that one packet tells of."""

_SESSION = re.compile(r"[0-9a-f]{1,16}", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-]{0,24}", re.ASCII)
_HOST = re.compile(r"[A-Za-z0-9_.-]{1,64}", re.ASCII)

_ENDED = "The other session has ended."
_SILENT = "The other host does not answer any more."


class _Host:
    """Another host, as far as it is known."""

    def __init__(self, heard: float) -> None:
        self.heard = heard
        """When it gave a sign of life."""
        self.unpacker = Unpacker()
        self.visitors: dict[str, Visitor] = {}
        self.number: int | None = None
        """That of its last packet about who is there; None while it has to tell all of it."""
        self.asked = -SILENCE
        """When it was asked for that."""
        self.missing: set[str] = set()
        """Sessions that it has not told of since it began anew."""


class Relay:
    """What one host knows of the others, and tells them."""

    def __init__(
        self,
        hall: Hall,
        name: str,
        send: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``name`` is the host's: hexadecimal digits, drawn when it starts. ``send`` posts a part
        of a packet; ``clock`` counts seconds."""
        self._hall = hall
        self._name = name
        self._send = send
        self._clock = clock
        self._numbers = count(1)
        self._hosts: dict[str, _Host] = {}
        self._chairs: dict[str, Chair] = {}
        """Sessions elsewhere that somebody here looks on at."""
        self._told: dict[str, Visitor] | None = None
        """Who was here when the others were told last; None: they have to be told anew."""
        self._crowds = 0
        """Packets about who is here, so far."""
        self._beaten = -BEAT
        hall.abroad = self

    # -- from this host to the others ------------------------------------------------------

    def begin(self) -> None:
        """Begin anew: the transport has connected, or reconnected."""
        self._told = None
        self._beaten = -BEAT
        self._post(AskCrowd())
        self.beat()

    def beat(self) -> None:
        """Send what changed if it is due, and drop silent hosts; call it every second."""
        now = self._clock()
        for name in [each for each, host in self._hosts.items() if now - host.heard > SILENCE]:
            self._forget(name)
        if now - self._beaten < BEAT:
            return
        self._beaten = now
        told, here = self._told, self._hall.list_here()
        self._told = here
        before = told or {}
        changed = [each for name, each in here.items() if before.get(name) is not each]
        gone = tuple(before.keys() - here.keys())
        if told is not None and not changed and not gone:
            self._post(Here(self._crowds))
            return
        parts = [changed[at : at + _AT_ONCE] for at in range(0, len(changed), _AT_ONCE)] or [[]]
        for rest, part in reversed(list(enumerate(reversed(parts)))):
            self._crowds += 1
            is_first = rest == len(parts) - 1
            is_whole, left = told is None and is_first, gone if is_first else ()
            self._post(Crowd(self._crowds, is_whole, rest, tuple(part), left))

    def cut(self) -> None:
        """Forget the other hosts: the transport has lost its connection."""
        for name in list(self._hosts):
            self._forget(name)

    def end(self) -> None:
        """This host ends."""
        self._post(Gone())

    def _post(self, message: Message, to: str = "", session: str = "") -> None:
        for part in Packet(self._name, to, session, message).pack(next(self._numbers)):
            self._send(part)

    # -- what the hall asks ----------------------------------------------------------------

    def visitors(self) -> list[Visitor]:
        """Who is on the other hosts."""
        return [visitor for host in self._hosts.values() for visitor in host.visitors.values()]

    def watch(self, session: str) -> Chair | None:
        """A session there that somebody here begins to look on at; None where there is none."""
        if session in self._chairs:
            return self._chairs[session]
        name = self._find(session)
        if not name:
            return None
        chair = Chair(self._clock)
        chair.is_open, chair.is_known = self._hosts[name].visitors[session].is_open, False
        if chair.is_open:
            self._chairs[session] = chair
            self._post(Watch(session), name, session)
        return chair

    def leave(self, session: str) -> None:
        """Stop watching a session elsewhere."""
        if self._chairs.pop(session, None):
            self._post(Leave(), self._find(session), session)

    def tell(self, result: Result) -> None:
        """Tell those who are there of a result."""
        self._post(result)

    def settle(self) -> None:
        """Tell those who look on what was too much to be told at once."""
        for chair in self._chairs.values():
            chair.show()

    def _find(self, session: str) -> str:
        """The host of a session; empty for none."""
        return next((name for name, host in self._hosts.items() if session in host.visitors), "")

    # -- from the others -------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Take a notification; invalid packets and those for other hosts are ignored."""
        part = Part.read(text)
        if part is None or part.sender == self._name or part.to not in ("", self._name):
            return
        host = self._hosts.get(part.sender)
        if host is None:
            if len(self._hosts) >= _MOST_HOSTS:
                return
            host = self._hosts[part.sender] = _Host(self._clock())
        host.heard = self._clock()
        if packet := host.unpacker.take(part):
            self._read(host, packet)

    def _read(self, host: _Host, packet: Packet) -> None:
        """Act on a packet."""
        message, sender, session = packet.message, packet.sender, packet.session
        if isinstance(message, Gone):
            self._forget(sender)
        elif isinstance(message, Crowd):
            self._list(sender, host, message)
        elif isinstance(message, AskCrowd):
            self._told = None
            self._beaten = -BEAT
        elif isinstance(message, Here):
            self._check_number(sender, host, message.number)
        elif isinstance(message, Result):
            if names_a_game(message) and _NAME.fullmatch(message.player):
                self._hall.announce(replace(message, moment=message.moment[:40]))
        elif isinstance(message, Watch):
            self._admit(sender, message.session)
        elif isinstance(message, Leave):
            self._hall.dismiss(_watcher(sender), session)
        elif session in self._chairs and session in host.visitors:
            self._follow(sender, session, message)

    def _list(self, sender: str, host: _Host, crowd: Crowd) -> None:
        """Note who is on another host now, or what has changed there."""
        if crowd.is_whole:
            host.missing = set(host.visitors)
        elif not self._check_number(sender, host, crowd.number - 1):
            return
        host.number = crowd.number
        for visitor in filter(_is_sound, crowd.visitors):
            host.missing.discard(visitor.session)
            is_known = visitor.session in host.visitors
            if is_known or (
                len(host.visitors) < _MOST_VISITORS and not self._hall.roster.find(visitor.session)
            ):
                host.visitors[visitor.session] = visitor
                self._hall.roster.put(visitor)
        gone = set(crowd.gone)
        if not crowd.rest:
            gone |= host.missing
            host.missing = set()
        for session in gone & host.visitors.keys():
            visitor = host.visitors.pop(session)
            self._hall.roster.drop(session)
            self._close(session, _has_left(visitor, _ENDED))

    def _check_number(self, sender: str, host: _Host, number: int) -> bool:
        """Whether no packet about who is there was missed; else the host is asked for all of it."""
        if host.number == number:
            return True
        host.number = None
        if self._clock() - host.asked >= SILENCE:  # else what it answers is on its way
            host.asked = self._clock()
            self._post(AskCrowd(), sender)
        return False

    def _admit(self, sender: str, session: str) -> None:
        """Let another host watch a session here."""
        chair = self._hall.open_chair(session)
        if isinstance(chair, str):
            self._post(No(chair), sender, session)
        else:
            chair.admit(_watcher(sender), lambda message: self._post(message, sender, session))

    def _follow(self, sender: str, session: str, message: Message) -> None:
        """Something happened at a session elsewhere that somebody here looks on at."""
        chair = self._chairs[session]
        if isinstance(message, Step) and not chair.goes_on_with(message):
            self._post(Watch(session), sender, session)  # a packet was lost: all of it again
        elif isinstance(message, Seat | Step | Rise):
            chair.follow(message)
        elif isinstance(message, No):
            self._close(session, message)
        elif isinstance(message, Away):
            self._close(session, _has_left(self._hosts[sender].visitors[session], _ENDED))

    def _close(self, session: str, reason: Message) -> None:
        """Let nobody here watch a session any more, and tell them why."""
        if chair := self._chairs.pop(session, None):
            chair.close(reason)

    def _forget(self, name: str) -> None:
        """Drop a host and everybody on it."""
        host = self._hosts.pop(name)
        for session, visitor in host.visitors.items():
            self._hall.roster.drop(session)
            self._close(session, _has_left(visitor, _SILENT))
        self._hall.dismiss(_watcher(name))


def _has_left(visitor: Visitor, reason: str) -> Message:
    """What spectators hear when a session elsewhere has ended; a guest cannot be found again."""
    return Away(visitor.player) if visitor.player else No(reason)


def _watcher(host: str) -> str:
    """Another host, among those who look on at a session."""
    return f"@{host}"


def _is_sound(visitor: Visitor) -> bool:
    """Is somebody such as a host tells of? Each text is shown to players."""
    return bool(
        _SESSION.fullmatch(visitor.session)
        and _NAME.fullmatch(visitor.player)
        and _HOST.fullmatch(visitor.host)
        and (not visitor.game or is_game_id(visitor.game))
        and visitor.deal.isascii()
        and len(visitor.deal) <= 20
        and len(visitor.since) <= 40
        and len(visitor.purpose) <= 60
    )
