"""Connects the halls of hosts that share a database, by packets between them.

Every two seconds a host tells the others who has come or gone; one silent for ten seconds is
dropped. A game on another host is sent only while somebody watches it: all of it first, then each
change. ``Relay`` does no input or output; ``Transport`` sends its packets by PostgreSQL's
notifications. It holds two connections, one to listen and one to send. While the database is away
the other hosts are out of reach, and everybody on this one plays on; it reconnects with growing
pauses.

A packet is a message, split into parts that fit PostgreSQL's notifications. A part is a line of
ASCII that names sender, recipient, session, packet and its own number, followed by a piece of the
message. Parts of one sender arrive in order. Anyone who can reach the database can write
notifications, so invalid packets are ignored.
"""

import asyncio
import os
import re
import time
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from itertools import count
from typing import Any, LiteralString, NamedTuple

import psycopg
from psycopg import AsyncConnection

from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.hall import messages
from solterm.hall.messages import (
    LONGEST,
    AskVisitorList,
    Away,
    Leave,
    Message,
    No,
    Notice,
    PlayLeft,
    PlayStarted,
    RaceChanged,
    RaceStep,
    Renamed,
    Result,
    Saving,
    SetPhrase,
    Step,
    Visitor,
    VisitorList,
    Watch,
)
from solterm.serve.feed import Feed, is_board, is_game_id, names_a_game
from solterm.serve.hall import Hall
from solterm.store.postgres.connection import explain

BEAT = 2.0
"""Seconds between two signs of life of a host."""

SILENCE = 10.0
"""Seconds after which a silent host counts as gone."""

_MOST_HOSTS = 100
_MOST_VISITORS = 2000
"""Hosts, and sessions of one host, in the list of players; so many fit into one packet."""

ROOM = 7000
"""Characters of a message in one part; a notification has room for fewer than 8000 bytes."""

_ID = "[0-9a-f]{1,16}"
_PART = re.compile(
    rf"({_ID}) ({_ID}|\*) ({_ID}|\*) (\d{{1,15}}) (\d{{1,5}})/(\d{{1,5}})\n(.*)", re.ASCII
)
_NONE = "*"
"""Stands for all hosts, and for no session."""

_SESSION = re.compile(_ID, re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-]{0,24}", re.ASCII)
_DEAL = re.compile(r"[0-9]{0,20}", re.ASCII)
_HOST = re.compile(r"[A-Za-z0-9_.-]{1,64}", re.ASCII)

_ENDED = "The other session has ended."
_SILENT = "The other host no longer answers."


class Part(NamedTuple):
    """A part of a packet, which is a message from one host to another, or to all."""

    sender: str
    """The sending host: up to 16 hexadecimal digits."""
    to: str
    """The receiving host; empty for all."""
    session: str
    """The session it concerns; empty for none."""
    number: str
    """Of the packet; differs for each packet of a sender."""
    place: int
    """Its place among the packet's parts, from 1."""
    parts: int
    piece: str

    @classmethod
    def read(cls, text: str) -> "Part | None":
        """Return the part in a notification; None for any other text."""
        found = _PART.fullmatch(text)
        if not found or not found[7].isascii():
            return None
        sender, to, session, number, place, parts, piece = found.groups()
        if int(parts) > LONGEST // ROOM + 1 or len(piece) > ROOM:
            return None
        to, session = to.replace(_NONE, ""), session.replace(_NONE, "")
        return cls(sender, to, session, number, int(place), int(parts), piece)

    def write(self) -> str:
        """Return the text of its notification."""
        head = f"{self.sender} {self.to or _NONE} {self.session or _NONE} {self.number}"
        return f"{head} {self.place}/{self.parts}\n{self.piece}"


def pack(sender: str, to: str, session: str, number: int, message: Message) -> list[Part]:
    """Return the parts of a packet."""
    text = messages.write(message).decode("ascii").rstrip("\n")
    pieces = [text[at : at + ROOM] for at in range(0, len(text), ROOM)]
    about = sender, to, session, str(number)
    return [Part(*about, k, len(pieces), piece) for k, piece in enumerate(pieces, 1)]


class Unpacker:
    """Puts the packets of one sender together."""

    def __init__(self) -> None:
        self._number = ""
        self._pieces: list[str] = []

    def take(self, part: Part) -> Message | None:
        """Return the message that a part completes; None for none, or an invalid one."""
        if part.place == 1:
            self._number, self._pieces = part.number, []
        if part.number != self._number or part.place != len(self._pieces) + 1:
            return None
        self._pieces.append(part.piece)
        if part.place < part.parts:
            return None
        text, self._pieces = "".join(self._pieces), []
        try:
            return messages.read(text.encode("ascii"))
        except Refusal:
            return None


class _Host:
    def __init__(self, heard: float) -> None:
        self.heard = heard
        """When it last gave a sign of life."""
        self.unpacker = Unpacker()
        self.visitors: dict[str, Visitor] = {}
        self.number: int | None = None
        """The number of its last list of players; None until it sends all of them."""
        self.asked = -SILENCE
        """When this host last asked it for all of them."""


class Relay:
    """Exchanges players, results and watched games with the other hosts."""

    def __init__(
        self,
        hall: Hall,
        name: str,
        send: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``name`` identifies this host: random hexadecimal digits, new at each start. ``send``
        posts a part of a packet; ``clock`` counts seconds."""
        self._hall = hall
        self._name = name
        self._send = send
        self._clock = clock
        self._numbers = count(1)
        self._hosts: dict[str, _Host] = {}
        self._feeds: dict[str, Feed] = {}
        """Sessions elsewhere with spectators here."""
        self._told: dict[str, Visitor] | None = None
        """The players in the last list to the others; None to send all of them next."""
        self._lists = 0
        """Lists sent of the players here."""
        self._beaten = -BEAT
        hall.other_hosts = self

    # -- from this host to the others ------------------------------------------------------

    def begin(self) -> None:
        """Exchange everything: the transport has connected, or reconnected."""
        self._told = None
        self._beaten = -BEAT
        self._post(AskVisitorList())
        self.beat()

    def beat(self) -> None:
        """Send changes if they are due, and drop silent hosts; call this every second."""
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
        self._lists += 1
        some = tuple(changed[:_MOST_VISITORS])
        self._post(VisitorList(self._lists, told is None, some, gone))

    def cut(self) -> None:
        """Forget the other hosts: the transport has lost its connection."""
        for name in list(self._hosts):
            self._forget(name)

    def end(self) -> None:
        """Tell the others that all players here leave."""
        self._post(VisitorList(self._lists + 1, True, (), ()))

    def _post(self, message: Message, to: str = "", session: str = "") -> None:
        for part in pack(self._name, to, session, next(self._numbers), message):
            self._send(part.write())

    # -- requests of the hall ----------------------------------------------------------

    def watch(self, session: str) -> Feed | None:
        """Begin to watch a session there; return its feed, or None for an unknown session."""
        if session in self._feeds:
            return self._feeds[session]
        name = self._find(session)
        if not name:
            return None
        feed = Feed(self._clock)
        feed.is_open, feed.is_known = self._hosts[name].visitors[session].is_open, False
        if feed.is_open:
            self._feeds[session] = feed
            self._post(Watch(session), name, session)
        return feed

    def leave(self, session: str) -> None:
        """Stop watching a session there; ignore an unknown one."""
        if self._feeds.pop(session, None):
            self._post(Leave(), self._find(session), session)

    def tell(self, news: Result | Renamed | Saving | Notice | RaceChanged | RaceStep) -> None:
        self._post(news)

    def speak(self, session: str, phrase: SetPhrase) -> None:
        """Say a phrase at the table of a session there; ignore an unknown one."""
        if host := self._find(session):
            self._post(phrase, host, session)

    def settle(self) -> None:
        """Send spectators here the events that waited."""
        for feed in self._feeds.values():
            feed.show()

    def _find(self, session: str) -> str:
        """Return the host of a session; empty for an unknown session."""
        return next((name for name, host in self._hosts.items() if session in host.visitors), "")

    # -- from the others -------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Take a notification; ignore invalid packets and those for other hosts."""
        part = Part.read(text)
        if part is None or part.sender == self._name or part.to not in ("", self._name):
            return
        host = self._hosts.get(part.sender)
        if host is None:
            if len(self._hosts) >= _MOST_HOSTS:
                return
            host = self._hosts[part.sender] = _Host(self._clock())
        host.heard = self._clock()
        if message := host.unpacker.take(part):
            self._read(host, part.sender, part.session, message)

    def _read(self, host: _Host, sender: str, session: str, message: Message) -> None:
        if isinstance(message, VisitorList):
            self._list(sender, host, message)
        elif isinstance(message, AskVisitorList):
            self._told = None
            self._beaten = -BEAT
        elif isinstance(message, Result):
            if names_a_game(message) and _NAME.fullmatch(message.player):
                self._hall.announce(replace(message, moment=message.moment[:40]))
        elif isinstance(message, Notice):
            self._hall.tell_all(message)
        elif isinstance(message, Renamed):
            if message.id and message.name and _NAME.fullmatch(message.name):
                self._hall.rename(message.id, message.name)
        elif isinstance(message, Saving):
            self._hall.hasten_writes(message.player)
        elif isinstance(message, RaceChanged):
            # It only says where to look: the database has the race.
            self._hall.races.hear_change(message)
        elif isinstance(message, RaceStep):
            self._hall.races.pass_step(message)
        elif isinstance(message, Watch):
            self._admit(sender, message.session)
        elif isinstance(message, Leave):
            self._hall.dismiss(_watcher(sender), session)
        elif isinstance(message, SetPhrase) and not _NAME.fullmatch(message.player):
            return
        elif isinstance(message, SetPhrase) and session not in self._feeds:
            self._hall.speak(session, message)
        elif session in self._feeds and session in host.visitors:
            self._follow(sender, session, message)

    def _list(self, sender: str, host: _Host, news: VisitorList) -> None:
        """Note the players on another host, or the changes among them."""
        if not news.is_whole and news.number - 1 != host.number:
            host.number = None
            if self._clock() - host.asked >= SILENCE:  # else its answer is on the way
                host.asked = self._clock()
                self._post(AskVisitorList(), sender)
            return
        host.number, gone = news.number, set(news.gone)
        if news.is_whole:
            gone |= host.visitors.keys() - {each.session for each in news.visitors}
        for visitor in filter(_is_sound, news.visitors):
            is_known = visitor.session in host.visitors
            if is_known or (
                len(host.visitors) < _MOST_VISITORS and not self._hall.roster.find(visitor.session)
            ):
                host.visitors[visitor.session] = visitor
                self._hall.roster.put(visitor)
        for session in gone & host.visitors.keys():
            visitor = host.visitors.pop(session)
            self._hall.roster.drop(session)
            self._close(session, _has_left(visitor, _ENDED))

    def _admit(self, sender: str, session: str) -> None:
        """Let another host watch a session here."""
        feed = self._hall.open_feed(session, _watcher(sender))
        if isinstance(feed, str):
            self._post(No(feed), sender, session)
        else:
            feed.admit(_watcher(sender), lambda message: self._post(message, sender, session))

    def _follow(self, sender: str, session: str, message: Message) -> None:
        """Take an event of a session elsewhere that has spectators here."""
        feed = self._feeds[session]
        if isinstance(message, Step) and not feed.goes_on_with(message):
            self._post(Watch(session), sender, session)  # a packet was lost: ask for all again
        elif isinstance(message, PlayStarted | Step | PlayLeft):
            feed.follow(message)
        elif isinstance(message, SetPhrase):
            feed.tell(message)
        elif isinstance(message, No):
            self._close(session, message)
        elif isinstance(message, Away):
            self._close(session, _has_left(self._hosts[sender].visitors[session], _ENDED))

    def _close(self, session: str, reason: Message) -> None:
        """End watching of a session here, and tell the spectators why."""
        if feed := self._feeds.pop(session, None):
            feed.close(reason)

    def _forget(self, name: str) -> None:
        """Drop a host and everybody on it."""
        host = self._hosts.pop(name)
        for session, visitor in host.visitors.items():
            self._hall.roster.drop(session)
            self._close(session, _has_left(visitor, _SILENT))
        self._hall.dismiss(_watcher(name))


def _has_left(visitor: Visitor, reason: str) -> Message:
    """Return the message for spectators of an ended session; a guest can't be found again."""
    return Away(visitor.player) if visitor.player else No(reason)


def _watcher(host: str) -> str:
    # Another host counts as one spectator of a session.
    return f"@{host}"


def _is_sound(visitor: Visitor) -> bool:
    """Return whether a visitor is well-formed; players see these texts."""
    return bool(
        _SESSION.fullmatch(visitor.session)
        and _NAME.fullmatch(visitor.player)
        and _HOST.fullmatch(visitor.host)
        and (not visitor.game or is_game_id(visitor.game))
        and _DEAL.fullmatch(visitor.deal)
        and len(visitor.since) <= 40
        and len(visitor.purpose) <= 60
        and is_board(visitor.board)
    )


_CHANNEL = "solterm_hall"
_LISTENER = "solterm host"
"""The name of the listening connection, of which each host has one."""
_LISTEN = f"LISTEN {_CHANNEL}"
_SET_NAME = "SELECT set_config('application_name', %s, false)"
_SPEAK = f"SELECT pg_notify('{_CHANNEL}', part) FROM unnest(%s::text[]) AS part"

_MOST_WAITING = 5000
"""Parts in the queue; beyond that the oldest are dropped."""

_PARTS_AT_ONCE = 100
"""Parts in one statement."""

_LOOK_SECONDS = 1.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 5.0
"""Seconds between two attempts to connect."""

_ANSWER_SECONDS = 8.0
"""For the database to answer; after that the relay reconnects."""

_LAST_SECONDS = 1.0
"""For the last packets of a host that ends."""

_PATIENT: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""How soon libpq notices a dead connection."""


async def connect_hosts(hall: Hall, address: str, tell: Callable[[str], None]) -> None:
    """Connect a host's hall with those of the other hosts, until cancelled.

    ``address`` is that of the shared database; ``tell`` logs when it comes and goes.
    """
    transport = Transport(address, tell)
    await transport.run(Relay(hall, os.urandom(6).hex(), transport.send))


def count_hosts(address: str) -> int:
    """Return how many hosts are connected to a database. Raises ``StoreError``."""
    query = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = %s"
    )
    try:
        with psycopg.connect(address, **_PATIENT) as line:
            ((found,),) = line.execute(query, (_LISTENER,)).fetchall()
    except psycopg.Error as error:
        raise explain(error) from None
    return int(found)


class Transport:
    """Connects the relay of a host with those of the others."""

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        """``address`` is that of the database; ``tell`` logs when it comes and goes."""
        self._address = address
        self._tell = tell
        self._waiting: deque[str] = deque(maxlen=_MOST_WAITING)
        self._something = asyncio.Event()

    def send(self, part: str) -> None:
        """Queue a part of a packet."""
        self._waiting.append(part)
        self._something.set()

    async def run(self, relay: Relay) -> None:
        """Carry packets until this is cancelled."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with AsyncExitStack() as stack:
                    listening, speaking = [await self._connect(stack) for _ in range(2)]
                    await _execute(listening, _SET_NAME, [_LISTENER])
                    await _execute(listening, _LISTEN)
                    self._waiting.clear()
                    pause = _FIRST_PAUSE
                    self._tell("The other hosts are within reach.")
                    relay.begin()
                    await self._carry(relay, listening, speaking)
            except (psycopg.Error, OSError) as error:
                reason = str(error).partition("\n")[0] or "the database does not answer"
                self._tell(f"The other hosts are out of reach: {reason}")
            finally:
                relay.cut()
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _connect(self, stack: AsyncExitStack) -> AsyncConnection[Any]:
        """Open a connection that the stack closes."""
        connection = await AsyncConnection.connect(self._address, autocommit=True, **_PATIENT)
        stack.push_async_callback(connection.close)
        return connection

    async def _carry(
        self, relay: Relay, listening: AsyncConnection[Any], speaking: AsyncConnection[Any]
    ) -> None:
        """Carry packets until a connection breaks."""
        tasks = [
            asyncio.create_task(each)
            for each in (self._listen(relay, listening), self._speak(speaking), self._beat(relay))
        ]
        try:
            await asyncio.gather(*tasks)
        except asyncio.CancelledError:
            relay.end()
            raise
        finally:
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(psycopg.Error, OSError, TimeoutError):
                async with asyncio.timeout(_LAST_SECONDS):
                    await self._empty(speaking)

    async def _listen(self, relay: Relay, listening: AsyncConnection[Any]) -> None:
        while True:
            async for heard in listening.notifies():
                relay.hear(heard.payload)

    async def _speak(self, speaking: AsyncConnection[Any]) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            await self._empty(speaking)

    async def _empty(self, speaking: AsyncConnection[Any]) -> None:
        """Send the whole queue."""
        while self._waiting:
            number = min(_PARTS_AT_ONCE, len(self._waiting))
            parts = [self._waiting.popleft() for _ in range(number)]
            await _execute(speaking, _SPEAK, [parts])

    async def _beat(self, relay: Relay) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            relay.beat()


async def _execute(line: AsyncConnection[Any], query: LiteralString, *values: Any) -> None:
    """Execute a statement; raises ``TimeoutError`` when the database hangs.

    psycopg would ask the server to cancel the statement, and wait for that as well. So this closes
    the connection instead.
    """
    asked = asyncio.ensure_future(line.execute(query, *values))
    try:
        await asyncio.wait({asked}, timeout=_ANSWER_SECONDS)
    finally:
        if not asked.done():
            asked.cancel()
            line.pgconn.finish()
            await asyncio.gather(asked, return_exceptions=True)
    if asked.cancelled():
        raise TimeoutError
    await asked
